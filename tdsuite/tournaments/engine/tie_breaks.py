"""Tie-breaks that a division chooses: what decides between players with equal wins, in which order.

Spread alone is the rule of the rulebooks, and `standings` ranks by it; other orders rank the same table anew.
What each one is: docs/rulebook/standings.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from .standings import Entrant, GameSide, Standing, StandingsError

OPTION = "tie_breaks"  # in a division's standings options
WITHDRAWN_UNRANKED = "withdrawn_unranked"  # there too: who left has no rank from then on


class TieBreak(StrEnum):
    """One way to decide between players who are equal so far."""

    SPREAD = "spread"
    UNCAPPED_SPREAD = "uncapped_spread"
    HEAD_TO_HEAD = "head_to_head"
    OPPONENTS_WINS = "opponents_wins"
    FEWEST_BYES = "fewest_byes"
    FEWER_LOSSES = "fewer_losses"


USUAL = (TieBreak.SPREAD,)
IN_WORDS: Mapping[TieBreak, str] = {
    TieBreak.SPREAD: Sentence("spread (points for minus points against)"),
    TieBreak.UNCAPPED_SPREAD: Sentence("spread without caps"),
    TieBreak.HEAD_TO_HEAD: Sentence("games among the tied"),
    TieBreak.OPPONENTS_WINS: Sentence("opponents' wins"),
    TieBreak.FEWEST_BYES: Sentence("fewest byes"),
    TieBreak.FEWER_LOSSES: Sentence("fewer losses"),
}


def tie_breaks_of(options: Mapping[str, object]) -> tuple[TieBreak, ...]:
    """What a division's options choose, in order; the usual one where they say nothing. Raises StandingsError."""
    stored = options.get(OPTION)
    if stored is None:
        return USUAL
    known = [tie_break.value for tie_break in TieBreak]
    if not isinstance(stored, (list, tuple)) or not all(name in known for name in stored):
        raise StandingsError(
            f"Tie-breaks are a list of {', '.join(sorted(known))}, the one that decides first before others."
        )
    if len(set(stored)) != len(stored):
        raise StandingsError("A tie-break stands twice in the list: take one of the two out.")
    return tuple(TieBreak(name) for name in stored)


@dataclass(frozen=True, slots=True)
class _Sides:
    """The rows that count for one table, by player."""

    of: Mapping[int, list[GameSide]]
    halves: Mapping[int, int]


def ranked_by(
    table: Sequence[Standing], entrants: Iterable[Entrant], rows: Iterable[GameSide], breaks: Sequence[TieBreak] = USUAL
) -> tuple[Standing, ...]:
    """The table of `standings_after` ranked by wins and then by `breaks` in their order; who is still equal shares a rank.

    The order of lines inside a shared rank stays that of the table. After round 0 the table is a seeding and comes back
    as it is.
    """
    if not table or table[0].after_round == 0:
        return tuple(table)
    bottom = {entrant.number for entrant in entrants if entrant.bottom}
    sides: dict[int, list[GameSide]] = defaultdict(list)
    for row in rows:
        if row.round <= table[0].after_round:
            sides[row.entry].append(row)
    known = _Sides(sides, {row.number: row.halves for row in table})
    groups = _split(list(table), lambda row: (row.number in bottom, -row.halves))
    for tie_break in breaks:
        groups = [part for group in groups for part in _broken(group, tie_break, known)]
    ranked: list[Standing] = []
    for group in groups:
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank, shared=len(group) > 1) for row in group]
    return tuple(ranked)


def _broken(group: list[Standing], tie_break: TieBreak, sides: _Sides) -> list[list[Standing]]:
    if len(group) == 1:
        return [group]
    if tie_break is TieBreak.HEAD_TO_HEAD:
        among = _head_to_head(group, sides)
        return [group] if among is None else _split(group, lambda row: (-among[row.number],))
    return _split(group, lambda row: (_VALUES[tie_break](row, sides),))


def _split(group: list[Standing], key: Callable[[Standing], tuple[int, ...]]) -> list[list[Standing]]:
    """Groups of equal keys, smallest key first, each in the order it came in."""
    parts: dict[tuple[int, ...], list[Standing]] = defaultdict(list)
    for row in group:
        parts[key(row)].append(row)
    return [parts[value] for value in sorted(parts)]


def _head_to_head(group: list[Standing], sides: _Sides) -> dict[int, int] | None:
    """Half wins in the games among the tied players; None unless each has met every other equally often."""
    members = {row.number for row in group}
    met: dict[tuple[int, int], int] = defaultdict(int)
    won = dict.fromkeys(members, 0)
    for number in members:
        for side in sides.of.get(number, ()):
            if side.opponent in members and side.opponent is not None:
                met[number, side.opponent] += 1
                won[number] += side.halves
    pairs = len(members) * (len(members) - 1)
    return won if len(met) == pairs and len(set(met.values())) == 1 else None


def _opponents_wins(row: Standing, sides: _Sides) -> int:
    """Half wins of everyone met, once for each game; a bye has no opponent."""
    return -sum(
        sides.halves.get(side.opponent, 0) for side in sides.of.get(row.number, ()) if side.opponent is not None
    )


def _byes(row: Standing, sides: _Sides) -> int:
    return sum(side.opponent is None for side in sides.of.get(row.number, ()))


_VALUES: Mapping[TieBreak, Callable[[Standing, _Sides], int]] = {
    TieBreak.SPREAD: lambda row, known: -row.spread,
    TieBreak.UNCAPPED_SPREAD: lambda row, known: -row.uncapped_spread,
    TieBreak.OPPONENTS_WINS: _opponents_wins,
    TieBreak.FEWEST_BYES: _byes,
    TieBreak.FEWER_LOSSES: lambda row, known: row.losing_halves,
}
