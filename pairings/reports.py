"""Printed pairings: by table, by name, and a draft for the director's own eyes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdsuite.printing.registry import Options, Sheet, report
from tdsuite.tournaments.engine.names import filing_key
from tdsuite.tournaments.engine.standings import Standing, signed
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused

from .models import DraftBoard, PairingRun
from .services.seating import seat_run

STARTS, REPLIES, NOBODY = "starts", "replies", ""
LONG_NAME = 26  # letters: a longer name is set smaller
LONG_TABLE = 4
ONE_PAGE_NAMES = 40  # so many names fit a page in two equal columns; a longer list fills column after column
TYPE_SIZES = ((12, "wall-huge"), (16, "wall-large"))  # so many boards still fill one page in that size


class NotPublished(Refused):
    """Only published pairings are printed."""


class NoDraft(Refused):
    """There is no draft of this round to print."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as a list shows one.  record: "3-1" with an en dash, spread: "+212"; both "" before the first result."""

    number: int
    name: str
    filing_name: str
    record: str
    spread: str

    @property
    def long(self) -> bool:
        return max(len(self.name), len(self.filing_name)) > LONG_NAME


@dataclass(frozen=True, slots=True)
class Board:
    """One line by table.  table: "" for a bye. first starts unless `starts_by` is draw. note: what is special about it.

    match_game: 0 where the round has one game a board.
    """

    table: str
    match_game: int
    first: Seat
    second: Seat | None
    starts_by: str
    note: str

    @property
    def roles(self) -> tuple[str, str]:
        """What the first and the second player do: starts and replies, or draw tiles for it."""
        if self.second is None or self.starts_by == Game.StartsBy.NONE:
            return NOBODY, NOBODY
        if self.starts_by in Game.NOBODY_YET:
            return str(self.starts_by), str(self.starts_by)
        return STARTS, REPLIES


@dataclass(frozen=True, slots=True)
class Place:
    """One line by name: where a player sits, against whom, and who starts."""

    seat: Seat
    table: str
    match_game: int
    opponent: Seat | None
    role: str
    note: str


def seats(past: History, before: int) -> dict[int, Seat]:
    """Every entry by number, with the record it brings to round `before`."""
    standings = {row.number: row for row in past.standings(before - 1)}
    return {entry.number: _seat(entry, standings.get(entry.number)) for entry in past.entries}


def _seat(entry: Entry, row: Standing | None) -> Seat:
    played = row is not None and row.games > 0
    return Seat(
        number=entry.number,
        name=entry.player.name,
        filing_name=entry.player.filing_name or entry.player.name,
        record=row.record.replace("-", "–") if played and row else "",
        spread=signed(row.spread) if played and row else "",
    )


def published_boards(row: Round, past: History) -> list[Board]:
    """The games of a published round in the order of the tables, byes last.  Raises NotPublished."""
    games = [game for game in past.games if game.round_id == row.pk]
    if not row.is_published or not games:
        raise NotPublished(
            _("Round %(round)s of %(division)s is not published: there are no pairings to print.")
            % {"round": row.number, "division": past.division}
        )
    seat = seats(past, row.number)
    match = any(game.match_game > 1 for game in games)
    boards = [
        Board(
            table=game.table,
            match_game=game.match_game if match else 0,
            first=seat[past.by_id[game.first_id].number],
            second=seat[past.by_id[game.second_id].number] if game.second_id else None,
            starts_by=game.starts_by,
            note=_note(game),
        )
        for game in sorted(games, key=lambda game: game.board_order)
    ]
    return boards


def _note(game: Game) -> str:
    """What a bye or a game that is not simply played is called."""
    return "" if game.outcome in (Game.Outcome.AWAITED, Game.Outcome.PLAYED) else str(game.get_outcome_display())


def draft_boards(past: History, run: PairingRun, number: int) -> list[Board]:
    """The boards of one round of a draft, as `published_boards`. A player who left the roster since shows by number."""
    known, seating = seats(past, number), seat_run(run, past)

    def seat(entry: int) -> Seat:
        return known.get(entry) or Seat(entry, _("left the roster"), _("left the roster"), "", "")

    def as_board(draft: DraftBoard) -> Board:
        bye = draft.second is None
        return Board(
            table=seating.table_of(draft),
            match_game=0,
            first=seat(draft.first),
            second=None if draft.second is None else seat(draft.second),
            starts_by=draft.starts_by,
            note=_("bye") if bye else "",
        )

    return [as_board(draft) for draft in seating.in_order(run.draft_boards(number))]


def places(boards: Iterable[Board]) -> list[Place]:
    """Every seat of the boards."""
    found = []
    for board in boards:
        first_role, second_role = board.roles
        found.append(Place(board.first, board.table, board.match_game, board.second, first_role, board.note))
        if board.second is not None:
            found.append(Place(board.second, board.table, board.match_game, board.first, second_role, board.note))
    return found


def listed(found: Iterable[Place]) -> list[Place]:
    """Places in the order of an alphabetical list."""
    return sorted(found, key=lambda place: (filing_key(place.seat.filing_name), place.seat.number, place.match_game))


def unseated(past: History, row: Round) -> list[Place]:
    """Players expected in the round who are on no board of it: they are sent to the director, not left out."""
    seated = {pk for game in past.games if game.round_id == row.pk for pk in (game.first_id, game.second_id)}
    seat = seats(past, row.number)
    waiting = [entry for entry in past.entries if entry.plays_in(row.number) and entry.pk not in seated]
    return [Place(seat[entry.number], "", 0, None, NOBODY, _("not paired yet: see the director")) for entry in waiting]


def _sheet(division: Division, number: int, context: Mapping[str, Any], *, draft: bool = False) -> Sheet:
    tournament = division.tournament
    return Sheet(
        tournament=tournament,
        event=tournament.name,
        division=" · ".join([division.name, _("DRAFT")] if draft else [division.name]),
        round=number,
        slug=f"{tournament.slug}-{division.code}",
        time_zone=tournament.time_zone,
        title=_("Draft pairings") if draft else "",
        context=context,
    )


def _by_table(boards: list[Board], number: int, *, draft: bool = False) -> dict[str, Any]:
    size = next((name for most, name in TYPE_SIZES if sum(map(_height, boards)) <= most), "wall")
    return {"boards": boards, "size": size, "after": number - 1, "draft": draft, "wide_tables": _wide(boards)}


def _height(board: Board) -> float:
    """How high a line is beside one of usual names: each further line of a long name adds half as much."""
    names = [seat.name for seat in (board.first, board.second) if seat is not None]
    return 1 + (ceil(max(map(len, names)) / LONG_NAME) - 1) / 2


def _wide(boards: Iterable[Board]) -> bool:
    """Whether a table has a name of its own, which needs more room than a number."""
    return any(len(board.table) > LONG_TABLE for board in boards)


@report(
    "pairings-by-table",
    label=gettext_lazy("Pairings by table"),
    scope="round",
    template="print/pairings_by_table.html",
)
def pairings_by_table(row: Round, options: Options) -> Sheet:
    """For the wall: one line a table, the largest type that fits.  Raises NotPublished."""
    past = history(row.division)
    return _sheet(row.division, row.number, _by_table(published_boards(row, past), row.number))


@report(
    "pairings-by-name", label=gettext_lazy("Pairings by name"), scope="round", template="print/pairings_by_name.html"
)
def pairings_by_name(row: Round, options: Options) -> Sheet:
    """For the wall: every player by filing name in two columns.  Raises NotPublished."""
    past = history(row.division)
    boards = published_boards(row, past)
    found = listed(places(boards) + unseated(past, row))
    context = {"places": found, "wide_tables": _wide(boards), "balanced": len(found) <= ONE_PAGE_NAMES}
    return _sheet(row.division, row.number, context)


@report(
    "pairings-draft",
    label=gettext_lazy("Draft pairings, for the director"),
    scope="division",
    template="print/pairings_by_table.html",
)
def pairings_draft(division: Division, options: Options) -> Sheet:
    """A draft by table, marked as one on every page.  options: round.  Raises NoDraft."""
    if "round" not in options:
        raise NoDraft(_("Say of which round the draft is to be printed."))
    number = int(options["round"])
    run = PairingRun.objects.drafts().covering(number).filter(division=division).first()
    if run is None:
        raise NoDraft(_("Round %(round)s of %(division)s has no draft.") % {"round": number, "division": division})
    past = history(division)
    context = _by_table(draft_boards(past, run, number), number, draft=True)
    return _sheet(division, number, context, draft=True)
