"""Who starts a board: the kernel's rule for one game, and two who meet again in turn.

Where the suite assigns the starts and two players have as many starts and as many replies, the one who replied when
they last met starts.  Under every other mode a draw decides there, so nothing is added (WESPA 2.1(b)(ii), NSA I.C).
"""

from pairings.engine.model import Contestant
from tdsuite.tournaments.engine.starts import FIRST, SECOND, StartDecision, StartMode, who_starts


def turn_of(one: Contestant, two: Contestant) -> int | None:
    """FIRST or SECOND: whose turn it is after their last meeting, where their records leave that open; else None."""
    if (one.record.starts, one.record.replies) != (two.record.starts, two.record.replies):
        return None
    if two.number in one.last_starts:
        return SECOND
    return FIRST if one.number in two.last_starts else None


def starter_of(one: Contestant, two: Contestant, mode: StartMode, tie_break: int) -> StartDecision:
    """Who starts between two players.  tie_break: who does where the suite assigns and everything is alike."""
    if mode is StartMode.ASSIGNED and (turn := turn_of(one, two)) is not None:
        counts = f"{one.record.starts} of {one.record.games}"
        return StartDecision(turn, "assigned", f"equal at {counts}; replied when the two last met")
    return who_starts(one.record, two.record, mode, tie_break=tie_break)
