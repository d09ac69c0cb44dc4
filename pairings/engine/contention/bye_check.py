"""Who may have the bye of a contention-aware round, counted again: the checker's second opinion on `cop` and `contenders`.

What the trials found and what a board costs is taken from the methods.  Their rules of byes are not: who may sit out, who is
settled, for whom the bye is kept and whose bye leaves the cheapest round are worked out here afresh, from rulebook/cop.md.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import pairwise

from pairings.engine.errors import NoPairingPossible
from pairings.engine.matching.matched import Players
from pairings.engine.matching.matching import heaviest_matching
from pairings.engine.model import Contestant, PairingTask
from pairings.engine.rules import BYE, ByeOrder
from .bans import Bans, bans_of
from .method import situation_of
from .pricing import PARTS_OF, Weigh
from .situation import Situation
from .solution import findings_of

METHODS = frozenset(PARTS_OF)

Ranks = frozenset[int]


@dataclass(frozen=True, slots=True)
class _Round:
    """A round that needs one bye."""

    task: PairingTask
    players: Players
    situation: Situation
    bans: Bans
    games: dict[tuple[int, int], int]  # the boards of two that no rule of the method bans, with their costs
    weigh: Weigh


def wrong_bye(task: PairingTask, number: int) -> str:
    """What is wrong with the bye of player `number`, "" where nothing is or where the rules leave no round at all."""
    try:
        attempt = _round(task)
    except NoPairingPossible:
        return ""
    open_to = _may_have_it(attempt, _may_sit_out(attempt))
    entitled, why = _entitled(attempt)
    entitled = _may_have_it(attempt, entitled)
    due = _cheapest(attempt, entitled) if entitled else None
    if due is None:
        entitled, why, due = open_to, "", _cheapest(attempt, open_to)
    if due is None:
        return ""
    (total, holder), rank = due, next(at for at, player in enumerate(attempt.players) if player.number == number)
    name = attempt.players[holder].number
    if rank not in entitled:
        return f"The bye is due to {name} ({why or _rule(attempt, rank)}), not to {number}."
    own = _cheapest(attempt, frozenset({rank}))
    if own is None:
        return f"The bye is due to {name}, not to {number}: without {number} the others cannot be paired."
    if own[0] > total:
        return (
            f"The bye is due to {name}, not to {number}: the round costs {own[0]} then, and {total} with {name}'s bye."
        )
    return ""


def _round(task: PairingTask) -> _Round:
    players = task.present()
    situation = situation_of(task, players)
    findings = findings_of(situation, task.seed)
    bans = bans_of(situation, findings.places, findings.outlook, findings.control.control)
    weigh = PARTS_OF[task.method](task, players)
    waiting, between = situation.waiting, replace(bans, top_bye=())
    games = {
        (first, second): sum(weigh(first, second).values())
        for at, first in enumerate(waiting)
        for second in waiting[at + 1 :]
        if between.code(first, second) is None
    }
    return _Round(task, players, situation, bans, games, weigh)


def _may_sit_out(attempt: _Round) -> Ranks:
    """Those without a board whom the director's rules let sit out."""
    rules = attempt.task.rules
    return frozenset(
        rank
        for rank in attempt.situation.waiting
        if rules.lets((player := attempt.players[rank]).number, BYE)
        or (player.rank > rules.no_bye_above and (player.number, BYE) not in rules.forbidden)
    )


def _entitled(attempt: _Round) -> tuple[Ranks, str]:
    """For whom the bye is kept, and why; nobody where it may go to anyone."""
    able = _may_sit_out(attempt)
    if offering := frozenset(rank for rank in able if attempt.players[rank].volunteers):
        return offering, "offered to sit out"
    if attempt.task.rules.bye_order is not ByeOrder.ALWAYS_BOTTOM or not able:
        return frozenset(), ""
    return frozenset({max(_of_largest_team(attempt, able))}), "the lowest, who has it always"


def _of_largest_team(attempt: _Round, able: Ranks) -> Ranks:
    sizes = Counter(attempt.players[rank].team for rank in attempt.situation.waiting if attempt.players[rank].team)
    largest = [team for team, size in sizes.items() if size == max(sizes.values())]
    if not attempt.task.rules.largest_team_byes or len(largest) != 1 or sizes[largest[0]] <= 2:
        return able
    return frozenset(rank for rank in able if attempt.players[rank].team == largest[0]) or able


def _may_have_it(attempt: _Round, able: Ranks) -> Ranks:
    """Those of `able` whom the method lets have the bye: a settled player, the highest with the fewest byes where it goes
    from the top, and nobody whose board of this round the method has named."""
    left = set(able)
    if attempt.task.rules.bye_order is ByeOrder.TOP_DOWN and left:
        left = {min(left, key=lambda rank: (attempt.players[rank].byes, rank))}
    settled = _settled(attempt)
    # A settled player is of no group where those between them and the settled one above pair up without them.
    if any((rank - previous - 1) % 2 == 0 for previous, rank in pairwise([-1, *sorted(settled)])):
        left &= settled
    left -= {rank for board in (*attempt.bans.hills, *attempt.bans.control.forced) for rank in board}
    if attempt.bans.control_opponents and not attempt.bans.control.forced:
        left -= {0}
    return frozenset(left)


def _settled(attempt: _Round) -> Ranks:
    """Prize places that can neither be reached from below nor reach the one above."""
    places = range(attempt.situation.stakes.place_prizes)
    return frozenset(rank for rank in places if not _catches(attempt, rank - 1) and not _catches(attempt, rank))


def _catches(attempt: _Round, upper: int) -> bool:
    """Whether the place below `upper` can still end level with it or above."""
    if not 0 <= upper < len(attempt.players) - 1:
        return False
    rounds, ahead, behind = attempt.situation.rounds_left, attempt.players[upper], attempt.players[upper + 1]
    swing = 2 * rounds * attempt.situation.stakes.gibson_spread
    lead = ahead.halves - behind.halves
    return lead < 2 * rounds or (lead == 2 * rounds and ahead.spread - behind.spread <= swing)


def _rule(attempt: _Round, rank: int) -> str:
    """Why a rank may not have the bye."""
    player: Contestant = attempt.players[rank]
    if rank not in _may_sit_out(attempt):
        return f"the rules of byes leave {player.number} out"
    if _settled(attempt) and rank not in _settled(attempt):
        return "a settled player has it"
    if attempt.task.rules.bye_order is ByeOrder.TOP_DOWN:
        return "the highest with the fewest byes has it"
    return f"{player.number} has a board that the method asks for"


def _cheapest(attempt: _Round, sitting: Collection[int]) -> tuple[int, int] | None:
    """The least that a round costs in which one of `sitting` has the bye, and who; None where there is no such round."""
    waiting = attempt.situation.waiting
    place = {rank: at for at, rank in enumerate((*waiting, attempt.situation.bye))}
    costs = {(place[first], place[second]): cost for (first, second), cost in attempt.games.items()}
    empty = len(waiting)
    for rank in sorted(sitting):
        costs[place[rank], empty] = sum(attempt.weigh(rank, attempt.situation.bye).values())
    most = max(costs.values(), default=0) + 1
    chosen = heaviest_matching(empty + 1, [(first, second, most - cost) for (first, second), cost in costs.items()])
    if 2 * len(chosen) != empty + 1:
        return None
    return sum(costs[pair] for pair in chosen), waiting[next(first for first, second in chosen if second == empty)]
