"""The vocabulary in which the rulebooks are written down: what a provision can say.

Durations are whole seconds, margins whole points, win values half wins (2 = a win).  Nothing here decides
anything; the books choose among these values and the engines read them.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

MINUTE = 60


# ── before the game ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WordList:
    """One reference.  It rules words of min_length to max_length letters; `roots`: the length is the root's."""

    name: str
    min_length: int = 2
    max_length: int = 15
    roots: bool = False


@dataclass(frozen=True, slots=True)
class WordSourceEdition:
    """Lists in the order they are consulted."""

    lists: tuple[WordList, ...]
    first_end: date | None = None  # first event end date it serves, None = from ever


@dataclass(frozen=True, slots=True)
class WordSourceRule:
    editions: tuple[WordSourceEdition, ...]  # oldest first
    may_deviate: bool = False
    revised_from: date | None = None  # events ending then or later have later rules, so warn


class MoveLimit(StrEnum):
    NONE = "none"
    DIRECTOR_FOR_TIME_WASTING = "director-for-time-wasting"


@dataclass(frozen=True, slots=True)
class SpecialNeeds:
    """What a player may be allowed who cannot follow the procedures.

    device_agreed_before: a device, or headphones, only where it was agreed with the director before the event.
    """

    device_agreed_before: bool = False


class NoClocks(StrEnum):
    FORBIDDEN = "forbidden"
    SAND_TIMERS = "sand-timers"
    ANNOUNCED = "announced"
    DIRECTOR = "director"


class RackRule(StrEnum):
    """What happens to tiles still on racks when nobody went out."""

    BOTH_LOSE = "both-lose"
    NO_CHANGE = "no-change"


@dataclass(frozen=True, slots=True)
class SandTimers:
    stop_after: int  # then plays_after more plays each
    plays_after: int
    per_move: int
    grace: int
    notice: int  # announce within it once the sand is down
    racks: RackRule


@dataclass(frozen=True, slots=True)
class NoClockRule:
    policy: NoClocks
    sand: SandTimers | None = None


@dataclass(frozen=True, slots=True)
class TimerOrder:
    order: tuple[str, ...]  # best first; empty = the director
    overtime_readable: bool  # never one whose overtime cannot be read


@dataclass(frozen=True, slots=True)
class TimeRule:
    """A rule by which the director gives or takes time."""

    rule: str
    what: str  # what for
    in_game: bool = True  # in one game
    accommodation: bool = False  # to a player, in every game


class Seat(StrEnum):
    NON_STARTER = "non-starter"
    DIRECTOR = "director"


# ── starting and lateness ────────────────────────────────────────────────────────────────────────────────────


class StartSystem(StrEnum):
    ASSIGNED = "assigned"
    BALANCE = "balance"
    DRAW = "draw"


class StartTest(StrEnum):
    """The tests of self-balancing starts, taken in turn until one decides."""

    FEWER_STARTS = "fewer-starts"
    MORE_REPLIES = "more-replies"
    DRAW = "draw"


class DrawTie(StrEnum):
    REDRAW_TILES_KEPT_OUT = "redraw-tiles-kept-out"
    REDRAW = "redraw"


class Duty(StrEnum):
    MUST = "must"
    MAY = "may"
    RULING = "ruling"  # the book is silent; the director rules


class OnArrival(StrEnum):
    STOP_AND_ASSIGN = "stop-and-assign"
    STOP_FOR_PRELIMINARIES = "stop-for-preliminaries"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class LateClock:
    start: Duty
    earliest: int  # seconds after the scheduled start
    opponent_ready: bool  # only while the opponent is ready to play
    on_arrival: OnArrival


class NoOfficialStart(StrEnum):
    WARN_THEN_CLOCK = "warn-then-clock"
    DIRECTOR = "director"


class BothAbsent(StrEnum):
    SECOND_ALSO_CHARGED_FIRST_WAIT = "second-also-charged-first-wait"
    RULING = "ruling"


class ElectWhen(StrEnum):
    ASSIGNED_TIME_BELOW = "assigned-time-below"
    ANY_ARRIVAL = "any-arrival"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class ElectForfeit:
    when: ElectWhen
    below: int | None = None  # assigned time strictly under this many seconds (ASSIGNED_TIME_BELOW only)


class MustForfeit(StrEnum):
    ASSIGNED_TIME_EXPIRED = "assigned-time-expired"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class RoundBreak:
    """Seconds; None = as scheduled.  after_recount holds once the next round has run `next_round_run`."""

    after_game: int | None = None
    after_recount: int | None = None
    next_round_run: int | None = None


# ── during the game ──────────────────────────────────────────────────────────────────────────────────────────


class FreeChallenge(StrEnum):
    """Unsuccessful challenges that cost nothing, whatever the scheme."""

    PLACEMENT = "placement"
    EXCHANGE = "exchange"
    OUT_PLAY = "out-play"
    BLANK_MISUNDERSTOOD = "blank-misunderstood"  # withdrawn
    LOST_TILE_TO_CHALLENGED = "lost-tile-to-challenged"  # may be rescinded


class CountSpan(StrEnum):
    """Over what a rising penalty counts a player's unsuccessful challenges."""

    GAME = "game"
    EVENT = "event"


class Asker(StrEnum):
    EITHER = "either"
    AFFECTED = "affected"


class IfOpinionsDiffer(StrEnum):
    DIRECTOR_FINAL = "director-final"
    THIRD = "third"
    SECOND_FINAL = "second-final"


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    asker: Asker
    another_judge: bool
    if_differs: IfOpinionsDiffer
    third_at_discretion: bool = False  # the director may also grant a third opinion unasked


class SelfLookup(StrEnum):
    AS_ANY_VERDICT = "as-any-verdict"
    FINAL_UNLESS_FLAWED = "final-unless-flawed"  # flawed program, or a word mistyped: re-entered


class MisadjudicationRemedy(StrEnum):
    CORRECT_IN_TIME = "correct-in-time"
    SPREAD_AWARD = "spread-award"
    RULING = "ruling"


class CorrectUntil(StrEnum):
    NEW_TILE_ON_RACK = "new-tile-on-rack"
    RETRACTED_TILE_ON_RACK = "retracted-tile-on-rack"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Misadjudication:
    remedy: MisadjudicationRemedy
    wrongly_acceptable: CorrectUntil = CorrectUntil.NEVER
    wrongly_unacceptable: CorrectUntil = CorrectUntil.NEVER
    bonus: int = 0  # points beyond the value of the play wrongly taken off (SPREAD_AWARD)


@dataclass(frozen=True, slots=True)
class Overdraw:
    method: str
    also_shown: int = 0  # tiles shown beyond the X extra
    single_due_shows_only_new: bool = False
    seconds: int | None = None  # time to choose, None = no limit stated


@dataclass(frozen=True, slots=True)
class EightTiles:
    """before / after: the opponent's own play, clock started."""

    before: str
    after: str
    incidents: int | None = None  # in one event, then awards may go


@dataclass(frozen=True, slots=True)
class EightConduct:
    """Offence levels (1 gravest); None where the book has no levels."""

    knowingly: int | None
    undisclosed: int | None


@dataclass(frozen=True, slots=True)
class OutOfOrder:
    unethical: bool = False
    starved_is_overdraw: bool = False  # all new tiles count as overdrawn where too few were left for the opponent
    investigate_below: int | None = None
    spread_points: int = 0
    above_all_below: int | None = None
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class Underdraw:
    until: str
    seconds: int | None = None
    unethical: bool = False


class ExchangeRemedy(StrEnum):
    CHALLENGE = "challenge"  # until an unwanted tile is back in the bag: turn lost
    BY_STAGE = "by-stage"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class IllegalExchange:
    remedy: ExchangeRemedy
    points: int = 0  # off the offender's score at the last stage
    seconds: int | None = None  # to choose tiles at the middle stages


class UnnumberedExchange(StrEnum):
    IS_A_PASS = "is-a-pass"
    DIRECTOR = "director"


class Fault(StrEnum):
    """The kinds of incident that are counted, by their keys."""

    MISORIENTED = "misoriented_tile"
    WRONG_SCORE = "wrong_score"
    TRACKING = "tracking_delay"
    EIGHT_TILES = "eight_tiles"


@dataclass(frozen=True, slots=True)
class Counter:
    """A fault that is counted."""

    fault: Fault
    title: str
    rule: str
    at: int  # the count that has a consequence
    every: bool  # again at each multiple (else once)
    seconds: int = 0  # credit to the player wronged
    after_warning: bool = False  # the first brings a warning and every later one the consequence
    over_event: bool = False  # counted over the whole event, by the player at fault; else in one game
