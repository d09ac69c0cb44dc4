"""Who starts a board: the kernel's rule for one game, with two additions where the suite assigns the starts.

Whoever is further behind even starts before whoever has fewer starts, which differ only where one has played more games:
so the two end as near to even as one game can bring them.  Two who meet again start in turn where their starts and replies are equal.  And nobody starts, or replies, a fourth time
in a row where the other way round would spare it; the balance is mended later, a run never is.  Under every other mode
a draw decides there or the counts alone do, so nothing is added (WESPA 2.1(b)(ii), NSA I.C).
"""

from dataclasses import replace

from pairings.engine.model import Contestant
from tdsuite.platform.words.sentences import Sentence, catalogued, clauses
from tdsuite.tournaments.engine.starts import (
    FIRST,
    REPLY,
    SECOND,
    START,
    StartDecision,
    StartMode,
    StartRecord,
    who_starts,
)

LONGEST_RUN = 3
SIDES = {  # one start, one reply
    (True, True): catalogued("{number} start and {replies} reply"),
    (True, False): catalogued("{number} start and {replies} replies"),
    (False, True): catalogued("{number} starts and {replies} reply"),
    (False, False): catalogued("{number} starts and {replies} replies"),
}


def turn_of(player: Contestant, opponent: Contestant) -> int | None:
    """FIRST or SECOND: whose turn it is after their last meeting, where their records leave that open; else None."""
    if (player.record.starts, player.record.replies) != (opponent.record.starts, opponent.record.replies):
        return None
    if opponent.number in player.last_starts:
        return SECOND
    return FIRST if player.number in opponent.last_starts else None


def starter_of(
    player: Contestant, opponent: Contestant, mode: StartMode, tie_break: int, *, ahead: bool = True
) -> StartDecision:
    """Who starts between two players.  tie_break: who does where the suite assigns and everything is alike.  ahead: whether
    whoever is further behind even starts, as in `MethodOptions.starts_ahead`."""
    decision = who_starts(player.record, opponent.record, mode, tie_break=tie_break)
    if ahead and mode is StartMode.ASSIGNED:
        decision = _furthest_behind(decision, player.record, opponent.record)
    if mode is StartMode.ASSIGNED and (turn := turn_of(player, opponent)) is not None:
        equal = Sentence("equal at {number} of {other}", number=player.record.starts, other=player.record.games)
        decision = StartDecision(turn, "assigned", clauses(equal, Sentence("replied when the two last met")))
    return within_runs(decision, player.record, opponent.record, mode)


def _furthest_behind(decision: StartDecision, first: StartRecord, second: StartRecord) -> StartDecision:
    """The decision, turned round where the other player is further behind even."""
    starter, other = (first, second) if decision.starter == FIRST else (second, first)
    if starter.balance <= other.balance:
        return decision
    why = Sentence(
        "further behind even: {sides} against {other_sides}", sides=_sides(other), other_sides=_sides(starter)
    )
    return replace(decision, starter=SECOND if decision.starter == FIRST else FIRST, reason=why)


def _sides(record: StartRecord) -> str:
    return Sentence(SIDES[record.starts == 1, record.replies == 1], number=record.starts, replies=record.replies)


def within_runs(decision: StartDecision, first: StartRecord, second: StartRecord, mode: StartMode) -> StartDecision:
    """The decision, turned round where it alone would make a run of more than LONGEST_RUN."""
    if mode is not StartMode.ASSIGNED or (not has_full_run(first) and not has_full_run(second)):
        return decision
    starter, other = (first, second) if decision.starter == FIRST else (second, first)
    as_decided = is_full_run(starter, START) or is_full_run(other, REPLY)
    turned = is_full_run(starter, REPLY) or is_full_run(other, START)
    if not as_decided or turned:
        return decision
    turned_round = Sentence(
        "turned round, as nobody has one side more than {number} times in a row", number=LONGEST_RUN
    )
    why = clauses(decision.reason, turned_round)
    return replace(decision, starter=SECOND if decision.starter == FIRST else FIRST, reason=why)


def has_full_run(record: StartRecord) -> bool:
    """Whether one more game on the same side would be one too many."""
    return record.run >= LONGEST_RUN


def is_full_run(record: StartRecord, side: int) -> bool:
    """Whether one more game on this side would be one too many."""
    return record.last == side and has_full_run(record)
