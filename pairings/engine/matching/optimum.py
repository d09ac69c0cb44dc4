"""The cheapest pairing of a whole field, exact at every size: which boards are offered to the solver.

Boards between players who have not met are tried alone first: if they allow a perfect matching, no repeat is needed and
the repeat levels fall away.  Otherwise every board is offered with the repeat levels on top, so that their number is
the least possible.  Boards that a rule shuts are never offered; the softer rules stand between the repeats and the
method's own levels.  From NARROWED_FROM players on the boards that the most important cost rules out are left aside
(`proving`), which changes nothing in the answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.engine.errors import NoPairingPossible
from pairings.engine.matching.costs import Criterion, Level, level_values, pack_with_tie_break
from pairings.engine.matching.field import CrossTable, Ints
from pairings.engine.matching.matching import Edge, cheapest_perfect_matching
from pairings.engine.matching.proving import bounded
from pairings.engine.matching.tie_break import pair_bits
from pairings.engine.model import CostPart, Repeats

Flags = npt.NDArray[np.bool_]

NARROWED_FROM = 100  # players from whom on boards are first ruled out by what the most important cost leaves
SPARE = 1.25  # boards tried first in a narrowed field, for each with a reduced cost of 0

# A method's costs of the boards between the players at positions first[i] and second[i], the lower position first.
Levels = Callable[[CrossTable, Ints, Ints], tuple[Level, ...]]


@dataclass(frozen=True, slots=True)
class Optimum:
    pairs: tuple[Edge, ...]  # positions in the table, lower first, sorted
    parts: tuple[tuple[CostPart, ...], ...]  # the costs of each pair, most important first


def optimum(table: CrossTable, levels: Levels, repeats: Repeats) -> Optimum:
    """The cheapest perfect matching of the table's players, an even number of them.

    levels: the method's own costs, most important first.  Raises NoPairingPossible where the rules leave no round.
    """
    first, second = open_boards(table) if repeats is Repeats.ALLOW else not_met_boards(table)
    pairs = _solve_narrowed(table, levels, first, second)
    if pairs is None and repeats is not Repeats.ALLOW:
        first, second = open_boards(table)  # under Repeats.FORBID the repeats are shut, but for those exempted
        above = repeat_levels(table, first, second)
        pairs = _solve(table, above + _all_levels(table, levels, first, second), first, second)
    if pairs is None:
        raise NoPairingPossible("The rules of this round leave no pairing.")
    return Optimum(tuple(pairs), _parts(table, levels, pairs, repeats))


def cost_of(table: CrossTable, levels: Levels, repeats: Repeats, pairs: Sequence[Edge]) -> tuple[int, ...]:
    """What these boards add up to at each level, most important first: rounds compare by it."""
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    above = () if repeats is Repeats.ALLOW else repeat_levels(table, first, second)
    every = (*above, *_all_levels(table, levels, first, second))
    return tuple(int(level_values(level).sum()) for level in every)


def as_given(table: CrossTable, levels: Levels, repeats: Repeats, pairs: list[Edge]) -> Optimum:
    """What boards that somebody else chose cost by the same levels; nothing is solved."""
    return Optimum(tuple(pairs), _parts(table, levels, pairs, repeats))


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


def _solve_narrowed(table: CrossTable, levels: Levels, first: Ints, second: Ints) -> list[Edge] | None:
    """The cheapest round over these boards, in a large field solved over those alone that its most important cost leaves.

    No board is in the cheapest round whose reduced cost is more than a round in hand has to give above the bound.  So boards with the
    least reduced costs are tried; only where the round that they make leaves more to give it is solved once more.
    """
    every = _all_levels(table, levels, first, second)
    costly = next((at for at, level in enumerate(every) if any(part.values.any() for part in level)), None)
    if table.size < NARROWED_FROM or costly is None:
        return _solve(table, every, first, second)
    places = np.arange(table.size - 1, dtype=np.int64)
    between = _all_levels(table, levels, places, places + 1)[costly][:1]
    costs = level_values(every[costly])
    reduced, bound = bounded(costs, level_values(between), first, second)

    def over(left: Flags) -> list[Edge] | None:
        return _solve(table, _all_levels(table, levels, first[left], second[left]), first[left], second[left])

    pairs, many = None, int(SPARE * np.count_nonzero(reduced == 0))
    while pairs is None:
        if many >= len(first):
            return _solve(table, every, first, second)
        up_to = _within(reduced, many)
        pairs, many = over(reduced <= up_to), 2 * max(many, table.size)
    in_hand = np.isin(first * table.size + second, [upper * table.size + lower for upper, lower in pairs])
    to_give = int(costs[in_hand].sum()) - bound
    return over(reduced <= to_give) if to_give > up_to else pairs


def _within(values: Ints, many: int) -> int:
    """The greatest bound that at most `many` values are not above."""
    return int(np.partition(values, many)[many]) - 1 if many < len(values) else int(values.max(initial=0))


def _all_levels(table: CrossTable, levels: Levels, first: Ints, second: Ints) -> tuple[Level, ...]:
    return soft_levels(table, first, second) + levels(table, first, second)


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
    every = repeats_first + _all_levels(table, levels, first, second)
    columns = [(criterion.name, criterion.values.tolist()) for level in every for criterion in level]
    return tuple(tuple(CostPart(name, values[position]) for name, values in columns) for position in range(len(pairs)))
