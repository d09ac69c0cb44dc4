"""What the Round board is made of: divisions' rounds with their tables, each with five states."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from django.utils.translation import gettext as _

from pairings.models import PairingRun
from pairings.services.free_seats import idle_byes, unseated
from results.attendance.services.timers import RoundTimes
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History
from .cells import Cell, Kind

LATE, JUDGE, BAD = "late", "judge", "bad"  # what colours a row
LEADERS = 6


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of a table.

    Attributes:
        record: wins and losses, this round's game included.
        away: why the player is not at the table, "" where they are, or nothing is known.
        asks: what the player asks for.
    """

    number: int
    name: str
    record: str = ""
    won: bool = False
    away: str = ""
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A table.

    Attributes:
        ident: of the row on the page.
        url: the table's page, which is also the drawer.
        seats: who starts comes first.
        cells: name of the column and its state, in order; none in a draft.
        reason: why these two meet, in a draft.
        at_own_table: one of them keeps this table.
        match_game: which game of the two in this round; 0 where they play one.
    """

    ident: str
    table: str
    url: str
    seats: tuple[Seat, ...]
    cells: tuple[tuple[str, Cell], ...] = ()
    reason: str = ""
    at_own_table: bool = False
    match_game: int = 0

    @property
    def kinds(self) -> frozenset[Kind]:
        return frozenset(kind for _name, cell in self.cells for kind in cell.kinds)

    @property
    def tone(self) -> str:
        """What colours the row: a dispute, then somebody late or away, then a challenge to judge."""
        cells = dict(self.cells)
        if not cells:
            return ""
        if Kind.DISPUTED in self.kinds:
            return BAD
        if cells["here"].tone == "bad" or cells["clock"].tone in ("bad", "warn"):
            return LATE
        return JUDGE if cells["challenge"].tone == "warn" else ""

    @property
    def digest(self) -> str:
        """Differs where the row would look otherwise: six hex digits."""
        cells = [(name, cell.mark, cell.word, cell.tone, cell.note) for name, cell in self.cells if cell.left is None]
        running = [(name, cell.tone) for name, cell in self.cells if cell.left is not None]
        facts = repr((self.table, self.seats, cells, running, self.reason, self.at_own_table, self.match_game)).encode()
        return blake2b(facts, digest_size=3).hexdigest()


@dataclass(frozen=True, slots=True)
class Aside:
    """A player who sits at no table of the round, and why.

    Attributes:
        url: of the player.
        place: expected, and nobody has placed them.
        press, opens: what can be done about it, and the address of the drawer for it; "" where nothing can.
    """

    entry: Entry
    why: str
    url: str
    place: bool = False
    press: str = ""
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A division's round.

    Attributes:
        number: the round that is shown.
        row: the round's row, None where nobody has paired it.
        run: the draft that is shown.
        stale: something changed since the draft was made.
        following: the first round that is not published; None when none is left.
        next_run: the draft of that round, shown or not.
        left: seconds until the round's clocks run out; None where nothing runs.
        times: what the book asks for beside them, of a published round.
    """

    division: Division
    history: History
    number: int
    row: Round | None
    run: PairingRun | None
    stale: bool
    rows: tuple[Row, ...]
    asides: tuple[Aside, ...]
    following: int | None
    next_run: PairingRun | None
    left: int | None = None
    times: RoundTimes | None = None

    @property
    def leaders(self) -> list[tuple[Standing, Entry]]:
        """The first of the table as it is now, for the board of a club evening."""
        lines = self.history.standings(self.history.last_round)[:LEADERS]
        return [(line, self.history.by_number[line.number]) for line in lines]

    @property
    def players(self) -> int:
        return sum(entry.plays_in(self.number) for entry in self.history.entries)

    @property
    def to_go(self) -> list[str]:
        """The tables without a result that counts."""
        return [row.table for row in self.rows if Kind.MISSING in row.kinds]

    @property
    def names_to_go(self) -> bool:
        """Whether the division's head names them."""
        return self.row is not None and self.row.status == Round.Status.PLAYING and 0 < len(self.to_go) < 10

    @property
    def is_unsettled(self) -> bool:
        """Whether somebody left a board behind, or sits nowhere in a round that has not begun, in whatever round."""
        return bool(
            [game for game in self.awaited if game.gone] or idle_byes(self.history) or any(unseated(self.history))
        )

    @property
    def results(self) -> int:
        return sum(Kind.MISSING not in row.kinds for row in self.rows) if self.is_published else 0

    @property
    def is_published(self) -> bool:
        return self.row is not None and self.row.is_published

    @property
    def paired_from(self) -> list[int]:
        """The published rounds whose pairings looked at this one's results."""
        return [
            row.number for row in self.history.rounds if row.is_published and (row.paired_after or 0) >= self.number
        ]

    @property
    def awaited(self) -> list[Game]:
        """Games of published rounds without a result."""
        return [game for game in self.history.games if game.outcome == Game.Outcome.AWAITED and game.second_id]

    @property
    def earlier(self) -> dict[int, list[str]]:
        """Tables of earlier rounds that still await a result, by round."""
        tables: dict[int, list[str]] = {}
        for game in self.awaited:
            if game.round.number < self.number:
                tables.setdefault(game.round.number, []).append(game.table)
        return tables


@dataclass(frozen=True, slots=True)
class Board:
    """The rounds of an event's divisions.  versions: of the live topics, read before the rows."""

    tournament: Tournament
    sections: tuple[Section, ...]
    versions: Mapping[str, int]

    @property
    def rows(self) -> list[Row]:
        return [row for section in self.sections for row in section.rows]

    @property
    def chips(self) -> list[tuple[str, str, int]]:
        """What each chip shows, its label, and how many rows the cells count for it."""
        kinds = [row.kinds for row in self.rows]
        return [(kind.value, kind.label, sum(kind in each for each in kinds)) for kind in Kind]

    @property
    def asides(self) -> list[tuple[Section, Aside]]:
        return [(section, aside) for section in self.sections for aside in section.asides]

    @property
    def heading(self) -> str:
        if not self.sections:
            return _("Round")
        numbers = ", ".join(map(str, self.numbers))
        return _("Round %s") % numbers if len(self.numbers) == 1 else _("Rounds %s") % numbers

    @property
    def results(self) -> int:
        return sum(section.results for section in self.sections)

    @property
    def games(self) -> int:
        return sum(len(section.rows) for section in self.sections if section.is_published)

    @property
    def shape(self) -> str:
        """Differs where other rounds, or other tables, stand on the page."""
        facts = [
            (section.division.pk, section.number, section.is_published, section.run and section.run.pk, section.stale)
            for section in self.sections
        ]
        return blake2b(repr((facts, [row.ident for row in self.rows])).encode(), digest_size=3).hexdigest()

    @property
    def numbers(self) -> list[int]:
        return sorted({section.number for section in self.sections})


def round_shown(played: History) -> int:
    """The round that a division plays, or waits for: what the board shows unless another is asked for.

    The latest that is being played and awaits a result; else the first published; else the first that is not, where it
    is drafted or nothing was played before; else the last.
    """
    open_rounds = {game.round.number for game in played.games if game.outcome == Game.Outcome.AWAITED}
    begun = [row.number for row in played.rounds if row.status == Round.Status.PLAYING and row.number in open_rounds]
    published = [row.number for row in played.rounds if row.status == Round.Status.PUBLISHED]
    if begun or published:
        return max(begun) if begun else min(published)
    return max((row.number for row in played.rounds if row.is_published), default=0)
