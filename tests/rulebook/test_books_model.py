"""The shape of the rulebooks: complete, cited, frozen, free of Django, found by key."""

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass
from datetime import date
from typing import Any, cast

import pytest

from tdsuite.tournaments.rulebooks.model import Provision, Rulebook, UncitedProvision, ours
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, UnknownRulebook, rulebook
from tests.rulebook.books import WESPA_2010, WESPA_2012
from tests.rulebook.in_books import plain, said

KEYS = ("wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club", "scrabble-guide")
BOOKS = [pytest.param(book, id=key) for key, book in RULEBOOKS.items()]

ROWS = {
    "Before the game": ("word_source", "game_time", "no_clocks", "disputed_equipment", "time_given", "special_needs"),
    "Starting and lateness": (
        "who_starts",
        "tile_draw",
        "late",
        "both_absent",
        "may_elect",
        "must_forfeit",
        "lateness_forfeit",
        "round_break",
    ),
    "During the game": (
        "challenge",
        "slips",
        "opinions",
        "misadjudication",
        "overdraw",
        "eight_tiles",
        "out_of_order",
        "late_underdraw",
        "exchange",
        "objections",
    ),
    "Ending and scoring": (
        "overtime",
        "overtime_forfeit",
        "tiles_left",
        "six_zeros",
        "found_tiles",
        "round_stopped",
        "tie_half_wins",
        "recount",
        "recount_course",
    ),
    "Results, forfeits and sanctions": (
        "signed_sheet",
        "hands_in",
        "forfeit_rated",
        "bye",
        "postponed",
        "resigning",
        "ejection",
        "appeal",
        "incidents",
        "offence_levels",
        "penalty_forfeit",
        "reports",
    ),
}
SECTIONS = ("before", "starting", "during", "ending", "results")


def _nodes(node: Any) -> list[Any]:
    if not is_dataclass(node):
        return []
    below = [getattr(node, field.name) for field in fields(node)]
    return [node, *(deep for each in below for deep in _nodes(each))]


# ── complete and cited ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", BOOKS)
def test_books_have_every_row_in_every_section(book: Rulebook) -> None:
    found = {
        field.metadata["title"]: tuple(row.name for row in fields(getattr(book, field.name)))
        for field in fields(book)
        if field.name in SECTIONS
    }
    assert found == ROWS


@pytest.mark.parametrize("book", BOOKS)
def test_books_every_provision_is_cited_or_ours_and_explained(book: Rulebook) -> None:
    silent = [path for path, each in said(book).items() if not (each.rule or each.ours)]
    unexplained = [path for path, each in said(book).items() if not each.explain.endswith(".")]
    assert (silent, unexplained) == ([], [])


@pytest.mark.parametrize("book", BOOKS)
def test_books_the_walk_reaches_every_provision_there_is(book: Rulebook) -> None:
    everywhere = [node for node in _nodes(book) if isinstance(node, Provision)]
    assert len(everywhere) == len(said(book)) == 101


@pytest.mark.parametrize("book", BOOKS)
def test_books_every_field_of_a_row_has_a_title(book: Rulebook) -> None:
    rows = [row for name in SECTIONS for row in _nodes(getattr(book, name))]
    untitled = [
        (type(row).__name__, field.name)
        for row in rows
        if type(row).__module__.endswith(".model") and any(isinstance(each, Provision) for each in _values(row))
        for field in fields(row)
        if "title" not in field.metadata
    ]
    assert untitled == []


def _values(row: Any) -> list[Any]:
    return [getattr(row, field.name) for field in fields(row)]


@pytest.mark.parametrize("book", BOOKS)
def test_books_an_open_provision_lists_its_own_default_among_the_choices(book: Rulebook) -> None:
    missing = [
        path
        for path, each in said(book).items()
        if each.choices and each.value not in [choice.value for choice in each.choices]
    ]
    assert missing == []


@pytest.mark.parametrize("book", BOOKS)
def test_books_codes_of_choices_are_distinct(book: Rulebook) -> None:
    doubled = [
        path for path, each in said(book).items() if len({choice.code for choice in each.choices}) != len(each.choices)
    ]
    assert doubled == []


def test_a_provision_with_neither_rule_nor_ours_is_refused() -> None:
    with pytest.raises(UncitedProvision) as refused:
        Provision(1, "Nobody says so.")
    assert str(refused.value) == "Give a rule number or mark as ours: 'Nobody says so.'"


def test_a_default_of_ours_is_not_open_unless_it_has_a_span() -> None:
    assert not ours(1, "One.").open
    assert WESPA_2010.results.bye.spread.open


# ── frozen, and free of Django ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", BOOKS)
def test_books_no_field_of_any_part_can_be_set(book: Rulebook) -> None:
    for node in _nodes(book):
        name = fields(node)[0].name
        with pytest.raises(FrozenInstanceError):
            setattr(node, name, None)


@pytest.mark.parametrize("book", BOOKS)
def test_books_are_hashable_to_the_last_part(book: Rulebook) -> None:
    assert hash(book) == hash(RULEBOOKS[book.key])


def test_books_import_without_django() -> None:
    code = (
        "import sys, tdsuite.tournaments.rulebooks.choices; "
        "print([name for name in sys.modules if name.split('.')[0] in ('django', 'rest_framework', 'celery')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# ── the registry ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_registry_keeps_five_books_by_key() -> None:
    assert tuple(RULEBOOKS) == KEYS
    assert all(book.key == key for key, book in RULEBOOKS.items())


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("wespa-2010", "WESPA Game Rules 2.0 (2010)"),
        ("wespa-2012", "WESPA Rules, web edition (2012-2019)"),
        ("nsa-2004", "NSA Official Tournament Rules"),
        ("sowpods-club", "SOWPODS club and tournament rules"),
        ("scrabble-guide", "Scrabble guide (one-page house rules)"),
    ],
)
def test_a_rulebook_is_shown_by_its_name(key: str, name: str) -> None:
    assert rulebook(key).name == name


def test_the_registry_cannot_be_written_to() -> None:
    with pytest.raises(TypeError):
        cast(dict[str, Rulebook], RULEBOOKS)["house"] = WESPA_2010


def test_an_unknown_rulebook_names_the_known_ones() -> None:
    with pytest.raises(UnknownRulebook) as refused:
        rulebook("wespa-2031")
    assert refused.value.key == "wespa-2031"
    assert str(refused.value) == f"There is no rulebook 'wespa-2031'. Choose one of: {', '.join(KEYS)}."


# ── the web edition of 2012 ──────────────────────────────────────────────────────────────────────────────────


def test_wespa_2012_differs_from_2010_in_the_word_source_alone() -> None:
    first: Mapping[str, Provision[Any]] = said(WESPA_2010)
    assert [path for path, each in said(WESPA_2012).items() if each != first[path]] == ["before.word_source"]


def test_plain_leaves_out_what_is_empty_and_writes_dates_as_iso() -> None:
    assert plain(WESPA_2012.before.word_source.value)["revised_from"] == "2020-01-01"
    assert plain((date(2012, 1, 1), None)) == ("2012-01-01", None)
