"""Factor: with factor f, places 1 to f meet places f + 1 to 2f, each the one f below; everyone else plays Swiss.

Levels below the repeats: boards of the first 2f that are not one of the upper f with one of the lower, and beside them the starts
that no later round can make even, of which each outweighs two such boards; sum of squared distances from f places; then those of Swiss.
"""

import numpy as np

from pairings.engine.boards import make_pairing
from pairings.engine.errors import BadOption
from pairings.engine.matching.costs import Criterion, Level
from pairings.engine.matching.field import CrossTable, Ints
from pairings.engine.matching.matched import Players, forced_repeat_warnings, matched_boards, part_forced
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.presence import present_players
from pairings.engine.reasons import by_place
from . import swiss
from .king_of_the_hill import RACE_WINS

UNEVEN_WEIGHT = 2  # boards that break the rule: a start that stays uneven outweighs them, nothing else does


def pair_factor(task: PairingTask) -> Pairing:
    """Pair one round.  Raises BadOption where the field has fewer than twice as many players as the factor."""
    asked, rest = part_forced(task, present_players(task))
    factor = factor_of(task, len(rest))
    players = tuple(sorted(rest, key=lambda player: player.score_order))

    def levels(table: CrossTable, left: Ints, right: Ints) -> tuple[Level, ...]:
        upper, lower = np.minimum(left, right), np.maximum(left, right)
        first = upper < 2 * factor
        off = np.where(lower < 2 * factor, np.abs(lower - upper - factor), 2 * factor)
        places = Criterion("factor", np.where(first, off * off, 0))
        inside = first & ~((upper < factor) & (lower >= factor) & (lower < 2 * factor))
        halves = Criterion("halves", inside.astype(np.int64))
        uneven = table.needs.uneven_of_pairs(left, right) if task.options.even_everywhere else None
        if uneven is None:
            return ((halves,), (places,), *swiss.levels(table, left, right))
        # A board costs by how far the lower player's wins are from those of whoever is due by the factor.
        due = np.where(upper < factor, table.halves[np.minimum(upper + factor, table.size - 1)], table.halves[upper])
        wins = (due - table.halves[lower]) ** 2
        by_rule = (halves, Criterion("uneven_starts", uneven, UNEVEN_WEIGHT))
        by_distance = (places, Criterion("wins", wins, RACE_WINS))
        return (by_rule, by_distance, *swiss.levels(table, left, right)[1:])

    def why(first: int, second: int, playing: Players) -> str:
        if first < 2 * factor:
            return by_place(first + 1, second + 1, factor)
        return swiss.why(first, second, playing)

    boards, proof, schedule = matched_boards(task, players, levels, swiss.likely, why, whole=True)
    warnings = forced_repeat_warnings(task, asked, boards)
    return make_pairing(task, asked + boards, warnings=warnings, proof=proof, schedule=schedule)


def factor_of(task: PairingTask, players: int) -> int:
    """The factor asked for, or as many as there are rounds left with this one, at most half of the players."""
    if not task.options.factor:
        return max(1, min(task.rounds_left + 1, players // 2))
    if 2 * task.options.factor > players:
        raise BadOption("factor", f"can be at most {players // 2} with {players} players, not {task.options.factor}.")
    return task.options.factor
