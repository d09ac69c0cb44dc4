"""What can go wrong at a table or with a person, and what each rulebook has the director do about it, from data files.

The types are the same in every event (`books/incidents.toml`); the procedure beside a type is the event's own rulebook's,
in our words with its rule numbers (`books/incidents-wespa.toml` and so on).  Sources: WESPA 1.3-1.4, 2.1(c), 3.1-3.10,
4.1-4.5, 5.1-5.3, 6.2-6.4; NSA I.A-I.E, II.A-II.P, III.B, Guidelines 1-34; SOWPODS and guide where they speak.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any

from .deriving import Path
from .file_values import decode
from .outcomes import IncidentCatalogue

BOOKS = FilePath(__file__).parent / "books"
SHARED = "@"  # begins the name of instructions or remedies that several procedures have


class RemedyKind(StrEnum):
    UNOFFICIAL_WARNING = "unofficial-warning"
    OFFICIAL_WARNING = "official-warning"
    SPREAD = "spread"  # in the standings, not mirrored
    POINTS = "points"  # on the score of the game
    SECONDS = "seconds"
    TURN = "turn"
    FORFEIT = "forfeit"
    EJECTION = "ejection"


class To(StrEnum):
    OFFENDER = "offender"
    OTHER = "other"  # the player wronged


@dataclass(frozen=True, slots=True)
class Remedy:
    """A measure that the director may, or must, take."""

    kind: RemedyKind
    text: str
    rule: str
    amount: int | None = None  # signed points or seconds; None = the director sets it, or no number
    to: To = To.OFFENDER
    must: bool = False  # the rule leaves no choice
    adds: bool = False  # time is given; without it points, spread or time are taken off, whatever sign is typed

    def signed(self, typed: int) -> int:
        """What the remedy changes by: the rule's own amount, else what was typed in the remedy's direction."""
        if self.amount is not None:
            return self.amount
        return abs(typed) if self.adds else -abs(typed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """What to do about an incident."""

    rule: str = ""  # citations, "" where the book is silent
    instructions: tuple[str, ...]  # sentences, in order
    level: int | None = None  # 1 (gravest) to 3, None where the book has none
    remedies: tuple[Remedy, ...] = ()
    ours: bool = False  # our default
    report: bool = False  # an incident report goes to the association
    note: str = ""


@dataclass(frozen=True, slots=True)
class IncidentType:
    """A kind of incident."""

    key: str  # stored with an incident
    title: str
    group: str
    at_fault: bool = True  # somebody did it, so it is logged against a player
    provisions: tuple[Path, ...] = ()  # where the rulebook's own words on it stand in a Rulebook


class UnknownIncident(LookupError):
    """No incident type has that key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"There is no kind of incident called {key!r}.")


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((BOOKS / name).read_text(encoding="utf-8"))


TYPES: Mapping[str, IncidentType] = MappingProxyType(
    {
        key: IncidentType(
            key,
            row["title"],
            group,
            row.get("at_fault", True),
            tuple(tuple(path.split(".")) for path in row.get("provisions", ())),
        )
        for group, rows in _data("incidents.toml").items()
        for key, row in rows.items()
    }
)


def incident_type(key: str) -> IncidentType:
    """The type stored under `key`.  Raises UnknownIncident."""
    try:
        return TYPES[key]
    except KeyError:
        raise UnknownIncident(key) from None


@cache
def procedures(catalogue: IncidentCatalogue) -> Mapping[str, Procedure]:
    """A catalogue's procedures by the types' keys."""
    if catalogue is IncidentCatalogue.NONE:
        return MappingProxyType({})
    data = _data(f"incidents-{catalogue}.toml")
    rows = {
        key: decode(
            row
            | {word: _expanded(row[word], data.get(word, {})) for word in ("instructions", "remedies") if word in row},
            Procedure,
        )
        for key, row in data["procedures"].items()
    }
    return MappingProxyType(rows)


def _expanded(entries: list[Any], shared: Mapping[str, list[Any]]) -> list[Any]:
    """The entries, with what "@name" stands for in its place."""
    return [
        part
        for entry in entries
        for part in (shared[entry[1:]] if isinstance(entry, str) and entry.startswith(SHARED) else [entry])
    ]
