"""Rating lists as bodies publish them: RT fixed columns, and tables with headings.  Text in, frozen rows out.

A list is loaded whole or not at all, so a line that cannot be read is a fatal problem with its line and field.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tdsuite.formats.model import Problem, note
from tdsuite.formats.reading import limited
from tdsuite.formats.tables.cells import (
    DELIMITERS,
    HIGHEST_USUAL_RATING,
    Cells,
    cut_table,
    deviation_in,
    name_problem,
    names_from,
    rating_in,
)
from tdsuite.formats.tables.roster_columns import FAMILY, GIVEN, NAME
from tdsuite.formats.text import decoded, lines_of
from tdsuite.tournaments.engine.names import tidy
from .cells import NotADay, day_in, id_key, month_first, suspension_in
from .columns import (
    DEVIATION,
    EXPIRY,
    GAMES,
    ID,
    ID_COLUMNS,
    LAST_PLAYED,
    NOT_UNDERSTOOD,
    RATING,
    SUSPENDED,
    Columns,
    columns_of,
    header_at,
    headings_of,
)
from .model import ID_FIELDS, IDS, LONGEST_ID, Body, ListEntry, ReadList
from .rt import is_rt, read_rt

MOST_ENTRIES = 200_000
HIGHEST_RATING = 9_999
MOST_GAMES = 1_000_000
LONGEST_TEXT = 60  # of a country or a club
_TITLE = re.compile(r"\s*\((?:GM|IM|SM|EXP?|NM|M)\)", re.IGNORECASE)
_TAG = re.compile(r"\s*:(?P<id>[A-Z]{2}[0-9]{6})\b", re.ASCII)


def read_rating_list(data: bytes, *, body: Body, key_map: Mapping[str, str] | None = None) -> ReadList:
    """Read a list: a table where a key map is given, else RT where most lines are, else a table.

    Never raises: what is wrong stands in `problems`, each with its line and a remedy.

    Args:
        key_map: field by heading, or by number of the column from 1.
    """
    text, problems = decoded(data)
    if problems and problems[0].fatal:
        return ReadList(problems=tuple(problems))
    columns = {key: field for key, field in (key_map or {}).items() if key.strip() and field.strip()}
    read = read_rt(text) if not columns and _mostly_rt(text) else _read_table(text, columns, body)
    entries, problems = read.entries, [*problems, *read.problems, *_duplicates(read.entries)]
    if not entries and not any(problem.fatal for problem in problems):
        problems.append(Problem(None, "file", "it has no player in it.", "Choose the file with the list."))
    if len(entries) > MOST_ENTRIES:
        message = f"{len(entries)} players; at most {MOST_ENTRIES} can be loaded."
        problems.append(Problem(None, "file", message, "Choose the list of one body."))
    return replace(read, problems=limited(tuple(problems)))


def _mostly_rt(text: str) -> bool:
    lines = [line for line in lines_of(text[:20_000]) if line.strip()][:60]
    return sum(is_rt(line) for line in lines) * 2 >= len(lines) > 0


def _fit(rows: Sequence[Cells]) -> tuple[int, int]:
    """How well a delimiter suits: columns of the heading, then the rows of the usual width."""
    header = header_at(rows, {})
    sizes = [len(row.cells) for row in rows if len(row.cells) > 1]
    return (len(rows[header].cells) if header is not None else 0), max(map(sizes.count, set(sizes)), default=0)


def _read_table(text: str, key_map: Mapping[str, str], body: Body) -> ReadList:
    problems: list[Problem] = []
    rows, broken = cut_table(text, max(DELIMITERS, key=lambda mark: _fit(cut_table(text[:50_000], mark)[0])))
    if broken is not None:
        problems.append(broken)
    if not rows:
        return ReadList(problems=tuple(problems))
    start = header_at(rows, key_map)
    if start is None and _is_heading(rows[0], key_map):
        start = 0
    if start:
        problems.append(note(rows[0].line, "header", "what stands above the header is not read."))
    header = rows[start] if start is not None else None
    rows = rows[start + 1 :] if start is not None else rows
    width = len(header.cells) if header else max(len(row.cells) for row in rows)
    if header is None and not key_map:
        numbered = ", ".join(f"{number} ({_first_cell(rows, number)})" for number in headings_of(header, width))
        remedy = f"{NOT_UNDERSTOOD} Its columns are: {numbered}."
        problems.append(Problem(None, "header", "the columns have no headings that are known.", remedy))
        return ReadList(problems=tuple(problems))
    columns = columns_of(header, width, key_map, problems)
    if any(problem.fatal for problem in problems):
        return ReadList(problems=tuple(problems), key_map=columns.key_map)
    table = _Table(columns, body, _month_orders(rows, columns, problems), problems)
    entries = tuple(entry for row in rows if (entry := table.entry(row)) is not None)
    return ReadList(entries, tuple(problems), columns.key_map)


def _first_cell(rows: Sequence[Cells], number: str) -> str:
    """What stands first in a column of a table without headings, for somebody who has to say what it is."""
    at = int(number) - 1
    return next((tidy(row.cells[at])[:30] for row in rows if at < len(row.cells) and row.cells[at].strip()), "")


def _is_heading(row: Cells, key_map: Mapping[str, str]) -> bool:
    """Whether words stand where a key map by numbers has figures."""
    figures = [int(key) - 1 for key, field in key_map.items() if key.isdecimal() and field in (RATING, GAMES)]
    cells = [row.cells[at].strip() for at in figures if at < len(row.cells)]
    return any(cell and cell[0].isalpha() and rating_in(cell) is None for cell in cells)


def _month_orders(rows: Sequence[Cells], columns: Columns, problems: list[Problem]) -> dict[str, bool | None]:
    """For each column of days, whether it writes the month first."""
    orders: dict[str, bool | None] = {}
    for field in (EXPIRY, SUSPENDED, LAST_PLAYED):
        if (index := columns.at.get(field)) is not None:
            try:
                orders[field] = month_first(row.cells[index].strip() for row in rows if index < len(row.cells))
            except NotADay as error:
                problems.append(Problem(None, field, str(error), "Write them all as 2026-05-31."))
                orders[field] = None
    return orders


@dataclass(frozen=True, slots=True)
class _Table:
    """How the rows of one file become entries; what is wrong is added to `problems`."""

    columns: Columns
    body: Body
    months_lead: Mapping[str, bool | None]
    problems: list[Problem]

    def entry(self, row: Cells) -> ListEntry | None:
        known = len(self.problems)
        headings = self.columns.headings
        if any(cell.strip() for cell in row.cells[len(headings) :]):
            message = f"{len(row.cells)} cells, but there are {len(headings)} columns."
            self._wrong(row, "columns", message, 'Put a name with a comma in quotation marks: "Winterbourne, Ada".')
            return None
        name, filing, tag = self._name(row)
        if wrong := name_problem(name):
            self._wrong(row, "name", *wrong)
            return None
        entry = ListEntry(
            line=row.line, name=name, filing_name=filing,
            rating=self._number(row, RATING, HIGHEST_RATING),
            games=self._number(row, GAMES, MOST_GAMES),
            country=self._cell(row, "country")[:LONGEST_TEXT],
            club=self._cell(row, "club")[:LONGEST_TEXT],
            expiry=self._day(row, EXPIRY),
            suspended_until=self._day(row, SUSPENDED),
            last_played=self._day(row, LAST_PLAYED),
            deviation=deviation_in(self._cell(row, DEVIATION)),
            **self._ids(row, tag),
        )  # fmt: skip
        return entry if not any(problem.fatal for problem in self.problems[known:]) else None

    def _cell(self, row: Cells, field: str) -> str:
        index = self.columns.at.get(field)
        return tidy(row.cells[index]) if index is not None and index < len(row.cells) else ""

    def _wrong(self, row: Cells, field: str, message: str, remedy: str) -> None:
        self.problems.append(Problem(row.line, field, message, remedy))

    def _name(self, row: Cells) -> tuple[str, str, str]:
        """(name, name as filed, NASPA number) without titles and tags: "Okafor(GM), Cy:AA000001"."""
        parts = [self._cell(row, field) for field in (NAME, GIVEN, FAMILY)]
        tag = ""
        for at, part in enumerate(parts):
            if ":" in part and (match := _TAG.search(part)):
                tag, parts[at] = match["id"], _TAG.sub("", part).strip()
            if "(" in part:
                parts[at] = _TITLE.sub("", parts[at]).strip()
        suffix = self._cell(row, "suffix")
        if suffix and parts[2]:
            parts[2] = f"{parts[2]} {suffix}"
        elif suffix and parts[0]:
            parts[0] = f"{parts[0]} {suffix}"
        return (*names_from(*parts), tag)

    def _number(self, row: Cells, field: str, most: int) -> int | None:
        text = self._cell(row, field)
        if not text:
            return None
        value = int(text) if len(text) < 8 and text.isascii() and text.isdigit() else rating_in(text)
        if value is None or value > most:
            message = f"{text[:40]!r} is not a whole number from 0 to {most}."
            self._wrong(row, field, message, "Correct it or leave it empty, or check the columns.")
            return None
        if field == RATING and value > HIGHEST_USUAL_RATING:
            self.problems.append(note(row.line, RATING, f"{value} is unusually high.", "Check the column."))
        return value

    def _day(self, row: Cells, field: str) -> date | None:
        text = self._cell(row, field)
        if not text:
            return None
        read = suspension_in if field == SUSPENDED else day_in
        try:
            return read(text, month_leads=self.months_lead.get(field))
        except NotADay as error:
            self._wrong(row, field, f"{text[:40]!r}: {error}", "Write days as 2026-05-31.")
            return None

    def _ids(self, row: Cells, tag: str) -> dict[str, str]:
        """The numbers by field; a column `id` is the body's own where no column of the body's name says so."""
        ids = {field: self._cell(row, column) for column, field in ID_COLUMNS.items() if column in self.columns.at}
        own = ID_FIELDS[self.body]
        ids[own] = ids.get(own) or self._cell(row, ID)
        ids["naspa_id"] = ids.get("naspa_id") or tag
        for field, value in ids.items():
            if len(value) > LONGEST_ID[field]:
                self._wrong(row, "id", f"{value[:40]!r} is longer than any number.", "Check the column.")
        return ids


def _duplicates(entries: Sequence[ListEntry]) -> list[Problem]:
    """Numbers that stand on two lines: nobody is matched by them."""
    problems: list[Problem] = []
    for field in IDS:
        seen: dict[str, int] = {}
        for entry in entries:
            value = getattr(entry, field)
            if value and seen.setdefault(id_key(value), entry.line) != entry.line:
                message = f"{value} stands in line {seen[id_key(value)]} too."
                problems.append(note(entry.line, "id", message, "Nobody is matched by this number."))
    return problems
