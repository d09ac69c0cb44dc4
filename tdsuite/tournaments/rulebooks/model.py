"""A rulebook as data: every provision with its value, its rule number, and whose choice it is.

Frozen throughout.  A rulebook is five sections; a section is rows, one for each subject a director acts on; a row
is one provision, or a small dataclass of them.  A field is annotated with the title that a page shows for it.
"""

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Generic, TypeVar

from tdsuite.platform.words.sentences import Sentence
from .outcomes import (
    AfterEnd,
    AfterTime,
    Appeal,
    Ejection,
    FoundTile,
    HandsIn,
    IncidentCatalogue,
    OvertimeForfeit,
    PostponeBy,
    Rated,
    Recount,
    RecountCourse,
    Reporting,
    ResignMargin,
    ResignWhen,
    RoundStopped,
    SignedSheet,
    TilesLeft,
    ZeroTurns,
)
from .penalties import PenaltyScheme
from .terms import (
    BothAbsent,
    Counter,
    CountSpan,
    DrawTie,
    EightConduct,
    EightTiles,
    ElectForfeit,
    FreeChallenge,
    IllegalExchange,
    LateClock,
    Misadjudication,
    MoveLimit,
    MustForfeit,
    NoClockRule,
    NoOfficialStart,
    OutOfOrder,
    Overdraw,
    RackRule,
    RoundBreak,
    Seat,
    SecondOpinion,
    SelfLookup,
    SpecialNeeds,
    StartSystem,
    StartTest,
    TimerOrder,
    TimeRule,
    Underdraw,
    UnnumberedExchange,
    WordSourceRule,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """One thing the organiser may choose."""

    code: str  # kept with the event
    label: str
    value: T
    rule: str = ""
    standard: bool = True  # False = may cost the rating


@dataclass(frozen=True, slots=True)
class Span:
    """Whole numbers the organiser may choose from, both ends in."""

    low: int
    high: int
    rule: str = ""
    standard: bool = True  # whether all of them are, or the default alone


class UncitedProvision(ValueError):
    """A provision gives neither a rule nor says that it is our default."""


@dataclass(frozen=True, slots=True)
class Provision(Generic[T]):
    """What one rulebook says on one point.

    ours: the book is silent on the value, this is the suite's default, and the director may rule otherwise; with a rule
    as well, the book sets the frame and the value in it is ours.  choices, span: what the organiser may choose instead.
    """

    value: T  # the data engines compute from
    explain: str  # one sentence for people, in the catalogues where players read it
    rule: str = ""  # its citation ("2.3.6(a)"), "" where the book is silent
    ours: bool = False
    choices: tuple[Choice[T], ...] = ()
    span: Span | None = None
    extensible: bool = False  # any choice of a listed kind is possible, at unlisted amounts (not standard)
    extension_rule: str = ""  # the rule that says so
    note: str = ""

    def __post_init__(self) -> None:
        if not (self.rule or self.ours):
            raise UncitedProvision(f"Give a rule number or mark as ours: {self.explain!r}")
        if not isinstance(self.explain, Sentence):
            object.__setattr__(self, "explain", Sentence(self.explain))

    @property
    def open(self) -> bool:
        """Whether the organiser has a choice here."""
        return bool(self.choices) or self.span is not None


def ours(value: T, explain: str, note: str = "", span: Span | None = None) -> Provision[T]:
    """A provision on which the book is silent (†)."""
    return Provision(value, explain, ours=True, note=note, span=span)


# ── before the game ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class GameTime:
    seconds: Annotated[Provision[int], "each player"]
    move_limit: Annotated[Provision[MoveLimit], "limit per move"]


@dataclass(frozen=True, slots=True)
class DisputedEquipment:
    game_set: Annotated[Provision[str], "who decides"]
    timers: Annotated[Provision[TimerOrder], "which timer"]
    timer_place: Annotated[Provision[Seat], "who places the timer"]
    like_tiles: Annotated[Provision[tuple[str, ...]], "like tiles next door"]


@dataclass(frozen=True, slots=True)
class BeforeGame:
    word_source: Annotated[Provision[WordSourceRule], "Word source"]
    game_time: Annotated[GameTime, "Game time"]
    no_clocks: Annotated[Provision[NoClockRule], "No clocks"]
    disputed_equipment: Annotated[DisputedEquipment, "Disputed equipment"]
    time_given: Annotated[Provision[tuple[TimeRule, ...]], "Time given or taken"]
    special_needs: Annotated[Provision[SpecialNeeds], "Special needs"]


# ── starting and lateness ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WhoStarts:
    system: Annotated[Provision[StartSystem], "system"]
    balance: Annotated[Provision[tuple[StartTest, ...]], "self-balancing tests"]
    startless: Annotated[Provision[tuple[str, ...]], "neither start nor reply"]


@dataclass(frozen=True, slots=True)
class TileDraw:
    rank: Annotated[Provision[str], "who wins"]
    on_tie: Annotated[Provision[DrawTie], "on a tie"]
    tiles_back: Annotated[Provision[str], "tiles returned"]


@dataclass(frozen=True, slots=True)
class Late:
    clock: Annotated[Provision[LateClock], "the clock"]
    no_official_start: Annotated[Provision[NoOfficialStart], "no official start"]


@dataclass(frozen=True, slots=True)
class Absent:
    charge: Annotated[Provision[BothAbsent], "time charged"]
    neither_margin: Annotated[Provision[int], "neither ever arrives"]
    neither_rated: Annotated[Provision[bool], "neither ever arrives: rated"]


@dataclass(frozen=True, slots=True)
class LatenessForfeit:
    margin: Annotated[Provision[int], "margin"]
    elected_margin: Annotated[Provision[int], "margin where elected"]
    may_raise: Annotated[Provision[bool], "director may raise it"]
    deliberate_level: Annotated[Provision[int | None], "deliberate lateness"]


@dataclass(frozen=True, slots=True)
class Starting:
    who_starts: Annotated[WhoStarts, "Who starts"]
    tile_draw: Annotated[TileDraw, "Tile draw"]
    late: Annotated[Late, "Late"]
    both_absent: Annotated[Absent, "Both absent"]
    may_elect: Annotated[Provision[ElectForfeit], "Late: may elect to forfeit"]
    must_forfeit: Annotated[Provision[MustForfeit], "Late: must forfeit"]
    lateness_forfeit: Annotated[LatenessForfeit, "Lateness forfeit"]
    round_break: Annotated[Provision[RoundBreak], "Break between rounds"]


# ── during the game ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ChallengePenalty:
    scheme: Annotated[Provision[PenaltyScheme], "scheme"]
    due: Annotated[Provision[str], "due"]
    free: Annotated[Provision[tuple[FreeChallenge, ...]], "free of penalty"]
    charged: Annotated[Provision[str], "whose points"]
    counted_over: Annotated[Provision[CountSpan], "rising penalties count"]


@dataclass(frozen=True, slots=True)
class ChallengeSlips:
    fixed_by_runner: Annotated[Provision[str], "words fixed: taken by a runner, judged at the table"]
    fixed_self_run: Annotated[Provision[str], "words fixed: taken by the challenger"]
    fixed_at_station: Annotated[Provision[str], "words fixed: at a computer"]
    put_right: Annotated[Provision[bool], "put right by both players"]
    reissue: Annotated[Provision[str], "reissued"]
    one_go: Annotated[Provision[str], "a second challenge to the same play"]
    compelled: Annotated[Provision[str], "must challenge"]
    concession: Annotated[Provision[str], "concession"]
    verdict: Annotated[Provision[str], "verdict"]


@dataclass(frozen=True, slots=True)
class Opinions:
    second: Annotated[Provision[SecondOpinion], "right"]
    self_lookup: Annotated[Provision[SelfLookup], "after a self-look-up"]


@dataclass(frozen=True, slots=True)
class Overdrawing:
    remedy: Annotated[Provision[Overdraw], "remedy"]
    too_many_shown: Annotated[Provision[str], "too many shown"]
    loose_tiles: Annotated[Provision[str], "loose or spilled tiles"]
    put_back: Annotated[Provision[str], "put back improperly"]


@dataclass(frozen=True, slots=True)
class PlayedWithEight:
    remedy: Annotated[Provision[EightTiles], "remedy"]
    conduct: Annotated[Provision[EightConduct], "conduct"]


@dataclass(frozen=True, slots=True)
class Exchanges:
    least_in_bag: Annotated[Provision[int], "tiles needed in the bag"]
    remedy: Annotated[Provision[IllegalExchange], "remedy"]
    unnumbered: Annotated[Provision[UnnumberedExchange], "no number said, no tile down"]


@dataclass(frozen=True, slots=True)
class During:
    challenge: Annotated[ChallengePenalty, "Challenge penalty"]
    slips: Annotated[ChallengeSlips, "Challenge slip"]
    opinions: Annotated[Opinions, "Second opinion"]
    misadjudication: Annotated[Provision[Misadjudication], "Misadjudication found later"]
    overdraw: Annotated[Overdrawing, "Overdraw"]
    eight_tiles: Annotated[PlayedWithEight, "Play made with eight or more tiles"]
    out_of_order: Annotated[Provision[OutOfOrder], "Drawing out of order"]
    late_underdraw: Annotated[Provision[Underdraw], "Late underdraw"]
    exchange: Annotated[Exchanges, "Illegal exchange"]
    objections: Annotated[Provision[tuple[Counter, ...]], "Faults that are counted"]


# ── ending and scoring ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Overtime:
    points: Annotated[Provision[int], "points"]
    per_seconds: Annotated[Provision[int], "charged by"]
    part_counts: Annotated[Provision[bool], "part of it"]
    after_time: Annotated[Provision[AfterTime], "when time is up"]
    after_end: Annotated[Provision[AfterEnd], "time run after the end"]


@dataclass(frozen=True, slots=True)
class SixZeros:
    ends: Annotated[Provision[ZeroTurns], "what ends the game"]
    racks: Annotated[Provision[RackRule], "tiles left"]


@dataclass(frozen=True, slots=True)
class FoundTiles:
    out_of_bag: Annotated[Provision[FoundTile], "out of the bag"]
    in_bag: Annotated[Provision[FoundTile], "in the bag"]


@dataclass(frozen=True, slots=True)
class Ending:
    overtime: Annotated[Overtime, "Overtime"]
    overtime_forfeit: Annotated[Provision[OvertimeForfeit | None], "Overtime forfeit"]
    tiles_left: Annotated[Provision[TilesLeft], "Tiles left when a player goes out"]
    six_zeros: Annotated[SixZeros, "Six zero turns"]
    found_tiles: Annotated[FoundTiles, "Tile found at the end"]
    round_stopped: Annotated[Provision[RoundStopped], "Director ends the round, or time up"]
    tie_half_wins: Annotated[Provision[int], "Tie"]
    recount: Annotated[Provision[Recount], "Recount"]
    recount_course: Annotated[Provision[RecountCourse], "How a recount goes"]


# ── results, forfeits and sanctions ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ForfeitsRated:
    lateness: Annotated[Provision[Rated], "for lateness"]
    overtime: Annotated[Provision[Rated], "for overtime"]
    resigned: Annotated[Provision[Rated], "resigned"]
    ejection: Annotated[Provision[Rated], "ejection"]
    awarded: Annotated[Provision[Rated], "awarded"]


@dataclass(frozen=True, slots=True)
class Bye:
    half_wins: Annotated[Provision[int], "counts as"]
    spread: Annotated[Provision[int], "spread"]
    rated: Annotated[Provision[bool], "rated"]


@dataclass(frozen=True, slots=True)
class Resigning:
    when: Annotated[Provision[ResignWhen], "when"]
    finish_later: Annotated[Provision[bool], "finishing later"]
    margin: Annotated[Provision[ResignMargin], "margin"]
    level_margin: Annotated[Provision[ResignMargin], "margin at level scores"]
    mirrored: Annotated[Provision[bool], "opponent's spread"]
    improper_by_director: Annotated[Provision[bool], "improper resignation"]


@dataclass(frozen=True, slots=True)
class Ejections:
    gravest: Annotated[Provision[Ejection], "cheating or abuse"]
    lesser: Annotated[Provision[Ejection], "other misconduct"]


@dataclass(frozen=True, slots=True)
class Reports:
    """What the director reports outside the event, and to whom."""

    rulings: Annotated[Provision[Reporting], "rulings"]
    gravest: Annotated[Provision[Reporting], "cheating or abuse"]
    lesser: Annotated[Provision[Reporting], "other misconduct"]
    incidents: Annotated[Provision[Reporting], "other incidents"]
    recounts: Annotated[Provision[Reporting], "recounts"]


@dataclass(frozen=True, slots=True)
class Results:
    signed_sheet: Annotated[Provision[SignedSheet], "Signed sheet"]
    hands_in: Annotated[Provision[HandsIn], "Signed sheet: handed in by"]
    forfeit_rated: Annotated[ForfeitsRated, "Forfeited game rated"]
    bye: Annotated[Bye, "Bye"]
    postponed: Annotated[Provision[PostponeBy], "Postponed game"]
    resigning: Annotated[Resigning, "Resigning or leaving"]
    ejection: Annotated[Ejections, "Ejection"]
    appeal: Annotated[Provision[Appeal], "Appeal"]
    incidents: Annotated[Provision[IncidentCatalogue], "Incidents"]
    offence_levels: Annotated[Provision[bool], "Offence levels"]
    penalty_forfeit: Annotated[Provision[str], "Game forfeited as a penalty"]
    reports: Annotated[Reports, "To be reported"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a book's text is from."""

    document: str
    edition: str = ""  # its version or date
    address: str = ""  # on the web, "" where there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """One preset. director_fills_gaps: who decides what the book leaves open."""

    key: str  # kept with the event
    name: str
    source: Source
    based_on: str = ""  # the key of the book it was derived from, "" where it stands alone
    sha256: str = ""  # of the file it was loaded from, "" for the suite's own
    director_fills_gaps: Annotated[Provision[bool], "What the book leaves open"]
    before: Annotated[BeforeGame, "Before the game"]
    starting: Annotated[Starting, "Starting and lateness"]
    during: Annotated[During, "During the game"]
    ending: Annotated[Ending, "Ending and scoring"]
    results: Annotated[Results, "Results, forfeits and sanctions"]

    @property
    def own_key(self) -> str:
        """The key of a file that an organiser starts from this book."""
        return f"{self.key}-ours"

    def goes_by(self, key: str) -> bool:
        """Whether an event that keeps `key` means this book."""
        return self.key == key

    @property
    def identity(self) -> dict[str, str]:
        """Which book it is, as an event keeps it and programs name it: its key, the key of its base and its file's SHA-256."""
        return {"rulebook": self.key, "based_on": self.based_on, "sha256": self.sha256}

    @property
    def facts(self) -> dict[str, Any]:
        """Which book it is and where it comes from, as the API shows it."""
        return {
            "key": self.key,
            "name": self.name,
            "source": asdict(self.source),
            "based_on": self.based_on,
            "sha256": self.sha256,
        }
