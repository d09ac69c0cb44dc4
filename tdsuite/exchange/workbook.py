"""The tables of an event as a workbook: figures stay figures and look as on the page, text stays text, sheets print well."""

from collections.abc import Mapping
from copy import copy
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break

from tdsuite.tournaments.engine.csv_text import guarded
from tdsuite.tournaments.models import Tournament
from .tables import SHARED, ExportTable, event_table, games_table, histories_of, players_table, standings_tables

WIDEST, NARROWEST = 48, 6  # columns in letters
SIGNED = '+0;"−"0;0'
RANK_SHARED = '0"="'
LOOKS: Mapping[str, str] = {  # by the head of a column; what a cell holds stays a number
    "Spread": SIGNED,
    "Moved": '"▲"0;"▼"0;""',
    "Rating": '0;-0;"–"',
}
FIGURES = frozenset(
    {"First number", "First score", "Lifetime games", "Losses", "Moved", "Number", "Overall", "Rank", "Rating", "Round",
     "Second number", "Second score", "Spread", "Table", "Wins", "Withdrawn from round"}
)  # fmt: skip
FONT = "Calibri"
A4 = 9  # as the file format counts papers


def write_workbook(tournament: Tournament) -> bytes:
    """Standings, classes and teams where there are any, games, players, and what it all is of."""
    histories = histories_of(tournament)
    standings, *below = standings_tables(histories)
    always = games_table(histories), players_table(histories), event_table(tournament, histories)
    book = Workbook()
    book.remove(book.worksheets[0])
    for table in (standings, *(table for table in below if table.rows), *always):
        sheet = book.create_sheet(table.name)
        _fill(sheet, table)
        _widths(sheet, table)
        _for_print(sheet, table, tournament)
    book.properties.title, book.properties.creator = _plain(tournament.name), "tdsuite"
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _plain(cell: object) -> Any:
    """A cell as it may stand in the file: no formula, and none of the characters that the format forbids."""
    return guarded(ILLEGAL_CHARACTERS_RE.sub("", cell) if isinstance(cell, str) else cell)


def _fill(sheet: Any, table: ExportTable) -> None:
    """Heads in bold over a line and always in sight; figures to the right, text a little away from them."""
    for row in (table.header, *table.rows):
        sheet.append([_plain(cell) for cell in row])
    for at, head in enumerate(table.header, start=1):
        side = {"horizontal": "right"} if head in FIGURES else {"horizontal": "left", "indent": 1}
        look, place = LOOKS.get(head, "General"), Alignment(vertical="top", **side)
        first = None
        for (cell,) in sheet.iter_rows(min_row=2, min_col=at, max_col=at):
            if first is None:
                cell.alignment, cell.number_format, first = place, look, cell
            else:
                cell._style = copy(
                    first._style
                )  # looking a style up again for each of 100,000 cells takes many seconds
        top = sheet.cell(1, at)
        top.font, top.border = Font(name=FONT, bold=True), Border(bottom=Side(style="thin"))
        top.alignment = Alignment(vertical="bottom", wrap_text=True, **side)
    if {"Rank", "Shared"} <= set(table.header):
        rank, shared = table.header.index("Rank"), table.header.index("Shared")
        for line in sheet.iter_rows(min_row=2):
            if line[shared].value == SHARED:
                line[rank].number_format = RANK_SHARED
    sheet.freeze_panes = "A2"
    if table.rows and table.name != "Event":
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(table.header))}{len(table.rows) + 1}"


def _widths(sheet: Any, table: ExportTable) -> None:
    """Each column as wide as its longest cell and the longest word of its head, within reason; empty ones are hidden."""
    for at, head in enumerate(table.header):
        cells = [len(str(row[at])) for row in table.rows if row[at] not in (None, "")]
        longest = max([*cells, *(len(word) for word in head.split())])
        column = sheet.column_dimensions[get_column_letter(at + 1)]
        column.width = min(max(longest + 4, NARROWEST), WIDEST)  # the button of the filter takes two letters
        column.hidden = bool(table.rows) and not cells


def _for_print(sheet: Any, table: ExportTable, tournament: Tournament) -> None:
    """A4 across, as wide as the paper, heads on every page, a new page for every division, name and page number below."""
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"
    sheet.page_margins.left = sheet.page_margins.right = 0.4  # inches
    sheet.page_margins.top, sheet.page_margins.bottom = 0.5, 0.7
    name = _plain(tournament.name).replace("&", "&&")
    sheet.oddFooter.left.text, sheet.oddFooter.right.text = name, "&A, page &P of &N"
    if table.header[0] == "Division":
        for at, (above, below) in enumerate(zip(table.rows, table.rows[1:], strict=False), start=2):
            if above[0] != below[0]:
                sheet.row_breaks.append(Break(id=at))
