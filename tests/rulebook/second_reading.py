"""A second reading of the rulebooks: what each cell says, typed from the rules again and compared to the last field.

Independent of `book_cells`: values are compared whole, nothing is left out where it is empty or no.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest

from tdsuite.tournaments.rulebooks.model import Provision
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

W10, W12, NSA, SOWPODS, GUIDE = "wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club", "scrabble-guide"
BOOKS = (W10, W12, NSA, SOWPODS, GUIDE)


@dataclass(frozen=True)
class Row:
    """One cell: book, path of the provision, value, rule, dagger (†: our default)."""

    book: str
    path: str
    value: Any
    rule: str
    dagger: bool = False


def wespa(path: str, value: Any, rule: str, dagger: bool = False) -> list[Row]:
    """A cell in which both WESPA editions say the same."""
    return [Row(W10, path, value, rule, dagger), Row(W12, path, value, rule, dagger)]


def silent(path: str, value: Any, *books: str) -> list[Row]:
    """A cell marked † without any rule, in each of the books."""
    return [Row(book, path, value, "", True) for book in books]


def params(rows: list[Row]) -> list[Any]:
    """pytest parameters whose ids read "nsa_2004_iii_g_1_results_postponed"."""
    slug = re.compile(r"[^a-z0-9]+")
    return [
        pytest.param(row, id=slug.sub("_", f"{row.book} {row.rule or 'silent'} {row.path}".lower())) for row in rows
    ]


def provision_at(book: str, path: str) -> Provision[Any]:
    node: Any = RULEBOOKS[book]
    for name in path.split("."):
        node = getattr(node, name)
    assert isinstance(node, Provision)
    return node


def read(row: Row) -> None:
    found = provision_at(row.book, row.path)
    assert type(found.value) is type(row.value)
    assert (found.value, found.rule, found.ours) == (row.value, row.rule, row.dagger)


def paths_under(section: str) -> list[str]:
    """Every provision of a section, found by walking the data."""

    def walk(node: Any, path: str) -> list[str]:
        if isinstance(node, Provision):
            return [path]
        return [deep for name in node.__dataclass_fields__ for deep in walk(getattr(node, name), f"{path}.{name}")]

    return walk(getattr(RULEBOOKS[W10], section), section)


def each_once(rows: list[Row], section: str) -> None:
    """Every book has exactly one row for every provision of the section."""
    wanted = sorted((book, path) for book in BOOKS for path in paths_under(section))
    assert sorted((row.book, row.path) for row in rows) == wanted
