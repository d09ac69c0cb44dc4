"""King of the Hill: 1st meets 2nd, 3rd meets 4th, and so on, as nearly as the repeat rule allows.

Levels below the repeats: sum of squared distances in the standings, less 1 a board, beside it, for those who can win no prize
any more, the imbalances of starts that no later round can mend; start need.
"""

from functools import partial

import numpy as np

from pairings.engine.contention.clinching import best_finish, swing_of
from pairings.engine.matching.costs import Criterion, Level
from pairings.engine.matching.field import CrossTable, Ints
from pairings.engine.methods.matched import Players, pair_by_matching
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.reasons import by_place

UNEVEN_WEIGHT = 48  # squared places: two such boards give way to two of players up to nine places apart


def pair_king_of_the_hill(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""

    def all_levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
        return levels(table, first, second, first_out(table, task))

    return pair_by_matching(task, order=lambda player: player.rank_order, levels=all_levels, likely=likely, why=why)


def levels(table: CrossTable, first: Ints, second: Ints, out_from: int | None = None) -> tuple[Level, ...]:
    """The method's costs of the boards first[i] against second[i].  out_from: the first position from which on uneven starts
    count beside the places; None where they do for nobody."""
    gap = (first - second).astype(np.int64)
    places: Level = (Criterion("places", gap * gap - 1),)
    uneven = table.needs.uneven_of_pairs(first, second) if out_from is not None else None
    if uneven is not None:
        out = np.minimum(first, second) >= out_from
        places = (*places, Criterion("uneven_starts", np.where(out, uneven, 0), UNEVEN_WEIGHT))
    return (places, (Criterion("starts", partial(table.needs.of_pairs, first, second)),))


def first_out(table: CrossTable, task: PairingTask) -> int | None:
    """The position from which on nobody can win a prize any more; None where starts do not weigh beside the places."""
    if not task.options.starts_ahead or table.needs.uneven_start is None:
        return None
    left = task.rounds_left + 1
    swing = swing_of(task.options.spread_swings, left)
    places = range(table.size, 0, -1)
    return next(
        (at for at in places if best_finish(table.players, at - 1, left, swing) <= task.options.place_prizes), 0
    )


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
