"""No rule without a test and a use: every provision is tested in what it does, and read by a request that needs it."""

import ast
from functools import cache
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from results.rulings.engine.procedures import provisions_on
from tdsuite.tournaments.rulebooks.choices import describe, provisions
from tdsuite.tournaments.rulebooks.deriving import provision_at
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.tracing import Reads, traced_book, tracing
from tests.rulebook.visits import VISITS, make_floor

TESTS = Path(__file__).parents[1]


def lines(name: str) -> list[str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


PLACES = {cells[0]: cells[1:] for cells in ([cell.strip() for cell in line.split("|")] for line in lines("places.txt"))}
PATHS = sorted({".".join(path) for book in RULEBOOKS.values() for _, _, path, _ in provisions(book)})
USED_BY = {
    visit: sorted(path for path, (_, named) in PLACES.items() if named == visit)
    for visit in sorted({named for _, named in PLACES.values()})
}


@cache
def functions_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_provision_has_a_test_of_what_it_does() -> None:
    named = {path: PLACES[path][0].partition("::") for path in PATHS}
    assert [path for path, (file, _, name) in named.items() if name not in functions_in(file)] == []


def test_every_provision_stands_once_and_nothing_else_does() -> None:
    assert sorted(cells.partition("|")[0].strip() for cells in lines("places.txt")) == PATHS


@pytest.mark.django_db
@pytest.mark.parametrize("visit", USED_BY)
def test_every_provision_is_read_by_a_request_that_needs_it(visit: str) -> None:
    """Not by the table of all provisions, and not by "Rules of this event": those tell the rules and use none."""
    name, _, book = visit.partition(" @ ")
    floor = make_floor(book)
    VISITS[name](floor)
    (reads,) = floor.reads
    assert [path for path in USED_BY[visit] if path not in reads.used] == []


def test_every_visit_is_needed() -> None:
    assert sorted(VISITS) == sorted({visit.partition(" @ ")[0] for visit in USED_BY})


# ── the tracing itself ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_traced_book_is_the_book_and_notes_only_what_is_read(book: str) -> None:
    reads = Reads()
    copy = traced_book(RULEBOOKS[book], reads)
    assert [(path, each.rule) for *_, path, each in provisions(copy)] == [
        (path, each.rule) for *_, path, each in provisions(RULEBOOKS[book])
    ]
    assert (reads.used, reads.told) == (set(), set())
    assert copy.ending.overtime.points.value == RULEBOOKS[book].ending.overtime.points.value
    assert copy.ending.tiles_left.explain
    assert (reads.used, reads.told) == ({"ending.overtime.points", "ending.tiles_left"}, set())


def test_the_table_of_all_provisions_uses_none() -> None:
    reads = Reads()
    describe(traced_book(RULEBOOKS["nsa-2004"], reads), {})
    assert (sorted(reads.told), reads.used) == (PATHS, set())


@pytest.mark.django_db
def test_the_pages_that_tell_the_rules_use_none_that_they_only_tell() -> None:
    floor = make_floor("wespa-2010")
    with tracing() as reads:
        Client().get(reverse("public:rules", args=[floor.slug]))
        floor.client.get(reverse("console:rules", args=[floor.slug]))
    assert "ending.overtime.points" in reads.told
    assert not {"ending.overtime.points", "during.overdraw.remedy", "results.resigning.margin"} & reads.used


# ── incidents ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_what_stands_beside_an_incident_is_the_books_own_provision(book: str) -> None:
    for kind, each in TYPES.items():
        expected = [provision_at(RULEBOOKS[book], path) for path in each.provisions]
        assert [provision for _, provision in provisions_on(kind, RULEBOOKS[book])] == expected


@pytest.mark.django_db
def test_an_incidents_page_says_the_provision_with_its_rule() -> None:
    floor = make_floor("nsa-2004")
    page = floor.client.get(floor.url("incident", "late_underdraw")).content.decode()
    provision = RULEBOOKS["nsa-2004"].during.late_underdraw
    assert f"<b>Late underdraw</b>: {provision.explain}" in page.replace("&#x27;", "'")
    assert f'<span class="rule">{provision.rule}</span>' in page
