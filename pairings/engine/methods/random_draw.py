"""Random: every pairing with the fewest repeats is as likely as any other.

Pairs are drawn from the seed until a draw has no repeat and breaks no other rule of the round.  After so many rounds that this no longer happens, boards are
given random costs and the cheapest pairing with the fewest repeats is taken, which is random but not exactly even.
"""

import numpy as np

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.matching.costs import Level
from pairings.engine.matching.field import CrossTable, Ints, cross_table
from pairings.engine.matching.matched import Players, forced_repeat_warnings, matched_boards, part_forced
from pairings.engine.matching.tie_break import shuffled
from pairings.engine.model import Board, Pairing, PairingTask, Repeats
from pairings.engine.presence import bye_order, present_players
from pairings.engine.reasons import by_meetings, of_bye
from tdsuite.platform.words.sentences import Sentence, clauses
from .king_of_the_hill import neighbours

DRAWS = 200
DRAWN = Sentence("drawn at random")


def pair_random(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    asked, players = part_forced(task, present_players(task))
    boards = _drawn_boards(task, players)
    if boards is None:
        names = shuffled(task.seed, f"random {task.round}", tuple(player.number for player in players))
        by_number = {player.number: player for player in players}
        boards, *_ = matched_boards(
            task, tuple(by_number[name] for name in names), _no_levels, neighbours, lambda *board: DRAWN
        )
    return make_pairing(task, asked + boards, warnings=forced_repeat_warnings(task, asked, boards))


def _drawn_boards(task: PairingTask, players: Players) -> list[Board] | None:
    """The first draw that breaks no rule; None where DRAWS of them did, or where nobody may have the bye."""
    byes = bye_order(players, task.rules)[:1] if len(players) % 2 else ()
    playing = tuple(player for player in players if player not in byes)
    if len(playing) % 2 or not playing:
        return None
    table = cross_table(playing, task)
    unwanted = table.shut | sum(table.soft.values(), np.zeros(table.met.shape, dtype=np.int64)).astype(bool)
    if task.repeats is not Repeats.ALLOW:
        unwanted |= table.met > 0
    place = {player.number: at for at, player in enumerate(playing)}
    for draw in range(DRAWS):
        order = [place[name] for name in shuffled(task.seed, f"random {task.round} {draw}", tuple(place))]
        pairs = list(zip(order[::2], order[1::2], strict=True))
        if not any(unwanted[first, second] for first, second in pairs):
            boards = []
            for first, second in pairs:
                met = by_meetings(task.meetings(playing[first], playing[second]), task.repeats, 0)
                boards.append(make_board(task, playing[first], playing[second], clauses(DRAWN, met)))
            return [*boards, *(make_bye(bye, of_bye(bye, 0, task.rules)) for bye in byes)]
    return None


def _no_levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
    del table, first, second
    return ()
