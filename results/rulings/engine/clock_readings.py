"""How far over time a clock of any kind shows a player to be.  Source: WESPA 5.3.1; NSA I.A.3, III.C.2.

Times are whole seconds.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

MINUTE = 60
_READING = re.compile(r"(?P<minus>[-−]?)(?P<minutes>\d{1,3})[:.](?P<seconds>[0-5]\d)", re.ASCII)
_MINUTES = re.compile(r"\d{1,3}", re.ASCII)


class BadReading(ValueError):
    """A clock reading that cannot be read.  The message says what to write."""


class ClockKind(StrEnum):
    COUNTS_DOWN = "counts-down"  # over from -00.01 (WESPA 5.3.1(a))
    COUNTS_UP = "counts-up"  # over from xx.01, xx being the game time (5.3.1(b))
    FLAG_FALLEN = "flag-fallen"  # an analogue clock whose flag has dropped (5.3.1(c))


@dataclass(frozen=True, slots=True)
class ClockReading:
    """One player's side of a clock at the end.

    shows: what it shows, "" for nothing noted.  A clock that counts down shows "-1:01", one that counts up "26:30".  Of an
    analogue clock with its flag fallen it is the time since, "2:30" or "2" minutes, "" where the hands were not read.
    """

    shows: str = ""
    kind: ClockKind = ClockKind.COUNTS_DOWN

    @property
    def only_flag(self) -> bool:
        """The flag has fallen and nobody read how long ago: part of the first minute."""
        return self.kind is ClockKind.FLAG_FALLEN and not self.shows.strip()


def seconds_over(reading: str, *, counts_up_to: int | None = None) -> int:
    """How far over a clock is that reads "-1:01", "0:00", "-0:00" or "-01.01" (WESPA 5.3.1, NSA III.C.2).

    counts_up_to: for a clock counting up from zero, the game time in seconds.  Raises BadReading.
    """
    match = _READING.fullmatch(reading.strip())
    if match is None or (counts_up_to is not None and match["minus"]):
        raise BadReading(f"{reading!r} is not a clock reading. Write minutes and seconds, such as -1:01 or 26:30.")
    seconds = int(match["minutes"]) * MINUTE + int(match["seconds"])
    if counts_up_to is not None:
        return max(0, seconds - counts_up_to)
    return seconds if match["minus"] else 0


def time_over(reading: ClockReading, *, game_time: int) -> int:
    """Seconds over time that a clock shows.  game_time: the player's, in seconds.  Raises BadReading.

    A flag that has fallen is at least part of a minute over (WESPA 5.3.1(c)).
    """
    shows = reading.shows.strip()
    if reading.kind is ClockKind.FLAG_FALLEN:
        match = _READING.fullmatch(f"{shows or 0}:00" if not shows or _MINUTES.fullmatch(shows) else shows)
        if match is None:
            raise BadReading(f"{shows!r} is no time since the flag fell. Write minutes, such as 2, or 2:30.")
        return max(1, int(match["minutes"]) * MINUTE + int(match["seconds"]))
    if not shows:
        return 0
    if reading.kind is ClockKind.COUNTS_UP:
        return seconds_over(shows, counts_up_to=game_time)
    over = seconds_over(shows)
    if over >= game_time:
        raise BadReading(
            f"{shows} is {clock_text(over)} over, as long as the game time: if the clock counts up, say so."
        )
    return over


def clock_text(seconds: int) -> str:
    """90 as "1:30"."""
    return f"{seconds // MINUTE}:{seconds % MINUTE:02d}"
