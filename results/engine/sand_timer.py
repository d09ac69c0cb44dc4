"""Rounds played with sand timers: when time is called, and when a turn is lost.

Instants and durations are whole seconds.  Source: NSA Appendix B.
"""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, cited
from tdsuite.tournaments.rulebooks.terms import NoClocks, SandTimers


class NoSandTimers(LookupError):
    """The rulebook has no sand timers.  The message says what it has instead."""


@dataclass(frozen=True, slots=True)
class RoundTime:
    """A round timer at a moment.

    left: seconds >= 0 until time is called.  calls_at: the instant.  called: time is up.  plays_after: plays each
    player still makes once it is.
    """

    left: int
    calls_at: int
    called: bool
    plays_after: int


@dataclass(frozen=True, slots=True)
class MoveTime:
    """One move by the sand timer.

    lost: the turn is lost.  announce_by: the instant by which the score is to be announced.  grace_until: where nobody
    warned, the instant until which the play may still be made, else None.
    """

    lost: bool
    announce_by: int
    grace_until: int | None
    reasons: tuple[Reason, ...]


def sand_timers(book: Rulebook) -> SandTimers:
    """The book's terms for games without clocks.  Raises NoSandTimers."""
    provision = book.before.no_clocks
    if provision.value.sand is not None:
        return provision.value.sand
    if provision.value.policy is NoClocks.FORBIDDEN:
        raise NoSandTimers(f"Every game needs a timer ({cited(provision)}): find one, or use another table.")
    raise NoSandTimers(f"{book.name} has no sand timers: announce how time is regulated ({cited(provision)}).")


def round_time(*, started: int, now: int, seconds: int, plays_after: int) -> RoundTime:
    """Where a round timer of `seconds` stands.  ValueError unless seconds >= 1 and plays_after >= 0."""
    if seconds < 1 or plays_after < 0:
        raise ValueError("A round timer runs for a second or more, with 0 or more plays after it.")
    left = max(0, started + seconds - max(now, started))
    return RoundTime(left, started + seconds, left == 0, plays_after)


def plays_due(made: tuple[int, int], plays_after: int) -> tuple[int, int]:
    """Plays that each player may still make after time was called.  made: plays made since then."""
    first, second = made
    return max(0, plays_after - first), max(0, plays_after - second)


def move_time(*, sand_down: int, told: int, announced: int | None, now: int, book: Rulebook) -> MoveTime:
    """Whether a player who ran out of sand loses the turn (App. B C, D).

    sand_down: when all sand had dropped.  told: when the opponent told of the shortage (before it dropped: a warning) or
    that it had dropped.  announced: when the score was announced, None = not yet.  Raises NoSandTimers.
    """
    terms, rule = sand_timers(book), cited(book.before.no_clocks)
    warned = told < sand_down
    announce_by = max(sand_down, told + terms.notice)
    grace = None if warned else told + terms.grace
    ended = now if announced is None else announced
    lost = ended > announce_by
    text = f"The score was to be announced within {terms.notice} seconds of notice, the sand being down"
    reasons = [Reason(f"{text}: the turn is lost." if lost else f"{text}.", rule)]
    if grace is not None:
        reasons.append(Reason(f"Nobody warned: {terms.grace} seconds of grace to make the play.", rule))
    return MoveTime(lost, announce_by, grace, tuple(reasons))
