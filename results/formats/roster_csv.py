"""A roster as a table of text: CSV with any delimiter and column order, a pasted sheet, or plain "name rating" lines.

What is read, repaired and refused: docs/formats.md. A row that cannot be read is a fatal problem with its line and
field, because a roster is applied whole or not at all; the rows that could be read are still given for the preview.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from results.formats.assemble import roster_problems
from results.formats.cells import (
    DELIMITERS,
    HIGHEST_USUAL_RATING,
    Cells,
    cut_table,
    name_problem,
    names_from,
    rating_in,
)
from results.formats.csv_fields import FAMILY, GIVEN, NAME, field_of
from results.formats.model import FileFormat, ImportedDivision, ImportedFile, Problem, RosterRow, note
from results.formats.text import whole_number
from tdsuite.tournaments.engine.names import tidy

_HEADER_WITHIN = 6  # lines; a sheet may carry a title above its header
_TRAILING = re.compile(r"(?P<name>.*?\D)[\s,]+(?P<rating>[0-9]{1,9})", re.ASCII)
LONGEST_LINE = 300  # of a plain list
TEXT_FIELDS = ("class", "team", "club", "country", "title", "national id", "naspa id", "wespa id", "absp id")


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which column holds which field; `headings` names every column for extras and messages."""

    at: Mapping[str, int]
    headings: tuple[str, ...]


def read_roster(text: str, *, name: str = "A") -> ImportedFile:
    """Read a roster into one division called `name`, without games. Never raises; see `problems`."""
    problems: list[Problem] = []
    text = text.removeprefix("\ufeff")
    rows = _table(text, problems)
    columns: _Columns | None = None
    if rows:
        start = _header_at(rows)
        if start is None:
            columns, rows = _without_header(rows, problems)
        else:
            if start:
                problems.append(note(rows[0].line, "header", "what stands above the header is not read."))
            columns = _with_header(rows[start], problems)
            rows = rows[start + 1 :]
    players: list[RosterRow] = []
    if columns is not None:
        for row in rows:
            player = _player(row, columns, problems)
            if player is not None:
                players.append(player)
    problems += roster_problems(players)
    if not players and not any(problem.fatal for problem in problems):
        problems.append(Problem(None, "file", "it has no player in it.", "Give one player a line: name, rating."))
    divisions = (ImportedDivision(name, tuple(players)),) if players else ()
    return ImportedFile(FileFormat.CSV, divisions, tuple(problems))


def _table(text: str, problems: list[Problem]) -> list[Cells]:
    """The rows that hold anything, cut by the delimiter that fits best."""
    tables = {delimiter: cut_table(text, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=lambda delimiter: _fit(tables[delimiter][0]))
    rows, wrong = tables[best]
    if wrong is not None:
        problems.append(wrong)
    return rows


def _fit(rows: Sequence[Cells]) -> tuple[int, float]:
    """How well a delimiter suits: headings known, then the share of rows with the usual number of columns."""
    known = max((sum(field_of(cell) is not None for cell in row.cells) for row in rows[:_HEADER_WITHIN]), default=0)
    sizes = [len(row.cells) for row in rows[:200]]
    usual = max(set(sizes), key=lambda size: (sizes.count(size), size), default=0)
    if usual < 2:
        return known, 0.0
    return known, sizes.count(usual) / len(sizes)


def _header_at(rows: Sequence[Cells]) -> int | None:
    """Index of the first row near the top that names a column for the players."""
    for index, row in enumerate(rows[:_HEADER_WITHIN]):
        fields = [field for cell in row.cells if (field := field_of(cell)) is not None]
        named = {NAME, GIVEN, FAMILY} & set(fields)
        if (named and (len(fields) > 1 or len(row.cells) == 1)) or (index == 0 and len(fields) > 1):
            return index
        if named and index == 0 and not any(whole_number(cell.strip()) is not None for cell in row.cells):
            return index
    return None


def _with_header(row: Cells, problems: list[Problem]) -> _Columns | None:
    at: dict[str, int] = {}
    unknown: list[str] = []
    for index, cell in enumerate(row.cells):
        field = field_of(cell)
        if field is None:
            if cell.strip():
                unknown.append(tidy(cell))
        elif field in at:
            both = f"{tidy(row.cells[at[field]])!r} and {tidy(cell)!r}"
            problems.append(
                Problem(row.line, field, f"the columns {both} both look like the {field}.", "Rename or remove one.")
            )
        else:
            at[field] = index
    if NAME in at and GIVEN in at and FAMILY not in at:
        at[FAMILY] = at.pop(NAME)  # "Name; Vorname": the name beside a given name is the surname
    if NAME not in at and FAMILY not in at and GIVEN not in at:
        problems.append(Problem(row.line, "name", "no column holds the names.", "Call the column with the names Name."))
        return None
    if unknown:
        problems.append(note(row.line, "header", f"kept, but not used: {', '.join(unknown)}."))
    headings = tuple(tidy(cell) or f"column {index}" for index, cell in enumerate(row.cells, start=1))
    return _Columns(at, headings)


def _without_header(rows: list[Cells], problems: list[Problem]) -> tuple[_Columns | None, list[Cells]]:
    """Columns by what stands in them: [number], name, [rating]; anything else needs a header."""
    rows = _lines_split(rows)
    width = max(len(row.cells) for row in rows)
    texts, numbers = [], []
    for column in range(width):
        cells = [row.cells[column].strip() for row in rows if column < len(row.cells) and row.cells[column].strip()]
        if cells and all(rating_in(cell) is not None for cell in cells):
            numbers.append(column)
        elif cells:
            texts.append(column)
    at: dict[str, int] = {}
    counting = [str(index) for index in range(1, len(rows) + 1)]
    if len(numbers) == 2 and [row.cells[numbers[0]].strip() for row in rows if len(row.cells) > numbers[0]] == counting:
        at["number"] = numbers.pop(0)
    if (
        len(texts) == 2
        and texts[1] == texts[0] + 1
        and all(row.cells[texts[1]].startswith(" ") for row in rows if len(row.cells) > texts[1])
    ):
        at[FAMILY], at[GIVEN] = texts
        texts = texts[:1]
    elif texts:
        at[NAME] = texts[0]
    if len(texts) != 1 or len(numbers) > 1:
        problems.append(
            Problem(
                rows[0].line,
                "header",
                "it is not clear what the columns are.",
                "Add a first line that names them, such as Name,Rating,Class.",
            )
        )
        return None, []
    if numbers:
        at["rating"] = numbers[0]
    return _Columns(at, tuple(f"column {index}" for index in range(1, width + 1))), rows


def _lines_split(rows: list[Cells]) -> list[Cells]:
    """Plain lines cut into name and rating: "Ada Winterbourne 1725", "Winterbourne, Ada 1725", "Ada Winterbourne"."""
    lines = [",".join(row.cells).strip() for row in rows]
    matches = [_TRAILING.fullmatch(line) if len(line) <= LONGEST_LINE else None for line in lines]
    one_column = all(len(row.cells) == 1 for row in rows)
    in_the_comma = all(len(row.cells) == 2 and row.cells[1].startswith(" ") for row in rows) and all(
        match and rating_in(row.cells[1]) is None for match, row in zip(matches, rows, strict=True)
    )
    if not (one_column or in_the_comma):
        return rows
    return [
        Cells(row.line, (match["name"], match["rating"]) if match else (line, ""))
        for row, line, match in zip(rows, lines, matches, strict=True)
    ]


def _player(row: Cells, columns: _Columns, problems: list[Problem]) -> RosterRow | None:
    def cell(field: str) -> str:
        index = columns.at.get(field)
        return tidy(row.cells[index]) if index is not None and index < len(row.cells) else ""

    too_many = [extra for extra in row.cells[len(columns.headings) :] if extra.strip()]
    if too_many:
        message = f"{len(row.cells)} cells, but there are {len(columns.headings)} columns."
        remedy = 'Put a name with a comma in quotation marks: "Winterbourne, Ada".'
        problems.append(Problem(row.line, "columns", message, remedy))
        return None
    names = names_from(cell(NAME), cell(GIVEN), cell(FAMILY))
    wrong = name_problem(names[0])
    if wrong:
        problems.append(Problem(row.line, "name", *wrong))
        return None
    used = set(columns.at.values())
    extras = tuple(
        (heading, tidy(row.cells[index]))
        for index, heading in enumerate(columns.headings)
        if index not in used and index < len(row.cells) and row.cells[index].strip()
    )
    texts = {field: cell(field) for field in TEXT_FIELDS}
    return RosterRow(
        line=row.line,
        name=names[0],
        filing_name=names[1],
        number=_count(row.line, "number", cell("number"), problems, least=1),
        rating=_rating_of(row.line, cell("rating"), problems),
        lifetime_games=_count(row.line, "lifetime games", cell("lifetime games"), problems, least=0),
        class_name=texts["class"],
        team=texts["team"],
        club=texts["club"],
        country=texts["country"],
        title=texts["title"],
        national_id=texts["national id"],
        naspa_id=texts["naspa id"],
        wespa_id=texts["wespa id"],
        absp_id=texts["absp id"],
        extras=extras,
    )


def _rating_of(line: int, text: str, problems: list[Problem]) -> int | None:
    if not text:
        return None
    value = rating_in(text)
    if value is None:
        message = f"{text[:40]!r} is not a rating."
        problems.append(Problem(line, "rating", message, "Write a whole number, or 0 for an unrated player."))
    elif value > HIGHEST_USUAL_RATING:
        problems.append(note(line, "rating", f"{value} is unusually high.", "Check the column."))
    return value


def _count(line: int, field: str, text: str, problems: list[Problem], *, least: int) -> int | None:
    if not text:
        return None
    value = rating_in(text)
    if value is None or value < least:
        message = f"{text[:40]!r} is not a whole number of {least} or more."
        problems.append(Problem(line, field, message, "Correct it or leave it empty."))
        return None
    return value
