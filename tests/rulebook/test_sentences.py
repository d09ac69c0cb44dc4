"""The sentence that a director reads says what the engines compute from: every term, number and yes or no of every provision."""

import pytest

from tdsuite.tournaments.rulebooks.choices import describe, effective, provisions
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.sentences import missing


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_sentences_of_a_book_say_its_values(key: str) -> None:
    """A value that changed alone no longer agrees with its sentence."""
    book = RULEBOOKS[key]
    faults = {}
    rows = zip(describe(book, {}), provisions(effective(book, {}).rulebook), strict=True)
    for row, (_, _, path, provision) in rows:
        dotted = ".".join(path)
        if lacking := missing(dotted, provision.value, provision.explain):
            faults[dotted] = lacking
        if provision.explain.rstrip(".") not in row.text and not provision.choices:
            faults[f"{dotted} as shown"] = [row.text]
    assert faults == {}
