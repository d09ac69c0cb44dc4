"""The suite's own workbook: its sheets Players and Games as cells.  Every other sheet is passed over."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from datetime import date, time, timedelta
from typing import Any

from openpyxl import load_workbook

from results.formats.cells import Cells
from results.formats.model import FileFormat, ImportedFile, Problem
from results.formats.own_tables import GAMES, PLAYERS, Sheet, read_sheets
from results.formats.text import LARGEST_FILE
from tdsuite.tournaments.engine.names import tidy

ZIP = b"PK\x03\x04"
LARGEST_UNPACKED = 60_000_000  # bytes; the tables of 1,000 players over 40 rounds take 15,000,000
MOST_PARTS = 1000
MOST_ROWS, MOST_COLUMNS = 50_000, 40
AS_CSV = "Load the suite's own workbook, or save the sheet with the players as CSV and load that."


class _Unfit(Exception):
    """A sheet that is not read on; says why and what to do."""


def is_workbook(data: bytes) -> bool:
    """Whether these bytes are a workbook (.xlsx) of a size that is read."""
    if len(data) > LARGEST_FILE or not data.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return "xl/workbook.xml" in packed.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False


def read_workbook(data: bytes, *, name: str = "A") -> ImportedFile:
    """Read players and games of a workbook that `export_tournament --format xlsx` wrote.  Never raises; see `problems`."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        parts = packed.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        return _refused("it is larger than 60 MB once unpacked.", "Load one event at a time.")
    try:
        sheets, problems = _sheets(data)
    except _Unfit as unfit:
        return _refused(str(unfit), "Delete what stands far below or beside the table.")
    except Exception:  # the library raises whatever its parts raise, and a broken file may break any of them
        return _refused("this workbook is damaged.", "Open it in a spreadsheet, save it again, and load that.")
    if problems:
        return ImportedFile(FileFormat.WORKBOOK, (), tuple(problems))
    if not sheets:
        return _refused("this workbook has neither a sheet Players nor a sheet Games.", AS_CSV)
    return read_sheets(sheets, FileFormat.WORKBOOK, name=name)


def _refused(message: str, remedy: str) -> ImportedFile:
    return ImportedFile(FileFormat.WORKBOOK, (), (Problem(None, "file", message, remedy),))


def _sheets(data: bytes) -> tuple[list[Sheet], list[Problem]]:
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        sheets: list[Sheet] = []
        problems: list[Problem] = []
        for sheet in book.worksheets:
            kind = next((one for one in (PLAYERS, GAMES) if tidy(sheet.title).casefold() == one.casefold()), "")
            if kind:
                sheet.reset_dimensions()  # what a file says of its own size need not be so
                rows = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
                sheets.append(Sheet(kind, _rows(rows, kind, problems), f"sheet {kind}"))
        return sheets, problems
    finally:
        book.close()


def _rows(rows: Iterable[tuple[Any, ...]], kind: str, problems: list[Problem]) -> list[Cells]:
    """The rows that hold anything, each with its number in the sheet."""
    found = []
    for at, values in enumerate(rows, start=1):
        if at > MOST_ROWS:
            raise _Unfit(f"the sheet {kind} has more than {MOST_ROWS} rows.")
        cells = []
        for value in values:
            if isinstance(value, date | time | timedelta):
                message = f"the spreadsheet made the date or time {value} of a cell."
                remedy = "Write it again as text or as a plain number."
                problems.append(Problem(at, f"sheet {kind}", message, remedy))
            cells.append(_text(value))
        if any(cell.strip() for cell in cells):
            found.append(Cells(at, tuple(cells)))
    return found


def _text(value: object) -> str:
    """A cell as text: 450.0 is "450", an empty cell is ""."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return str(int(value))
    return str(value)
