"""What result files hold, read or to be written: plain frozen rows, and problems that say what to do.

Numbers are the file's own player numbers inside one division (from 1); rounds count from 1; lines count from 1 as a
text editor shows them. What each reader accepts: docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from tdsuite.formats.event_json.document import DocumentDivision, DocumentLine, EventDocument

HIGHEST_RATING = 9_999  # no body has one; what is higher is a slip, a day or a member number
HIGHEST_SUM = 3 * HIGHEST_RATING  # of a pair or a team of three


class FileFormat(StrEnum):
    """What a file looks like (see `tdsuite.formats.reading.detect`)."""

    TSH = "tsh"
    TOU = "tou"
    CSV = "csv"
    TSH_CONFIG = "tsh-config"
    ABSP_CSV = "absp-csv"
    GAMES_TABLE = "games-table"
    TOURNEY_JS = "tourney-js"
    EVENT_JSON = "event-json"
    UNREADABLE = "unreadable"


class Stops(StrEnum):
    """What a problem stands in the way of."""

    EVERYTHING = "everything"  # the file cannot be used until it is put right
    GAMES = "games"  # the players can be used, the history of games cannot
    NOTHING = "nothing"  # a note: repaired, or worth a look


class Outcome(StrEnum):
    """How a game ended, as `Game.Outcome` has it. AWAITED: paired, no result yet. Only the suite's own JSON has all."""

    AWAITED = ""
    PLAYED = "played"
    BYE = "bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    POSTPONED = "postponed"
    VOID = "void"
    STOPPED = "stopped"
    TIME_UP = "time_up"
    LATENESS = "lateness_forfeit"
    NO_SHOW = "no_show"
    OVERTIME = "overtime_forfeit"
    RESIGNED = "resigned"
    IMPROPER = "resigned_improperly"
    LEFT = "left_early"
    AWARDED = "awarded"
    PENALTY = "penalty_forfeit"
    PENALTY_UNPLAYED = "penalty_unplayed"
    ADJOURNED = "adjourned"


class StartsBy(StrEnum):
    """How it is known who starts. `first` is not the starter when DRAW, COMPARE or NONE. Only the suite's own files know all."""

    ASSIGNED = "assigned"
    BALANCE = "balance"  # assigned, because the balance of starts said so
    DRAWN = "drawn"  # the two drew tiles for it
    DRAW = "draw"  # the two are to draw tiles for it
    COMPARE = "compare"  # the two are to compare their records
    NONE = "none"  # not recorded


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing about the file.

    Attributes:
        line: None when it concerns the whole file.
        remedy: what the director can do.
        warns: it stops nothing, but something that was probably meant is not read; shown first.
    """

    line: int | None
    field: str
    message: str
    remedy: str = ""
    stops: Stops = Stops.EVERYTHING
    warns: bool = False

    @property
    def fatal(self) -> bool:
        """True when nothing of the file may be applied."""
        return self.stops is Stops.EVERYTHING

    @property
    def _titled(self) -> str:
        """The field as the first word of a sentence."""
        return self.field[:1].upper() + self.field[1:]

    @property
    def text(self) -> str:
        """One sentence for a page or a terminal: "Line 4, rating: ... Give a whole number."."""
        where = f"Line {self.line}, {self.field}" if self.line is not None else self._titled
        return f"{where}: {self.message}" + (f" {self.remedy}" if self.remedy else "")


class Problems(list[Problem]):
    """What a reader or a writer has to say, in the order in which it was seen."""

    def add(
        self, line: int | None, field: str, message: str, remedy: str = "", stops: Stops = Stops.EVERYTHING
    ) -> None:
        """One more problem."""
        self.append(Problem(line, field, message, remedy, stops))

    def note(self, line: int | None, field: str, message: str, remedy: str = "") -> None:
        """One more that stops nothing."""
        self.add(line, field, message, remedy, Stops.NOTHING)


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One player as a file gives them, or is to give them; None = the file says nothing about it.

    Attributes:
        name: as people say it, "Ada Winterbourne".
        filing_name: "Winterbourne, Ada".
        number: as in the file, None where the file has none.
        rating: 0 = unrated.
        off: the tsh score a withdrawn player gets for each missed round.
        membership_ends: the last day of the membership that a roster gives.
        extras: tsh's own keys as they stood in the file, in order (`tdsuite.formats.tsh.keys`).
        line: where the row stands in the file; 0 in a file to be written.
    """

    name: str
    filing_name: str
    number: int | None = None
    rating: int | None = None
    lifetime_games: int | None = None
    deviation: float | None = None
    last_played: date | None = None
    class_name: str = ""
    team: str = ""
    club: str = ""
    country: str = ""
    title: str = ""
    national_id: str = ""
    naspa_id: str = ""
    wespa_id: str = ""
    absp_id: str = ""
    off: int | None = None
    withdrawn_from: int | None = None
    absences: tuple[int, ...] = ()
    seed: int | None = None
    at_bottom: bool = False
    membership_ends: date | None = None
    extras: tuple[tuple[str, str], ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class FileGame:
    """One game or bye of a file.

    Half wins (0, 1, 2) and spreads are given only where the kind of outcome sets them; None = they follow from the
    scores, or, for a bye, from the event's own rule. Scores and spreads of a game that has `lines` are without them.

    Attributes:
        board: None only without an opponent, or before `with_boards`.
        second: None when there was no opponent.
        rated_in_file: None = the file says nothing about it.
        table: what stands on it, where it is more than the board's number.
        lines, match_game, reason, table_reason, decided_at, entered_by, entered_road: only the suite's own document has them.
        line: where the game stands in the file; 0 in a file to be written.
    """

    round: int
    board: int | None
    first: int
    second: int | None = None
    first_score: int | None = None
    second_score: int | None = None
    starts_by: StartsBy = StartsBy.NONE
    outcome: Outcome = Outcome.AWAITED
    first_halves: int | None = None
    second_halves: int | None = None
    first_spread: int | None = None
    second_spread: int | None = None
    rated_in_file: bool | None = None
    match_game: int = 1
    table: str = ""
    reason: str = ""
    table_reason: str = ""
    lines: tuple[DocumentLine, ...] = ()
    decided_at: datetime | None = None
    entered_by: str = ""
    entered_road: str = ""
    line: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of its one or two players."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def rated(self) -> bool:
        """Only games that were played are rated (NSA III.G; WESPA 2.3.6(b)), unless the file says otherwise."""
        if self.rated_in_file is not None:
            return self.rated_in_file
        return self.outcome in (Outcome.PLAYED, Outcome.STOPPED, Outcome.TIME_UP)


@dataclass(frozen=True, slots=True)
class FileAdjustment:
    """Spread points added to one player in one round (tsh `penalty`: negative points)."""

    number: int
    round: int
    points: int
    reason: str = ""
    rule: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FileDivision:
    """One division of a file.

    Attributes:
        rounds: the last round anybody is paired in.
        left_out: numbers without a rank (no-shows).
        code: its short name; only the suite's own document has one.
        settings: fields of the division, and `rating_system`, as the file's configuration has them.
        document: everything else that the suite's own document says of it.
    """

    name: str
    players: tuple[RosterRow, ...]
    games: tuple[FileGame, ...] = ()
    adjustments: tuple[FileAdjustment, ...] = ()
    rounds: int = 0
    left_out: frozenset[int] = frozenset()
    code: str = ""
    document: DocumentDivision | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def storable(self) -> FileDivision:
        """The same with players unrated whose rating is higher than any."""
        players = tuple(replace(row, rating=0) if (row.rating or 0) > HIGHEST_SUM else row for row in self.players)
        return replace(self, players=players)

    @property
    def complete_rounds(self) -> int:
        """The last round up to which every game has an outcome."""
        awaited = [game.round for game in self.games if game.outcome is Outcome.AWAITED]
        return min(awaited) - 1 if awaited else self.rounds


class WithProblems:
    """What was read, and what is wrong with it."""

    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Problems that stop something."""
        return tuple(problem for problem in self.problems if problem.stops is not Stops.NOTHING)

    @property
    def notes(self) -> tuple[Problem, ...]:
        """Repairs made and things worth a look."""
        return tuple(problem for problem in self.problems if problem.stops is Stops.NOTHING)


@dataclass(frozen=True, slots=True)
class ImportedFile(WithProblems):
    """What one file holds. Divisions are given even where a problem is fatal, for the preview; ask `usable` first.

    Attributes:
        settings: fields of the event, and `bye_spread`.
    """

    format: FileFormat
    divisions: tuple[FileDivision, ...] = ()
    problems: tuple[Problem, ...] = ()
    event_name: str = ""
    event_date: date | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    document: EventDocument | None = None

    @property
    def usable(self) -> bool:
        """True when the players may be applied."""
        return bool(self.divisions) and not any(problem.fatal for problem in self.problems)

    @property
    def games_usable(self) -> bool:
        """True when the history of games may be applied too."""
        return self.usable and all(problem.stops is Stops.NOTHING for problem in self.problems)


def note(line: int | None, field: str, message: str, remedy: str = "") -> Problem:
    """A problem that stops nothing."""
    return Problem(line, field, message, remedy, Stops.NOTHING)
