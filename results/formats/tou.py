"""The AUPAIR / WESPA result file (.TOU): players and every round of one or more sections.

Grammar and repairs: docs/formats.md. A row is a name in 20 columns, then a result token and an opponent for each round:
token = own score, plus 2000 for a win, plus 1000 for a tie; "+" on the opponent = this row's player went first; the
own number as opponent = no game. Byes and forfeits carry no spread in WESPA tables, so they get none here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from results.formats.assemble import absentees, games_from_sides, roster_problems, with_boards
from results.formats.model import (
    FileFormat,
    ImportedDivision,
    ImportedFile,
    ImportedGame,
    ImportedGameSide,
    Outcome,
    Problem,
    RosterRow,
    StartsBy,
    Stops,
    note,
)
from results.formats.text import lines_of
from tdsuite.tournaments.engine.names import CUT_AT, LONGEST_NAME, display_name, filing_name, tidy

_HEADER = re.compile(r"\*M(?P<day>[0-9]{2})[^0-9](?P<month>[0-9]{2})[^0-9](?P<year>[0-9]{4})(?P<name>.*)", re.ASCII)
_CELL = re.compile(r" (?P<flag>[ 12])(?P<score>[ 0-9-]{3})(?P<opponent>[ +0-9]{4,5})", re.ASCII)
_SCORE = re.compile(r"-?[0-9]{1,4}|[12]-[0-9]{1,3}", re.ASCII)
_OPPONENT = re.compile(r"\+?[0-9]{1,4}", re.ASCII)
_BYE_NAME = re.compile(r"\bBYE\b")
_WORDS = re.compile(r"[^\W\d_]")
WON, TIED = 2000, 1000
LEAST_WON = 1900  # a winner below zero is written under 2000: 1990 is a win with -10
FULL_BYE_OF_WOOGLES = 50


@dataclass(frozen=True, slots=True)
class _Token:
    """One round of a row: the number as written, the opponent as written, "+" or not."""

    raw: int
    opponent: int
    plus: bool

    @property
    def halves(self) -> int:
        """Half wins that the number claims."""
        return 2 if self.raw > LEAST_WON else 1 if self.raw >= TIED else 0

    @property
    def score(self) -> int:
        """The score without its mark."""
        return self.raw - {2: WON, 1: TIED, 0: 0}[self.halves]


@dataclass(slots=True)
class _Row:
    line: int
    number: int
    name: str
    tokens: list[_Token]


@dataclass(slots=True)
class _Section:
    line: int
    name: str
    rows: list[_Row] = field(default_factory=list)


def read_tou(text: str) -> ImportedFile:
    """Read a .TOU file with any number of sections, one division each. Never raises; see `problems`."""
    problems: list[Problem] = []
    sections: list[_Section] = []
    event_name, event_date, headed, ended = "", None, False, False
    for line_number, line in enumerate(lines_of(text), start=1):
        if ended:
            if line.strip("\x1a \t"):
                problems.append(note(line_number, "file", "text after the end mark is not read."))
                break
        elif line.startswith("***"):
            ended = True
        elif line.startswith("*M") and (not headed or _HEADER.match(line)):
            headed = True
            name, day = _header(line_number, line, problems)
            event_name, event_date = event_name or name, event_date or day
        elif line.startswith("*"):
            sections.append(_Section(line_number, tidy(line[1:]) or "A"))
        else:
            _take_row(line_number, line, sections, problems)
    if event_date is None and not any(problem.fatal for problem in problems):
        problems.append(
            Problem(1, "header", "the first line is not *MDD.MM.YYYY and the event's name.", "Add it at the top.")
        )
    if not ended:
        problems.append(note(None, "file", "the line *** END OF FILE *** is missing.", "Check that nothing was cut."))
    divisions = [division for section in sections if (division := _division(section, problems)) is not None]
    _check_sections(divisions, problems)
    return ImportedFile(FileFormat.TOU, tuple(divisions), tuple(problems), event_name, event_date)


def _header(line_number: int, line: str, problems: list[Problem]) -> tuple[str, date | None]:
    """(event name, date) of a "*M" line; any single character may part the digits of the date."""
    match = _HEADER.match(line)
    if match:
        try:
            day = date(int(match["year"]), int(match["month"]), int(match["day"]))
        except ValueError:
            pass
        else:
            return tidy(match["name"]), day
    problems.append(
        Problem(
            line_number,
            "date",
            f"{line[2:12].strip()!r} is not a date as DD.MM.YYYY.",
            "Write *M, the date and the event's name, such as *M14.03.2026 Riverside Open.",
        )
    )
    return "", None


def _take_row(line_number: int, line: str, sections: list[_Section], problems: list[Problem]) -> None:
    """Add a player's row to the last section; blank, indented and short lines are no rows."""
    text = line.rstrip("\x1a \t")
    if not text:
        return
    if text[0].isspace() or not _WORDS.search(text[:CUT_AT]):
        if _WORDS.search(text):
            problems.append(note(line_number, "name", "a line that starts with a blank is not read."))
        return
    if not sections:
        sections.append(_Section(line_number, "A"))
        problems.append(note(line_number, "section", "the line with the section's name is missing; it is called A."))
    name, tokens = _row(text)
    rows = sections[-1].rows
    number = len(rows) + 1
    if len(name) > LONGEST_NAME:
        message = f"the name has {len(name)} letters."
        problems.append(Problem(line_number, "name", message, f"Shorten it to {LONGEST_NAME}."))
    elif len(name) == CUT_AT:
        problems.append(note(line_number, "name", f"{name!r} may be cut: this format keeps {CUT_AT} letters."))
    rows.append(_Row(line_number, number, name, tokens))


def _row(text: str) -> tuple[str, list[_Token]]:
    """(name, rounds): by columns where every cell fits its columns, else from the right."""
    cells = text[CUT_AT:]
    for width in (9, 10):
        if cells and len(cells) % width == 0:
            tokens = [_cell(cells[at : at + width]) for at in range(0, len(cells), width)]
            if None not in tokens:
                return tidy(text[:CUT_AT]), [token for token in tokens if token is not None]
    return _from_the_right(text)


def _cell(cell: str) -> _Token | None:
    match = _CELL.fullmatch(cell)
    if match is None:
        return None
    score, opponent = match["score"].strip(), "".join(match["opponent"].split())
    if not re.fullmatch(r"-?[0-9]+", score) or not _OPPONENT.fullmatch(opponent):
        return None
    return _Token(int(match["flag"].strip() or 0) * 1000 + int(score), int(opponent), opponent.startswith("+"))


def _from_the_right(text: str) -> tuple[str, list[_Token]]:
    parts = _glued(text.replace("+", " + ").split())
    tokens: list[_Token] = []
    while len(parts) > 2 and _SCORE.fullmatch(parts[-2]) and _OPPONENT.fullmatch(parts[-1]):
        score, opponent = parts[-2:]
        flag, dash, below = score.partition("-")
        raw = int(flag) * 1000 - int(below) if flag and dash else int(score)
        tokens.append(_Token(raw, int(opponent), opponent.startswith("+")))
        del parts[-2:]
    return tidy(" ".join(parts)), tokens[::-1]


def _glued(parts: Sequence[str]) -> list[str]:
    """The parts with every lone "+" put before the part that follows it."""
    glued: list[str] = []
    for part in parts:
        if glued and glued[-1] == "+":
            glued[-1] = f"+{part}"
        else:
            glued.append(part)
    return glued


def _division(section: _Section, problems: list[Problem]) -> ImportedDivision | None:
    if not section.rows:
        problems.append(note(section.line, "section", f"section {section.name} has no players and is left out."))
        return None
    fakes = {row.number for row in section.rows if _is_bye_row(row.name)}
    real = [row for row in section.rows if row.number not in fakes]
    for row in section.rows:
        if row.number in fakes:
            problems.append(note(row.line, "name", f"{row.name} is read as byes for its opponents, not as a player."))
    _check_lengths(real, problems)
    players = tuple(
        RosterRow(row.line, display_name(row.name), filing_name(row.name), row.number) for row in real if row.name
    )
    problems += roster_problems(players)
    sides: list[ImportedGameSide] = []
    byes: list[ImportedGame] = []
    for row in real:
        for round_, token in enumerate(row.tokens, start=1):
            if token.opponent in (0, row.number) or token.opponent in fakes:
                byes.append(_bye(row, round_, token, problems))
            else:
                sides.append(_side(row, round_, token))
    games, found = games_from_sides(sides, {row.number: row.name for row in section.rows})
    placed, moved = with_boards([*games, *byes])
    problems += [*found, *moved]
    unmarked = sum(game.starts_by is StartsBy.NONE for game in games)
    if unmarked:
        problems.append(
            note(section.line, "starter", f"section {section.name}: {unmarked} of {len(games)} games have no starter.")
        )
    rounds = max((game.round for game in placed), default=0)
    return ImportedDivision(section.name, players, tuple(placed), (), rounds, absentees(players, placed))


def _side(row: _Row, round_: int, token: _Token) -> ImportedGameSide:
    return ImportedGameSide(
        line=row.line,
        number=row.number,
        round=round_,
        opponent=token.opponent,
        score=token.score,
        started=True if token.plus else None,
        flag=token.halves,
    )


def _bye(row: _Row, round_: int, token: _Token, problems: list[Problem]) -> ImportedGame:
    """A round without an opponent: over 2000 a win, 1000 to 2000 half a win, below a loss; spread 0."""
    if token.raw > WON:
        outcome, halves = Outcome.BYE, 2
    elif token.raw >= TIED:
        outcome, halves = Outcome.HALF_BYE, 1
    elif token.raw == FULL_BYE_OF_WOOGLES:
        outcome, halves = Outcome.BYE, 2
        message = f"round {round_}: a bye written as 50 is read as a full bye, as Woogles means it."
        problems.append(note(row.line, "bye", message, "Make it a forfeit on the board if it was one."))
    else:
        outcome, halves = Outcome.FORFEIT, 0
    return ImportedGame(row.line, round_, None, row.number, None, outcome=outcome, first_halves=halves, first_spread=0)


def _is_bye_row(name: str) -> bool:
    """BYE as a word in capitals beside lower case or digits, or alone; "Tom Bye" and "Byers" are people."""
    letters = "".join(char for char in name if char.isalpha()).casefold()
    return letters in {"bye", "byebye", "thebye"} or (_BYE_NAME.search(name) is not None and name != name.upper())


def _check_lengths(rows: Sequence[_Row], problems: list[Problem]) -> None:
    """Every row must have as many rounds as most rows have."""
    if not rows:
        return
    usual = max(Counter(len(row.tokens) for row in rows).items(), key=lambda item: (item[1], item[0]))[0]
    for row in rows:
        if len(row.tokens) != usual:
            message = f"{len(row.tokens)} rounds can be read, but other rows have {usual}."
            problems.append(
                Problem(row.line, "rounds", message, "Give each round a score and an opponent.", Stops.GAMES)
            )


def _check_sections(divisions: Sequence[ImportedDivision], problems: list[Problem]) -> None:
    seen: set[str] = set()
    for division in divisions:
        if division.name.casefold() in seen:
            problems.append(
                Problem(None, "section", f"there is more than one section {division.name}.", "Rename one of them.")
            )
        seen.add(division.name.casefold())
    if not divisions and not any(problem.fatal for problem in problems):
        problems.append(Problem(None, "file", "it has no player in it.", "Load a .TOU file with one player a row."))
