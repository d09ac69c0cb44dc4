"""A roster as a table of text: CSV with any delimiter and column order, a pasted sheet, or plain "name rating" lines.

What is read, repaired and refused: docs/formats.md. A row that cannot be read is a fatal problem with its line and
field, because a roster is applied whole or not at all; the rows that could be read are still given for the preview.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from tdsuite.formats.assemble import roster_problems
from tdsuite.formats.model import FileDivision, FileFormat, ImportedFile, Problem, Problems, RosterRow, Stops, note
from tdsuite.formats.text import whole_number
from tdsuite.tournaments.engine.names import tidy
from .cells import (
    DELIMITERS,
    HIGHEST_USUAL_RATING,
    Cells,
    cut_table,
    deviation_in,
    name_problem,
    names_from,
    rating_in,
    without_list_marks,
)
from .roster_columns import (
    FAMILY,
    GIVEN,
    MEMBERSHIP_ENDS,
    NAME,
    OTHER_MEANINGS,
    ColumnChoice,
    field_of,
    likely_field,
    plain,
)

HEADER_WITHIN = 6  # lines; a sheet may carry a title above its header
_PLAIN_LINE = re.compile(  # [number] name [rating], also a mistyped one
    r"(?:(?P<number>[0-9]{1,3})[.)]?\s+)?(?P<name>.*?[^\s,0-9])"
    r"(?:[\s,]+(?P<rating>[0-9]\S*|(?i:unrated|unr|n/a)|new|nr|[-–—?]+))?\s*"
)
_LIST_LINE = re.compile(r"\s[0-9]+\s+[0-9]+(\s+[0-9.]+)*\s*$", re.ASCII)  # a name with games, rating, day behind it
_TOTALS = re.compile(r"(grand )?totals?( players| entries)?[\s:=]*[0-9]*", re.ASCII | re.IGNORECASE)
_DAY = re.compile(r"(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])", re.ASCII)
NOTHING = frozenset(
    {"", "n/a", "na", "-", "--", "–", "—", "none", "?"}
)  # what people write where nothing is to be said
LONGEST_LINE = 300  # of a plain list
LOWEST_USUAL_RATING = 100
SAY_WHICH = "Say under Columns which it is,"
TEXT_FIELDS = ("class", "team", "club", "country", "title", "national id", "naspa id", "wespa id", "absp id")


@dataclass(frozen=True)
class RosterTable:
    """A table that was cut into cells, and how its columns are read.

    Attributes:
        rows: those that hold anything, from the row of headings or the first player on to the last.
        choice: what each column holds, as an organiser said, else as the headings or the cells say.
        questions: why it is better asked; a fatal one stops the reading.
    """

    rows: Sequence[Cells]
    choice: ColumnChoice
    questions: tuple[Problem, ...] = ()

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """One a column, "" where the table names none."""
        at = self.choice.heading_row
        cells = [] if at is None else [tidy(cell) for cell in self.rows[at].cells]
        return tuple(cells[index] if index < len(cells) else "" for index in range(len(self.choice.fields)))

    @property
    def players(self) -> Sequence[Cells]:
        """The rows below the headings."""
        return self.rows if self.choice.heading_row is None else self.rows[self.choice.heading_row + 1 :]

    def named(self, index: int) -> str:
        """What a column is called in sentences."""
        return self.headings[index] or f"Column {index + 1}"

    def read_as(self) -> list[tuple[str, str]]:
        """(heading, field) of every column that is read."""
        return [(self.named(index), field) for index, field in enumerate(self.choice.fields) if field]

    def cells_of(self, index: int) -> list[str]:
        """What stands in a column below the headings, without empty cells."""
        return [cell for row in self.players if index < len(row.cells) and (cell := tidy(row.cells[index]))]


def read_roster(text: str, *, name: str = "A", choice: ColumnChoice | None = None) -> ImportedFile:
    """Read a roster without games: one division called `name`, or one for each value of a column Division.

    choice: what the columns hold, where an organiser said. Never raises; see `problems`.
    """
    problems = Problems()
    table = roster_table(text, choice, problems)
    players: list[RosterRow] = []
    by_division: dict[str, list[RosterRow]] = {}
    if table.rows and not any(problem.fatal for problem in table.questions):
        _note_columns(table, problems)
        problems += [] if choice else _shown_to_others(table)
        at = {field: index for index, field in enumerate(table.choice.fields) if field}
        as_written = _stay_as_written(table, problems)
        for row in table.players:
            player = _player(row, table, at, problems, as_written=as_written)
            if player is not None:
                players.append(player)
                index = at.get("division", -1)
                division = tidy(row.cells[index])[:60] if 0 <= index < len(row.cells) else ""
                by_division.setdefault(name if division.casefold() in NOTHING else division, []).append(player)
    if sum(_LIST_LINE.search(row.name) is not None for row in players) * 2 > len(players):
        remedy = "Load it as a rating list; as a roster, give columns such as Name,Rating."
        problems.insert(0, Problem(None, "file", "these are lines of a rating list, not of a roster.", remedy))
    for entered in by_division.values():
        problems += roster_problems(entered)
    problems[:0] = table.questions
    if not players and not any(problem.fatal for problem in problems):
        problems.add(None, "file", "it has no player in it.", "Give one player a line: name, rating.")
    divisions = (FileDivision(title, tuple(entered)) for title, entered in by_division.items())
    return ImportedFile(FileFormat.CSV, tuple(divisions), tuple(problems))


def roster_table(text: str, choice: ColumnChoice | None, problems: Problems) -> RosterTable:
    """Cut a table by the delimiter that fits best, and say what its columns hold: as chosen, else as they seem."""
    text = without_list_marks(text.removeprefix("\ufeff"))
    tables = {delimiter: cut_table(text, delimiter) for delimiter in DELIMITERS}
    rows, wrong = tables[max(DELIMITERS, key=lambda delimiter: _fit(tables[delimiter][0]))]
    if wrong is not None:
        problems.append(wrong)
    start = _header_at(rows)
    lines = _plain_lines(rows) if start is None and rows else None
    rows = list(lines.rows) if lines else rows
    width = max((len(row.cells) for row in rows), default=0)
    if choice and (choice.heading_row or 0) < len(rows):
        table = RosterTable(rows, choice)
        return replace(table, questions=_without_rating(table))
    return lines or (_by_cells(rows, width) if start is None else _by_headings(rows, start))


def _fit(rows: Sequence[Cells]) -> tuple[int, float]:
    """How well a delimiter suits: headings known, then the share of rows with the usual number of columns."""
    known = max((sum(likely_field(cell) is not None for cell in row.cells) for row in rows[:HEADER_WITHIN]), default=0)
    sizes = [len(row.cells) for row in rows[:200]]
    usual = max(set(sizes), key=lambda size: (sizes.count(size), size), default=0)
    if usual < 2:
        return known, 0.0
    return known, sizes.count(usual) / len(sizes)


def _header_at(rows: Sequence[Cells]) -> int | None:
    """Index of the first row near the top that names a column for the players."""
    for index, row in enumerate(rows[:HEADER_WITHIN]):
        fields = [field for cell in row.cells if (field := likely_field(cell)) is not None]
        named = {NAME, GIVEN, FAMILY} & set(fields)
        if (named and (len(fields) > 1 or len(row.cells) == 1)) or (index == 0 and len(fields) > 1):
            return index
        if named and index == 0 and not any(whole_number(cell.strip()) is not None for cell in row.cells):
            return index
    return None


def _by_headings(rows: Sequence[Cells], start: int) -> RosterTable:
    """Columns by what they are called: plainly, else by the one longer heading that probably means a field."""
    cells, line = rows[start].cells, rows[start].line
    fields = [field_of(cell) or "" for cell in cells]
    questions = Problems()
    for field in sorted(set(fields) - {""}):
        columns = [index for index, other in enumerate(fields) if other == field]
        if len(columns) > 1:
            both = " and ".join(repr(tidy(cells[index])) for index in columns)
            questions.add(line, field, f"the columns {both} both look like the {field}.", f"{SAY_WHICH} or rename one.")
    for field in sorted({likely for cell in cells if (likely := likely_field(cell))} - set(fields)):
        columns = [index for index, cell in enumerate(cells) if likely_field(cell) == field and not fields[index]]
        if field == NAME and {GIVEN, FAMILY} & set(fields):
            continue
        if len(columns) == 1:
            fields[columns[0]] = field
        else:
            named = " or ".join(repr(tidy(cells[index])) for index in columns)
            questions.append(_warning(line, field, f"no {field} is read: it may be {named}.", _say_which(field)))
    if NAME in fields and GIVEN in fields and FAMILY not in fields:
        fields[fields.index(NAME)] = FAMILY  # "Name; Vorname": the name beside a given name is the surname
    if not {NAME, GIVEN, FAMILY} & set(fields):
        questions.insert(0, Problem(line, "name", "no column holds the names.", _say_which(NAME)))
    table = RosterTable(rows, ColumnChoice(start, tuple(fields)))
    return replace(table, questions=(*questions, *(() if questions else _without_rating(table))))


def _without_rating(table: RosterTable) -> tuple[Problem, ...]:
    """A warning where no column is the rating, and one that nothing is read from holds what may be ratings."""
    if "rating" in table.choice.fields or table.choice.heading_row is None:
        return ()
    line = table.rows[table.choice.heading_row].line
    for index, field in enumerate(table.choice.fields):
        if not field and table.headings[index] and _may_be_ratings(table.cells_of(index)):
            message = f"no rating is read: it may be {table.headings[index]!r}."
            return (_warning(line, "rating", message, _say_which("rating")),)
    return ()


def _may_be_ratings(cells: Sequence[str]) -> bool:
    values = [value for cell in cells if (value := rating_in(cell)) is not None]
    counted = values == list(range(1, len(values) + 1))
    return len(values) * 2 > len(cells) and not counted and LOWEST_USUAL_RATING <= max(values) <= HIGHEST_USUAL_RATING


def _say_which(field: str) -> str:
    return f"{SAY_WHICH} or call the right column {field.capitalize()}."


def _warning(line: int, field: str, message: str, remedy: str) -> Problem:
    return Problem(line, field, message, remedy, Stops.NOTHING, warns=True)


def _by_cells(rows: Sequence[Cells], width: int) -> RosterTable:
    """Columns by what stands in them: [number], name, [rating]; anything else is to be asked."""
    table = RosterTable(rows, ColumnChoice(None, ("",) * width))
    columns = {index: cells for index in range(width) if (cells := table.cells_of(index))}
    numbers = [index for index, cells in columns.items() if all(rating_in(cell) is not None for cell in cells)]
    texts = [index for index in columns if index not in numbers]
    fields = [""] * width
    if len(numbers) == 2 and columns[numbers[0]] == [str(index) for index in range(1, len(rows) + 1)]:
        fields[numbers.pop(0)] = "number"
    beside = len(texts) == 2 and texts[1] == texts[0] + 1
    if beside and all(row.cells[texts[1]].startswith(" ") for row in rows if len(row.cells) > texts[1]):
        fields[texts[0]], fields[texts.pop()] = FAMILY, GIVEN
    elif texts:
        fields[texts[0]] = NAME
    if numbers:
        fields[numbers[0]] = "rating"
    if not rows or (len(texts) == 1 and len(numbers) <= 1):
        return RosterTable(rows, ColumnChoice(None, tuple(fields)))
    heads, below = rows[0].cells, [cell for row in rows[1:] for cell in row.cells]
    titled = any(map(_has_digit, below)) and not any(map(_has_digit, heads)) and len(set(heads)) == width
    remedy = "Say what they hold, or add a first line that names them, such as Name,Rating,Class."
    question = Problem(rows[0].line, "header", "it is not clear what the columns are.", remedy)
    table = RosterTable(rows, ColumnChoice(0 if titled else None, ("",) * width), (question,))
    ratings = [index for index in columns if _may_be_ratings(table.cells_of(index))]
    names = [index for index in texts if index not in ratings]
    fields = [NAME if [index] == names[:1] else "rating" if [index] == ratings else "" for index in range(width)]
    return replace(table, choice=replace(table.choice, fields=tuple(fields)))


def _has_digit(cell: str) -> bool:
    return any(map(str.isdigit, cell))


def _note_columns(table: RosterTable, problems: Problems) -> None:
    """Notes on what of the table is not read."""
    at = table.choice.heading_row
    if at is None:
        return
    if at:
        problems.note(table.rows[0].line, "header", "what stands above the header is not read.")
    fields = zip(table.headings, table.choice.fields, strict=True)
    if unknown := [heading for heading, field in fields if heading and not field]:
        problems.note(table.rows[at].line, "header", f"not stored: {', '.join(unknown)}.")


def _shown_to_others(table: RosterTable) -> list[Problem]:
    """Notes on columns that are read as something public although they are called otherwise."""
    remedy = "Leave it out under Columns if it is not for everybody."
    return [
        note(None, field, f"{heading!r} is read as the {field}, which public pages or files show.", remedy)
        for heading, field in table.read_as()
        if plain(heading) in OTHER_MEANINGS
    ]


def _plain_lines(rows: Sequence[Cells]) -> RosterTable | None:
    """Lines cut into number, name and rating, each by itself: "1 Ada Winterbourne 1725", "Winterbourne, Ada"; None for a table."""
    parts = [[cell for cell in row.cells if cell.strip()] for row in rows]
    if any(not cell.startswith(" ") for cells in parts for cell in cells[1:]):
        return None
    if any(len(cells) > 3 or (len(cells) == 3 and rating_in(cells[2]) is None) for cells in parts):
        return None
    lines = [",".join(cells).strip() for cells in parts]
    matches = [_PLAIN_LINE.fullmatch(line) if len(line) <= LONGEST_LINE else None for line in lines]
    numbered = all(match and match["number"] for match in matches)
    in_the_comma = any(
        len(cells) == 2 and match and _ends_in_rating(cells[1]) for cells, match in zip(parts, matches, strict=True)
    )
    one_column = all(len(cells) == 1 for cells in parts)
    if not numbered and not in_the_comma and not (one_column and any(map(_ends_in_rating, lines))):
        return None
    split = []
    for row, line, match in zip(rows, lines, matches, strict=True):
        number, name, rating = match.group("number", "name", "rating") if match else ("", line, "")
        cells = (number, name) if numbered else (line[: match.end("name")] if match else line,)
        split.append(Cells(row.line, (*cells, rating or "")))
    return RosterTable(split, ColumnChoice(None, (*(["number"] if numbered else []), NAME, "rating")))


def _ends_in_rating(line: str) -> bool:
    match = _PLAIN_LINE.fullmatch(line) if len(line) <= LONGEST_LINE else None
    return match is not None and rating_in(match["rating"] or "x") is not None


def _stay_as_written(table: RosterTable, problems: Problems) -> bool:
    """Whether the names are of teams with their towns ("East College, Colombo"): what follows the comma recurs, as towns do."""
    if NAME not in table.choice.fields:
        return False
    cells = table.cells_of(table.choice.fields.index(NAME))
    parts = [(head, tidy(rest)) for head, comma, rest in (cell.partition(",") for cell in cells) if comma]
    long = sum(len(head.split()) > 1 for head, _ in parts)
    rests = sorted({rest for _, rest in parts})
    if len(parts) < 4 or 2 * len(parts) <= len(cells) or 2 * len(rests) > len(parts) or 2 * long <= len(parts):
        return False
    message = (
        f"what follows the comma recurs ({', '.join(rests)[:100]}), so it is no given name: names stay as written."
    )
    problems.note(None, "name", message)
    return True


def _player(
    row: Cells, table: RosterTable, at: Mapping[str, int], problems: Problems, *, as_written: bool
) -> RosterRow | None:
    def cell(field: str) -> str:
        index = at.get(field)
        return tidy(row.cells[index]) if index is not None and index < len(row.cells) else ""

    if table.choice.heading_row is not None and any(map(str.strip, row.cells[len(table.choice.fields) :])):
        message = f"{len(row.cells)} cells, but there are {len(table.choice.fields)} columns."
        remedy = 'Put a name with a comma in quotation marks: "Winterbourne, Ada".'
        problems.add(row.line, "columns", message, remedy)
        return None
    names = (cell(NAME), cell(NAME)) if as_written else names_from(cell(NAME), cell(GIVEN), cell(FAMILY))
    counted = names[0] or next((tidy(text) for text in row.cells if text.strip()), "")
    if _TOTALS.fullmatch(counted):
        problems.note(row.line, "name", f"{counted!r} is no player, and the line is left out.")
        return None
    if wrong := name_problem(names[0]):
        problems.add(row.line, "name", *wrong)
        return None
    texts = {field: "" if cell(field).casefold() in NOTHING else cell(field) for field in TEXT_FIELDS}
    return RosterRow(
        line=row.line,
        name=names[0],
        filing_name=names[1],
        number=_count(row.line, "number", cell("number"), problems, least=1, most=9_999),
        rating=_rating_of(row.line, cell("rating"), problems),
        lifetime_games=_count(row.line, "lifetime games", cell("lifetime games"), problems, least=0, most=100_000),
        deviation=deviation_in(cell("deviation")),
        last_played=_day(row.line, "last played", cell("last played"), problems),
        class_name=texts["class"],
        team=texts["team"],
        club=texts["club"],
        country=texts["country"],
        title=texts["title"],
        national_id=texts["national id"],
        naspa_id=texts["naspa id"],
        wespa_id=texts["wespa id"],
        absp_id=texts["absp id"],
        membership_ends=_day(row.line, MEMBERSHIP_ENDS, cell(MEMBERSHIP_ENDS), problems),
    )


def _rating_of(line: int, text: str, problems: Problems) -> int | None:
    if not text:
        return None
    value = rating_in(text)
    if value is None:
        message = f"{text[:40]!r} is not a rating."
        problems.add(line, "rating", message, "Write a whole number, or 0 for an unrated player.")
    elif _DAY.fullmatch(text):
        problems.add(line, "rating", f"{text} is a day, not a rating.", "Correct it, or check the columns.")
    elif value > HIGHEST_USUAL_RATING:
        problems.note(line, "rating", f"{value} is unusually high.", "Check the column.")
    return value


def _day(line: int, field: str, text: str, problems: Problems) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        problems.note(line, field, "this is no day that can be read, and is left out.", "Write it as 2026-05-31.")
        return None


def _count(line: int, field: str, text: str, problems: Problems, *, least: int, most: int) -> int | None:
    if not text:
        return None
    value = rating_in(text)
    if value is None or not least <= value <= most:
        message = f"{text[:40]!r} is not a whole number of {least} or more."
        if value is not None and value > most:
            message = f"{text[:40]!r} is more than {most}."
        problems.add(line, field, message, "Correct it or leave it empty.")
        return None
    return value
