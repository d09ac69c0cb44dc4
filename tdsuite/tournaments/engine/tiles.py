"""The English set of 100 tiles: what each is worth, how many there are, and racks typed as letters.

Source: the distribution printed in every rulebook's standard rules (WESPA App. 1; SOWPODS Table 1; NSA App. A II.A).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

BLANK = "?"
RACK_SIZE = 7
_BLANKS_TYPED = "?_*"
_IGNORED = " ,;.-"
_BY_VALUE = {
    0: "?2",
    1: "A9 E12 I9 O8 U4 N6 R6 T6 L4 S4",
    2: "D4 G3",
    3: "B2 C2 M2 P2",
    4: "F2 H2 V2 W2 Y2",
    5: "K1",
    8: "J1 X1",
    10: "Q1 Z1",
}


@dataclass(frozen=True, slots=True)
class Tile:
    value: int  # points on the face
    count: int  # how many are in the set


ENGLISH: Mapping[str, Tile] = MappingProxyType(
    {
        each[0]: Tile(value, int(each[1:]))
        for value, row in sorted(_BY_VALUE.items(), reverse=True)
        for each in row.split()
    }
)


class BadRack(ValueError):
    """The letters typed cannot be one or two racks.  The message says which and what to type."""


@dataclass(frozen=True, slots=True)
class Rack:
    tiles: str  # capitals in order, blanks last as "?"
    value: int  # points, blanks worth nothing

    def __str__(self) -> str:
        return f"{self.tiles} = {self.value}" if self.tiles else "no tiles"


NO_TILES = Rack("", 0)


def read_rack(text: str) -> Rack:
    """The tiles left on one rack: "qi?" or "Q I _" is Q, I and a blank.  Raises BadRack."""
    typed = [BLANK if each in _BLANKS_TYPED else each for each in text.upper() if each not in _IGNORED]
    if unknown := sorted({each for each in typed if each not in ENGLISH}):
        raise BadRack(f"{unknown[0]!r} is no tile: type letters A to Z, and ? for a blank.")
    if len(typed) > RACK_SIZE:
        raise BadRack(f"{len(typed)} tiles: a rack holds {RACK_SIZE} at most.")
    check_in_set(Counter(typed))
    tiles = "".join(sorted(typed, key=lambda each: (each == BLANK, each)))
    return Rack(tiles, sum(ENGLISH[each].value for each in typed))


def check_racks(first: Rack, second: Rack) -> None:
    """Two racks of one game cannot hold more of a letter than the set has.  Raises BadRack."""
    check_in_set(Counter(first.tiles) + Counter(second.tiles))


def check_in_set(letters: Counter[str]) -> None:
    """The set has so many of each letter.  wanted: by letter, "?" a blank.  Raises BadRack."""
    for each, count in sorted(letters.items()):
        there = ENGLISH[each].count
        if count > there:
            name = "blanks" if each == BLANK else f"tiles {each}"
            raise BadRack(f"{count} {name}: the set has {there}.")
