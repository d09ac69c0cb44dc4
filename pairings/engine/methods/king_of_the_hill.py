"""King of the Hill: 1st meets 2nd, 3rd meets 4th, and so on, as nearly as the repeat rule allows.

Levels below the repeats: sum of squared distances in the standings, less 1 a board, beside it the imbalances of starts that no
later round can mend, and where these count the win differences of those who can still win a prize; start need.
"""

from functools import partial

import numpy as np

from pairings.engine.contention.clinching import best_finish, swing_of
from pairings.engine.matching.costs import Criterion, Level
from pairings.engine.matching.field import CrossTable, Ints
from pairings.engine.matching.matched import Players, pair_by_matching
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.reasons import by_place
from .swiss import pair_with_closing

UNEVEN_WEIGHT = 48  # squared places: two such boards give way to two of players up to nine places apart
# Squared places a half-win squared, and an uneven start: as in Swiss two such boards give way to two across up to three wins.
RACE_WINS, RACE_UNEVEN = 20, 960


def pair_king_of_the_hill(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""

    def all_levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
        if task.options.even_everywhere and table.needs.uneven_start is not None:
            return even_levels(table, first, second, first_out(table, task) or 0)
        return levels(table, first, second, first_out(table, task))

    pair = pair_with_closing if task.options.even_everywhere else pair_by_matching
    return pair(task, order=lambda player: player.rank_order, levels=all_levels, likely=likely, why=why)


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


def even_levels(table: CrossTable, first: Ints, second: Ints, out_from: int) -> tuple[Level, ...]:
    """`levels` where uneven starts count for everyone, and win differences above position out_from."""
    (places, *_), starts = levels(table, first, second)
    uneven = table.needs.uneven_of_pairs(first, second)
    if uneven is None:
        return ((places,), starts)
    difference = table.halves[first] - table.halves[second]
    wins = np.where(np.minimum(first, second) < out_from, difference * difference, 0)
    return ((places, Criterion("uneven_starts", uneven, RACE_UNEVEN), Criterion("wins", wins, RACE_WINS)), starts)


def first_out(table: CrossTable, task: PairingTask) -> int | None:
    """The position from which on nobody can win a prize any more; None where starts do not weigh beside the places."""
    if not task.options.starts_ahead or table.needs.uneven_start is None:
        return None
    left = (task.rounds_left + 1) * task.options.games
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
