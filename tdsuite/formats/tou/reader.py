"""The AUPAIR / WESPA result file (.TOU): players and every round of one or more sections.

Grammar and repairs: docs/formats.md. A row is a name in 20 columns, then a result token and an opponent for each round:
token = own score, plus 2000 for a win, plus 1000 for a tie; "+" on the opponent = this row's player went first; the
own number as opponent = no game. Byes and forfeits carry no spread in WESPA tables, so they get none here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tdsuite.formats.assemble import FileGameSide, absentees, games_from_sides, roster_problems, with_boards
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
)
from tdsuite.formats.text import lines_of
from tdsuite.formats.tsh.keys import TOU_HIGH_WORD, TOU_ROW
from tdsuite.tournaments.engine.names import CUT_AT, LONGEST_NAME, display_name, filing_name, tidy

_HEADER = re.compile(r"\*[A-Z](?P<day>[0-9]{2})[^0-9](?P<month>[0-9]{2})[^0-9](?P<year>[0-9]{4})(?P<name>.*)", re.ASCII)
_CELL = re.compile(r" (?P<flag>[ 12])(?P<score>[ 0-9-]{3})(?P<opponent>[ +0-9]{4,5})", re.ASCII)
_SCORE = re.compile(r"-?[0-9]{1,4}|[12]-[0-9]{1,3}", re.ASCII)
_OPPONENT = re.compile(r"\+?[0-9]{1,4}", re.ASCII)
_BYE_NAME = re.compile(r"\bBYE\b")
_BYE_WORD = re.compile(r"\bz*bye\b", re.IGNORECASE)
_NO_PERSON = re.compile(  # what stands beside "bye" in the names of ghosts
    r"[a-z]|([a-z])\1+|[0-9]+|one|two|three|four|five|six|the|a|no|player|ghost|dummy|zz*bye|bye(bye)?", re.IGNORECASE
)
_HIGH_WORD = re.compile(r"\s*[^\W\d_][^\W\d_ ?*-]*(\s[^\d+]*)?\s+[0-9]{1,3}\s*")
_DIGIT = re.compile(r"[0-9]")
_WORDS = re.compile(r"[^\W\d_]")
HIGH_WORD = " " * 38 + "0"  # the line for the best word, which nobody fills in
FULL_BYE, HALF_BYE, NO_BYE = 2001, 1350, 0  # as we write them; 1350: the commonest way to write half a win
WON, TIED = 2000, 1000
LEAST_WON = 1900  # a winner below zero is written under 2000: 1990 is a win with -10
FULL_BYE_OF_WOOGLES = 50
MOST_OF_A_PAIR = 2  # rows: of two, none tells which one is short
LEAST_SCORE = 50  # a smaller one, as 1 of 2001, is a mark
WALK_OVER = 150  # the highest score of a win without a game: 2150


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
    def bye_halves(self) -> int:
        """Half wins of a round without an opponent, by WESPA's rules."""
        return 2 if self.raw > WON else 1 if self.raw >= TIED else 0

    @property
    def score(self) -> int:
        """The score without its mark."""
        return self.raw - {2: WON, 1: TIED, 0: 0}[self.halves]


@dataclass(slots=True)
class _Row:
    line: int
    number: int
    name: str
    tokens: list[_Token | None]  # None: a round that was missed
    bad: Problem | None = None
    extras: tuple[tuple[str, str], ...] = ()
    walk_overs: frozenset[int] = frozenset()  # missed rounds in which an opponent has a win without a game


@dataclass(slots=True)
class _Section:
    line: int
    name: str
    rows: list[_Row] = field(default_factory=list)
    high_word: str = HIGH_WORD  # the line above the first row, where it is empty


def read_tou(text: str) -> ImportedFile:
    """Read a .TOU file with any number of sections, one division each. Never raises; see `problems`."""
    problems = Problems()
    sections: list[_Section] = []
    event_name, event_date, headed, ended = "", None, False, False
    for line_number, line in enumerate(lines_of(text), start=1):
        if ended:
            if line.strip("\x1a \t"):
                problems.note(line_number, "file", "text after the end mark is not read.")
                break
        elif line.startswith("***"):
            ended = True
        elif (line.startswith("*M") and not headed) or _HEADER.match(line):
            headed = True
            name, day = _header(line_number, line, problems)
            event_name, event_date = event_name or name, event_date or day
        elif line.startswith("*"):
            sections.append(_Section(line_number, tidy(line[1:]) or "A"))
        else:
            _take_row(line_number, line, sections, problems)
    if event_date is None and not any(problem.fatal for problem in problems):
        problems.add(1, "header", "the first line is not *MDD.MM.YYYY and the event's name.", "Add it at the top.")
    if not ended:
        problems.note(None, "file", "the line *** END OF FILE *** is missing.", "Check that nothing was cut.")
    divisions = [division for section in sections if (division := _division(section, problems)) is not None]
    _check_sections(divisions, problems)
    return ImportedFile(FileFormat.TOU, tuple(divisions), tuple(problems), event_name, event_date)


def _header(line_number: int, line: str, problems: Problems) -> tuple[str, date | None]:
    """(event name, date) of a "*M" line; any single character may part the digits of the date."""
    if match := _HEADER.match(line):
        try:
            day = date(int(match["year"]), int(match["month"]), int(match["day"]))
        except ValueError:
            pass
        else:
            return tidy(match["name"]), day
    problems.add(
        line_number,
        "date",
        f"{line[2:12].strip()!r} is not a date as DD.MM.YYYY.",
        "Write *M, the date and the event's name, such as *M14.03.2026 Riverside Open.",
    )
    return "", None


def _take_row(line_number: int, line: str, sections: list[_Section], problems: Problems) -> None:
    """Add a player's row to the last section; blank, indented and short lines are no rows."""
    text = line.rstrip("\x1a \t")
    if not text:
        return
    if text[0].isspace() or not _WORDS.search(text[:CUT_AT]):
        if _WORDS.search(text):
            problems.note(line_number, "name", "a line that starts with a blank is not read.")
        elif sections and not sections[-1].rows and not text.strip("0 "):
            sections[-1].high_word = text
        return
    if not sections:
        sections.append(_Section(line_number, "A"))
        problems.note(line_number, "section", "the line with the section's name is missing; it is called A.")
    rows = sections[-1].rows
    if not rows and _HIGH_WORD.fullmatch(text[CUT_AT:]):
        message = f"the high word of section {sections[-1].name} is not taken over: {' '.join(text.split())}."
        problems.note(line_number, "high word", message)
        return
    number = len(rows) + 1
    name, tokens = _row(text)
    bad = _bad_token(line_number, text) if _DIGIT.search(name.partition(" ")[2]) else None
    came = () if bad else _as_it_came(line.rstrip("\x1a"), number, name, tokens)
    if bad:
        name, tokens = tidy(text[:CUT_AT]), []
    if len(name) > LONGEST_NAME:
        message = f"the name has {len(name)} letters."
        problems.add(line_number, "name", message, f"Shorten it to {LONGEST_NAME}.")
    elif len(name) == CUT_AT:
        problems.note(line_number, "name", f"{name!r} may be cut: this format keeps {CUT_AT} letters.")
    if not rows and sections[-1].high_word != HIGH_WORD:
        came = (*came, (TOU_HIGH_WORD, sections[-1].high_word))
    rows.append(_Row(line_number, number, name, tokens, bad, came))


def _as_it_came(line: str, number: int, name: str, tokens: Sequence[_Token | None]) -> tuple[tuple[str, str], ...]:
    """What stands after the name in a row that is not as we would write it."""
    plain, usual = f"{name:<{CUT_AT}}", True
    for token in tokens:
        if token is not None:
            plain += columns(token.raw, token.opponent, token.plus)
            usual &= token.opponent != number or (token.raw in (FULL_BYE, HALF_BYE, NO_BYE) and not token.plus)
    return (
        ()
        if (usual and line == plain) or not line.startswith(name) or "\t" in line
        else ((TOU_ROW, line[len(name) :]),)
    )


def columns(token: int, opponent: int, plus: bool) -> str:
    """One round in nine columns: a blank, the mark and score, the opponent."""
    against = f"+{opponent}" if plus else str(opponent)
    return f" {token:>4}{against:>4}"


def row_facts(text: str, number: int) -> tuple[str, list[tuple[int, ...]]]:
    """(name, rounds) of a row, alike for rows that say the same: of a round without an opponent only what it counts."""
    name, tokens = _row(text.rstrip())
    return name, [
        (token.bye_halves,) if token.opponent == number else (token.raw, token.opponent, token.plus)
        for token in tokens
        if token is not None
    ]


def _bad_token(line_number: int, text: str) -> Problem | None:
    """The first word after the name that is no score or no opponent, as a problem."""
    words = _glued(text[CUT_AT:].replace("+", " + ").split())
    if len(words) % 2:
        message = f"round {len(words) // 2 + 1}: {words[-1]!r} has no opponent, or no score, beside it."
        return Problem(line_number, "rounds", message, "Give each round a score and an opponent.", Stops.GAMES)
    for at, word in enumerate(words):
        round_, is_opponent = at // 2 + 1, at % 2 == 1
        if not (_OPPONENT if is_opponent else _SCORE).fullmatch(word):
            what = "the number of an opponent" if is_opponent else "a score"
            remedy = (
                "Write a row's number, + before it who starts: +5."
                if is_opponent
                else ("Write the score, 2000 more for a win and 1000 more for a tie: 2450.")
            )
            return Problem(
                line_number,
                "opponent" if is_opponent else "score",
                f"round {round_}: {word!r} is not {what}.",
                remedy,
                Stops.GAMES,
            )
    if len(words) % 2:
        message = f"round {len(words) // 2 + 1}: {words[-1]!r} stands alone."
        return Problem(line_number, "rounds", message, "Write a score and an opponent for each round.", Stops.GAMES)
    return None


def _row(text: str) -> tuple[str, list[_Token | None]]:
    """(name, rounds): by columns where every cell fits its columns, else from the right."""
    cells = text[CUT_AT:]
    for width in (9, 10):
        if cells and len(cells) % width == 0:
            tokens = [_cell(cells[at : at + width]) for at in range(0, len(cells), width)]
            if None not in tokens:
                return tidy(text[:CUT_AT]), tokens
    return _from_the_right(text)


def _cell(cell: str) -> _Token | None:
    match = _CELL.fullmatch(cell)
    if match is None:
        return None
    score, opponent = match["score"].strip(), "".join(match["opponent"].split())
    if not re.fullmatch(r"-?[0-9]+", score) or not _OPPONENT.fullmatch(opponent):
        return None
    return _Token(int(match["flag"].strip() or 0) * 1000 + int(score), int(opponent), opponent.startswith("+"))


def _from_the_right(text: str) -> tuple[str, list[_Token | None]]:
    parts = _glued(text.replace("+", " + ").split())
    tokens: list[_Token | None] = []
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


def _division(section: _Section, problems: Problems) -> FileDivision | None:
    if not section.rows:
        problems.note(section.line, "section", f"section {section.name} has no players and is left out.")
        return None
    fakes = {row.number for row in section.rows if _is_bye_row(row, problems)}
    real = [row for row in section.rows if row.number not in fakes]
    _mend_short_rows(real, problems)
    players = tuple(_player(row) for row in real if row.name)
    problems += roster_problems(players)
    sides: list[FileGameSide] = []
    byes: list[FileGame] = []
    broken = {row.number for row in real if row.bad}
    for row in real:
        for round_, token in enumerate(row.tokens, start=1):
            if token is None or {row.number, token.opponent} & broken:
                continue
            if 0 < token.opponent <= len(section.rows) and round_ in section.rows[token.opponent - 1].walk_overs:
                byes.append(_walk_over(row, round_, token))
            elif token.opponent in fakes:
                byes.append(_bye_by_ghost(row, round_, token, section.rows[token.opponent - 1]))
            elif token.opponent in (0, row.number):
                byes.append(_bye(row, round_, token, problems))
            else:
                sides.append(_side(row, round_, token))
    games, differences = games_from_sides(sides, {row.number: row.name for row in section.rows})
    placed, moved = with_boards([*games, *byes])
    problems += [*(row.bad for row in real if row.bad), *differences, *moved]
    if unmarked := sum(game.starts_by is StartsBy.NONE for game in games):
        problems.note(
            section.line,
            "starter",
            f"section {section.name}: no starter is marked in {unmarked} of {len(games)} games.",
        )
    rounds = max((game.round for game in placed), default=0)
    return FileDivision(section.name, players, tuple(placed), (), rounds, absentees(players, placed))


def _side(row: _Row, round_: int, token: _Token) -> FileGameSide:
    return FileGameSide(
        line=row.line,
        number=row.number,
        round=round_,
        opponent=token.opponent,
        score=token.score,
        started=True if token.plus else None,
        flag=token.halves,
    )


def _bye(row: _Row, round_: int, token: _Token, problems: Problems) -> FileGame:
    """A round without an opponent: over 2000 a win, 1000 to 2000 half a win, below a loss; spread 0."""
    halves = token.bye_halves
    outcome = {2: Outcome.BYE, 1: Outcome.HALF_BYE, 0: Outcome.FORFEIT}[halves]
    if token.raw == FULL_BYE_OF_WOOGLES:
        outcome, halves = Outcome.BYE, 2
        message = f"round {round_}: a bye written as 50 is read as a full bye, as Woogles means it."
        problems.note(row.line, "bye", message, "Make it a forfeit on the board if it was one.")
    return FileGame(round_, None, row.number, outcome=outcome, first_halves=halves, first_spread=0, line=row.line)


def _walk_over(row: _Row, round_: int, token: _Token) -> FileGame:
    """A win against a player whose own row has no such round."""
    return FileGame(
        round_, None, row.number, token.opponent, outcome=Outcome.FORFEIT, line=row.line,
        first_halves=2, second_halves=0, first_spread=0, second_spread=0,
    )  # fmt: skip


def _bye_by_ghost(row: _Row, round_: int, token: _Token, ghost: _Row) -> FileGame:
    """A round against a row that stands for nobody: a bye by the spread of its two scores, where they look like scores."""
    across = ghost.tokens[round_ - 1] if round_ <= len(ghost.tokens) else None
    against = across.score if across else 0
    spread = token.score - against if min(token.score, against) >= LEAST_SCORE else 0
    halves = 2 if spread > 0 else 0 if spread < 0 else token.halves
    outcome = {2: Outcome.BYE, 1: Outcome.HALF_BYE, 0: Outcome.FORFEIT}[halves]
    return FileGame(round_, None, row.number, outcome=outcome, first_halves=halves, first_spread=spread, line=row.line)


def _is_bye_row(row: _Row, problems: Problems) -> bool:
    """Whether a row stands for nobody: "Bye", "Bye A", "ZZBye"; "Tom Bye" is a person, and noted; "Byers" is none of it."""
    words = re.findall(r"\w+", row.name)
    if not _BYE_WORD.search(row.name):
        return False
    if all(_NO_PERSON.fullmatch(word) for word in words) or (
        _BYE_NAME.search(row.name) and row.name != row.name.upper()
    ):
        problems.note(row.line, "name", f"{row.name} is read as byes for its opponents, not as a player.")
        return True
    message = f"{row.name} is read as a player, not as a bye."
    problems.note(row.line, "name", message, "Call the row Bye if it stands for nobody.")
    return False


def _mend_short_rows(rows: Sequence[_Row], problems: Problems) -> None:
    """Put the rounds of rows with fewer than most where the other rows have them; a row that does not fit gets `bad`."""
    usual = max(
        Counter(len(row.tokens) for row in rows if not row.bad).items(), key=lambda item: item[::-1], default=(0, 0)
    )[0]
    whole = {row.number for row in rows if len(row.tokens) >= usual and not row.bad}
    met: dict[int, dict[int, _Row]] = {}  # player -> round -> who of the whole rows met them there
    for row in rows:
        for round_, token in enumerate(row.tokens, start=1):
            if row.number in whole and token is not None:
                met.setdefault(token.opponent, {})[round_] = row
    for row in rows:
        if row.bad or len(row.tokens) >= usual:
            continue
        length = len(row.tokens)
        own_met = met.get(row.number, {})
        spread_out, misfit = _spread_out(row, usual, own_met, whole)
        if misfit is not None or len(rows) <= MOST_OF_A_PAIR:
            row.bad = _misfit(row, usual, misfit, own_met.get(misfit or 0))
            continue
        row.tokens = spread_out
        missed = [round_ for round_, token in enumerate(spread_out, start=1) if token is None]
        words = ", ".join(map(str, missed))
        message = f"{row.name} has {length} of {usual} rounds; missed, by what the other rows say: {words}."
        problems.note(row.line, "rounds", message)
        row.walk_overs = frozenset(missed) & own_met.keys()
        for round_ in sorted(row.walk_overs):
            message = f"round {round_} is a win against {row.name}, whose row on line {row.line} has no such round: it is read as a forfeit."
            problems.note(own_met[round_].line, "opponent", message, "Correct the board if it was played.")


def _misfit(row: _Row, usual: int, round_: int | None, other: _Row | None) -> Problem:
    """What keeps a short row from being set beside the others."""
    message, remedy = (
        f"{len(row.tokens)} of the {usual} rounds of other rows can be read",
        "Give each round a score and an opponent.",
    )
    if other is not None and round_ is not None:
        message += f", and round {round_} is not where line {other.line} ({other.name}) has it"
        remedy = f"Give each round a score and an opponent, or correct round {round_} of line {other.line}."
    return Problem(row.line, "rounds", f"{message}.", remedy, Stops.GAMES)


def _spread_out(
    row: _Row, usual: int, met: Mapping[int, _Row], whole: Collection[int]
) -> tuple[list[_Token | None], int | None]:
    """(a short row's rounds in their places, None for an empty place; the first round that fits nowhere, if one does not)."""
    waiting = list(row.tokens)
    rounds: list[_Token | None] = []
    for round_ in range(1, usual + 1):
        token = waiting[0] if waiting else None
        other = met.get(round_)
        claim = other.tokens[round_ - 1] if other is not None else None
        if other is None and token is not None and token.opponent in whole and token.opponent != row.number:
            token = None
        if other is not None and claim is not None and (token is None or token.opponent != other.number):
            if claim.halves != 2 or claim.score > WALK_OVER:
                return rounds, round_
            token = None
        rounds.append(token)
        del waiting[: token is not None]
    return rounds, usual if waiting else None


def _player(row: _Row) -> RosterRow:
    """The person of a row; rounds missing at its end are a withdrawal, others absences."""
    missed = [round_ for round_, token in enumerate(row.tokens, start=1) if token is None]
    last = max((round_ for round_, token in enumerate(row.tokens, start=1) if token is not None), default=0)
    return RosterRow(
        display_name(row.name),
        filing_name(row.name),
        row.number,
        withdrawn_from=last + 1 if last < len(row.tokens) else None,
        absences=tuple(round_ for round_ in missed if round_ < last),
        extras=row.extras,
        line=row.line,
    )


def _check_sections(divisions: Sequence[FileDivision], problems: Problems) -> None:
    seen: set[str] = set()
    for division in divisions:
        if division.name.casefold() in seen:
            problems.add(None, "section", f"there is more than one section {division.name}.", "Rename one of them.")
        seen.add(division.name.casefold())
    if not divisions and not any(problem.fatal for problem in problems):
        problems.add(None, "file", "it has no player in it.", "Load a .TOU file with one player a row.")
