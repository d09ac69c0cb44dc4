"""The shape of the rulebooks: complete, cited, told in sentences, frozen, free of Django, found by key."""

import subprocess
import sys
from dataclasses import FrozenInstanceError, fields, is_dataclass
from datetime import date
from typing import Any, cast

import pytest

from tdsuite.tournaments.rulebooks.choices import describe, options, titled
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook, UncitedProvision, ours
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, UnknownRulebook, rulebook
from tests.rulebook.books import ALL, WESPA_2010, WESPA_2012
from tests.rulebook.in_books import plain, said

SECTIONS = ("before", "starting", "during", "ending", "results")


def _nodes(node: Any) -> list[Any]:
    if not is_dataclass(node):
        return []
    below = [getattr(node, field.name) for field in fields(node)]
    return [node, *(deep for each in below for deep in _nodes(each))]


@pytest.mark.parametrize("book", ALL)
def test_every_provision_is_reached_cited_or_ours_and_explained(book: Rulebook) -> None:
    everywhere = [node for node in _nodes(book) if isinstance(node, Provision)]
    assert len(everywhere) == len(said(book)) == 101
    assert [path for path, each in said(book).items() if not (each.rule or each.ours)] == []
    assert [path for path, each in said(book).items() if not each.explain.endswith(".")] == []


@pytest.mark.parametrize("book", ALL)
def test_every_sentence_is_shown_as_the_book_has_it_and_every_choice_has_one(book: Rulebook) -> None:
    for row, provision in zip(describe(book, {}), said(book).values(), strict=True):
        assert provision.choices or provision.explain.rstrip(".") in row.text
    chosen = [row for one in options(book) for each in one.values for row in describe(book, {one.key: each.code})]
    assert {
        row.text for row in chosen if not row.text.endswith(".") or "{" in row.text or "None" in row.text.split()[1:]
    } == set()


@pytest.mark.parametrize("book", ALL)
def test_every_field_of_a_row_has_a_title(book: Rulebook) -> None:
    untitled = [
        (type(row).__name__, field.name)
        for name in SECTIONS
        for row in _nodes(getattr(book, name))
        if type(row).__module__.endswith(".model")
        and any(isinstance(getattr(row, each.name), Provision) for each in fields(row))
        for field in fields(row)
        if field.name not in [name for name, title, _value in titled(row) if title]
    ]
    assert untitled == []


@pytest.mark.parametrize("book", ALL)
def test_an_open_provision_lists_its_own_default_and_each_code_once(book: Rulebook) -> None:
    for each in said(book).values():
        assert not each.choices or each.value in [choice.value for choice in each.choices]
        assert len({choice.code for choice in each.choices}) == len(each.choices)


def test_a_provision_with_neither_rule_nor_ours_is_refused() -> None:
    with pytest.raises(UncitedProvision) as refused:
        Provision(1, "Nobody says so.")
    assert str(refused.value) == "Give a rule number or mark as ours: 'Nobody says so.'"


def test_a_default_of_ours_is_not_open_unless_it_has_a_span() -> None:
    assert not ours(1, "One.").open
    assert WESPA_2010.results.bye.spread.open


@pytest.mark.parametrize("book", ALL)
def test_books_are_hashable_and_no_field_of_any_part_can_be_set(book: Rulebook) -> None:
    assert hash(book) == hash(RULEBOOKS[book.key])
    for node in _nodes(book):
        with pytest.raises(FrozenInstanceError):
            setattr(node, fields(node)[0].name, None)


def test_books_import_without_django() -> None:
    code = (
        "import sys, tdsuite.tournaments.rulebooks.choices; "
        "print([name for name in sys.modules if name.split('.')[0] in ('django', 'rest_framework', 'celery')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_registry_keeps_books_by_key_and_cannot_be_written_to() -> None:
    assert all(book.key == key and rulebook(key) is book for key, book in RULEBOOKS.items())
    with pytest.raises(TypeError):
        cast(dict[str, Rulebook], RULEBOOKS)["house"] = WESPA_2010


def test_an_unknown_rulebook_names_the_known_ones() -> None:
    with pytest.raises(UnknownRulebook) as refused:
        rulebook("wespa-2031")
    assert str(refused.value) == f"There is no rulebook 'wespa-2031'. Choose one of: {', '.join(RULEBOOKS)}."


def test_wespa_2012_differs_from_2010_in_the_word_source_alone() -> None:
    first = said(WESPA_2010)
    assert [path for path, each in said(WESPA_2012).items() if each != first[path]] == ["before.word_source"]
    assert (WESPA_2012.based_on, WESPA_2010.based_on) == ("wespa-2010", "")


def test_plain_leaves_out_what_is_empty_and_writes_dates_as_iso() -> None:
    assert plain(WESPA_2012.before.word_source.value)["revised_from"] == "2020-01-01"
    assert plain((date(2012, 1, 1), None)) == ("2012-01-01", None)
