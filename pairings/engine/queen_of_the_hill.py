"""Queen of the Hill: 1st meets 3rd, 2nd meets 4th, and so on in fours, as nearly as the repeat rule allows.

Levels below the repeats: sum of squared distances from two places; how high up the boards stand that are off; start need.
"""

import numpy as np

from pairings.engine.costs import Criterion, Level
from pairings.engine.crosstable import CrossTable, Ints
from pairings.engine.king_of_the_hill import neighbours
from pairings.engine.matched import Players, pair_by_matching
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.reasons import by_place

APART = 2


def pair_queen_of_the_hill(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    return pair_by_matching(task, order=lambda player: player.rank_order, levels=levels, likely=neighbours, why=why)


def levels(table: CrossTable, one: Ints, two: Ints) -> tuple[Level, ...]:
    """The method's costs of the boards one[i] against two[i], lower position first."""
    off = two - one - APART
    return (
        (Criterion("places", off * off),),
        (Criterion("top", np.where(off != 0, table.size - one, 0)),),
        (Criterion("starts", table.needs.of_pairs(one, two)),),
    )


def why(one: int, two: int, players: Players) -> str:
    """Places are counted among those who play this round."""
    del players
    return by_place(one + 1, two + 1, APART)
