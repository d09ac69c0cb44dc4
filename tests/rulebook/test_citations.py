"""docs/rulebook names every rule that the suite acts on, and no rule that is in no book."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.incidents import Procedure, procedures
from tdsuite.tournaments.rulebooks.outcomes import IncidentCatalogue
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.citations import NUMBERS, REAL, Citation, citations, covers

PAGES = {page.name: page for page in (Path(__file__).parents[2] / "docs" / "rulebook").glob("*.md")}
# Pages about pairing, standings and ratings, full of figures like 5.5 wins: there a rule of two numbers needs its book's name.
FIGURES = re.compile(r"Code: `(?:pairings|tdsuite/tournaments/engine/standings|results/ratings|results/prizes)")
SMALL = {"sowpods-club": "sowpods", "scrabble-guide": "guide"}
CATALOGUES = {
    "wespa": procedures(IncidentCatalogue.WESPA),
    "nsa": procedures(IncidentCatalogue.NSA),
    "sowpods": procedures(IncidentCatalogue.SOWPODS),
    "guide": procedures(IncidentCatalogue.GUIDE),
}


def in_page(name: str) -> set[Citation]:
    text = PAGES[name].read_text(encoding="utf-8").replace("Game Rules 2.0", "Game Rules")
    if not FIGURES.search(text):
        return citations(text)
    figure = re.compile(r"(?<!WESPA )(?<!\d)\d\.\d{1,2}(?![\d.(])")
    return citations(figure.sub("", text))


@cache
def named() -> frozenset[Citation]:
    """What the pages tell of; the bare table of numbers in provisions.md tells nothing."""
    return frozenset().union(*(in_page(name) for name in PAGES if name != "provisions.md"))


def rules_in(value: Any) -> Iterator[str]:
    """Every `rule` inside a provision: its own, its choices', and those in the terms it holds."""
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


def cited_by(book: str, text: str) -> set[Citation]:
    """The citations of one book's data, where a section stands by its name alone."""
    small = SMALL.get(book, book)
    if small not in ("sowpods", "guide"):
        return citations(text)
    return citations(text) | {(small, each) for each in text.split(", ") if (small, each) in REAL}


def rules_of_provisions(key: str) -> Iterator[tuple[str, str]]:
    for _, _, path, provision in provisions(RULEBOOKS[key]):
        yield from ((".".join(path), rule) for rule in rules_in(provision) if rule)


def rules_of_incidents(catalogue: str) -> Iterator[tuple[str, str]]:
    for kind, procedure in CATALOGUES[catalogue].items():
        rules = (procedure.rule, *(remedy.rule for remedy in procedure.remedies))
        yield from ((kind, rule) for rule in rules if rule or not procedure.ours)


def unheard_of(book: str, rules: Iterator[tuple[str, str]]) -> list[tuple[str, str]]:
    """Rules that are no citations, that no book has, or that no page tells of; each with where it stands."""
    cited = [(place, rule, cited_by(book, rule)) for place, rule in rules]
    known = {each for _, _, each_cited in cited for each in each_cited if each in REAL and covers(named(), each)}
    return [(place, rule) for place, rule, each_cited in cited if not each_cited or each_cited - known]


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_rule_of_a_provision_is_the_books_and_stands_in_the_documents(key: str) -> None:
    assert unheard_of(key, rules_of_provisions(key)) == []


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_rule_of_an_incident_is_the_books_and_stands_in_the_documents(catalogue: str) -> None:
    assert unheard_of(catalogue, rules_of_incidents(catalogue)) == []


@pytest.mark.parametrize("book", CATALOGUES)
def test_every_rule_in_the_instructions_of_a_procedure_stands_in_the_documents(book: str) -> None:
    sentences = {each for procedure in CATALOGUES[book].values() for each in (*procedure.instructions, procedure.note)}
    cited = set().union(*(citations(each) for each in sentences))
    assert sorted(each for each in cited if not covers(named(), each)) == []


def test_no_page_names_a_rule_that_is_in_no_book() -> None:
    assert {name: wrong for name in PAGES if (wrong := sorted(in_page(name) - REAL))} == {}


@pytest.mark.parametrize("book", ["wespa", "nsa"])
def test_every_numbered_rule_of_a_book_is_named_or_said_to_ask_nothing(book: str) -> None:
    tops = {number for number in NUMBERS[book] if re.fullmatch(r"\d\.\d+|I+\.[A-Q]|Guideline \d+", number)}
    assert sorted(number for number in tops if not covers(named(), (book, number))) == []


# ── the reader itself ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "book", "numbers"),
    [
        ("(WESPA 3.9.5-3.9.8)", "wespa", "3.9.5 3.9.6 3.9.7 3.9.8"),
        ("3.10.16(a)(i), (d)", "wespa", "3.10.16(a)(i) 3.10.16(d)"),
        ("6.2.1(b), (e), (f)", "wespa", "6.2.1(b) 6.2.1(e) 6.2.1(f)"),
        ("6.3.2(a)-(c)", "wespa", "6.3.2(a) 6.3.2(b) 6.3.2(c)"),
        ("WESPA 3.10.15-17", "wespa", "3.10.15 3.10.16 3.10.17"),
        ("5.1-5.3", "wespa", "5.1 5.2 5.3"),
        ("at 9:07:30 of 10.0.0.1, figure 0010", "wespa", ""),
        ("NSA III.G.1-2", "nsa", "III.G.1 III.G.2"),
        ("III.A-C", "nsa", "III.A III.B III.C"),
        ("II.H.10.e", "nsa", "II.H.10.e"),
        ("Guidelines 8, 10 and 33", "nsa", "Guideline 8;Guideline 10;Guideline 33"),
        ("Guidelines 19-21", "nsa", "Guideline 19;Guideline 20;Guideline 21"),
        ("App. B C, D", "nsa", "App. B C;App. B D"),
        ("App. C A.4-6", "nsa", "App. C A.4;App. C A.5;App. C A.6"),
        ("I.E, App. A I.B", "nsa", "I.E;App. A I.B"),
        ("1.2(b), App. 2, caveat", "wespa", "1.2(b);App. 2;caveat"),
        ("Play 1, Play 3", "sowpods", "Play 1;Play 3"),
        ("Game play 7; guide, Ending", "guide", "Game play 7;Ending"),
    ],
)  # fmt: skip
def test_a_citation_is_read(text: str, book: str, numbers: str) -> None:
    wanted = {each for each in re.split(r";|(?<=[\d)]) ", numbers) if each} if ";" in numbers else set()
    wanted = wanted or ({numbers} if numbers.startswith(("II.H", "Guid")) else set(numbers.split()))
    assert citations(text) == {(book, each) for each in wanted}


def test_a_rule_that_no_book_has_is_noticed() -> None:
    assert citations("WESPA 3.11.2 and II.L.9") - REAL == {("wespa", "3.11.2"), ("nsa", "II.L.9")}


def test_a_part_names_its_rule_and_a_rule_none_of_its_parts() -> None:
    assert [covers({("wespa", "4.3(e)(i)")}, ("wespa", each)) for each in ("4.3", "4.3(e)", "4.3(a)", "4.30")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_procedures_have_no_rule_left_out() -> None:
    assert {type(each) for table in CATALOGUES.values() for each in table.values()} == {Procedure}
