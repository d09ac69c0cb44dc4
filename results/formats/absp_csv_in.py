"""Reads the ABSP's games file: one rated game a line, the starter first.  Byes are not in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from results.formats.absp_csv import HEADER
from results.formats.assemble import roster_problems, with_boards
from results.formats.model import (
    FileFormat,
    ImportedDivision,
    ImportedFile,
    ImportedGame,
    Outcome,
    Problem,
    RosterRow,
    StartsBy,
    Stops,
    note,
)
from results.formats.text import whole_number
from tdsuite.tournaments.engine.names import LONGEST_NAME, display_name, filing_name, tidy

Line = tuple[int, str, int, str, int, str, int]


def is_absp(first_line: str) -> bool:
    """Whether a table begins with the column heads of the ABSP's games file."""
    return [cell.strip().strip('"').casefold() for cell in first_line.split(",")] == [one.casefold() for one in HEADER]


def read_absp(text: str) -> ImportedFile:
    """Read Division,Round,Player1,Score1,Player2,Score2.  Never raises; see `problems`."""
    problems: list[Problem] = []
    lines = list(_lines(text, problems))
    names = list(dict.fromkeys(line[1] for line in lines))
    divisions = tuple(_division(name, [line for line in lines if line[1] == name], problems) for name in names)
    if not divisions and not problems:
        problems.append(Problem(None, "file", "it has no game in it.", "Load a file with one game a line."))
    return ImportedFile(FileFormat.ABSP_CSV, divisions, tuple(problems))


def _lines(text: str, problems: list[Problem]) -> Iterator[Line]:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        for cells in reader:
            if reader.line_num == 1 or not any(cell.strip() for cell in cells):
                continue
            line = _line(reader.line_num, cells, problems)
            if line is not None:
                yield line
    except csv.Error as error:
        problems.append(
            Problem(reader.line_num, "line", f"it is no row of a table ({error}).", "Mend the quotation marks.")
        )


def _line(number: int, cells: Sequence[str], problems: list[Problem]) -> Line | None:
    if len(cells) != len(HEADER):
        problems.append(
            Problem(number, "line", f"{len(cells)} cells, not {len(HEADER)}.", f"Write {','.join(HEADER)}.")
        )
        return None
    division, round_, first, first_score, second, second_score = (tidy(cell).removeprefix("'") for cell in cells)
    values = [whole_number(round_), whole_number(first_score), whole_number(second_score)]
    for name, value, written in zip(
        ("round", "score", "score"), values, (round_, first_score, second_score), strict=True
    ):
        if value is None:
            problems.append(Problem(number, name, f"{written!r} is not a whole number.", "Write plain digits."))
    if not first or not second or max(len(first), len(second)) > LONGEST_NAME:
        problems.append(
            Problem(number, "name", f"a name is missing or longer than {LONGEST_NAME} letters.", "Write both.")
        )
    elif first.casefold() == second.casefold():
        problems.append(Problem(number, "name", f"{first} plays himself.", "Write the opponent's name."))
    elif None not in values and not 1 <= (values[0] or 0) <= 500:
        problems.append(Problem(number, "round", f"{values[0]} is no round.", "Rounds count from 1."))
    else:
        at, own, other = values
        return None if None in values else (number, division or "A", at or 0, first, own or 0, second, other or 0)
    return None


def _division(name: str, lines: Sequence[Line], problems: list[Problem]) -> ImportedDivision:
    folk = list(dict.fromkeys(person for line in lines for person in (line[3], line[5])))
    numbers = {person: number for number, person in enumerate(folk, start=1)}
    first_line = {person: line[0] for line in reversed(lines) for person in (line[3], line[5])}
    players = tuple(
        RosterRow(first_line[one], display_name(one), one if "," in one else filing_name(one), number)
        for one, number in numbers.items()
    )
    problems += roster_problems(players)
    games = []
    met: dict[tuple[int, str], int] = {}
    for number, _, round_, first, own, second, other in lines:
        for person in (first, second):
            if (round_, person) in met:
                message = f"{person} plays twice in round {round_}: see line {met[round_, person]}."
                problems.append(Problem(number, "name", message, "Take one game out.", Stops.GAMES))
            met[round_, person] = number
        pair = numbers[first], numbers[second]
        games.append(ImportedGame(number, round_, None, *pair, own, other, StartsBy.ASSIGNED, Outcome.PLAYED))
    placed, _ = with_boards(games)
    problems.append(note(None, "file", f"division {name}: byes, tables and ratings are not in such a file."))
    rounds = max((line[2] for line in lines), default=0)
    return ImportedDivision(name, players, tuple(placed), (), rounds)
