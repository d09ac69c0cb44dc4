"""Moves played with sand timers: when a turn is lost.

Instants and durations are whole seconds.  Source: NSA Appendix B.
"""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, cited
from tdsuite.tournaments.rulebooks.terms import NoClocks, SandTimers


class NoSandTimers(LookupError):
    """The rulebook has no sand timers.  The message says what it has instead."""


@dataclass(frozen=True, slots=True)
class MoveTime:
    """One move by the sand timer."""

    lost: bool  # the turn is lost
    announce_by: int  # the instant by which the score is to be announced
    grace_until: int | None  # where nobody warned, the instant until which the play may still be made, else None
    reasons: tuple[Reason, ...]


def sand_timers(book: Rulebook) -> SandTimers:
    """The book's terms for games without clocks.  Raises NoSandTimers."""
    provision = book.before.no_clocks
    if provision.value.sand is not None:
        return provision.value.sand
    if provision.value.policy is NoClocks.FORBIDDEN:
        raise NoSandTimers(f"Every game needs a timer ({cited(provision)}): find one, or use another table.")
    raise NoSandTimers(f"{book.name} has no sand timers: announce how time is regulated ({cited(provision)}).")


def move_time(*, sand_down: int, warned_at: int, announced: int | None, now: int, book: Rulebook) -> MoveTime:
    """Whether a player who ran out of sand loses the turn (App. B C, D).

    sand_down: when all sand had dropped.  told: when the opponent told of the shortage (before it dropped: a warning) or
    that it had dropped.  announced: when the score was announced, None = not yet.  Raises NoSandTimers.
    """
    terms, rule = sand_timers(book), cited(book.before.no_clocks)
    warned = warned_at < sand_down
    announce_by = max(sand_down, warned_at + terms.notice)
    grace = None if warned else warned_at + terms.grace
    ended = now if announced is None else announced
    lost = ended > announce_by
    text = f"The score was to be announced within {terms.notice} seconds of notice, the sand being down"
    reasons = [Reason(f"{text}: the turn is lost." if lost else f"{text}.", rule)]
    if grace is not None:
        reasons.append(Reason(f"Nobody warned: {terms.grace} seconds of grace to make the play.", rule))
    return MoveTime(lost, announce_by, grace, tuple(reasons))
