"""A table of games, one a line: the form by which CoCo's events send their results, and what other such tables share.

CoCo's heads are Submitted On, Round, Winner, Winners Score, Opponent, Opponents Score; columns that are not read are named.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tdsuite.formats.assemble import HIGHEST_SCORE, roster_problems, with_boards
from tdsuite.formats.model import (
    FileDivision,
    FileFormat,
    FileGame,
    ImportedFile,
    Outcome,
    Problem,
    Problems,
    RosterRow,
    StartsBy,
    Stops,
    note,
)
from tdsuite.formats.text import whole_number
from tdsuite.tournaments.engine.names import LONGEST_NAME, display_name, filing_name, name_key, tidy
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from .cells import DELIMITERS, Cells, cut_table
from .roster_columns import plain

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "round": ("round", "rd", "round number"),
    "winner": ("winner", "winner name"),
    "winner score": ("winners score", "winner s score", "winner score", "winning score"),
    "opponent": ("opponent", "loser", "opponent name", "loser name"),
    "opponent score": ("opponents score", "opponent s score", "opponent score", "losers score", "loser s score", "losing score"),
    "division": ("division", "div"),
    "starter": ("did the winner go first or second", "winner went", "first"),
    "when": ("submitted on", "timestamp", "date"),
}  # fmt: skip
_NEEDED = frozenset({"round", "winner", "winner score", "opponent", "opponent score"})
_LATE_ROUNDS = {  # words for the rounds after the numbered ones, in their order
    "quarterfinal": 1, "quarter final": 1, "semifinal": 2, "semi final": 2, "third place match": 3, "3rd place match": 3,
    "third place": 3, "placement": 3, "final": 3, "championship": 3,
}  # fmt: skip
_SERIAL = re.compile(r"(?P<days>[3-6][0-9]{4})(\.[0-9]+)?", re.ASCII)  # days since 1899, as spreadsheets count
_ISO = re.compile(r"(\d{4}-\d\d-\d\d)\b")
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d\d)\b")
_CENTURY, _MONTHS, _YEARS = 100, 12, 2000


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line: who played whom in which round.  second: "" for a bye; started: whether the first player did, None unknown."""

    line: int
    division: str
    round: int
    first: str
    first_score: int
    second: str
    second_score: int
    started: bool | None = None


def is_games_table(first_line: str) -> bool:
    """Whether a first line has the heads of a table of games, or enough of them that it is meant as one."""
    heads = [set(_columns(first_line.split(delimiter))) for delimiter in DELIMITERS]
    return any("opponent" in head and head & {"winner", "winner score", "round"} for head in heads)


def _columns(cells: Iterable[str]) -> dict[str, int]:
    """Index of each column that has a meaning here, the first of its name."""
    spelled = {spelling: field for field, spellings in COLUMNS.items() for spelling in spellings}
    at: dict[str, int] = {}
    for index, cell in enumerate(cells):
        if field := spelled.get(plain(cell.strip("\ufeff\"' "))):
            at.setdefault(field, index)
    return at


def read_games_table(text: str, *, name: str) -> ImportedFile:
    """Read a table of games.  Never raises; see `problems`."""
    problems = Problems()
    tables = [cut_table(text.removeprefix("\ufeff"), delimiter) for delimiter in DELIMITERS]
    rows, broken = max(tables, key=lambda table: len(_columns(table[0][0].cells)) if table[0] else 0)
    if broken:
        problems.append(broken)
    at = _columns(rows[0].cells) if rows else {}
    if missing := [COLUMNS[field][0].capitalize() for field in COLUMNS if field in _NEEDED - at.keys()]:
        message = f"it is a table of games, but no column is called {' or '.join(missing)}."
        remedy = "Call the columns Round, Winner, Winners Score, Opponent, Opponents Score."
        problem = Problem(rows[0].line if rows else None, "header", message, remedy)
        return ImportedFile(FileFormat.GAMES_TABLE, (), (problem,))
    problems += _left_out(rows, at)
    words = [
        {field: tidy(row.cells[index]) for field, index in at.items() if index < len(row.cells)} for row in rows[1:]
    ]
    rounds = _round_numbers([cells.get("round", "") for cells in words])
    lines = [
        game
        for row, cells in zip(rows[1:], words, strict=True)
        if any(cells.get(field) for field in _NEEDED) and (game := _line(row, cells, rounds, name, problems))
    ]
    lines = _in_rounds_of_their_own(
        _once_each(lines, problems), max(filter(None, map(whole_number, rounds)), default=0)
    )
    if not lines and not any(problem.fatal for problem in problems):
        problems.add(None, "file", "it has no game in it.", "Load a file with one game a line.")
    day = min([played_on for cells in words if (played_on := _day(cells.get("when", "")))], default=None)
    return ImportedFile(FileFormat.GAMES_TABLE, divisions_of(lines, problems), tuple(problems), event_date=day)


def _left_out(rows: Sequence[Cells], at: Mapping[str, int]) -> list[Problem]:
    """A note that names the columns which hold something and are not read."""
    columns = {index: tidy(cell) for index, cell in enumerate(rows[0].cells) if index not in at.values()}
    held = [
        name or f"column {index + 1}"
        for index, name in columns.items()
        if any(len(row.cells) > index and row.cells[index].strip() for row in rows[1:])
    ]
    return [note(rows[0].line, "header", f"not read: {', '.join(held)}.")] if held else []


def _round_numbers(words: Sequence[str]) -> dict[str, int]:
    """The number of each round by its word; those that are no number follow the last one, in their usual order."""
    numbers = {word: number for word in words if (number := whole_number(word)) is not None}
    late = sorted({_LATE_ROUNDS[key] for word in words if (key := _late(word))})
    after = max(numbers.values(), default=0) + 1
    return numbers | {word: after + late.index(_LATE_ROUNDS[key]) for word in words if (key := _late(word))}


def _late(word: str) -> str:
    key = plain(word)
    return next(
        (known for known in (key, key.removesuffix("s"), key.removesuffix("s match")) if known in _LATE_ROUNDS), ""
    )


def _line(
    row: Cells, cells: Mapping[str, str], rounds: Mapping[str, int], name: str, problems: Problems
) -> GameLine | None:
    """One row as a game; what is wrong with it is named."""
    known = len(problems)
    number = rounds.get(cells.get("round", ""), 0)
    if not 1 <= number <= MOST_ROUNDS:
        message = f"{cells.get('round', '')[:40]!r} is no round."
        problems.add(row.line, "round", message, "Write 1, 2, 3, or a word such as Semifinal or Final.")
    scores = []
    for field in ("winner score", "opponent score"):
        value = whole_number(cells.get(field, ""))
        if value is None or abs(value) > HIGHEST_SCORE:
            message = f"{cells.get(field, '')[:40]!r} is not a score."
            problems.add(row.line, field, message, f"Write a whole number up to {HIGHEST_SCORE}.")
        scores.append(value or 0)
    names = [cells.get(field, "") for field in ("winner", "opponent")]
    for field, text in zip(("winner", "opponent"), names, strict=True):
        if not text or len(text) > LONGEST_NAME:
            problems.add(row.line, field, "the name is missing or too long.", "Write the player's name.")
    byes = [name_key(text) in ("bye", "a bye") for text in names]
    if name_key(names[0]) == name_key(names[1]) and names[0]:
        problems.add(row.line, "opponent", f"{names[0]} plays against themselves.", "Write the opponent's name.")
    if len(problems) > known:
        return None
    (first, second), (own, other) = (names[::-1], scores[::-1]) if byes[0] else (names, scores)
    started = {"first": True, "second": False}.get(plain(cells.get("starter", "")).rpartition(" ")[2])
    return GameLine(
        row.line, cells.get("division", "") or name, number, first, own, "" if any(byes) else second, other, started
    )


def _once_each(lines: Sequence[GameLine], problems: Problems) -> list[GameLine]:
    """The lines without those that say the same game again."""
    seen: dict[tuple[object, ...], GameLine] = {}
    for line in lines:
        sides = frozenset([(name_key(line.first), line.first_score), (name_key(line.second), line.second_score)])
        earlier = seen.setdefault((line.division, line.round, sides), line)
        if earlier is not line:
            problems.note(line.line, "line", f"it says the game of line {earlier.line} again, and is left out.")
    return list(seen.values())


def _in_rounds_of_their_own(lines: Sequence[GameLine], last_numbered: int) -> list[GameLine]:
    """Games of a late round that are a match of several get a round each, and later rounds move on."""
    placed = [line for line in lines if line.round <= last_numbered]
    moved = 0
    for number in sorted({line.round for line in lines if line.round > last_numbered}):
        played: dict[tuple[str, str], int] = defaultdict(int)
        longest = 1
        for line in lines:
            if line.round == number:
                game = max(played[line.division, name] for name in (line.first, line.second))
                for name in (line.first, line.second):
                    played[line.division, name] = game + 1
                longest = max(longest, game + 1)
                placed.append(replace(line, round=number + moved + game))
        moved += longest - 1
    return placed


def divisions_of(lines: Sequence[GameLine], problems: Problems) -> tuple[FileDivision, ...]:
    """The divisions that the lines name, in their order; one player twice in a round stops the games."""
    by_name: dict[str, list[GameLine]] = defaultdict(list)
    for line in lines:
        by_name[line.division].append(line)
    return tuple(_division(name, own, problems) for name, own in by_name.items())


def _division(name: str, lines: Sequence[GameLine], problems: Problems) -> FileDivision:
    first_line: dict[str, int] = {}
    for line in lines:
        for person in filter(None, (line.first, line.second)):
            first_line.setdefault(person, line.line)
    numbers = {person: number for number, person in enumerate(first_line, start=1)}
    players = tuple(
        RosterRow(
            display_name(person), person if "," in person else filing_name(person), number, line=first_line[person]
        )
        for person, number in numbers.items()
    )
    problems += roster_problems(players)
    games = []
    met: dict[tuple[int, str], int] = {}
    rounds = max((line.round for line in lines), default=0)
    busy: dict[int, set[str]] = defaultdict(set)
    for line in lines:
        busy[line.round] |= {line.first, line.second}
    for line in lines:
        for person in filter(None, (line.first, line.second)):
            if (line.round, person) in met:
                message = f"{person} plays twice in round {line.round}: see line {met[line.round, person]}."
                free = [number for number in range(1, rounds + 1) if not busy[number] & {line.first, line.second}]
                remedy = f"Neither plays in round {free[0]}: correct the round, or take" if free else "Take"
                problems.add(line.line, "name", message, f"{remedy} one game out.", Stops.GAMES)
            met[line.round, person] = line.line
        games.append(_game(line, numbers))
    placed, moved = with_boards(games)
    problems += moved
    problems.note(
        None, "file", f"division {name}: a table of games says nothing of boards and ratings, and not of every bye."
    )
    return FileDivision(name, players, tuple(placed), (), rounds)


def _game(line: GameLine, numbers: Mapping[str, int]) -> FileGame:
    if not line.second:
        spread = line.first_score - line.second_score
        outcome, halves = (Outcome.BYE, 2) if spread > 0 else (Outcome.FORFEIT, 0)
        return FileGame(
            line.round,
            None,
            numbers[line.first],
            outcome=outcome,
            first_halves=halves,
            first_spread=spread,
            line=line.line,
        )
    sides = [(numbers[line.first], line.first_score), (numbers[line.second], line.second_score)]
    (first, own), (second, other) = sides[::-1] if line.started is False else sides
    starts_by = StartsBy.NONE if line.started is None else StartsBy.ASSIGNED
    return FileGame(line.round, None, first, second, own, other, starts_by, Outcome.PLAYED, line=line.line)


def _day(text: str) -> date | None:
    """A spreadsheet's number, an ISO date, or a date with slashes that can only be one day."""
    try:
        if match := _SERIAL.fullmatch(text):
            return date(1899, 12, 30) + timedelta(days=int(match["days"]))
        if match := _ISO.match(text):
            return date.fromisoformat(match[1])
        if match := _SLASHES.match(text):
            left, right, year = map(int, match.groups())
            if left <= _MONTHS and right <= _MONTHS and left != right:
                return None
            month, day = (left, right) if left <= _MONTHS else (right, left)
            return date(year + (_YEARS if year < _CENTURY else 0), month, day)
    except ValueError:
        return None
    return None
