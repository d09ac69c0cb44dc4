"""How the tests write down what a rulebook says: one Cell for each provision, as plain data."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any

import pytest

from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.penalties import PenaltyScheme


@dataclass(frozen=True)
class Cell:
    """path: dotted, from the Rulebook.  value: as plain() shows it.  ours: our default (†)."""

    path: str
    rule: str
    value: Any
    ours: bool = False


def plain(value: Any) -> Any:
    """A provision's value as literals.  In a dataclass, fields that are empty, zero or no are left out."""
    if isinstance(value, PenaltyScheme):
        return value.code
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value):
        shown = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return {name: each for name, each in shown.items() if each}
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    return value


def at(book: Rulebook, path: str) -> Provision[Any]:
    node: Any = book
    for name in path.split("."):
        node = getattr(node, name)
    assert isinstance(node, Provision)
    return node


def said(book: Rulebook) -> Mapping[str, Provision[Any]]:
    return {".".join(path): provision for _, _, path, provision in provisions(book)}


def params(book: str, cells: tuple[Cell, ...]) -> list[Any]:
    """pytest parameters whose ids read "wespa_2010_2_3_4_starting_may_elect"."""
    return [pytest.param(cell, id=_slug(f"{book} {cell.rule or 'silent'} {cell.path}")) for cell in cells]


def check(book: Rulebook, cell: Cell) -> None:
    provision = at(book, cell.path)
    value = () if provision.value == () else plain(provision.value)
    assert (cell.rule, cell.value, cell.ours) == (provision.rule, value, provision.ours)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
