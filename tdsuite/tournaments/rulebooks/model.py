"""A rulebook as data: every provision with its value, its rule number, and whose choice it is.

Frozen throughout.  A rulebook is five sections; a section is rows, one for each subject a director acts on; a row
is one provision, or a small dataclass of them.  A field's metadata holds the title a page shows for it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, TypeVar

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.outcomes import (
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
from tdsuite.tournaments.rulebooks.penalties import PenaltyScheme
from tdsuite.tournaments.rulebooks.terms import (
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


def _title(text: str) -> Mapping[str, str]:
    return {"title": text}


# ── before the game ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTime:
    seconds: Provision[int] = field(metadata=_title("each player"))
    move_limit: Provision[MoveLimit] = field(metadata=_title("limit per move"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputedEquipment:
    game_set: Provision[str] = field(metadata=_title("who decides"))
    timers: Provision[TimerOrder] = field(metadata=_title("which timer"))
    timer_place: Provision[Seat] = field(metadata=_title("who places the timer"))
    like_tiles: Provision[tuple[str, ...]] = field(metadata=_title("like tiles next door"))


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeGame:
    word_source: Provision[WordSourceRule] = field(metadata=_title("Word source"))
    game_time: GameTime = field(metadata=_title("Game time"))
    no_clocks: Provision[NoClockRule] = field(metadata=_title("No clocks"))
    disputed_equipment: DisputedEquipment = field(metadata=_title("Disputed equipment"))
    time_given: Provision[tuple[TimeRule, ...]] = field(metadata=_title("Time given or taken"))
    special_needs: Provision[SpecialNeeds] = field(metadata=_title("Special needs"))


# ── starting and lateness ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoStarts:
    system: Provision[StartSystem] = field(metadata=_title("system"))
    balance: Provision[tuple[StartTest, ...]] = field(metadata=_title("self-balancing tests"))
    startless: Provision[tuple[str, ...]] = field(metadata=_title("neither start nor reply"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TileDraw:
    rank: Provision[str] = field(metadata=_title("who wins"))
    on_tie: Provision[DrawTie] = field(metadata=_title("on a tie"))
    tiles_back: Provision[str] = field(metadata=_title("tiles returned"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    clock: Provision[LateClock] = field(metadata=_title("the clock"))
    no_official_start: Provision[NoOfficialStart] = field(metadata=_title("no official start"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    charge: Provision[BothAbsent] = field(metadata=_title("time charged"))
    neither_margin: Provision[int] = field(metadata=_title("neither ever arrives"))
    neither_rated: Provision[bool] = field(metadata=_title("neither ever arrives: rated"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LatenessForfeit:
    margin: Provision[int] = field(metadata=_title("margin"))
    elected_margin: Provision[int] = field(metadata=_title("margin where elected"))
    may_raise: Provision[bool] = field(metadata=_title("director may raise it"))
    deliberate_level: Provision[int | None] = field(metadata=_title("deliberate lateness"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Starting:
    who_starts: WhoStarts = field(metadata=_title("Who starts"))
    tile_draw: TileDraw = field(metadata=_title("Tile draw"))
    late: Late = field(metadata=_title("Late"))
    both_absent: Absent = field(metadata=_title("Both absent"))
    may_elect: Provision[ElectForfeit] = field(metadata=_title("Late: may elect to forfeit"))
    must_forfeit: Provision[MustForfeit] = field(metadata=_title("Late: must forfeit"))
    lateness_forfeit: LatenessForfeit = field(metadata=_title("Lateness forfeit"))
    round_break: Provision[RoundBreak] = field(metadata=_title("Break between rounds"))


# ── during the game ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengePenalty:
    scheme: Provision[PenaltyScheme] = field(metadata=_title("scheme"))
    due: Provision[str] = field(metadata=_title("due"))
    free: Provision[tuple[FreeChallenge, ...]] = field(metadata=_title("free of penalty"))
    charged: Provision[str] = field(metadata=_title("whose points"))
    counted_over: Provision[CountSpan] = field(metadata=_title("rising penalties count"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeSlips:
    fixed_by_runner: Provision[str] = field(metadata=_title("words fixed: taken by a runner, judged at the table"))
    fixed_self_run: Provision[str] = field(metadata=_title("words fixed: taken by the challenger"))
    fixed_at_station: Provision[str] = field(metadata=_title("words fixed: at a computer"))
    put_right: Provision[bool] = field(metadata=_title("put right by both players"))
    reissue: Provision[str] = field(metadata=_title("reissued"))
    one_go: Provision[str] = field(metadata=_title("a second challenge to the same play"))
    compelled: Provision[str] = field(metadata=_title("must challenge"))
    concession: Provision[str] = field(metadata=_title("concession"))
    verdict: Provision[str] = field(metadata=_title("verdict"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinions:
    second: Provision[SecondOpinion] = field(metadata=_title("right"))
    self_lookup: Provision[SelfLookup] = field(metadata=_title("after a self-look-up"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdrawing:
    remedy: Provision[Overdraw] = field(metadata=_title("remedy"))
    too_many_shown: Provision[str] = field(metadata=_title("too many shown"))
    loose_tiles: Provision[str] = field(metadata=_title("loose or spilled tiles"))
    put_back: Provision[str] = field(metadata=_title("put back improperly"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedWithEight:
    remedy: Provision[EightTiles] = field(metadata=_title("remedy"))
    conduct: Provision[EightConduct] = field(metadata=_title("conduct"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanges:
    least_in_bag: Provision[int] = field(metadata=_title("tiles needed in the bag"))
    remedy: Provision[IllegalExchange] = field(metadata=_title("remedy"))
    unnumbered: Provision[UnnumberedExchange] = field(metadata=_title("no number said, no tile down"))


@dataclass(frozen=True, slots=True, kw_only=True)
class During:
    challenge: ChallengePenalty = field(metadata=_title("Challenge penalty"))
    slips: ChallengeSlips = field(metadata=_title("Challenge slip"))
    opinions: Opinions = field(metadata=_title("Second opinion"))
    misadjudication: Provision[Misadjudication] = field(metadata=_title("Misadjudication found later"))
    overdraw: Overdrawing = field(metadata=_title("Overdraw"))
    eight_tiles: PlayedWithEight = field(metadata=_title("Play made with eight or more tiles"))
    out_of_order: Provision[OutOfOrder] = field(metadata=_title("Drawing out of order"))
    late_underdraw: Provision[Underdraw] = field(metadata=_title("Late underdraw"))
    exchange: Exchanges = field(metadata=_title("Illegal exchange"))
    objections: Provision[tuple[Counter, ...]] = field(metadata=_title("Faults that are counted"))


# ── ending and scoring ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtime:
    points: Provision[int] = field(metadata=_title("points"))
    per_seconds: Provision[int] = field(metadata=_title("charged by"))
    part_counts: Provision[bool] = field(metadata=_title("part of it"))
    after_time: Provision[AfterTime] = field(metadata=_title("when time is up"))
    after_end: Provision[AfterEnd] = field(metadata=_title("time run after the end"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SixZeros:
    ends: Provision[ZeroTurns] = field(metadata=_title("what ends the game"))
    racks: Provision[RackRule] = field(metadata=_title("tiles left"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTiles:
    out_of_bag: Provision[FoundTile] = field(metadata=_title("out of the bag"))
    in_bag: Provision[FoundTile] = field(metadata=_title("in the bag"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    overtime: Overtime = field(metadata=_title("Overtime"))
    overtime_forfeit: Provision[OvertimeForfeit | None] = field(metadata=_title("Overtime forfeit"))
    tiles_left: Provision[TilesLeft] = field(metadata=_title("Tiles left when a player goes out"))
    six_zeros: SixZeros = field(metadata=_title("Six zero turns"))
    found_tiles: FoundTiles = field(metadata=_title("Tile found at the end"))
    round_stopped: Provision[RoundStopped] = field(metadata=_title("Director ends the round, or time up"))
    tie_half_wins: Provision[int] = field(metadata=_title("Tie"))
    recount: Provision[Recount] = field(metadata=_title("Recount"))
    recount_course: Provision[RecountCourse] = field(metadata=_title("How a recount goes"))


# ── results, forfeits and sanctions ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitsRated:
    lateness: Provision[Rated] = field(metadata=_title("for lateness"))
    overtime: Provision[Rated] = field(metadata=_title("for overtime"))
    resigned: Provision[Rated] = field(metadata=_title("resigned"))
    ejection: Provision[Rated] = field(metadata=_title("ejection"))
    awarded: Provision[Rated] = field(metadata=_title("awarded"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    half_wins: Provision[int] = field(metadata=_title("counts as"))
    spread: Provision[int] = field(metadata=_title("spread"))
    rated: Provision[bool] = field(metadata=_title("rated"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigning:
    when: Provision[ResignWhen] = field(metadata=_title("when"))
    finish_later: Provision[bool] = field(metadata=_title("finishing later"))
    margin: Provision[ResignMargin] = field(metadata=_title("margin"))
    level_margin: Provision[ResignMargin] = field(metadata=_title("margin at level scores"))
    mirrored: Provision[bool] = field(metadata=_title("opponent's spread"))
    improper_by_director: Provision[bool] = field(metadata=_title("improper resignation"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ejections:
    gravest: Provision[Ejection] = field(metadata=_title("cheating or abuse"))
    lesser: Provision[Ejection] = field(metadata=_title("other misconduct"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """What the director reports outside the event, and to whom."""

    rulings: Provision[Reporting] = field(metadata=_title("rulings"))
    gravest: Provision[Reporting] = field(metadata=_title("cheating or abuse"))
    lesser: Provision[Reporting] = field(metadata=_title("other misconduct"))
    incidents: Provision[Reporting] = field(metadata=_title("other incidents"))
    recounts: Provision[Reporting] = field(metadata=_title("recounts"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    signed_sheet: Provision[SignedSheet] = field(metadata=_title("Signed sheet"))
    hands_in: Provision[HandsIn] = field(metadata=_title("Signed sheet: handed in by"))
    forfeit_rated: ForfeitsRated = field(metadata=_title("Forfeited game rated"))
    bye: Bye = field(metadata=_title("Bye"))
    postponed: Provision[PostponeBy] = field(metadata=_title("Postponed game"))
    resigning: Resigning = field(metadata=_title("Resigning or leaving"))
    ejection: Ejections = field(metadata=_title("Ejection"))
    appeal: Provision[Appeal] = field(metadata=_title("Appeal"))
    incidents: Provision[IncidentCatalogue] = field(metadata=_title("Incidents"))
    offence_levels: Provision[bool] = field(metadata=_title("Offence levels"))
    penalty_forfeit: Provision[str] = field(metadata=_title("Game forfeited as a penalty"))
    reports: Reports = field(metadata=_title("To be reported"))


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
    director_fills_gaps: Provision[bool] = field(metadata=_title("What the book leaves open"))
    before: BeforeGame = field(metadata=_title("Before the game"))
    starting: Starting = field(metadata=_title("Starting and lateness"))
    during: During = field(metadata=_title("During the game"))
    ending: Ending = field(metadata=_title("Ending and scoring"))
    results: Results = field(metadata=_title("Results, forfeits and sanctions"))

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
