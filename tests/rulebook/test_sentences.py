"""The sentence that a director reads says what the engines compute from: every term, number and yes or no of every provision."""

import re
from typing import Any

import pytest

from tdsuite.tournaments.rulebooks.choices import describe, effective, provisions
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.sentences import missing


def rows() -> list[Any]:
    """One for each provision: what is told, and the value in force, under the name of its rule."""
    slug = re.compile(r"[^a-z0-9]+")
    return [
        pytest.param(
            ".".join(path),
            provision,
            row.text,
            id=slug.sub("_", f"{key} {row.rule or 'silent'} {'.'.join(path)}".lower()),
        )
        for key, book in RULEBOOKS.items()
        for row, (_, _, path, provision) in zip(
            describe(book, {}), provisions(effective(book, {}).rulebook), strict=True
        )
    ]


@pytest.mark.parametrize(("path", "provision", "told"), rows())
def test_the_sentence_of(path: str, provision: Any, told: str) -> None:
    """Read at the time of the test: a value that changed alone no longer agrees with its sentence."""
    assert provision.explain.rstrip(".") in told or provision.choices
    assert missing(path, provision.value, provision.explain) == []
