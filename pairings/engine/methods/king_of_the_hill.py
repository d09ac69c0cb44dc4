"""King of the Hill: 1st meets 2nd, 3rd meets 4th, and so on, as nearly as the repeat rule allows.

Levels below the repeats: sum of squared distances in the standings, less 1 a board; start need.
"""

from functools import partial

import numpy as np

from pairings.engine.matching.costs import Criterion, Level
from pairings.engine.matching.field import CrossTable, Ints
from pairings.engine.methods.matched import Players, pair_by_matching
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.reasons import by_place


def pair_king_of_the_hill(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    return pair_by_matching(task, order=lambda player: player.rank_order, levels=levels, likely=likely, why=why)


def levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
    """The method's costs of the boards first[i] against second[i]."""
    gap = (first - second).astype(np.int64)
    return ((Criterion("places", gap * gap - 1),), (Criterion("starts", partial(table.needs.of_pairs, first, second)),))


def likely(table: CrossTable, width: int) -> tuple[Ints, Ints]:
    """Each player with those up to `width` places away, no repeats."""
    return neighbours(table, width)


def neighbours(table: CrossTable, width: int) -> tuple[Ints, Ints]:
    """Pairs of positions up to `width` apart who have not met and may meet."""
    first = np.repeat(np.arange(table.size), width)
    second = first + np.tile(np.arange(1, width + 1), table.size)
    first, second = first[second < table.size], second[second < table.size]
    free = table.free(first, second)
    return first[free], second[free]


def why(first: int, second: int, players: Players) -> str:
    """Places are counted among those who play this round."""
    del players
    return by_place(first + 1, second + 1)
