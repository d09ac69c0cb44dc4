"""Queen of the Hill: 1st meets 3rd, 2nd meets 4th, and so on in fours, as nearly as the repeat rule allows.

Levels below the repeats: sum of squared distances from two places; how high up the boards stand that are off; start need.
"""

from functools import partial

import numpy as np

from pairings.engine.matching.costs import Criterion, Level
from pairings.engine.matching.field import CrossTable, Ints
from pairings.engine.matching.matched import Players, pair_by_matching
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.reasons import by_place
from .king_of_the_hill import neighbours

APART = 2


def pair_queen_of_the_hill(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    return pair_by_matching(task, order=lambda player: player.rank_order, levels=levels, likely=neighbours, why=why)


def levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
    """The method's costs of the boards first[i] against second[i], lower position first."""
    off = second - first - APART
    return (
        (Criterion("places", off * off),),
        (Criterion("top", np.where(off != 0, table.size - first, 0)),),
        (Criterion("starts", partial(table.needs.of_pairs, first, second)),),
    )


def why(first: int, second: int, players: Players) -> str:
    """Places are counted among those who play this round."""
    del players
    return by_place(first + 1, second + 1, APART)
