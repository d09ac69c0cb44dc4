"""Who met whom and how it went, and runs of wins and losses: for cross tables, players' cards and commentary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from operator import attrgetter

from .standings import GameSide


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """One player's record against one opponent."""

    rounds: tuple[int, ...]  # when they met, in order
    halves: int
    losing_halves: int
    spread: int  # not capped

    @property
    def games(self) -> int:
        return len(self.rounds)


@dataclass(frozen=True, slots=True)
class Streak:
    """Games in a row of one result."""

    halves: int  # 2 won, 1 tied, 0 lost
    length: int


NO_MEETING = HeadToHead((), 0, 0, 0)


def head_to_head(rows: Iterable[GameSide]) -> dict[tuple[int, int], HeadToHead]:
    """(player, opponent) -> the player's record, for every pair that met, both ways round."""
    met: dict[tuple[int, int], list[GameSide]] = defaultdict(list)
    for row in rows:
        if row.opponent is not None:
            met[row.entry, row.opponent].append(row)
    return {pair: _record(games) for pair, games in met.items()}


def _record(games: list[GameSide]) -> HeadToHead:
    halves = sum(row.halves for row in games)
    rounds = tuple(sorted(row.round for row in games))
    return HeadToHead(rounds, halves, 2 * len(games) - halves, sum(row.spread for row in games))


def current_streaks(rows: Iterable[GameSide]) -> dict[int, Streak]:
    """The last run of equal results of each player, from rows in any order.

    Byes and rounds without a game neither go on nor end a run; forfeits are results.
    """
    results: dict[int, list[int]] = defaultdict(list)
    for row in sorted(rows, key=attrgetter("round"), reverse=True):
        if row.opponent is not None:
            results[row.entry].append(row.halves)
    return {number: Streak(own[0], len(list(takewhile(own[0].__eq__, own)))) for number, own in results.items()}
