"""Standings, games and players as tables: the same cells in CSV and in a workbook."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from results.formats.model import Problem
from tdsuite.tournaments.engine.csv_text import guarded, table_text
from tdsuite.tournaments.engine.standings import half_text
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History, history

Row = tuple[object, ...]
WIDEST = 40  # columns of letters


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet: its name, its column heads and its rows."""

    name: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]


def standings_table(pasts: Sequence[History]) -> Table:
    """Every division's standings after its last round, as the page shows them."""
    header = ("Division", "Round", "Rank", "Number", "Name", "Country", "Wins", "Losses", "Spread", "Rating")
    rows = []
    for past in pasts:
        for row in past.standings():
            entry = past.by_number[row.number]
            rows.append(
                (past.division.name, past.last_round, row.rank, row.number, entry.player.name, entry.player.country,
                 _wins(row.halves), _wins(row.losing_halves), row.spread, entry.rating)
            )  # fmt: skip
    return Table("Standings", header, tuple(rows))


def _wins(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2


def games_table(pasts: Sequence[History]) -> Table:
    """Every game of a published round, the first player first; scores with adjustments, as they count."""
    header = (
        "Division", "Round", "Table", "First", "First number", "First score", "Second", "Second number", "Second score",
        "Who starts", "Outcome", "Rated",
    )  # fmt: skip
    return Table("Games", header, tuple(row for past in pasts for row in _games(past)))


def _games(past: History) -> Iterator[Row]:
    for game in past.games:
        if game.round.status == Round.Status.DRAFT:
            continue
        final = past.final_score(game)
        first, second = past.by_id[game.first_id], past.by_id[game.second_id] if game.second_id else None
        yield (
            past.division.name, game.round.number, game.table, first.player.name, first.number, final.first,
            second.player.name if second else "", second.number if second else None, final.second,
            str(game.get_starts_by_display()) if second else "", _outcome(past, game), "yes" if game.rated else "no",
        )  # fmt: skip


def _outcome(past: History, game: Game) -> str:
    """The kind of outcome; of one that is stated, what it is worth to each player."""
    said = str(game.get_outcome_display())
    if game.outcome not in Game.STATED:
        return said
    halves, spread, other_halves, other_spread = past.values_of(game)
    own = f"{half_text(halves)} {spread:+d}"
    return f"{said}: {own}" + (f", {half_text(other_halves)} {other_spread:+d}" if game.second_id else "")


def players_table(pasts: Sequence[History]) -> Table:
    """Everyone entered, with the ids that ratings bodies ask for."""
    header = (
        "Division", "Number", "Name", "Name as filed", "Rating", "Lifetime games", "Class", "Team", "Club", "Country",
        "National number", "NASPA number", "WESPA number", "ABSP number", "Withdrawn from round",
    )  # fmt: skip
    return Table("Players", header, tuple(_player(past, entry) for past in pasts for entry in past.entries))


def _player(past: History, entry: Entry) -> Row:
    one = entry.player
    return (
        past.division.name, entry.number, one.name, one.filing_name, entry.rating, entry.lifetime_games, entry.class_name,
        entry.team, one.club, one.country, one.national_id, one.naspa_id, one.wespa_id, one.absp_id, entry.withdrawn_from,
    )  # fmt: skip


def _pasts(tournament: Tournament) -> list[History]:
    return [history(division) for division in tournament.divisions.all()]


def _csv(table: Table) -> tuple[bytes, tuple[Problem, ...]]:
    return table_text(table.header, table.rows, mark=True).encode(), ()


def write_standings(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    return _csv(standings_table(_pasts(tournament)))


def write_games(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    return _csv(games_table(_pasts(tournament)))


def write_players(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    return _csv(players_table(_pasts(tournament)))


def write_workbook(tournament: Tournament) -> tuple[bytes, tuple[Problem, ...]]:
    """The three tables as sheets of one workbook, heads fixed and bold, text kept as text."""
    pasts = _pasts(tournament)
    book = Workbook()
    book.remove(book.worksheets[0])
    for table in (standings_table(pasts), games_table(pasts), players_table(pasts)):
        sheet = book.create_sheet(table.name)
        for line in (table.header, *table.rows):
            sheet.append([guarded(cell) for cell in line])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
        for at, head in enumerate(table.header, start=1):
            widest = max([len(head), *(len(str(row[at - 1] or "")) for row in table.rows)])
            sheet.column_dimensions[get_column_letter(at)].width = min(widest + 2, WIDEST)
    book.properties.title, book.properties.creator = tournament.name, "tdsuite"
    out = BytesIO()
    book.save(out)
    return out.getvalue(), ()
