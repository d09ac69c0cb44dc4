"""Reads the ABSP's games file: one rated game a line, the starter first.  Byes are not in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from tdsuite.formats.model import FileFormat, ImportedFile, Problems
from tdsuite.formats.tables.games import GameLine, divisions_of
from tdsuite.formats.text import whole_number
from tdsuite.tournaments.engine.names import LONGEST_NAME, tidy
from .writer import HEADER


def is_absp(first_line: str) -> bool:
    """Whether a table begins with the column heads of the ABSP's games file."""
    return [cell.strip().strip('"').casefold() for cell in first_line.split(",")] == [
        head.casefold() for head in HEADER
    ]


def read_absp(text: str) -> ImportedFile:
    """Read Division,Round,Player1,Score1,Player2,Score2.  Never raises; see `problems`."""
    problems = Problems()
    divisions = divisions_of(list(_lines(text, problems)), problems)
    if not divisions and not problems:
        problems.add(None, "file", "it has no game in it.", "Load a file with one game a line.")
    return ImportedFile(FileFormat.ABSP_CSV, divisions, tuple(problems))


def _lines(text: str, problems: Problems) -> Iterator[GameLine]:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        for cells in reader:
            if reader.line_num == 1 or not any(cell.strip() for cell in cells):
                continue
            line = _line(reader.line_num, cells, problems)
            if line is not None:
                yield line
    except csv.Error as error:
        problems.add(reader.line_num, "line", f"it is no row of a table ({error}).", "Mend the quotation marks.")


def _line(number: int, cells: Sequence[str], problems: Problems) -> GameLine | None:
    if len(cells) != len(HEADER):
        problems.add(number, "line", f"{len(cells)} cells, not {len(HEADER)}.", f"Write {','.join(HEADER)}.")
        return None
    division, round_, first, first_score, second, second_score = (tidy(cell).removeprefix("'") for cell in cells)
    at, own, other = whole_number(round_), whole_number(first_score), whole_number(second_score)
    for name, value, written in (("round", at, round_), ("score", own, first_score), ("score", other, second_score)):
        if value is None:
            problems.add(number, name, f"{written!r} is not a whole number.", "Write plain digits.")
    if not first or not second or max(len(first), len(second)) > LONGEST_NAME:
        problems.add(number, "name", f"a name is missing or longer than {LONGEST_NAME} letters.", "Write both.")
    elif first.casefold() == second.casefold():
        problems.add(number, "name", f"{first} plays against themselves.", "Write the opponent's name.")
    elif at is not None and not 1 <= at <= 500:
        problems.add(number, "round", f"{at} is no round.", "Rounds count from 1.")
    elif at is not None and own is not None and other is not None:
        return GameLine(number, division or "A", at, first, own, second, other, True)
    return None
