"""Rating lists as bodies publish them: RT fixed columns, plain words, tables with headings.  Text in, frozen rows out.

A list is loaded whole or not at all, so a line that cannot be read is a fatal problem with its line and field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from results.formats.cells import (
    DELIMITERS,
    HIGHEST_USUAL_RATING,
    Cells,
    cut_table,
    name_problem,
    names_from,
    rating_in,
)
from results.formats.csv_fields import FAMILY, GIVEN, NAME
from results.formats.model import Problem, note
from results.formats.rating_list_cells import NotADay, day_in, id_key, month_first, suspension_in
from results.formats.rating_list_columns import (
    EXPIRY,
    GAMES,
    ID,
    ID_COLUMNS,
    LAST_PLAYED,
    RATING,
    SUSPENDED,
    Columns,
    columns_of,
    header_at,
    headings_of,
)
from results.formats.rating_list_model import ID_FIELDS, IDS, LONGEST_ID, Body, Layout, ListEntry, ReadList
from results.formats.rating_list_rt import is_rt, read_rt
from results.formats.reading import limited
from results.formats.text import decoded, lines_of
from tdsuite.tournaments.engine.names import tidy

MOST_ENTRIES = 200_000
HIGHEST_RATING = 9_999
MOST_GAMES = 1_000_000
LONGEST_TEXT = 60  # of a country or a club
_TITLE = re.compile(r"\s*\((?:GM|IM|SM|EXP?|NM|M)\)", re.IGNORECASE)
_TAG = re.compile(r"\s*:(?P<id>[A-Z]{2}[0-9]{6})\b", re.ASCII)
_DAYS = (EXPIRY, SUSPENDED, LAST_PLAYED)


def read_rating_list(
    data: bytes, *, body: Body, layout: Layout | None = None, key_map: Mapping[str, str] | None = None
) -> ReadList:
    """Read a list; layout None: found out.  key_map: field by heading, or by number of the column from 1.

    Never raises: what is wrong stands in `problems`, each with its line and a remedy.
    """
    text, problems = decoded(data)
    if problems and problems[0].fatal:
        return ReadList(None, problems=tuple(problems))
    given = {key: value for key, value in (key_map or {}).items() if key.strip() and value.strip()}
    kind = layout or _layout(text, given)
    if kind is Layout.RT:
        if given:
            message = "RT lists have fixed columns; the key map is not used."
            problems.append(note(None, "key map", message, "Choose another layout to use it."))
        read = read_rt(text)
    else:
        read = _read_table(text, kind, given, body)
    entries, more = read.entries, [*problems, *read.problems, *_duplicates(read.entries)]
    if not entries and not any(problem.fatal for problem in more):
        more.append(Problem(None, "file", "it has no player in it.", "Choose the file with the list."))
    if len(entries) > MOST_ENTRIES:
        message = f"{len(entries)} players; at most {MOST_ENTRIES} can be loaded."
        more.append(Problem(None, "file", message, "Choose the list of one body."))
    return replace(read, problems=limited(tuple(more)))


def _layout(text: str, key_map: Mapping[str, str]) -> Layout:
    start = text[:20_000].rpartition("\n")[0] if len(text) > 20_000 else text  # whole lines
    lines = [line for line in lines_of(start) if line.strip()][:60]
    if not key_map and sum(is_rt(line) for line in lines) * 2 >= len(lines) > 0:
        return Layout.RT
    rows = _best_cut("\n".join(lines))[0]
    several = sum(len(row.cells) > 1 for row in rows)
    named = header_at(rows, key_map) is not None
    commas = [line for line in lines if len(_words(line)) < 3 or re.search(r"\S,\s", line) is None]
    return Layout.TABLE if named or (several * 2 > len(rows) and len(commas) * 2 > len(lines)) else Layout.PLAIN


def _best_cut(text: str) -> tuple[list[Cells], Problem | None]:
    """The table by the delimiter that gives the most rows of one width; the heading's delimiter where there is one."""
    start = text[:50_000]
    best = max(DELIMITERS, key=lambda delimiter: _fit(cut_table(start, delimiter)[0]))
    return cut_table(text, best)


def _fit(rows: Sequence[Cells]) -> tuple[int, int]:
    header = header_at(rows, {})
    sizes = [len(row.cells) for row in rows if len(row.cells) > 1]
    usual = max(map(sizes.count, set(sizes)), default=0)
    return (len(rows[header].cells) if header is not None else 0), usual


def _words(line: str) -> list[str]:
    return line.split()


def _plain_rows(text: str) -> list[Cells]:
    """Words parted by blanks; underscores stand for blanks within a name. Comments begin with #."""
    return [
        Cells(number, tuple(word.replace("_", " ") for word in words))
        for number, line in enumerate(lines_of(text), start=1)
        if (words := _words(line)) and not words[0].startswith("#")
    ]


def _read_table(text: str, kind: Layout, key_map: Mapping[str, str], body: Body) -> ReadList:
    problems: list[Problem] = []
    rows, wrong = (_plain_rows(text), None) if kind is Layout.PLAIN else _best_cut(text)
    if wrong is not None:
        problems.append(wrong)
    if not rows:
        return ReadList(kind, problems=tuple(problems))
    start = header_at(rows, key_map)
    if start is None and _is_heading(rows[0], key_map):
        start = 0
    if start:
        problems.append(note(rows[0].line, "header", "what stands above the header is not read."))
    header = rows[start] if start is not None else None
    rows = rows[start + 1 :] if start is not None else rows
    width = len(header.cells) if header else max(len(row.cells) for row in rows)
    columns = columns_of(header, width, key_map, body, problems)
    if columns is None:
        numbered = tuple((f"{number} ({_first(rows, number)})", "") for number in headings_of(header, width))
        return ReadList(kind, problems=tuple(problems), columns=numbered)
    if any(problem.fatal for problem in problems):
        return ReadList(kind, problems=tuple(problems), key_map=columns.key_map, columns=columns.all)
    table = _Table(columns, body, kind, _days_of(rows, columns, problems), problems)
    entries = tuple(entry for row in rows if (entry := table.entry(row)) is not None)
    return ReadList(kind, entries, tuple(problems), columns.key_map, columns.all)


def _first(rows: Sequence[Cells], number: str) -> str:
    """What stands first in a column of a table without headings, for somebody who has to say what it is."""
    at = int(number) - 1
    return next((tidy(row.cells[at])[:30] for row in rows if at < len(row.cells) and row.cells[at].strip()), "")


def _is_heading(row: Cells, key_map: Mapping[str, str]) -> bool:
    """Whether words stand where a key map by numbers has figures."""
    figures = [int(key) - 1 for key, field in key_map.items() if key.isdecimal() and field in (RATING, GAMES)]
    cells = [row.cells[at].strip() for at in figures if at < len(row.cells)]
    return any(cell and cell[0].isalpha() and rating_in(cell) is None for cell in cells)


def _days_of(rows: Sequence[Cells], columns: Columns, problems: list[Problem]) -> dict[str, bool | None]:
    """For each column of days, whether it writes the month first."""
    found: dict[str, bool | None] = {}
    for field in _DAYS:
        if (index := columns.at.get(field)) is not None:
            try:
                found[field] = month_first(row.cells[index].strip() for row in rows if index < len(row.cells))
            except NotADay as error:
                problems.append(Problem(None, field, str(error), "Write them all as 2026-05-31."))
                found[field] = None
    return found


@dataclass(frozen=True, slots=True)
class _Table:
    """How the rows of one file become entries; what is wrong is added to `problems`."""

    columns: Columns
    body: Body
    kind: Layout
    months_lead: Mapping[str, bool | None]
    problems: list[Problem]

    def entry(self, row: Cells) -> ListEntry | None:
        known = len(self.problems)
        headings = self.columns.headings
        if self.kind is Layout.TABLE and any(cell.strip() for cell in row.cells[len(headings) :]):
            message = f"{len(row.cells)} cells, but there are {len(headings)} columns."
            remedy = 'Put a name with a comma in quotation marks: "Winterbourne, Ada".'
            self._wrong(row, "columns", message, remedy)
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
            if ":" in part and (found := _TAG.search(part)):
                tag, parts[at] = found["id"], _TAG.sub("", part).strip()
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
        found = {field: self._cell(row, column) for column, field in ID_COLUMNS.items() if column in self.columns.at}
        own = ID_FIELDS[self.body]
        found[own] = found.get(own) or self._cell(row, ID)
        found["naspa_id"] = found.get("naspa_id") or tag
        for field, value in found.items():
            if len(value) > LONGEST_ID[field]:
                self._wrong(row, "id", f"{value[:40]!r} is longer than any number.", "Check the column.")
        return found


def _duplicates(entries: Sequence[ListEntry]) -> list[Problem]:
    """Numbers that stand on two lines: nobody is matched by them."""
    found: list[Problem] = []
    for field in IDS:
        seen: dict[str, int] = {}
        for entry in entries:
            value = getattr(entry, field)
            if value and seen.setdefault(id_key(value), entry.line) != entry.line:
                message = f"{value} stands in line {seen[id_key(value)]} too."
                found.append(note(entry.line, "id", message, "Nobody is matched by this number."))
    return found
