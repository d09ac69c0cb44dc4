"""The cheapest pairing of a whole field: which boards are offered to the solver, and how sure the answer is.

Boards between players who have not met are tried alone first: if they allow a perfect matching, no repeat is needed and
the repeat levels fall away.  Otherwise every board is offered with the repeat levels on top, so that their number is
the least possible.  Boards that a rule shuts are never offered; the softer rules stand between the repeats and the
method's own levels.  From NARROWED_FROM players on the boards that the most important cost rules out are left aside
(`proving`), which changes nothing in the answer.  A large field is solved over its likely boards; where those do not suffice there are more, then all.
What that costs can rule most other boards out (`proving`); where some are left it is solved over them once more.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from pairings.engine.errors import NoPairingPossible, WeightOverflow
from pairings.engine.model import CostPart, Proof, Repeats
from .costs import Criterion, Level, level_values, pack_with_tie_break
from .field import CrossTable, Ints
from .matching import Edge, cheapest_perfect_matching
from .proving import bounded, still_open
from .tie_break import pair_bits

NARROWED_FROM = 100  # players from whom on boards are first ruled out by what the most important cost leaves
WHOLE_LIMIT = 400
PROVED_UP_TO = 2000  # players: beyond, the boards there are take too much memory
SPARE = 1.25  # boards tried first in a narrowed field, for each with a reduced cost of 0
MOST_LEFT = 400_000  # boards that the proof may leave to be solved over: some seconds of work
LIKELY_STEPS = (18, 36, 72)

# A method's costs of the boards between the players at positions first[i] and second[i], the lower position first.
Levels = Callable[[CrossTable, Ints, Ints], tuple[Level, ...]]
# The boards worth trying in a large field, by how many each player has, as two arrays of positions, the lower first.
Likely = Callable[[CrossTable, int], tuple[Ints, Ints]]


@dataclass(frozen=True, slots=True)
class Optimum:
    pairs: tuple[Edge, ...]  # positions in the table, lower first, sorted
    parts: tuple[tuple[CostPart, ...], ...]  # the costs of each pair, most important first
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
            first, second = open_boards(table)
            above = repeat_levels(table, first, second) + soft_levels(table, first, second)
            pairs, proof = _solve(table, above + levels(table, first, second), first, second), Proof.WHOLE
    if pairs is None:
        raise NoPairingPossible("The rules of this round leave no pairing.")
    return Optimum(tuple(pairs), _parts(table, levels, pairs, repeats), proof)


def cost_of(table: CrossTable, levels: Levels, repeats: Repeats, pairs: Sequence[Edge]) -> tuple[int, ...]:
    """What these boards add up to at each level, most important first: rounds compare by it."""
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    above = () if repeats is Repeats.ALLOW else repeat_levels(table, first, second)
    every = (*above, *_all_levels(table, levels, first, second))
    return tuple(int(level_values(level).sum()) for level in every)


def as_given(table: CrossTable, levels: Levels, repeats: Repeats, pairs: list[Edge]) -> Optimum:
    """What boards that somebody else chose cost by the same levels; nothing is solved."""
    return Optimum(tuple(pairs), _parts(table, levels, pairs, repeats), Proof.NONE_NEEDED)


def repeat_levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
    """Number of repeats; then how often they met, so that a third game is worse than two second ones; then last round."""
    met = table.met[first, second].astype(np.int64)
    return (
        (Criterion("repeats", (met > 0).astype(np.int64)),),
        (Criterion("meetings", met * met),),
        (Criterion("last_round", table.met_last[first, second].astype(np.int64)),),
    )


def not_met_boards(table: CrossTable) -> tuple[Ints, Ints]:
    """Every board that is not shut between two players who have not met, as two arrays of positions."""
    first, second = np.triu_indices(table.size, 1)
    free = table.free(first, second)
    return first[free], second[free]


def open_boards(table: CrossTable) -> tuple[Ints, Ints]:
    """Every board that is not shut, repeats too, as two arrays of positions."""
    first, second = np.triu_indices(table.size, 1)
    may_be = ~table.shut[first, second]
    return first[may_be], second[may_be]


def soft_levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
    """The softer rules: like players kept apart, then classes kept together."""
    return tuple((Criterion(name, values[first, second]),) for name, values in table.soft.items())


def _solve_free(
    table: CrossTable, levels: Levels, likely: Likely, whole: bool, *, prove: bool, met_too: bool
) -> tuple[list[Edge] | None, Proof]:
    if table.size > WHOLE_LIMIT and not whole:
        for step in LIKELY_STEPS:
            first, second = likely(table, step)
            pairs = _solve_over(table, levels, first, second)
            if pairs is not None and not prove:
                return pairs, Proof.CANDIDATES
            if pairs is not None:
                return _proved(table, levels, pairs, (first, second), met_too=met_too)
    first, second = open_boards(table) if met_too else not_met_boards(table)
    if table.size >= NARROWED_FROM and not whole:
        return _solve_narrowed(table, levels, likely, first, second), Proof.WHOLE
    return _solve_over(table, levels, first, second), Proof.WHOLE


def _solve_narrowed(table: CrossTable, levels: Levels, likely: Likely, first: Ints, second: Ints) -> list[Edge] | None:
    """The cheapest round over these boards, solved over those alone that its most important cost leaves.

    No board is in the cheapest round whose reduced cost is more than a round in hand has to give above the bound.  So boards with the
    least reduced costs are tried; only where the round that they make leaves more to give it is solved once more.
    """
    every = _all_levels(table, levels, first, second)
    costly = next((at for at, level in enumerate(every) if any(part.values.any() for part in level)), None)
    if costly is None:
        return _solve(table, every, first, second)

    def costs(first: Ints, second: Ints) -> Ints:
        return level_values(_all_levels(table, levels, first, second)[costly])

    places = np.arange(table.size - 1, dtype=np.int64)
    between = _all_levels(table, levels, places, places + 1)[costly][:1]
    reduced, bound = bounded(level_values(every[costly]), level_values(between), first, second)
    up_to = _within(reduced, int(SPARE * np.count_nonzero(reduced == 0)))
    left = reduced <= up_to
    pairs = _solve_over(table, levels, first[left], second[left])
    up_to = up_to if pairs else -1
    pairs = pairs or _solve_over(table, levels, *likely(table, LIKELY_STEPS[0]))
    if pairs is None:
        return _solve(table, every, first, second)
    in_hand = np.array(pairs, dtype=np.int64)
    to_give = int(costs(in_hand[:, 0], in_hand[:, 1]).sum()) - bound
    if to_give > up_to:
        left = reduced <= to_give
        pairs = _solve_over(table, levels, first[left], second[left])
    return pairs


def _within(values: Ints, many: int) -> int:
    """The greatest bound that at most `many` values are not above."""
    return int(np.partition(values, many)[many]) - 1 if many < len(values) else int(values.max(initial=0))


def _all_levels(table: CrossTable, levels: Levels, first: Ints, second: Ints) -> tuple[Level, ...]:
    return soft_levels(table, first, second) + levels(table, first, second)


def _solve_over(table: CrossTable, levels: Levels, first: Ints, second: Ints) -> list[Edge] | None:
    return _solve(table, _all_levels(table, levels, first, second), first, second)


def _proved(
    table: CrossTable, levels: Levels, pairs: list[Edge], weighed: tuple[Ints, Ints], *, met_too: bool
) -> tuple[list[Edge], Proof]:
    """The cheapest round over every board, from the cheapest one over those weighed; that one where it cannot be said."""
    if table.size > PROVED_UP_TO:
        return pairs, Proof.CANDIDATES
    first, second = open_boards(table) if met_too else not_met_boards(table)
    places = np.arange(table.size - 1, dtype=np.int64)
    in_hand = np.array(pairs, dtype=np.int64)
    left = still_open(
        _values(table, levels, first, second),
        _values(table, levels, places, places + 1),
        [int(values.sum()) for values in _values(table, levels, in_hand[:, 0], in_hand[:, 1])],
        first,
        second,
    )
    first, second = first[left], second[left]
    if np.isin(first * table.size + second, weighed[0] * table.size + weighed[1]).all():
        return pairs, Proof.WHOLE
    if len(left) <= MOST_LEFT:
        with suppress(WeightOverflow):
            proved = _solve_over(table, levels, first, second)
            return proved or pairs, Proof.WHOLE if proved else Proof.CANDIDATES
    return pairs, Proof.CANDIDATES


def _values(table: CrossTable, levels: Levels, first: Ints, second: Ints) -> list[Ints]:
    return [level_values(level) for level in _all_levels(table, levels, first, second)]


def _solve(table: CrossTable, levels: tuple[Level, ...], first: Ints, second: Ints) -> list[Edge] | None:
    costs = pack_with_tie_break(
        [level_values(level) for level in levels],
        table.size // 2,
        lambda bits: pair_bits(table.words[first], table.words[second], bits),
    )
    return cheapest_perfect_matching(table.size, first, second, costs)


def _parts(table: CrossTable, levels: Levels, pairs: list[Edge], repeats: Repeats) -> tuple[tuple[CostPart, ...], ...]:
    first = np.array([pair[0] for pair in pairs], dtype=np.int64)
    second = np.array([pair[1] for pair in pairs], dtype=np.int64)
    repeats_first = () if repeats is Repeats.ALLOW else repeat_levels(table, first, second)
    every = repeats_first + soft_levels(table, first, second) + levels(table, first, second)
    columns = [(criterion.name, criterion.values.tolist()) for level in every for criterion in level]
    return tuple(tuple(CostPart(name, values[position]) for name, values in columns) for position in range(len(pairs)))
