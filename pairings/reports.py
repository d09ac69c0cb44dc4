"""Printed pairings: by table, by name, and a draft for the director's own eyes."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from pairings.services.hindsight import answer_of
from pairings.services.tables import tables_of_run
from tdsuite.platform.printing.registry import Options, Sheet, division_sheet, report
from tdsuite.tournaments.engine.names import filing_key
from tdsuite.tournaments.engine.standings import Standing, signed
from tdsuite.tournaments.figures import record_text
from tdsuite.tournaments.gone import gone_from, gone_text
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.own_tables import keepers, own_tables
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused
from .models import DraftBoard, PairingRun

STARTS, REPLIES, NOBODY = "starts", "replies", ""
LONG_NAME = 26  # letters: a longer name is set smaller
LONG_TABLE = 4
ONE_PAGE_NAMES = 40  # so many names fit a page in two equal columns; a longer list fills column after column
TYPE_SIZES = ((12, "wall-huge"), (16, "wall-large"))  # so many boards still fill one page in that size


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player as a list shows one."""

    number: int
    name: str
    filing_name: str
    record: str  # "3–1", spread: "+212"; both "" before the first result
    spread: str

    @property
    def long(self) -> bool:
        return max(len(self.name), len(self.filing_name)) > LONG_NAME


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line by table. The first player starts unless `starts_by` is "draw"."""

    table: str  # "" for a bye
    games: int  # of the two in the round
    first: ListedPlayer
    second: ListedPlayer | None
    starts_by: str
    note: str  # what is special about it
    keepers: tuple[int, ...] = ()  # the numbers of those who keep the table

    @property
    def roles(self) -> tuple[str, str]:
        """What the first and the second player do: starts and replies, or draw tiles for it."""
        if self.second is None or self.starts_by == Game.StartsBy.NONE:
            return NOBODY, NOBODY
        if self.starts_by in Game.NOBODY_YET:
            return str(self.starts_by), str(self.starts_by)
        return STARTS, REPLIES


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One line by name: where a player sits, against whom, and who starts."""

    seat: ListedPlayer
    table: str
    games: int
    opponent: ListedPlayer | None
    role: str
    note: str
    keeps: bool = False  # whether this player keeps the table


def seats(history: History, before: int) -> dict[int, ListedPlayer]:
    """Every entry by number, with the record it brings to round `before`."""
    standings = {row.number: row for row in history.standings(before - 1)}
    return {entry.number: _seat(entry, standings.get(entry.number)) for entry in history.entries}


def _seat(entry: Entry, row: Standing | None) -> ListedPlayer:
    played = row is not None and row.games > 0
    return ListedPlayer(
        number=entry.number,
        name=entry.player.name,
        filing_name=entry.player.filing_name or entry.player.name,
        record=record_text(row) if played and row else "",
        spread=signed(row.spread) if played and row else "",
    )


def published_boards(row: Round, history: History) -> list[TableLine]:
    """The games of a published round in the order of the tables, byes last.  Raises Refused."""
    games = [game for game in history.games if game.round_id == row.pk]
    if not row.is_published or not games:
        raise Refused(
            _("Round %(round)s of %(division)s is not published: there are no pairings to print.")
            % {"round": row.number, "division": history.division},
            code="round_not_published",
        )
    seat = seats(history, row.number)
    tables, many = (
        own_tables(history, row.number),
        Counter(pk for game in games for pk in game.entry_ids),
    )
    boards = [
        TableLine(
            table=game.table,
            games=many[game.first_id],
            first=seat[history.by_id[game.first_id].number],
            second=seat[history.by_id[game.second_id].number] if game.second_id else None,
            starts_by=game.starts_by,
            note=gone_text(gone_from(history, game)) or _note(game),
            keepers=tuple(history.by_id[pk].number for pk in keepers(game, tables)),
        )
        for game in sorted(games, key=lambda game: game.board_order)
        if game.match_game == 1
    ]
    return boards


def _note(game: Game) -> str:
    """What a bye or a game that is not simply played is called."""
    return "" if game.outcome in (Game.Outcome.AWAITED, Game.Outcome.PLAYED) else str(game.get_outcome_display())


def draft_boards(history: History, run: PairingRun, number: int) -> list[TableLine]:
    """The boards of one round of a draft, as `published_boards`. A player who left the roster since shows by number."""
    known, seating = seats(history, number), tables_of_run(run)

    def seat(entry: int) -> ListedPlayer:
        return known.get(entry) or ListedPlayer(entry, _("left the roster"), _("left the roster"), "", "")

    def as_board(draft: DraftBoard) -> TableLine:
        bye = draft.second is None
        return TableLine(
            table=seating.table_of(draft),
            games=draft.games,
            first=seat(draft.first),
            second=None if draft.second is None else seat(draft.second),
            starts_by=draft.starts_by,
            note=_("bye") if bye else "",
            keepers=seating.keepers(draft),
        )

    return [as_board(draft) for draft in seating.in_order(run.draft_boards(number))]


def places(boards: Iterable[TableLine]) -> list[PlayerLine]:
    """Every seat of the boards."""
    lines = []
    for board in boards:
        sides = ((board.first, board.second), (board.second, board.first))
        for (seat, opponent), role in zip(sides, board.roles, strict=True):
            if seat is not None:
                keeps = seat.number in board.keepers
                lines.append(PlayerLine(seat, board.table, board.games, opponent, role, board.note, keeps))
    return lines


def listed(lines: Iterable[PlayerLine]) -> list[PlayerLine]:
    """Places in the order of an alphabetical list."""
    return sorted(lines, key=lambda place: (filing_key(place.seat.filing_name), place.seat.number))


def unseated(history: History, row: Round) -> list[PlayerLine]:
    """Players expected in the round who are on no board of it: they are sent to the director, not left out."""
    seat = seats(history, row.number)
    return [
        PlayerLine(seat[entry.number], "", 1, None, NOBODY, _("not paired yet: see the director"))
        for entry in history.unpaired(row)
    ]


def _by_table(boards: list[TableLine], number: int, *, draft: bool = False) -> dict[str, Any]:
    size = next((name for most, name in TYPE_SIZES if sum(map(_height, boards)) <= most), "wall")
    return {"boards": boards, "size": size, "after": number - 1, "draft": draft, "wide_tables": _wide(boards)}


def _height(board: TableLine) -> float:
    """How high a line is beside one of usual names: each further line of a long name adds half as much."""
    names = [seat.name for seat in (board.first, board.second) if seat is not None]
    return 1 + (ceil(max(map(len, names)) / LONG_NAME) - 1) / 2


def _wide(boards: Iterable[TableLine]) -> bool:
    """Whether a table has a name of its own, which needs more room than a number."""
    return any(len(board.table) > LONG_TABLE for board in boards)


@report("pairings-by-table", label=gettext_lazy("Pairings by table"), scope="round")
def pairings_by_table(row: Round, options: Options) -> Sheet:
    """For the wall: one line a table, the largest type that fits.  Raises Refused."""
    division_history = history(row.division)
    return division_sheet(row.division, row.number, _by_table(published_boards(row, division_history), row.number))


@report("pairings-by-name", label=gettext_lazy("Pairings by name"), scope="round")
def pairings_by_name(row: Round, options: Options) -> Sheet:
    """For the wall: every player by filing name in two columns.  Raises Refused."""
    division_history = history(row.division)
    boards = published_boards(row, division_history)
    lines = listed(places(boards) + unseated(division_history, row))
    context = {"places": lines, "wide_tables": _wide(boards), "balanced": len(lines) <= ONE_PAGE_NAMES}
    return division_sheet(row.division, row.number, context)


@report(
    "pairings-draft",
    label=gettext_lazy("Draft pairings, for the director"),
    scope="division",
    template="print/pairings_by_table.html",
)
def pairings_draft(division: Division, options: Options) -> Sheet:
    """A draft by table, marked as one on every page.  options: round.  Raises Refused."""
    if "round" not in options:
        raise Refused(_("Say of which round the draft is to be printed."), code="no_draft")
    number = int(options["round"])
    run = PairingRun.objects.drafts().covering(number).filter(division=division).first()
    if run is None:
        raise Refused(
            _("Round %(round)s of %(division)s has no draft.") % {"round": number, "division": division},
            code="no_draft",
        )
    context = _by_table(draft_boards(history(division), run, number), number, draft=True)
    sheet = division_sheet(division, number, context, title=_("Draft pairings"))
    return replace(sheet, division=f"{division.name} · {_('DRAFT')}")


@report(
    "hindsight", label=gettext_lazy("Paired before a result changed"), scope="round", template="print/hindsight.html"
)
def hindsight(row: Round, options: Options) -> Sheet:
    """For an appeal: what a result that was wrong did to a round.  Raises Refused."""
    answer = answer_of(row)
    if not answer["result"]:
        raise Refused(_("Round %s has not been paired again: open its page first.") % row.number, code="no_hindsight")
    return division_sheet(row.division, row.number, answer)
