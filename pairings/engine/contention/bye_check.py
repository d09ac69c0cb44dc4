"""Who may have the bye of a contention-aware round, counted again: the checker's second opinion on `cop` and `contenders`.

What the trials found and what a board costs is taken from the methods.  Their rules of byes are not: who may sit out, who is
settled, for whom the bye is kept and whose bye leaves the cheapest round are worked out here afresh, from rulebook/cop.md.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from pairings.engine.contention.bans import Bans, bans_of
from pairings.engine.contention.method import situation_of
from pairings.engine.contention.pricing import PARTS_OF, Weigh
from pairings.engine.contention.situation import Situation
from pairings.engine.contention.solution import findings_of
from pairings.engine.errors import NoPairingPossible
from pairings.engine.matched import Players
from pairings.engine.matching import heaviest_matching
from pairings.engine.model import Contestant, PairingTask
from pairings.engine.rules import BYE, ByeOrder

METHODS = frozenset(PARTS_OF)

Ranks = frozenset[int]


@dataclass(frozen=True, slots=True)
class _Round:
    """A round that needs one bye.  games: the boards of two that no rule of the method bans, with their costs."""

    task: PairingTask
    players: Players
    situation: Situation
    bans: Bans
    games: dict[tuple[int, int], int]
    weigh: Weigh


def wrong_bye(task: PairingTask, number: int) -> str:
    """What is wrong with the bye of player `number`, "" where nothing is or where the rules leave no round at all."""
    try:
        made = _round(task)
    except NoPairingPossible:
        return ""
    open_to = _may_have_it(made, _may_sit_out(task, made))
    kept, why = _wanted(task, made)
    kept = _may_have_it(made, kept)
    due = _cheapest(made, kept) if kept else None
    if due is None:
        kept, why, due = open_to, "", _cheapest(made, open_to)
    if due is None:
        return ""
    (total, holder), rank = due, next(at for at, player in enumerate(made.players) if player.number == number)
    name = made.players[holder].number
    if rank not in kept:
        return f"The bye is due to {name} ({why or _rule(made, rank)}), not to {number}."
    own = _cheapest(made, frozenset({rank}))
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
        (one, two): sum(weigh(one, two).values())
        for at, one in enumerate(waiting)
        for two in waiting[at + 1 :]
        if between.code(one, two) is None
    }
    return _Round(task, players, situation, bans, games, weigh)


def _may_sit_out(task: PairingTask, made: _Round) -> Ranks:
    """Those without a board whom the director's rules let sit out."""
    rules = task.rules
    return frozenset(
        rank
        for rank in made.situation.waiting
        if rules.lets((player := made.players[rank]).number, BYE)
        or (player.rank > rules.no_bye_above and (player.number, BYE) not in rules.forbidden)
    )


def _wanted(task: PairingTask, made: _Round) -> tuple[Ranks, str]:
    """For whom the bye is kept, and why; nobody where it may go to anyone."""
    able = _may_sit_out(task, made)
    offering = frozenset(rank for rank in able if made.players[rank].volunteers)
    if offering:
        return offering, "offered to sit out"
    if task.rules.bye_order is not ByeOrder.ALWAYS_BOTTOM or not able:
        return frozenset(), ""
    return frozenset({max(_of_largest_team(task, made, able))}), "the lowest, who has it always"


def _of_largest_team(task: PairingTask, made: _Round, able: Ranks) -> Ranks:
    sizes = Counter(made.players[rank].team for rank in made.situation.waiting if made.players[rank].team)
    largest = [team for team, size in sizes.items() if size == max(sizes.values())]
    if not task.rules.largest_team_byes or len(largest) != 1 or sizes[largest[0]] <= 2:
        return able
    return frozenset(rank for rank in able if made.players[rank].team == largest[0]) or able


def _may_have_it(made: _Round, able: Ranks) -> Ranks:
    """Those of `able` whom the method lets have the bye: a settled player, the highest with the fewest byes where it goes
    from the top, and nobody whose board of this round the method has named."""
    left = set(able)
    if made.task.rules.bye_order is ByeOrder.TOP_DOWN and left:
        left = {min(left, key=lambda rank: (made.players[rank].byes, rank))}
    settled = _settled(made)
    if any(_shut_in_by_nobody(settled, rank) for rank in settled):
        left &= settled
    left -= {rank for board in (*made.bans.hills, *made.bans.control.forced) for rank in board}
    if made.bans.control_opponents and not made.bans.control.forced:
        left -= {0}
    return frozenset(left)


def _settled(made: _Round) -> Ranks:
    """Prize places that can neither be reached from below nor reach the one above."""
    places = range(made.situation.stakes.place_prizes)
    return frozenset(rank for rank in places if not _catches(made, rank - 1) and not _catches(made, rank))


def _catches(made: _Round, upper: int) -> bool:
    """Whether the place below `upper` can still end level with it or above."""
    if not 0 <= upper < len(made.players) - 1:
        return False
    rounds, ahead, behind = made.situation.rounds_left, made.players[upper], made.players[upper + 1]
    swing = 2 * rounds * made.situation.stakes.gibson_spread
    lead = ahead.halves - behind.halves
    return lead < 2 * rounds or (lead == 2 * rounds and ahead.spread - behind.spread <= swing)


def _shut_in_by_nobody(settled: Ranks, rank: int) -> bool:
    """Whether a settled player is of no group: those between him and the settled one above pair up without him."""
    above = max((other for other in settled if other < rank), default=-1)
    return (rank - above - 1) % 2 == 0


def _rule(made: _Round, rank: int) -> str:
    """Why a rank may not have the bye."""
    player: Contestant = made.players[rank]
    if rank not in _may_sit_out(made.task, made):
        return f"the rules of byes leave {player.number} out"
    if _settled(made) and rank not in _settled(made):
        return "a settled player has it"
    if made.task.rules.bye_order is ByeOrder.TOP_DOWN:
        return "the highest with the fewest byes has it"
    return f"{player.number} has a board that the method asks for"


def _cheapest(made: _Round, sitting: Collection[int]) -> tuple[int, int] | None:
    """The least that a round costs in which one of `sitting` has the bye, and who; None where there is no such round."""
    waiting = made.situation.waiting
    place = {rank: at for at, rank in enumerate((*waiting, made.situation.bye))}
    costs = {(place[one], place[two]): cost for (one, two), cost in made.games.items()}
    empty = len(waiting)
    for rank in sorted(sitting):
        costs[place[rank], empty] = sum(made.weigh(rank, made.situation.bye).values())
    most = max(costs.values(), default=0) + 1
    chosen = heaviest_matching(empty + 1, [(one, two, most - cost) for (one, two), cost in costs.items()])
    if 2 * len(chosen) != empty + 1:
        return None
    holder = next(one for one, two in chosen if two == empty)
    return sum(costs[pair] for pair in chosen), waiting[holder]
