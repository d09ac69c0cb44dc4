"""The tsh division file (.t), alone or as blocks of an archive: players, and the whole history when it is there.

Grammar (docs/formats.md): name, rating, one opponent a round; one score a round; then keys with their values, all
parted by semicolons. A player's number is its place among the players. Opponent 0 is a bye; what it is worth is its
score: above 0 a win by that spread, below 0 a forfeit, 0 nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from results.formats.assemble import absentees, games_from_sides, roster_problems, with_boards
from results.formats.model import (
    FileFormat,
    ImportedAdjustment,
    ImportedDivision,
    ImportedFile,
    ImportedGame,
    ImportedGameSide,
    Outcome,
    Problem,
    RosterRow,
    Stops,
    note,
)
from results.formats.text import lines_of, whole_number
from results.formats.tsh_config import facts_of_archive
from tdsuite.tournaments.engine.names import LONGEST_NAME, display_name, filing_name, tidy

_BEGIN = re.compile(r"#begin_file\s+name=(?P<name>.+)")
_END = re.compile(r"#end_file\b")
_CONFIG = re.compile(r"\s*(config|division|autopair|prize|include|perl)\s", re.IGNORECASE)
_SUM = re.compile(r"[0-9]{1,9}(\+[0-9]{1,9})+", re.ASCII)
_TITLE = re.compile(r"\s*\((GM|IM|M|SM|EX|NM)\)\s*$")
_NASPA_ID = re.compile(r"\s*:([A-Z]{2}[0-9]{6})\s*$")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_ROUNDS = 500
FIRST, SECOND, DRAWS, OPEN = 1, 2, 3, 4  # p12; 0 is a bye


@dataclass(slots=True)
class _Line:
    """One player line, read but not yet compared with the others."""

    line: int
    number: int
    row: RosterRow
    opponents: list[int]
    scores: list[int]
    keys: dict[str, list[str]] = field(default_factory=dict)


def read_tsh(text: str, *, name: str = "A") -> ImportedFile:
    """Read a .t file, or an archive whose "#begin_file name=X.t" blocks are one division each.

    `name` is the division's name for a plain file (by custom the file's stem). Never raises; see `problems`.
    """
    divisions: list[ImportedDivision] = []
    problems: list[Problem] = []
    for stem, lines in _blocks(lines_of(text), name):
        division, found = _division(stem, lines)
        problems += found
        if division is not None:
            divisions.append(division)
    names = [division.name.casefold() for division in divisions]
    for stem in sorted({one for one in names if names.count(one) > 1}):
        problems.append(Problem(None, "division", f"the file has more than one division {stem}.", "Rename one."))
    if not divisions and not any(problem.fatal for problem in problems):
        problems.append(Problem(None, "file", "it has no player in it.", "Load a .t file with one player a line."))
    said = facts_of_archive(lines_of(text))
    return ImportedFile(FileFormat.TSH, tuple(divisions), tuple(problems), said.name, said.first_day, said.settings)


def _blocks(lines: Sequence[str], name: str) -> list[tuple[str, list[tuple[int, str]]]]:
    """(division name, numbered lines) for every block; the whole file where there is no block mark."""
    numbered = list(enumerate(lines, start=1))
    if not any(_BEGIN.match(line) for line in lines):
        return [(name, numbered)]
    blocks: list[tuple[str, list[tuple[int, str]]]] = []
    inside = False
    for number, line in numbered:
        begin = _BEGIN.match(line)
        if begin:
            stem = re.split(r"[/\\]", begin["name"].strip())[-1]
            inside = stem.casefold().endswith(".t")
            if inside:
                blocks.append((stem[:-2], []))
        elif _END.match(line):
            inside = False
        elif inside:
            blocks[-1][1].append((number, line))
    return blocks


def _division(name: str, lines: Sequence[tuple[int, str]]) -> tuple[ImportedDivision | None, list[Problem]]:
    problems: list[Problem] = []
    read: list[_Line] = []
    for line_number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not read and _CONFIG.match(line) and ";" not in line:
            message = "this is a line of config.tsh, not a player."
            return None, [Problem(line_number, "file", message, "Load the division files it names (such as A.t).")]
        read.append(_player(line_number, len(read) + 1, line, problems))
    if not read:
        return None, problems
    players = tuple(one.row for one in read)
    problems += roster_problems(players)
    if any(problem.fatal for problem in problems):
        return ImportedDivision(name, players), problems
    games, adjustments = _history(read, problems)
    rounds = max((game.round for game in games), default=0)
    left_out = absentees(players, games)
    for number in sorted(left_out):
        row = players[number - 1]
        problems.append(note(row.line, "off", f"{row.name} forfeited every round and gets no rank."))
    return ImportedDivision(name, players, tuple(games), tuple(adjustments), rounds, left_out), problems


def _player(line_number: int, number: int, line: str, problems: list[Problem]) -> _Line:
    """One line of the file; its problems are added to the list, and what could be read is kept."""
    parts = line.split(";")
    name, rating, opponents = _head(line_number, parts[0], problems)
    scores = _numbers(line_number, "score", parts[1].split() if len(parts) > 1 else [], problems)
    extras: list[tuple[str, str]] = []
    for part in parts[2:]:
        key, _, value = part.strip().partition(" ")
        if key:
            extras.append((key, value.strip()))
    keys = {key: value.split() for key, value in extras}
    filing, title, naspa_id = _tags(name)
    row = RosterRow(
        line=line_number,
        name=display_name(filing),
        filing_name=filing if "," in filing else filing_name(filing),
        number=number,
        rating=rating,
        lifetime_games=_one_number(line_number, "lifeg", keys, problems),
        class_name=" ".join(keys.get("class", ())),
        team=" ".join(keys.get("team", ())),
        title=title,
        naspa_id=naspa_id,
        off=0 if keys.get("off") == [] else _one_number(line_number, "off", keys, problems),
        extras=tuple(extras),
    )
    if len(scores) > len(opponents) and name and rating is not None:
        message = f"{len(scores)} scores but {len(opponents)} opponents."
        problems.append(
            Problem(line_number, "score", message, "Give an opponent for every score, 0 for a bye.", Stops.GAMES)
        )
        scores = scores[: len(opponents)]
    return _Line(line_number, number, row, opponents, scores, keys)


def _head(line_number: int, head: str, problems: list[Problem]) -> tuple[str, int | None, list[int]]:
    """(name, rating, opponents): numbers are taken from the right, what is left is the name."""
    tokens = head.split()
    start = len(tokens)
    while start > 0 and whole_number(tokens[start - 1]) is not None:
        start -= 1
    rating: int | None = None
    if start > 0 and _SUM.fullmatch(tokens[start - 1]):
        start -= 1
        rating = sum(int(part) for part in tokens[start].split("+"))
        message = f"{tokens[start]} is read as the sum {rating}."
        problems.append(note(line_number, "rating", message, "A pair of players has one line and one rating."))
    elif start < len(tokens):
        rating = whole_number(tokens[start])
    name = tidy(" ".join(tokens[:start]))
    number = next((token for token in tokens[1:start] if whole_number(token) is not None), None)
    if len(name) > LONGEST_NAME:
        message = f"the name has {len(name)} letters."
        problems.append(Problem(line_number, "name", message, f"Shorten it to {LONGEST_NAME}."))
    elif not _LETTER.search(_tags(name)[0]):
        problems.append(Problem(line_number, "name", "the name is missing.", "Write: Surname, Given 1725; ;"))
    elif number is not None:
        wrong, rating = tokens[start - 1], None
        message = f"{wrong!r} is neither a rating nor the number of an opponent."
        problems.append(Problem(line_number, "opponent", message, "Write whole numbers parted by spaces."))
    elif rating is None:
        problems.append(Problem(line_number, "rating", "the rating is missing.", "Write 0 for an unrated player."))
    elif rating < 0:
        problems.append(Problem(line_number, "rating", f"{rating} is below 0.", "Write 0 for an unrated player."))
        rating = None
    opponents = [value for token in tokens[start + 1 :] if (value := whole_number(token)) is not None]
    if len(opponents) > _MOST_ROUNDS:
        message = f"{len(opponents)} rounds."
        problems.append(Problem(line_number, "opponent", message, f"At most {_MOST_ROUNDS} can be read.", Stops.GAMES))
        opponents = opponents[:_MOST_ROUNDS]
    return name, rating, opponents


def _numbers(line_number: int, field_: str, tokens: Sequence[str], problems: list[Problem]) -> list[int]:
    """The tokens as whole numbers, up to the first that is none."""
    values: list[int] = []
    for token in tokens:
        value = whole_number(token)
        if value is None:
            message = f"{token!r} is not a whole number."
            problems.append(Problem(line_number, field_, message, "Write whole numbers and spaces.", Stops.GAMES))
            break
        values.append(value)
    return values


def _one_number(line_number: int, key: str, keys: Mapping[str, list[str]], problems: list[Problem]) -> int | None:
    if key not in keys:
        return None
    value = whole_number(keys[key][0]) if keys[key] else None
    if value is None:
        problems.append(note(line_number, key, f"{' '.join(keys[key])!r} is not a whole number and is left out."))
    return value


def _per_round(one: _Line, key: str, problems: list[Problem]) -> list[int]:
    """The values of a key that has one number a round; junk ends the list with a note."""
    values: list[int] = []
    for token in one.keys.get(key, ()):
        value = whole_number(token)
        if value is None:
            problems.append(note(one.line, key, f"{token!r} is not a whole number; the rest of {key} is left out."))
            break
        values.append(value)
    return values


def _tags(name: str) -> tuple[str, str, str]:
    """(name without tags, title, NASPA number): "Okafor, Cy (GM):AA000000" carries both."""
    title = naspa_id = ""
    for _ in range(2):
        if found := _NASPA_ID.search(name):
            naspa_id, name = found[1], name[: found.start()]
        elif found := _TITLE.search(name):
            title, name = found[1], name[: found.start()]
    return name.strip(), title, naspa_id


def _history(read: Sequence[_Line], problems: list[Problem]) -> tuple[list[ImportedGame], list[ImportedAdjustment]]:
    sides: list[ImportedGameSide] = []
    byes: list[ImportedGame] = []
    adjustments: list[ImportedAdjustment] = []
    for one in read:
        starts, boards = _per_round(one, "p12", problems), _per_round(one, "board", problems)
        for index, opponent in enumerate(one.opponents):
            score = one.scores[index] if index < len(one.scores) else None
            start = starts[index] if index < len(starts) else 0
            board = boards[index] if index < len(boards) else 0
            if opponent == 0:
                byes.append(_bye(one, index + 1, score, problems))
                continue
            sides.append(
                ImportedGameSide(
                    line=one.line,
                    number=one.number,
                    round=index + 1,
                    opponent=opponent,
                    score=score,
                    started={FIRST: True, SECOND: False}.get(start),
                    draws=start in (DRAWS, OPEN),
                    board=board if board > 0 else None,
                )
            )
        adjustments += _penalties(one, problems)
    names = {one.number: one.row.name for one in read}
    games, found = games_from_sides(sides, names)
    placed, moved = with_boards([*games, *byes])
    problems += [*found, *moved]
    return placed, adjustments


def _bye(one: _Line, round_: int, score: int | None, problems: list[Problem]) -> ImportedGame:
    """What a round without an opponent is worth in tsh: its score is its spread."""
    outcome, halves = Outcome.BYE, 2
    if score is None:
        if one.row.off is None or one.row.off > 0:
            return ImportedGame(one.line, round_, None, one.number, None, outcome=Outcome.BYE)
        score = one.row.off
    if score < 0:
        outcome, halves = Outcome.FORFEIT, 0
    elif score == 0:
        outcome, halves = Outcome.ZERO_BYE, 0
        message = f"round {round_}: a bye of 0 counts neither as a win nor as a loss."
        problems.append(note(one.line, "score", message, "Change it on the board if the event gave half a win."))
    return ImportedGame(
        one.line, round_, None, one.number, None, outcome=outcome, first_halves=halves, first_spread=score
    )


def _penalties(one: _Line, problems: list[Problem]) -> list[ImportedAdjustment]:
    """tsh keeps a spread penalty as a negative number, one a round."""
    found: list[ImportedAdjustment] = []
    for index, points in enumerate(_per_round(one, "penalty", problems)):
        if points == 0:
            continue
        if points > 0:
            problems.append(note(one.line, "penalty", f"round {index + 1}: +{points} adds to the spread."))
        found.append(ImportedAdjustment(one.line, one.number, index + 1, points))
    return found
