"""Every provision, choice and remedy cites rules that its book has, written as the book numbers them."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.incidents import procedures
from tdsuite.tournaments.rulebooks.outcomes import IncidentCatalogue
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

NUMBERS = {
    book: {" ".join(each.split()) for each in body.split(";")}
    for book, body in re.findall(
        r"^\[(\w+)\]\n([^\[]+)", (Path(__file__).parent / "rule_numbers.txt").read_text("utf-8"), re.MULTILINE
    )
}
BOOKS = {"wespa-2010": "wespa", "wespa-2012": "wespa", "nsa-2004": "nsa", "sowpods-club": "sowpods", "scrabble-guide": "guide"}  # fmt: skip


def cited(rule: str) -> Iterator[str]:
    """Each number in full: "(d)" after 3.10.16(a)(i) is 3.10.16(d), "12" after Play 1 is Play 12."""
    base = ""
    for part in re.split(r", |(?<=[\w)])-(?=[\dI])", rule.replace("Guidelines", "Guideline")):
        whole = f"{base}{part}" if part.startswith("(") else f"{base} {part}" if part.isdigit() else part
        base = re.split(r"[ (]", whole)[0]
        yield whole


def rules_in(value: Any) -> Iterator[str]:
    """Every `rule` inside a provision or procedure: its own, its choices' and remedies', and those in the terms it holds."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            inner = getattr(value, field.name)
            if field.name in ("rule", "extension_rule") and isinstance(inner, str):
                yield inner
            else:
                yield from rules_in(inner)
    elif isinstance(value, tuple):
        for each in value:
            yield from rules_in(each)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_rule_of_a_provision_is_one_that_the_book_has(key: str) -> None:
    rules = {rule for *_, each in provisions(RULEBOOKS[key]) for rule in rules_in(each) if rule}
    assert len(rules) > 7
    assert {rule for rule in rules if not set(cited(rule)) <= NUMBERS[BOOKS[key]]} == set()


@pytest.mark.parametrize("catalogue", IncidentCatalogue)
def test_every_rule_of_an_incident_is_one_that_the_book_has(catalogue: IncidentCatalogue) -> None:
    found = procedures(catalogue)
    assert [kind for kind, each in found.items() if not (each.rule or each.ours)] == []
    rules = {rule for each in found.values() for rule in rules_in(each) if rule}
    assert {rule for rule in rules if not set(cited(rule)) <= NUMBERS[catalogue.value]} == set()


def test_a_citation_is_read_in_full_and_one_that_no_book_has_is_noticed() -> None:
    assert list(cited("3.10.16(a)(i), (d)")) == ["3.10.16(a)(i)", "3.10.16(d)"]
    assert list(cited("Play 1-12, 3.9.1-3.9.4")) == ["Play 1", "Play 12", "3.9.1", "3.9.4"]
    assert not {"3.11.2", "II.L.9"} & (NUMBERS["wespa"] | NUMBERS["nsa"])
