"""The suite's own tables of players and of games, as cells: from CSV or from the sheets of a workbook.

What the tables cannot hold, and what is asked of a row: docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from results.formats.assemble import roster_problems
from results.formats.cells import Cells, cut_table, name_problem
from results.formats.model import FileFormat, ImportedDivision, ImportedFile, Problem, RosterRow, note
from results.formats.own_games import GAMES_HEADS, Line, games_of, read_line
from results.formats.text import lines_of, whole_number
from tdsuite.tournaments.engine.csv_text import FORMULA
from tdsuite.tournaments.engine.names import filing_name, tidy

PLAYERS, GAMES = "Players", "Games"
PLAYERS_HEADS = ("Division", "Number", "Name", "Name as filed")
DELIMITERS = (",", ";", "\t")
MOST_NUMBER = 9999
LONGEST_DIVISION = 60
TEXTS = {
    "Class": ("class_name", 12), "Team": ("team", 40), "Club": ("club", 60), "Country": ("country", 3),
    "National number": ("national_id", 20), "NASPA number": ("naspa_id", 12), "WESPA number": ("wespa_id", 12),
    "ABSP number": ("absp_id", 12),
}  # fmt: skip
FIGURES = {
    "Rating": ("rating", 0, 9999),
    "Lifetime games": ("lifetime_games", 0, 1_000_000),
    "Withdrawn from round": ("withdrawn_from", 1, 501),
}
QUOTED = "Put text with a comma in quotation marks."
NOT_IN_GAMES = (
    "ratings, numbers of ratings bodies, classes, teams and players without a game are not in a table of games."
)
NOT_IN_TABLES = (
    "penalties stand in the scores; spread adjustments of single players, seeds and prizes are not in such tables."
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table as cells, its heads in the first row.  where: what problems call it, "" for a file with one table."""

    kind: str
    rows: Sequence[Cells]
    where: str = ""

    def fields(self, problems: Iterable[Problem]) -> list[Problem]:
        """The problems with the sheet's name before the field."""
        return [replace(one, field=f"{self.where}, {one.field}") if self.where else one for one in problems]


def kind_of(text: str) -> str:
    """ "Players", "Games" or "": which of the suite's own tables a text begins as, by its column heads."""
    first = next((line for line in lines_of(text) if line.strip()), "")
    heads = {cell.strip().strip('"').casefold() for cell in re.split(r"[,;\t]", first)}
    for kind, needed in ((GAMES, GAMES_HEADS), (PLAYERS, PLAYERS_HEADS)):
        if {one.casefold() for one in needed} <= heads:
            return kind
    return ""


def read_own_table(text: str, *, name: str = "A") -> ImportedFile:
    """Read the table of players or of games as CSV.  Never raises; see `problems`.  name: a division without one."""
    kind = kind_of(text)
    first = next((line for line in lines_of(text) if line.strip()), "")
    rows, wrong = cut_table(text.removeprefix("\ufeff"), max(DELIMITERS, key=first.count))
    read = read_sheets([Sheet(kind, rows)], FileFormat.OWN_TABLE, name=name)
    return replace(read, problems=(wrong, *read.problems)) if wrong else read


def read_sheets(sheets: Sequence[Sheet], kind: FileFormat, *, name: str = "A") -> ImportedFile:
    """Divisions of players, of games, or of both.  Players who stand only in games come without a rating."""
    problems: list[Problem] = []
    people: dict[str, list[RosterRow]] = {}
    lines: dict[str, list[Line]] = {}
    by_kind = {sheet.kind: sheet for sheet in sheets}
    games = by_kind.get(GAMES)
    for sheet in sheets:
        columns = _columns(sheet, problems)
        found: list[Problem] = []
        for row in sheet.rows[1:] if columns else ():
            if any(cell.strip() for cell in row.cells[len(sheet.rows[0].cells) :]):
                found.append(Problem(row.line, "line", "it has more cells than there are heads.", QUOTED))
                continue
            cells = {head: unguarded(row.cells[at]) for head, at in columns.items() if at < len(row.cells)}
            division = cells.get("Division") or name
            if sheet.kind == PLAYERS:
                player = _player(row.line, cells, found)
                people.setdefault(division, []).extend([player] if player else [])
            else:
                line = read_line(row.line, cells, found)
                lines.setdefault(division, []).extend([line] if line else [])
        problems += sheet.fields(found)
    divisions = []
    for title in dict.fromkeys([*people, *lines]):
        roster = by_kind[PLAYERS if title in people else GAMES]
        rows = people[title] if title in people else _people_of(lines[title])
        problems += roster.fields([*_too_long(title), *roster_problems(rows)])
        found = []
        played = games_of(lines.get(title, []), {row.number or 0: row.name for row in rows}, found)
        problems += games.fields(found) if games else []
        rounds = max((game.round for game in played), default=0)
        divisions.append(ImportedDivision(title, tuple(rows), tuple(played), rounds=rounds))
    if not any(one.players for one in divisions) and not any(one.fatal for one in problems):
        problems.append(Problem(None, "file", "it has no player in it.", "Export the event's tables again."))
    if games:
        problems += [note(None, "file", NOT_IN_GAMES)] if not people else []
        problems.append(note(None, "file", NOT_IN_TABLES))
    return ImportedFile(kind, tuple(divisions), tuple(problems))


def unguarded(cell: str) -> str:
    """The cell's text, without the apostrophe that keeps a spreadsheet from running it."""
    text = cell[1:] if cell.startswith("'") and cell[1:].lstrip(" ").startswith(FORMULA) else cell
    return tidy(text)


def _columns(sheet: Sheet, problems: list[Problem]) -> Mapping[str, int]:
    """Which column has which head; empty, and a problem, where heads that are needed are missing or stand twice."""
    needed = PLAYERS_HEADS if sheet.kind == PLAYERS else GAMES_HEADS
    heads = [tidy(cell).casefold() for cell in sheet.rows[0].cells] if sheet.rows else []
    known = {*needed, *TEXTS, *FIGURES, "Division", "Rated", "Who starts", "Outcome", "Table"}
    line = sheet.rows[0].line if sheet.rows else 1
    missing = [one for one in needed if one.casefold() not in heads]
    twice = [one for one in sorted(known) if heads.count(one.casefold()) > 1]
    for said, names in (("it has no column", missing), ("it has more than one column", twice)):
        if names:
            wrong = Problem(line, "header", f"{said} {', '.join(names)}.", "Leave the heads as they were exported.")
            problems += sheet.fields([wrong])
    if missing or twice:
        return {}
    return {one: heads.index(one.casefold()) for one in known if one.casefold() in heads}


def _player(line: int, cells: Mapping[str, str], problems: list[Problem]) -> RosterRow | None:
    before = len(problems)
    wrong = name_problem(cells.get("Name", ""))
    if wrong:
        problems.append(Problem(line, "name", *wrong))
    number = _figure(line, "Number", cells, (1, MOST_NUMBER), problems)
    if number is None and len(problems) == before:
        problems.append(Problem(line, "number", "the number is missing.", "Give the player's number."))
    figures = {to: _figure(line, head, cells, span, problems) for head, (to, *span) in FIGURES.items()}
    texts = {to: cells.get(head, "") for head, (to, _) in TEXTS.items()}
    for head, (to, most) in TEXTS.items():
        if len(texts[to]) > most:
            message = f"{texts[to][:40]!r} is longer than {most} letters."
            problems.append(Problem(line, head.lower(), message, "Shorten it."))
    if len(problems) > before:
        return None
    name = cells["Name"]
    return RosterRow(
        line, name, cells.get("Name as filed", "") or filing_name(name), number, figures["rating"], figures["lifetime_games"],
        withdrawn_from=figures["withdrawn_from"], class_name=texts["class_name"], team=texts["team"], club=texts["club"],
        country=texts["country"], national_id=texts["national_id"], naspa_id=texts["naspa_id"], wespa_id=texts["wespa_id"],
        absp_id=texts["absp_id"],
    )  # fmt: skip


def _figure(line: int, head: str, cells: Mapping[str, str], span: Sequence[int], problems: list[Problem]) -> int | None:
    text = cells.get(head, "")
    value = whole_number(text)
    if text and (value is None or not span[0] <= value <= span[1]):
        message = f"{text[:40]!r} is not a whole number from {span[0]} to {span[1]}."
        problems.append(Problem(line, head.lower(), message, "Write plain digits."))
        return None
    return value


def _people_of(lines: Sequence[Line]) -> list[RosterRow]:
    """Everybody who stands in the games, by number, with the first line that has them."""
    seen = {number: (line.line, name) for line in reversed(lines) for number, name in line.people}
    return [RosterRow(at, name, filing_name(name), number) for number, (at, name) in sorted(seen.items())]


def _too_long(title: str) -> list[Problem]:
    message = f"{title[:40]!r}… is longer than {LONGEST_DIVISION} letters."
    return [Problem(None, "division", message, "Shorten it.")] if len(title) > LONGEST_DIVISION else []
