"""Our own contention-aware method, `contenders`: the same rules as `cop` for who may meet whom, weighed by our own costs."""

from dataclasses import dataclass, replace

import numpy as np

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.errors import NoPairingPossible
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.matched import Players, part_forced, repeat_warnings
from pairings.engine.model import Board, CostPart, Pairing, PairingTask, Proof
from pairings.engine.presence import present_players
from pairings.engine.reasons import by_meetings, by_wins
from tdsuite.platform.words.sentences import Sentence, clauses
from .bans import Bans, bans_of
from .merits import UNIT, Merits, merits_of
from .method import bye_kept, bye_reason, refusal, situation_of
from .situation import Ints, Situation
from .solution import Boards, Findings, cheapest_boards, findings_of, open_boards
from .words import by_rule, percent

WORTH_SAYING = UNIT // 50  # smaller changes of a chance say nothing to a player


@dataclass(frozen=True, slots=True)
class Weighed:
    """All that was worked out before the matching."""

    situation: Situation
    findings: Findings
    merits: Merits
    bans: Bans


def weigh(task: PairingTask, players: Players) -> Weighed:
    """Settled places, trials, control loss, bans and the costs of all boards.  players: in the order of the standings."""
    situation = situation_of(task, players)
    findings = findings_of(situation, task.seed)
    bans = bans_of(situation, findings.places, findings.outlook, findings.control.control)
    merits = merits_of(situation, findings.places, findings.outlook, _start_needs(task, players), task.seed)
    return Weighed(situation, findings, merits, bans)


def pair_contenders(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    players = present_players(task)
    asked, _ = part_forced(task, players)
    weighed = weigh(task, players)
    try:
        chosen = _chosen(task, players, weighed)
    except NoPairingPossible as refused:
        raise refusal(task, players, weighed.situation, weighed.findings, refused) from None
    rounds = asked + [_board(task, players, weighed, first, second) for first, second in chosen]
    return make_pairing(task, rounds, warnings=repeat_warnings(task, rounds), proof=Proof.WHOLE)


def _chosen(task: PairingTask, players: Players, weighed: Weighed) -> Boards:
    """The boards of the round, the bye kept as the director asked where that leaves a round."""
    situation = bye_kept(task, players, weighed.situation)
    if situation is not None:
        bans = bans_of(situation, weighed.findings.places, weighed.findings.outlook, weighed.bans.control)
        try:
            return _cheapest(replace(weighed, situation=situation, bans=bans))
        except NoPairingPossible:  # another rule wants the bye for somebody else
            pass
    return _cheapest(weighed)


def _cheapest(weighed: Weighed) -> Boards:
    boards = open_boards(weighed.situation, weighed.bans)
    total = weighed.merits.total
    return cheapest_boards(weighed.situation, boards, [int(total[board]) for board in boards])


def _start_needs(task: PairingTask, players: Players) -> Ints:
    """What each board costs in starts, (n, n)."""
    ranks = np.arange(len(players))
    first, second = np.repeat(ranks, len(players)), np.tile(ranks, len(players))
    costs = cross_table(players, task).needs.of_pairs(first, second)
    return np.where(first == second, 0, costs).reshape(len(players), len(players))


def _board(task: PairingTask, players: Players, weighed: Weighed, first: int, second: int) -> Board:
    reason = by_rule(weighed.findings, weighed.bans, first, second)
    if second == len(players):
        return make_bye(players[first], bye_reason(task, players[first], reason))
    reason = reason or _by_stake(weighed, first, second) or by_wins(players[first], players[second])
    met = by_meetings(task.meetings(players[first], players[second]), task.repeats, 0)
    parts = weighed.merits.of_board(first, second)
    costs = tuple(CostPart(name, value) for name, value in parts.items() if name != "repeat_byes")
    return make_board(task, players[first], players[second], clauses(reason, met), costs)


def _by_stake(weighed: Weighed, first: int, second: int) -> str:
    stakes = weighed.merits.stakes
    if stakes is None:
        return ""
    return clauses(
        *(
            Sentence(
                "place {number}'s chance of a prize is {share} after a win, {other_share} after a loss",
                number=upper + 1,
                share=_share(stakes.after_win[upper, lower]),
                other_share=_share(stakes.after_loss[upper, lower]),
            )
            for upper, lower in ((first, second), (second, first))
            if UNIT * (stakes.after_win[upper, lower] - stakes.after_loss[upper, lower]) >= WORTH_SAYING
        )
    )


def _share(chance: float) -> str:
    return percent(round(100 * float(chance)))
