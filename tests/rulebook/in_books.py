"""A provision of a book by its dotted path, and values as plain data."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any

from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.penalties import PenaltyScheme


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
