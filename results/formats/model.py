"""What every reader of roster and result files returns: plain frozen rows, and problems that say what to do.

Nothing here touches a database. Numbers are the file's own player numbers inside one division (from 1); rounds count
from 1; lines count from 1 as a text editor shows them. What each reader accepts: docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any


class FileFormat(StrEnum):
    """What a file looks like (see `results.formats.reading.detect`)."""

    TSH = "tsh"
    TOU = "tou"
    CSV = "csv"
    TSH_CONFIG = "tsh-config"
    ABSP_CSV = "absp-csv"
    TOURNEY_JS = "tourney-js"
    EVENT_JSON = "event-json"
    OWN_TABLE = "own-table"  # the suite's table of players or of games
    WORKBOOK = "xlsx"
    UNREADABLE = "unreadable"


class Stops(StrEnum):
    """What a problem stands in the way of."""

    EVERYTHING = "everything"  # the file cannot be used until it is put right
    GAMES = "games"  # the players can be used, the history of games cannot
    NOTHING = "nothing"  # a note: repaired, or worth a look


class Outcome(StrEnum):
    """How a game ended; the kernel's own words. AWAITED: paired, no result yet. Only the suite's own JSON knows all."""

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
    """One thing about the file. line: None when it concerns the whole file. remedy: what the director can do."""

    line: int | None
    field: str
    message: str
    remedy: str = ""
    stops: Stops = Stops.EVERYTHING

    @property
    def fatal(self) -> bool:
        """True when nothing of the file may be applied."""
        return self.stops is Stops.EVERYTHING

    @property
    def text(self) -> str:
        """One sentence for a page or a terminal: "Line 4, rating: ... Give a whole number."."""
        where = f"Line {self.line}, {self.field}" if self.line is not None else self.field.capitalize()
        return f"{where}: {self.message}" + (f" {self.remedy}" if self.remedy else "")


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One player as the file gives them; None = the file says nothing about it.

    name: "Ada Winterbourne". filing_name: "Winterbourne, Ada". number: as in the file, None where the file has none.
    rating: 0 = unrated. off: the tsh score a withdrawn player gets for each missed round. extras: every key or column
    as it stood in the file, in order, so that nothing is lost on the way out again.
    """

    line: int
    name: str
    filing_name: str
    number: int | None = None
    rating: int | None = None
    lifetime_games: int | None = None
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
    extras: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedGameSide:
    """One player's view of one round, before both sides are compared.

    opponent: 0 = none. score: None = not entered. started: True first, False second, None not said. draws: the file
    says the starter is still to be drawn. flag: the half wins that the file itself claims, None where it claims none.
    """

    line: int
    number: int
    round: int
    opponent: int
    score: int | None
    started: bool | None = None
    draws: bool = False
    board: int | None = None
    flag: int | None = None


@dataclass(frozen=True, slots=True)
class ImportedLine:
    """Points, seconds or a lost turn of one side of a game: a penalty, an overtime. side: first or second.

    source: what wrote it, as the kernel's rows say. at: None = not said.
    """

    side: str
    kind: str
    points: int = 0
    seconds: int = 0
    lost_turn: bool = False
    rule: str = ""
    source: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """One game or bye. second: None when there was no opponent. board: None only then.

    Half wins (0, 1, 2) and spreads are given only where the kind of outcome sets them; None = they follow from the
    scores, or, for a bye, from the event's own rule. Scores and spreads of a game that has `lines` are without them.
    decided_at: None = not said.
    """

    line: int
    round: int
    board: int | None
    first: int
    second: int | None
    first_score: int | None = None
    second_score: int | None = None
    starts_by: StartsBy = StartsBy.NONE
    outcome: Outcome = Outcome.AWAITED
    first_halves: int | None = None
    second_halves: int | None = None
    first_spread: int | None = None
    second_spread: int | None = None
    said_rated: bool | None = None  # what the file says; None = it says nothing
    match_game: int = 1
    table: str = ""  # what stands on it, where it is more than the board's number
    reason: str = ""
    table_reason: str = ""
    lines: tuple[ImportedLine, ...] = ()
    decided_at: datetime | None = None

    @property
    def rated(self) -> bool:
        """Only games that were played are rated (NSA III.G; WESPA 2.3.6(b)), unless the file says otherwise."""
        if self.said_rated is not None:
            return self.said_rated
        return self.outcome in (Outcome.PLAYED, Outcome.STOPPED, Outcome.TIME_UP)


@dataclass(frozen=True, slots=True)
class ImportedAdjustment:
    """Spread points added to one player in one round (tsh `penalty`: negative points)."""

    line: int
    number: int
    round: int
    points: int
    reason: str = ""
    rule: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedRound:
    """A round as the suite's own document tells of it.  status: draft, published, playing or closed."""

    number: int
    status: str
    scheduled_at: datetime | None = None
    started_at: datetime | None = None
    closed_at: datetime | None = None
    paired_after: int | None = None


@dataclass(frozen=True, slots=True)
class ImportedDivision:
    """One division. rounds: the last round anybody is paired in. left_out: numbers without a rank (no-shows).

    code, said, more: only the suite's own document has them (static/schemas/event-1.json). said: its rounds; None = the
    file tells of games alone.
    """

    name: str
    players: tuple[RosterRow, ...]
    games: tuple[ImportedGame, ...] = ()
    adjustments: tuple[ImportedAdjustment, ...] = ()
    rounds: int = 0
    left_out: frozenset[int] = frozenset()
    planned: int = 0
    spread_caps: tuple[int, ...] = ()
    code: str = ""
    said: tuple[ImportedRound, ...] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def complete_rounds(self) -> int:
        """The last round up to which every game has an outcome."""
        awaited = [game.round for game in self.games if game.outcome is Outcome.AWAITED]
        return min(awaited) - 1 if awaited else self.rounds

    def games_in(self, round_number: int) -> tuple[ImportedGame, ...]:
        """The games of one round by board, then the byes by player number."""
        return tuple(game for game in self.games if game.round == round_number)


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """What one file holds. Divisions are given even where a problem is fatal, for the preview; ask `usable` first."""

    format: FileFormat
    divisions: tuple[ImportedDivision, ...] = ()
    problems: tuple[Problem, ...] = ()
    event_name: str = ""
    event_date: date | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def usable(self) -> bool:
        """True when the players may be applied."""
        return bool(self.divisions) and not any(problem.fatal for problem in self.problems)

    @property
    def games_usable(self) -> bool:
        """True when the history of games may be applied too."""
        return self.usable and all(problem.stops is Stops.NOTHING for problem in self.problems)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Problems that stop something."""
        return tuple(problem for problem in self.problems if problem.stops is not Stops.NOTHING)

    @property
    def notes(self) -> tuple[Problem, ...]:
        """Repairs made and things worth a look."""
        return tuple(problem for problem in self.problems if problem.stops is Stops.NOTHING)


def note(line: int | None, field: str, message: str, remedy: str = "") -> Problem:
    """A problem that stops nothing."""
    return Problem(line, field, message, remedy, Stops.NOTHING)
