"""Australian Draw: from the top, everyone meets the highest player they may meet, as long as the rest can be paired.

Round 1 is a casement, top half against bottom half.  Meetings before the reset round (`Rules.repeats_from`) are
forgotten; where that leaves no round, the reset moves on one round at a time.  An odd field has an empty place at the
bottom, which is met like a player: whoever meets it has the bye.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.matching.clashes import no_pairing
from pairings.engine.matching.constraints import shut_boards
from pairings.engine.matching.costs import pack
from pairings.engine.matching.field import meetings
from pairings.engine.matching.matched import Players, part_forced, repeat_warnings
from pairings.engine.matching.matching import Edge, cheapest_perfect_matching, largest_matching
from pairings.engine.model import Board, Contestant, Pairing, PairingTask, Repeats
from pairings.engine.presence import may_sit_out, present_players
from pairings.engine.reasons import by_meetings
from tdsuite.platform.words.sentences import Sentence, catalogued, clauses

Flags = npt.NDArray[np.bool_]


def pair_australian(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    asked, rest = part_forced(task, present_players(task))
    players = tuple(sorted(rest, key=lambda player: player.rank_order))
    pairs, since, extra_byes = _pairs(task, players) if players else ([], task.rules.repeats_from, 0)
    boards = [_board(task, players, pair, since) for pair in pairs]
    warnings = repeat_warnings(task, [*asked, *boards])
    if since > task.rules.repeats_from:
        warnings.insert(0, f"Meetings before round {since} had to be forgotten to pair this round.")
    if extra_byes:
        warnings.insert(0, "Everyone who had no bye has to play: the bye goes to a player who had one.")
    return make_pairing(task, asked + boards, warnings=warnings)


def _pairs(task: PairingTask, players: Players) -> tuple[list[Edge], int, int]:
    """The boards as positions, the reset round that allowed them, and how many byes above the fewest.

    First the reset round moves on, then the bye may go to a player with more byes.
    """
    pick = casement if task.round == 1 else highest_first
    most = max(player.byes for player in players) - min(player.byes for player in players)
    for extra_byes in range(most + 1 if len(players) % 2 else 1):
        for since in range(task.rules.repeats_from, max(task.round, task.rules.repeats_from) + 1):
            pairs = pick(_open(task, players, since, extra_byes))
            if pairs is not None:
                return pairs, since, extra_byes
    raise no_pairing(task)


def _open(task: PairingTask, players: Players, since: int, extra_byes: int) -> Flags:
    """Which boards may be played, over the players and the empty place of an odd field.

    Meetings from round `since` on are avoided, unless a cap on meetings takes the place of that.
    """
    met, _ = meetings(players, task)
    shut = np.zeros(met.shape, dtype=np.bool_)
    if task.repeats is not Repeats.ALLOW and not task.rules.most_meetings:
        again, _ = meetings(players, replace(task, rules=replace(task.rules, repeats_from=since)))
        shut |= again > 0
    for rule in shut_boards(players, task, met):
        shut |= rule.boards
    odd = len(players) % 2
    may = np.pad(~shut, ((0, odd), (0, odd)))
    if odd:
        fewest = min(player.byes for player in players)
        volunteers = any(player.volunteers for player in players)
        for at, player in enumerate(players):
            due = player.volunteers if volunteers else player.byes <= fewest + extra_byes
            may[at, -1] = may[-1, at] = due and may_sit_out(player, task.rules)
    np.fill_diagonal(may, False)
    return may


def casement(may: Flags) -> list[Edge] | None:
    """Top half against bottom half in order; where boards are shut, as few as possible inside a half, then as near."""
    size = len(may)
    first, second = np.nonzero(np.triu(may))
    half = size // 2
    inside = ((first < half) == (second < half)).astype(np.int64)
    off = second - first - half
    return cheapest_perfect_matching(size, first, second, pack([inside, off * off], half))


def highest_first(may: Flags) -> list[Edge] | None:
    """From the top, the highest opponent who leaves the rest a pairing; None where nobody does."""
    left = list(range(len(may)))
    if not pairable(may, left):
        return None
    pairs: list[Edge] = []
    while left:
        top, *others = left
        for other in others:
            rest = [at for at in others if at != other]
            if may[top, other] and pairable(may, rest):
                pairs.append((top, other))
                left = rest
                break
    return pairs


def pairable(may: Flags, left: list[int]) -> bool:
    """Whether these positions have a perfect matching.  With opponents for half of the others each it surely has one
    (Dirac, 1952: such a graph has a cycle through all), which spares the solver most of its work."""
    if not left:
        return True
    rest = may[np.ix_(left, left)]
    degrees = rest.sum(axis=1)
    if len(left) > 2 and 2 * int(degrees.min()) >= len(left):
        return True
    if not degrees.all():
        return False
    first, second = np.nonzero(np.triu(rest))
    return 2 * len(largest_matching(len(left), list(zip(first.tolist(), second.tolist(), strict=True)))) == len(left)


def _board(task: PairingTask, players: Players, pair: Edge, since: int) -> Board:
    first, second = pair
    if second >= len(players):
        return make_bye(players[first], _bye_reason(task, players[first]))
    upper, lower = players[first], players[second]
    met = by_meetings(task.meetings(upper, lower), Repeats.ALLOW, 0)
    message = (
        catalogued("places {number} and {other}, top half against bottom half") if task.round == 1
        else catalogued("place {number} meets the highest left to play, place {other}")
    )  # fmt: skip
    if since > task.rules.repeats_from and task.meetings(upper, lower):
        met = Sentence("{why}, before round {number} and forgotten", why=met, number=since)
    return make_board(task, upper, lower, clauses(Sentence(message, number=first + 1, other=second + 1), met))


def _bye_reason(task: PairingTask, player: Contestant) -> str:
    if player.volunteers:
        return Sentence("bye: you offered to sit out")
    message = (
        catalogued("rank {number}, the odd one of the casement") if task.round == 1
        else catalogued("rank {number}, nobody left to play but the empty place")
    )  # fmt: skip
    return Sentence("bye: {why}", why=Sentence(message, number=player.rank))
