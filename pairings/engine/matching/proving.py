"""Which boards a round no dearer than one in hand can still use; every other board is out of the question, by proof.

A lower bound on what any round costs at one level comes with a reduced cost of every board, never below 0: a round costs the
bound and the reduced costs of its boards.  So no round that costs at most what the one in hand does has a board whose
reduced cost is more than what the one in hand costs above the bound (reduced-cost fixing: Dantzig, Fulkerson and Johnson,
Oper. Res. 2, 1954).  The bound: above a cut between two neighbours in the table stands an odd number of players at every
second place, so one board at least crosses it (Edmonds, J. Res. NBS 69B, 1965); where no board costs less than the cuts that it
crosses, the cuts' costs add up to a bound.  Else 0 is one.  What every board of a player still costs above the cuts, the
player's board costs at least: this is added, player by player, and taken off the reduced costs.  As levels outweigh each
other, the next one counts only where the round in hand meets the bound.
"""

from collections.abc import Sequence

import numpy as np

from .costs import Ints

NO_BOARD = np.iinfo(np.int64).max // 4


def still_open(
    levels: Sequence[Ints], neighbours: Sequence[Ints], totals: Sequence[int], first: Ints, second: Ints
) -> Ints:
    """The places in `first` and `second` of the boards that a round cheaper than the one in hand could use; none where the one in
    hand meets the bound of every level.

    levels: int64 >= 0, most important first, one value a board.  neighbours: of each level, what the board of positions i
    and i + 1 would cost, one value a position but the last.  totals: of each level, what the round in hand costs.
    first, second: the positions of each board, the lower one first; every board that may be played is among them.
    """
    left = np.arange(len(first), dtype=np.int64)
    for costs, position_costs, total in zip(levels, neighbours, totals, strict=True):
        reduced, bound = bounded(costs[left], position_costs, first[left], second[left])
        left = left[reduced <= total - bound]
        if total > bound:
            return left
    return left[:0]


def bounded(costs: Ints, position_costs: Ints, first: Ints, second: Ints) -> tuple[Ints, int]:
    """The boards' reduced costs at one level, none below 0, and what every round costs at least.

    position_costs: what the board of positions i and i + 1 would cost, or less.  Else as for `still_open`.
    """
    odd = np.arange(len(position_costs)) % 2 == 0  # behind position 0, 2, ...: one player above, three, ...
    passed = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(np.where(odd, position_costs, 0))))
    reduced = costs - (passed[second] - passed[first])
    bound = int(passed[-1])
    if reduced.min(initial=0) < 0:
        reduced, bound = costs, 0
    least = _least(reduced, first, second, len(passed))
    return reduced - least[first] - least[second], bound + int(least.sum())


def _least(reduced: Ints, first: Ints, second: Ints, size: int) -> Ints:
    """What each player's board costs at least when those before have paid their share; no board costs less than its two."""
    cheapest = np.full(size, NO_BOARD)
    np.minimum.at(cheapest, first, reduced)
    np.minimum.at(cheapest, second, reduced)
    least = np.zeros(size, dtype=np.int64)
    paying = ((cheapest > 0) & (cheapest < NO_BOARD)).nonzero()[0]
    if not len(paying):
        return least
    pays = np.zeros(size, dtype=np.bool_)
    pays[paying] = True
    theirs = (pays[first] | pays[second]).nonzero()[0]
    costs = np.full((size, size), NO_BOARD)
    costs[first[theirs], second[theirs]] = costs[second[theirs], first[theirs]] = reduced[theirs]
    for player in paying.tolist():
        least[player] = (costs[player] - least).min()
    return least
