"""What is still possible: the best and the worst place a player can finish in, the line under the prizes, clinched places.

A player who wins every round left while another loses every one gains as many wins as rounds are left; where that makes
them level, spread decides, as far as it can move. Who meets whom is not looked at, so a place may in fact be safe earlier.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
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
    """The line under the prize places. below: how many lines of the table stand above it. halves, spread: of the last of them.

    shared: the last prize place is shared by more players than there are prizes.
    """

    places: int
    below: int
    halves: int
    spread: int
    shared: bool


def swing(rounds_left: int, *, per_round: int = SWING, spread_cap: int = 0) -> int:
    """How far the spread between two players can move. spread_cap: of a game's spread, 0 = none."""
    return 2 * rounds_left * (min(per_round, spread_cap) if spread_cap else per_round)


def reach(table: Sequence[Standing], rounds_left: int, *, moves: int | None = None) -> dict[int, Reach]:
    """By number, the places that each player can still finish in.

    table: by wins and spread, best first, as `standings_after` gives it, without players left at the bottom. moves: how far spread
    can move (see `swing`); None = the usual for that many rounds.
    """
    if rounds_left <= 0:
        return {row.number: Reach(row.number, row.rank, row.rank) for row in table}
    far = swing(rounds_left) if moves is None else moves
    return {row.number: _reach_of(table, place, rounds_left, far) for place, row in enumerate(table)}


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


def _reach_of(table: Sequence[Standing], place: int, rounds_left: int, moves: int) -> Reach:
    own = table[place]
    safe_from = bisect_left(table, True, place + 1, key=lambda row: not can_catch(own, row, rounds_left, moves))
    return Reach(own.number, best_place(table, place, rounds_left, moves), safe_from)


def cut_off(table: Sequence[Standing], places: int) -> CutOff | None:
    """The line under the first `places` ranks; None without prizes or players. Everyone who shares the last rank is above it."""
    inside = [row for row in table if row.rank <= places]
    if not inside:
        return None
    last = inside[-1]
    return CutOff(places, len(inside), last.halves, last.spread, len(inside) > places)
