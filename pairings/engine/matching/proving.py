"""Which boards a round no dearer than one in hand can still use; every other board is out of the question, by proof.

A lower bound on what any round costs at one level comes with a reduced cost of every board, never below 0: a round costs the
bound and the reduced costs of its boards.  So no round that costs at most what the one in hand does has a board whose
reduced cost is more than what the one in hand costs above the bound (reduced-cost fixing: Dantzig, Fulkerson and Johnson,
Oper. Res. 2, 1954).  The bound: above a cut between two neighbours in the table stands an odd number of players at every
second place, so one board at least crosses it (Edmonds, J. Res. NBS 69B, 1965); where no board costs less than the cuts that it
crosses, the cuts' costs add up to a bound.  Else 0 is one.  As levels outweigh each other, the next one counts only where
the round in hand meets the bound.
"""

from collections.abc import Sequence

import numpy as np

from pairings.engine.matching.costs import Ints


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
        reduced, bound = _bound(costs[left], position_costs, first[left], second[left])
        left = left[reduced <= total - bound]
        if total > bound:
            return left
    return left[:0]


def _bound(costs: Ints, position_costs: Ints, first: Ints, second: Ints) -> tuple[Ints, int]:
    """The boards' reduced costs, and the bound."""
    odd = np.arange(len(position_costs)) % 2 == 0  # behind position 0, 2, ...: one player above, three, ...
    passed = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(np.where(odd, position_costs, 0))))
    reduced = costs - (passed[second] - passed[first])
    if reduced.min(initial=0) < 0:
        return costs, 0
    return reduced, int(passed[-1])
