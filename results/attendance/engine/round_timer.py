"""Rounds played by a round timer: when time is called, and the plays that are left then.

Instants and durations are whole seconds.  Source: NSA Appendix B.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundTime:
    """A round timer at a moment."""

    left: int  # seconds >= 0 until time is called
    calls_at: int  # the instant
    called: bool  # time is up
    plays_after: int  # plays each player still makes once it is


def round_time(*, started: int, now: int, seconds: int, plays_after: int) -> RoundTime:
    """Where a round timer of `seconds` stands.  ValueError unless seconds >= 1 and plays_after >= 0."""
    if seconds < 1 or plays_after < 0:
        raise ValueError("A round timer runs for a second or more, with 0 or more plays after it.")
    left = max(0, started + seconds - max(now, started))
    return RoundTime(left, started + seconds, left == 0, plays_after)


def plays_due(plays_made: tuple[int, int], plays_after: int) -> tuple[int, int]:
    """Plays that each player may still make after time was called.  made: plays made since then."""
    first, second = plays_made
    return max(0, plays_after - first), max(0, plays_after - second)
