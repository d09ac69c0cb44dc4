"""Who met whom and how it went, and runs of wins and losses: for cross tables, players' cards and commentary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
    """Games in a row of one result. first, last: rounds."""

    halves: int  # 2 won, 1 tied, 0 lost
    length: int
    first: int
    last: int

    @property
    def text(self) -> str:
        """ "W4", "T1", "L2"."""
        return f"{'LTW'[self.halves]}{self.length}"


NO_MEETING = HeadToHead((), 0, 0, 0)


def head_to_head(
    rows: Iterable[GameSide], so_far: Mapping[tuple[int, int], HeadToHead] | None = None
) -> dict[tuple[int, int], HeadToHead]:
    """(player, opponent) -> the player's record, for every pair that met, both ways round.

    so_far: the records of other rows, to which these come.
    """
    met: dict[tuple[int, int], list[GameSide]] = {}
    for row in rows:
        if row.opponent is not None:
            met.setdefault((row.entry, row.opponent), []).append(row)
    before = so_far or {}
    return {**before, **{pair: _record(games, before.get(pair, NO_MEETING)) for pair, games in met.items()}}


def _record(games: list[GameSide], before: HeadToHead) -> HeadToHead:
    rounds, halves, spread = list(before.rounds), before.halves, before.spread
    for row in games:
        rounds.append(row.round)
        halves += row.halves
        spread += row.spread
    return HeadToHead(tuple(sorted(rounds)), halves, 2 * len(rounds) - halves, spread)


def streaks(rows: Iterable[GameSide]) -> dict[int, tuple[Streak, ...]]:
    """Every run of equal results by player, in order of rounds; the last one is the current one.

    Byes and rounds without a game neither go on nor end a run; forfeits are results.
    """
    games: dict[int, list[GameSide]] = defaultdict(list)
    for row in rows:
        if row.opponent is not None:
            games[row.entry].append(row)
    return {number: _runs(own) for number, own in games.items()}


def current_streaks(rows: Iterable[GameSide]) -> dict[int, Streak]:
    """The last run of each player, as `streaks` has it, from rows in any order."""
    runs: dict[int, Streak] = {}
    ended: set[int] = set()
    for row in sorted(rows, key=attrgetter("round"), reverse=True):
        if row.opponent is None or row.entry in ended:
            continue
        run = runs.get(row.entry)
        if run is None:
            runs[row.entry] = Streak(row.halves, 1, row.round, row.round)
        elif run.halves == row.halves:
            runs[row.entry] = Streak(run.halves, run.length + 1, row.round, run.last)
        else:
            ended.add(row.entry)
    return runs


def longest(runs: Iterable[Streak], halves: int = 2) -> Streak | None:
    """The longest run of one result, the earliest of equals; None without one."""
    return max((run for run in runs if run.halves == halves), key=lambda run: (run.length, -run.first), default=None)


def _runs(games: list[GameSide]) -> tuple[Streak, ...]:
    runs: list[Streak] = []
    for row in sorted(games, key=lambda game: game.round):
        if runs and runs[-1].halves == row.halves:
            runs[-1] = Streak(row.halves, runs[-1].length + 1, runs[-1].first, row.round)
        else:
            runs.append(Streak(row.halves, 1, row.round, row.round))
    return tuple(runs)
