"""What the lateness clocks of one table show at a moment, from nothing but stored instants.

Instants are whole seconds on one scale.  Sources: WESPA 2.3, NSA I.F and Guideline 19.
"""

from dataclasses import dataclass
from enum import StrEnum

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.terms import BothAbsent, ElectWhen
from .lateness import Alarm, AssignedTime, alarms, both_absent, one_absent


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's instants.  clock_started: None = never.  arrived: None = not here yet, or nobody has said."""

    clock_started: int | None = None
    arrived: int | None = None

    @property
    def runs(self) -> bool:
        return self.clock_started is not None and self.arrived is None


class Phase(StrEnum):
    """How far a lateness clock has gone."""

    NONE = "none"  # no clock was started: the full time is left
    RUNNING = "running"
    MAY_ELECT = "may-elect"  # the book's limit is passed: arriving now, the player may elect to forfeit
    EXPIRED = "expired"  # nothing is left: the game is forfeited, or the director rules


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's clock at a moment.

    left: seconds >= 0 that the player is assigned, arriving now if not here.  assigned: the engine's full answer, None
    where no clock was started.  alarms: the instants to come and gone.
    """

    seat: Seat
    left: int
    phase: Phase
    assigned: AssignedTime | None
    alarms: tuple[Alarm, ...]

    @property
    def runs(self) -> bool:
        return self.seat.runs


def table_clocks(first: Seat, second: Seat, *, now: int, book: Rulebook) -> tuple[SeatClock, SeatClock]:
    """Both seats of a table at the instant `now`: a pure function of the rows and the moment.

    Two clocks started at one instant are one timer for two absent players (WESPA 2.3.2): the second to arrive is
    charged the first one's wait too.
    """
    times = _times(first, second, now, book)
    return (
        _clock(first, times[0], _other_arrival(first, second, book), book),
        _clock(second, times[1], _other_arrival(second, first, book), book),
    )


def shared(seat: Seat, other: Seat, book: Rulebook) -> bool:
    """Whether both seats stand on one timer, started while neither player was here."""
    charge = book.starting.both_absent.charge.value
    return (
        charge is not BothAbsent.RULING and seat.clock_started is not None and seat.clock_started == other.clock_started
    )


def _times(first: Seat, second: Seat, now: int, book: Rulebook) -> tuple[AssignedTime | None, AssignedTime | None]:
    if first.clock_started is None or not shared(first, second, book):
        return _alone(first, now, book), _alone(second, now, book)
    started = first.clock_started
    ends = _end(first, started, now), _end(second, started, now)
    early, late = both_absent(
        clock_started=started, first_arrived=min(ends), second_arrived=max(ends), book=book
    )  # fmt: skip
    return (early, late) if ends[0] <= ends[1] else (late, early)


def _alone(seat: Seat, now: int, book: Rulebook) -> AssignedTime | None:
    if seat.clock_started is None:
        return None
    return one_absent(clock_started=seat.clock_started, arrived=_end(seat, seat.clock_started, now), book=book)


def _end(seat: Seat, started: int, now: int) -> int:
    """Until when the clock has run; a clock that another computer started a moment from now has not run yet."""
    return max(started, now if seat.arrived is None else seat.arrived)


def _other_arrival(seat: Seat, other: Seat, book: Rulebook) -> int | None:
    """The instant side two was started: the other's arrival, where both stand on one timer and this player is not here."""
    return other.arrived if seat.runs and shared(seat, other, book) else None


def _clock(seat: Seat, assigned: AssignedTime | None, other_arrived: int | None, book: Rulebook) -> SeatClock:
    if assigned is None or seat.clock_started is None:
        return SeatClock(seat, book.before.game_time.seconds.value, Phase.NONE, None, ())
    started = seat.clock_started
    coming = alarms(
        clock_started=started, book=book, first_arrived=None if other_arrived is None else max(started, other_arrived)
    )
    by_limit = book.starting.may_elect.value.when is ElectWhen.ASSIGNED_TIME_BELOW
    phase = Phase.MAY_ELECT if by_limit and assigned.may_elect_forfeit else Phase.RUNNING
    return SeatClock(seat, assigned.seconds, phase if assigned.seconds else Phase.EXPIRED, assigned, coming)
