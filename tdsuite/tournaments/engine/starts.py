"""Who starts one game, and why.

A side is an int: ``START`` (+1), ``REPLY`` (-1) or ``NO_SIDE`` (0: a bye, or a game forfeited before a tile was drawn,
which counts as neither).  Sources: WESPA 2.1, NSA I.C, and the order this suite uses where it assigns the starts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tdsuite.platform.words.sentences import Sentence, catalogued, clauses

START = 1
REPLY = -1
NO_SIDE = 0

FIRST = 0
SECOND = 1

NOT_KNOWN = Sentence("records are compared before the game: who starts an earlier game is not known yet")


class StartMode(StrEnum):
    """How an event decides who starts."""

    ASSIGNED = "assigned"  # the suite assigns (WESPA 2.1(b)(i))
    BALANCE = "balance"  # self-balancing (WESPA 2.1(b)(ii))
    NSA = "nsa"  # fewer firsts, more seconds, draw (NSA I.C)
    DRAW = "draw"  # tiles are drawn for every game (WESPA 2.1(a))


@dataclass(frozen=True, slots=True)
class StartRecord:
    """One player's starts and replies so far.

    starts, replies: int >= 0.  unknown: games that were or will be played and whose starter is not known yet, such as a
    draw not recorded.
    """

    starts: int = 0
    replies: int = 0
    last: int = NO_SIDE  # side of the last game that had sides
    run: int = 0  # how many games in a row had that side
    longest_run: int = 0  # the longest such run
    sides: tuple[int, ...] = ()  # the sides in round order, games without a side left out
    unknown: int = 0

    @property
    def games(self) -> int:
        """Games that had a starter."""
        return self.starts + self.replies

    @property
    def balance(self) -> int:
        """Starts less replies; 0 is even."""
        return self.starts - self.replies

    def then(self, side: int) -> "StartRecord":
        """The record after one more game on `side`; NO_SIDE changes nothing.  ValueError for any other number."""
        if side == NO_SIDE:
            return self
        if side not in (START, REPLY):
            raise ValueError(f"{side} is not a side: give +1 for a start, -1 for a reply, 0 for neither.")
        run = self.run + 1 if side == self.last else 1
        return StartRecord(
            starts=self.starts + (side == START),
            replies=self.replies + (side == REPLY),
            last=side,
            run=run,
            longest_run=max(run, self.longest_run),
            sides=(*self.sides, side),
            unknown=self.unknown,
        )


@dataclass(frozen=True, slots=True)
class StartDecision:
    """Who starts one game."""

    starter: int | None  # 0 the first player named, 1 the second, None until tiles are drawn or records are compared
    starts_by: str  # "assigned", "balance", "draw", or "compare": the records are not known yet
    reason: str  # one short sentence with the counts, for the pairing sheet


def record_of(sides: Iterable[int], unknown: int = 0) -> StartRecord:
    """Count sides given in round order into a record.  ValueError for a number that is not a side.

    unknown: games whose starter is not known yet.
    """
    return _record_of(tuple(sides), unknown)


@lru_cache(8192)  # after a result the sides of everybody are the same
def _record_of(sides: tuple[int, ...], unknown: int) -> StartRecord:
    starts = replies = last = run = longest = 0
    counted: list[int] = []
    for side in sides:
        if side == NO_SIDE:
            continue
        if side not in (START, REPLY):
            raise ValueError(f"{side} is not a side: give +1 for a start, -1 for a reply, 0 for neither.")
        starts += side == START
        replies += side == REPLY
        run = run + 1 if side == last else 1
        last, longest = side, max(longest, run)
        counted.append(side)
    return StartRecord(starts, replies, last, run, longest, tuple(counted), unknown)


def claim(record: StartRecord, mode: StartMode) -> tuple[int | tuple[int, ...], ...]:
    """A key that sorts players by their claim to start under `mode`: the lower key starts, equal keys stay open.

    Under ASSIGNED the last part is the sides read from the latest back, so that the player who replied in the latest
    game in which the two differ starts: "against the last side", carried on while the last sides are the same.
    """
    if mode == StartMode.ASSIGNED:
        return (record.starts, -record.replies, record.sides[::-1])
    if mode == StartMode.BALANCE:
        return (record.starts,)
    if mode == StartMode.NSA:
        return (record.starts, -record.replies)
    return ()


def who_starts(first: StartRecord, second: StartRecord, mode: StartMode, *, tie_break: int = FIRST) -> StartDecision:
    """Decide the starter of one game between two players.

    tie_break: 0 or 1, who starts when the suite assigns and the two records are alike; the caller takes it from the
    event's seed.  Sources: WESPA 2.1(a), 2.1(b)(i), 2.1(b)(ii); NSA I.C.
    """
    if mode == StartMode.DRAW:
        return StartDecision(None, "draw", Sentence("tiles are drawn for every game"))
    if mode != StartMode.ASSIGNED and (first.unknown or second.unknown):
        return StartDecision(None, "compare", NOT_KNOWN)
    claims = (claim(first, mode), claim(second, mode))
    if claims[FIRST] == claims[SECOND]:
        equal = Sentence("equal: {counts}", counts=_counts(first, second))
        if not first.games + second.games:
            equal = Sentence("neither has played yet")
        if mode == StartMode.ASSIGNED:
            return StartDecision(tie_break, "assigned", clauses(equal, Sentence("by lot, from the event's seed")))
        return StartDecision(None, "draw", equal)
    starter = FIRST if claims[FIRST] < claims[SECOND] else SECOND
    due, other = (first, second) if starter == FIRST else (second, first)
    return StartDecision(starter, "assigned" if mode == StartMode.ASSIGNED else "balance", _why(due, other))


def _why(due: StartRecord, other: StartRecord) -> str:
    if due.starts != other.starts:
        return Sentence("fewer starts: {counts}", counts=_counts(due, other))
    if due.replies != other.replies:
        replies = Sentence("more replies: {number} against {other}", number=due.replies, other=other.replies)
        return clauses(Sentence("starts equal at {number}", number=due.starts), replies)
    if due.last != other.last:
        last = Sentence("replied last, the other started last")
    else:
        last = Sentence("replied when the two last differed")
    return clauses(Sentence("equal: {counts}", counts=_counts(due, other)), last)


def _counts(first: StartRecord, second: StartRecord) -> str:
    single = catalogued("{number} start of {games} against {other} of {other_games}")
    several = catalogued("{number} starts of {games} against {other} of {other_games}")
    message = single if first.starts == 1 else several
    return Sentence(message, number=first.starts, games=first.games, other=second.starts, other_games=second.games)
