"""Sessions: rounds between which nobody leaves for lunch or for the night, so that players may keep their seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class ScheduledStart:
    """When a round is to start, in the event's own time.  round: from 1."""

    round: int
    at: datetime


def session_starts(starts: Sequence[ScheduledStart], *, longest_pause: timedelta) -> frozenset[int]:
    """The rounds at which a session begins, by the schedule: after a night, or a longer pause between two starts.

    Rounds without a time belong to the session of the round before; out-of-order times (a round put off) begin none.
    """
    ordered = sorted(starts, key=lambda one: one.round)
    return frozenset(
        later.round
        for earlier, later in pairwise(ordered)
        if earlier.at.date() < later.at.date() or later.at - earlier.at > longest_pause * (later.round - earlier.round)
    )


def session_of(number: int, begins: frozenset[int]) -> int:
    """The first round of the session that round `number` belongs to."""
    return max((one for one in begins if one <= number), default=1)
