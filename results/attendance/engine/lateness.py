"""Game time assigned to late players, and when lateness forfeits the game.

Instants are whole seconds on any one scale (seconds after midnight, a Unix time); durations are whole seconds.
Sources: WESPA 2.3, NSA I.F and Guideline 19.
"""

from dataclasses import dataclass
from enum import StrEnum

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason, because
from tdsuite.tournaments.rulebooks.terms import BothAbsent, Duty, ElectWhen, MustForfeit, OnArrival


class BadArrival(ValueError):
    """An arrival time that cannot be: the message says which to correct."""


@dataclass(frozen=True, slots=True)
class AssignedTime:
    """Game time left to a late player.

    seconds: int >= 0.  clock_waits: the clock stands still for the preliminaries and the draw, then runs on (NSA
    I.F).  needs_ruling: the book is silent on forfeiture, so both flags are False and the director says.
    Source: WESPA 2.3.2-2.3.5, NSA I.F, Guideline 19A.
    """

    seconds: int
    may_elect_forfeit: bool
    must_forfeit: bool
    clock_waits: bool
    needs_ruling: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class ClockStart:
    """Whether the clock of an absent player may be started.  earliest: an instant.  now: at the moment asked."""

    earliest: int
    now: bool
    duty: Duty
    reasons: tuple[Reason, ...]


class AlarmKind(StrEnum):
    ELECT_AFTER = "elect-after"  # arriving any later, the player may elect to forfeit
    FORFEITS = "forfeits"  # not here by now: the game is lost


@dataclass(frozen=True, slots=True)
class Alarm:
    """at: an instant.  side_shows: seconds left on the running side of the timer then.  assigned: time it means."""

    kind: AlarmKind
    at: int
    side_shows: int
    assigned: int
    rule: str


def clock_start(*, scheduled: int, now: int, opponent_ready: bool, book: Rulebook) -> ClockStart:
    """When an absent player's clock may be started (WESPA 2.3.2(a), 2.3.3(a); NSA I.F)."""
    provision = book.starting.late.clock
    rule = provision.value
    earliest = scheduled + rule.earliest
    reasons = [because(provision.explain, provision)]
    if now < earliest:
        reasons.append(because(f"{earliest - now} seconds to go.", provision))
    if rule.opponent_ready and not opponent_ready:
        reasons.append(because("The opponent is not ready to play.", provision))
    allowed = now >= earliest and (opponent_ready or not rule.opponent_ready)
    return ClockStart(earliest, allowed, rule.start, tuple(reasons))


def one_absent(*, clock_started: int, arrived: int, book: Rulebook) -> AssignedTime:
    """Time left to the one late player (WESPA 2.3.3-2.3.5; NSA I.F).  Raises BadArrival."""
    if arrived < clock_started:
        raise BadArrival("The player arrived before the clock was started: full time, nothing to work out.")
    run = arrived - clock_started
    text = f"The player's clock ran {clock(run)}, leaving {clock(_left(book, run))}."
    return _assigned(book, run, because(text, book.starting.late.clock))


def both_absent(
    *, clock_started: int, first_arrived: int, second_arrived: int, book: Rulebook
) -> tuple[AssignedTime, AssignedTime]:
    """Time left to the first and the second to arrive (WESPA 2.3.2).

    Raises BadArrival, and NeedsRuling where the book starts no clock for both.
    """
    _both_clocks(book)
    if first_arrived < clock_started:
        raise BadArrival("The first player arrived before the clock was started: only the other one is absent.")
    if second_arrived < first_arrived:
        raise BadArrival("The second arrival is before the first: swap the two players.")
    charge = book.starting.both_absent.charge
    wait, run = first_arrived - clock_started, second_arrived - clock_started
    side_two = clock(_left(book, second_arrived - first_arrived))
    side_one = f"Side one ran {clock(wait)}, leaving {clock(_left(book, wait))}."
    two = f"Side two shows {side_two}, less {clock(wait)} lost by the first: {clock(_left(book, run))}."
    return _assigned(book, wait, because(side_one, charge)), _assigned(book, run, because(two, charge))


def alarms(*, clock_started: int, book: Rulebook, first_arrived: int | None = None) -> tuple[Alarm, ...]:
    """The instants to warn the director of, in order.

    With one player absent, or with both absent until the first arrives, leave first_arrived out: the running side
    is side one.  Once the first of two has arrived, give it: side two runs from full (WESPA 2.3.2(b)).  What holds
    from the first second of the running side is no alarm: in a game of under 15 minutes any late player may elect.
    """
    full = book.before.game_time.seconds.value
    if first_arrived is not None:
        _both_clocks(book)
    charged = 0 if first_arrived is None else first_arrived - clock_started
    coming = []
    elect, must = book.starting.may_elect, book.starting.must_forfeit
    if elect.value.when is ElectWhen.ASSIGNED_TIME_BELOW and elect.value.below is not None:
        below = elect.value.below
        coming.append(Alarm(AlarmKind.ELECT_AFTER, clock_started + full - below, below + charged, below, elect.rule))
    if must.value is MustForfeit.ASSIGNED_TIME_EXPIRED:
        coming.append(Alarm(AlarmKind.FORFEITS, clock_started + full, charged, 0, must.rule))
    since = clock_started if first_arrived is None else first_arrived
    return tuple(alarm for alarm in coming if alarm.at >= since)


def clock(seconds: int) -> str:
    """17:30 for 1050."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def _both_clocks(book: Rulebook) -> None:
    charge = book.starting.both_absent.charge
    if charge.value is BothAbsent.RULING:
        raise NeedsRuling(
            "Time charged when both players are absent",
            "No clock is started for both; once one has arrived, start the other's and treat that one as absent.",
            charge.rule,
        )


def _left(book: Rulebook, run: int) -> int:
    return max(0, book.before.game_time.seconds.value - run)


def _assigned(book: Rulebook, run: int, counted: Reason) -> AssignedTime:
    left = _left(book, run)
    late = book.starting.late.clock
    elect, must = book.starting.may_elect, book.starting.must_forfeit
    reasons = [counted]
    if must_forfeit := must.value is MustForfeit.ASSIGNED_TIME_EXPIRED and left == 0:
        reasons.append(because("The assigned time has expired: the game is forfeited.", must))
    if may_elect := not must_forfeit and _may_elect(book, left):
        reasons.append(because("The player may elect to forfeit.", elect))
    if needs_ruling := must.value is MustForfeit.RULING:
        reasons.append(because("Whether lateness forfeits the game is the director's ruling.", must))
    waits = late.value.on_arrival is OnArrival.STOP_FOR_PRELIMINARIES
    return AssignedTime(left, may_elect, must_forfeit, waits, needs_ruling, tuple(reasons))


def _may_elect(book: Rulebook, left: int) -> bool:
    rule = book.starting.may_elect.value
    if rule.when is ElectWhen.ASSIGNED_TIME_BELOW:
        return rule.below is not None and left < rule.below
    return rule.when is ElectWhen.ANY_ARRIVAL
