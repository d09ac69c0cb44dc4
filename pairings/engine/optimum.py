"""The cheapest pairing of a whole field: which boards are offered to the solver, and how sure the answer is.

Boards between players who have not met are tried alone first: if they allow a perfect matching, no repeat is needed and
the repeat levels fall away.  Otherwise every board is offered with the repeat levels on top, so that their number is
the least possible.  Boards that a rule shuts are never offered; the softer rules stand between the repeats and the
method's own levels.  A large field is solved over its likely boards; where those do not suffice there are more, then all.
What that costs can rule most other boards out (`proving`); where some are left it is solved over them once more.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from pairings.engine.costs import Criterion, Level, level_values, pack_with_tie_break
from pairings.engine.crosstable import CrossTable, Ints
from pairings.engine.errors import NoPairingPossible, WeightOverflow
from pairings.engine.matching import Edge, cheapest_perfect_matching
from pairings.engine.model import CostPart, Proof, Repeats
from pairings.engine.proving import still_open
from pairings.engine.tie_break import pair_bits

WHOLE_LIMIT = 400
PROVED_UP_TO = 2000  # players: beyond, the boards there are take too much memory
MOST_LEFT = 400_000  # boards that the proof may leave to be solved over: some seconds of work
LIKELY_STEPS = (18, 36, 72)

Levels = Callable[[CrossTable, Ints, Ints], tuple[Level, ...]]
Likely = Callable[[CrossTable, int], tuple[Ints, Ints]]


@dataclass(frozen=True, slots=True)
class Optimum:
    """pairs: positions in the table, lower first, sorted.  parts: the costs of each pair, most important first."""

    pairs: tuple[Edge, ...]
    parts: tuple[tuple[CostPart, ...], ...]
    proof: Proof


def optimum(
    table: CrossTable, levels: Levels, repeats: Repeats, likely: Likely, *, whole: bool = False, prove: bool = False
) -> Optimum:
    """The cheapest perfect matching of the table's players, an even number of them.

    levels: the method's own costs, most important first.  likely: the boards worth trying in a large field, by how
    many a player.  whole: take every board whatever the size.  prove: what the likely boards cost rules most others out; solve
    once more over those it leaves; always so where repeats cost nothing, as no likely board is one.  Raises
    NoPairingPossible where the rules leave no round.
    """
    if repeats is Repeats.ALLOW:
        pairs, proof = _solve_free(table, levels, likely, whole, prove=True, met_too=True)
    else:
        pairs, proof = _solve_free(table, levels, likely, whole, prove=prove, met_too=False)
        if pairs is None:  # under Repeats.FORBID the repeats are shut, but for those exempted
            pairs, proof = _solve_with_repeats(table, levels), Proof.WHOLE
    if pairs is None:
        raise NoPairingPossible("The rules of this round leave no pairing.")
    return Optimum(tuple(pairs), _parts(table, levels, pairs, repeats), proof)


def as_given(table: CrossTable, levels: Levels, repeats: Repeats, pairs: list[Edge]) -> Optimum:
    """What boards that somebody else chose cost by the same levels; nothing is solved."""
    return Optimum(tuple(pairs), _parts(table, levels, pairs, repeats), Proof.NONE_NEEDED)


def repeat_levels(table: CrossTable, one: Ints, two: Ints) -> tuple[Level, ...]:
    """Number of repeats; then how often they met, so that a third game is worse than two second ones; then last round."""
    met = table.met[one, two].astype(np.int64)
    return (
        (Criterion("repeats", (met > 0).astype(np.int64)),),
        (Criterion("meetings", met * met),),
        (Criterion("last_round", table.met_last[one, two].astype(np.int64)),),
    )


def not_met_boards(table: CrossTable) -> tuple[Ints, Ints]:
    """Every board that is not shut between two players who have not met, as two arrays of positions."""
    one, two = np.triu_indices(table.size, 1)
    free = table.free(one, two)
    return one[free], two[free]


def open_boards(table: CrossTable) -> tuple[Ints, Ints]:
    """Every board that is not shut, repeats too, as two arrays of positions."""
    one, two = np.triu_indices(table.size, 1)
    may_be = ~table.shut[one, two]
    return one[may_be], two[may_be]


def soft_levels(table: CrossTable, one: Ints, two: Ints) -> tuple[Level, ...]:
    """The softer rules: like players kept apart, then classes kept together."""
    return tuple((Criterion(name, values[one, two]),) for name, values in table.soft.items())


def _solve_free(
    table: CrossTable, levels: Levels, likely: Likely, whole: bool, *, prove: bool, met_too: bool
) -> tuple[list[Edge] | None, Proof]:
    if table.size > WHOLE_LIMIT and not whole:
        for step in LIKELY_STEPS:
            one, two = likely(table, step)
            pairs = _solve(table, soft_levels(table, one, two) + levels(table, one, two), one, two)
            if pairs is not None and not prove:
                return pairs, Proof.CANDIDATES
            if pairs is not None:
                return _proved(table, levels, pairs, (one, two), met_too=met_too)
    one, two = open_boards(table) if met_too else not_met_boards(table)
    return _solve(table, soft_levels(table, one, two) + levels(table, one, two), one, two), Proof.WHOLE


def _proved(
    table: CrossTable, levels: Levels, pairs: list[Edge], weighed: tuple[Ints, Ints], *, met_too: bool
) -> tuple[list[Edge], Proof]:
    """The cheapest round over every board, from the cheapest one over those weighed; that one where it cannot be said."""
    if table.size > PROVED_UP_TO:
        return pairs, Proof.CANDIDATES
    one, two = open_boards(table) if met_too else not_met_boards(table)
    places = np.arange(table.size - 1, dtype=np.int64)
    in_hand = np.array(pairs, dtype=np.int64)
    left = still_open(
        _values(table, levels, one, two),
        _values(table, levels, places, places + 1),
        [int(values.sum()) for values in _values(table, levels, in_hand[:, 0], in_hand[:, 1])],
        one,
        two,
    )
    one, two = one[left], two[left]
    if np.isin(one * table.size + two, weighed[0] * table.size + weighed[1]).all():
        return pairs, Proof.WHOLE
    if len(left) <= MOST_LEFT:
        with suppress(WeightOverflow):
            found = _solve(table, soft_levels(table, one, two) + levels(table, one, two), one, two)
            return found or pairs, Proof.WHOLE if found else Proof.CANDIDATES
    return pairs, Proof.CANDIDATES


def _values(table: CrossTable, levels: Levels, one: Ints, two: Ints) -> list[Ints]:
    return [level_values(level) for level in soft_levels(table, one, two) + levels(table, one, two)]


def _solve_with_repeats(table: CrossTable, levels: Levels) -> list[Edge] | None:
    one, two = open_boards(table)
    above = repeat_levels(table, one, two) + soft_levels(table, one, two)
    return _solve(table, above + levels(table, one, two), one, two)


def _solve(table: CrossTable, levels: tuple[Level, ...], one: Ints, two: Ints) -> list[Edge] | None:
    costs = pack_with_tie_break(
        [level_values(level) for level in levels],
        table.size // 2,
        lambda bits: pair_bits(table.words[one], table.words[two], bits),
    )
    return cheapest_perfect_matching(table.size, one, two, costs)


def _parts(table: CrossTable, levels: Levels, pairs: list[Edge], repeats: Repeats) -> tuple[tuple[CostPart, ...], ...]:
    one = np.array([pair[0] for pair in pairs], dtype=np.int64)
    two = np.array([pair[1] for pair in pairs], dtype=np.int64)
    shown = () if repeats is Repeats.ALLOW else repeat_levels(table, one, two)
    every = shown + soft_levels(table, one, two) + levels(table, one, two)
    columns = [(criterion.name, criterion.values.tolist()) for level in every for criterion in level]
    return tuple(tuple(CostPart(name, values[position]) for name, values in columns) for position in range(len(pairs)))
