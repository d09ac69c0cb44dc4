"""What is still possible: the best and the worst place a player can finish in, the line under the prizes, clinched places.

A player who wins every game they have left, while another loses every one of theirs, gains as many wins as they have games left; where
that makes them level, spread decides, as far as it can move. Who meets whom is not looked at, so a place may in fact be safe earlier.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from .standings import Standing

SWING = 500  # points a player may gain or lose in a round: NASPA's catch-up spread since 2016


class Scored(Protocol):
    """Whoever has half wins and a spread: a line of the table, or a player about to be paired."""

    @property
    def halves(self) -> int: ...

    @property
    def spread(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Left:
    """What one player has left.  games: to play.  moves: points that their own spread can still move, up or down."""

    games: int
    moves: int

    def most(self, row: Scored) -> tuple[int, int]:
        """(half wins, spread) after winning all."""
        return row.halves + 2 * self.games, row.spread + self.moves

    def least(self, row: Scored, wins: int = 0) -> tuple[int, int]:
        """(half wins, spread) after winning no more than so many."""
        return row.halves + 2 * wins, row.spread - self.moves


@dataclass(frozen=True, slots=True)
class Reach:
    """best, worst: places from 1 that the player can still finish in."""

    number: int
    best: int
    worst: int

    @property
    def clinched(self) -> bool:
        """The place is settled: the player can neither rise nor fall."""
        return self.best == self.worst

    def sure_of(self, places: int) -> bool:
        """Whatever happens, within the first `places`."""
        return self.worst <= places

    def out_of(self, places: int) -> bool:
        """Whatever happens, below the first `places`."""
        return self.best > places


@dataclass(frozen=True, slots=True)
class CutOff:
    """The line under the prize places. halves, spread: of the last of them."""

    places: int
    below: int  # how many lines of the table stand above it
    halves: int
    spread: int
    shared: bool  # the last prize place is shared by more players than there are prizes


def reach(table: Sequence[Standing], left: Mapping[int, Left]) -> dict[int, Reach]:
    """By number, the places that each player can still finish in.

    table: by wins and spread, best first, as `standings_after` gives it, without players left at the bottom. left: by number.
    """
    if not any(left[row.number].games for row in table):
        return {row.number: Reach(row.number, row.rank, row.rank) for row in table}
    least = sorted(left[row.number].least(row) for row in table)
    most = sorted(left[row.number].most(row) for row in table)
    return {
        row.number: Reach(
            row.number,
            best=1 + len(table) - bisect_right(least, left[row.number].most(row)),
            worst=len(table) - bisect_left(most, left[row.number].least(row)),
        )
        for row in table
    }


def can_catch(ahead: Scored, behind: Scored, rounds_left: int, moves: int) -> bool:
    """Whether the one behind can still end level with or above the one ahead. moves: how far spread can move."""
    margin = ahead.halves - behind.halves
    if margin != 2 * rounds_left:
        return margin < 2 * rounds_left
    return ahead.spread - behind.spread <= moves


def best_place(table: Sequence[Scored], at: int, rounds_left: int, moves: int) -> int:
    """The best place, from 1, that the one at position `at` of the table can still reach.

    Whoever is out of reach stands above everyone who is within, as the table is sorted by wins and spread.
    """
    own = table[at]
    return 1 + bisect_left(table, True, 0, at, key=lambda row: can_catch(row, own, rounds_left, moves))


def cut_off(table: Sequence[Standing], places: int) -> CutOff | None:
    """The line under the first `places` ranks; None without prizes or players. Everyone who shares the last rank is above it."""
    inside = [row for row in table if row.rank <= places]
    if not inside:
        return None
    last = inside[-1]
    return CutOff(places, len(inside), last.halves, last.spread, len(inside) > places)
