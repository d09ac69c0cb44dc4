"""A division as tsh keeps it, from a .t file or tourney.js: each player's opponents, scores and keys, made into games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tdsuite.formats.assemble import (
    HIGHEST_SCORE,
    FileGameSide,
    absentees,
    games_from_sides,
    roster_problems,
    with_boards,
)
from tdsuite.formats.model import (
    HIGHEST_RATING,
    HIGHEST_SUM,
    FileAdjustment,
    FileDivision,
    FileGame,
    Outcome,
    Problems,
    RosterRow,
    Stops,
)
from tdsuite.formats.text import whole_number
from tdsuite.tournaments.engine.names import LONGEST_NAME, display_name, filing_name, tidy
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from .keys import NAME, RATING, TAG

_SUM = re.compile(r"[0-9]{1,9}(\+[0-9]{1,9})+", re.ASCII)
_TITLE = re.compile(r"\s*\((GM|IM|M|SM|EX|NM)\)\s*$")
_TAG = re.compile(r"\s*:([A-Z]{2}[0-9]{6})\s*$")
_NASPA_ID = re.compile(r"A[A-Z][0-9]{6}")
_LETTER = re.compile(r"[^\W\d_]")
HIGHEST_BOARD = 9_999
LIMITS = {"lifeg": (0, 100_000), "off": (-HIGHEST_SCORE, HIGHEST_SCORE)}
_DAY = re.compile(r"(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])")
FIRST, SECOND, DRAWS, OPEN = 1, 2, 3, 4  # p12; 0 is a bye


@dataclass(slots=True)
class TshPlayer:
    """One player, read but not yet compared with the others.

    Attributes:
        line: where they stand in the file, or their number where it has no lines.
        scores: never more than there are opponents.
    """

    line: int
    number: int
    row: RosterRow
    opponents: list[int]
    scores: list[int]
    keys: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """What a file says of a player, in its own words."""

    name: str
    rating: str
    opponents: Sequence[str]
    scores: Sequence[str]
    keys: Sequence[tuple[str, str]]


def tsh_player(line: int, number: int, player_words: PlayerWords, problems: Problems) -> TshPlayer:
    """A player of what their line says; problems are added to the list, and what could be read is kept."""
    full_name = tidy(player_words.name)
    plain_name, title, tag = name_and_tags(full_name)
    value = _rating(line, player_words.rating, problems) if _named(line, full_name, plain_name, problems) else None
    against = _opponents(line, player_words.opponents, problems)
    points = _numbers(line, "score", player_words.scores, problems)
    words = {key: text.split() for key, text in player_words.keys}
    is_naspa = _NASPA_ID.fullmatch(tag) is not None
    naspa = tag if is_naspa else "".join(words.get("naspa", ()))  # tourney.js has it as a key
    extras = (*player_words.keys, *_as_written(plain_name, player_words.rating))
    as_written = "+" in plain_name or ("," not in plain_name and any(char.isdigit() for char in plain_name))
    row = RosterRow(
        line=line,
        name=plain_name if as_written else display_name(plain_name),
        filing_name=plain_name if as_written or "," in plain_name else filing_name(plain_name),
        number=number,
        rating=value,
        lifetime_games=_one_number(line, "lifeg", words, problems),
        class_name=" ".join(words.get("class", ())),
        team=" ".join(words.get("team", ())),
        title=title,
        naspa_id=naspa if _NASPA_ID.fullmatch(naspa) else "",
        off=0 if words.get("off") == [] else _one_number(line, "off", words, problems),
        extras=extras if is_naspa or not tag else (*extras, (TAG, tag)),
    )
    if MOST_ROUNDS > len(against) < len(points) and full_name and value is not None:
        message = f"more scores ({len(points)}) than opponents ({len(against)})."
        remedy = "Give a rating, then an opponent for every score, 0 for a bye."
        problems.add(line, "score", message, remedy, Stops.GAMES)
    return TshPlayer(line, number, row, against, points[: len(against)], words)


def _as_written(name: str, rating: str) -> tuple[tuple[str, str], ...]:
    """What neither the name as filed nor a whole number says of them."""
    named = ((NAME, name),) if "," not in name or any(char.isdigit() for char in name) else ()
    return named + (((RATING, rating),) if "+" in rating else ())


def tsh_division(
    name: str, players: Sequence[TshPlayer], problems: Problems, settings: Mapping[str, object] | None = None
) -> FileDivision:
    """The division with its games; those that two players tell differently become problems."""
    rows = tuple(player.row for player in players)
    problems += roster_problems(rows)
    if any(problem.fatal for problem in problems):
        return FileDivision(name, rows)
    games, adjustments = _history(players, problems)
    rounds = max((game.round for game in games), default=0)
    count = sum(game.outcome is Outcome.BYE and game.first_halves is None for game in games)
    if count and all(problem.stops is Stops.NOTHING for problem in problems):
        message = f"byes without a score yet: {count}. They count what the event gives for a bye."
        problems.note(None, "score", message)
    left_out = absentees(rows, games)
    for row in rows:
        if row.number in left_out:
            problems.note(row.line, "off", f"{row.name} forfeited every round and gets no rank.")
    return FileDivision(name, rows, tuple(games), tuple(adjustments), rounds, left_out, settings=dict(settings or {}))


def is_rating(token: str) -> bool:
    """Whether a token may be a rating: a whole number, or the sum of a pair's."""
    return whole_number(token) is not None or _SUM.fullmatch(token) is not None


def _named(line: int, name: str, plain_name: str, problems: Problems) -> bool:
    if len(name) > LONGEST_NAME:
        problems.add(line, "name", f"the name has {len(name)} letters.", f"Shorten it to {LONGEST_NAME}.")
    elif not _LETTER.search(plain_name):
        problems.add(line, "name", "the name is missing.", "Write: Surname, Given 1725; ;")
    else:
        return True
    return False


def _rating(line: int, text: str, problems: Problems) -> int | None:
    """A rating, or the sum of the ratings of a pair or a team."""
    unrated = "Write 0 for an unrated player."
    parts = [text]
    if _SUM.fullmatch(text):
        parts = text.split("+")
    values = [value for value in map(whole_number, parts) if value is not None]
    if not text:
        problems.add(line, "rating", "the rating is missing.", unrated)
    elif len(values) < len(parts):
        problems.add(line, "rating", f"{text[:40]!r} is not a rating.", f"Write a whole number. {unrated}")
    elif min(values) < 0:
        problems.add(line, "rating", f"{text} is below 0.", unrated)
    elif any(_DAY.fullmatch(part) for part in parts):
        remedy = "Put the rating there; where the columns are those of a rating list, load it as one."
        problems.add(line, "rating", f"{text} is a day, not a rating.", remedy)
    else:
        total = sum(values)
        if len(parts) > 1 and total:
            message = f"{text} is read as the sum {total}."
            problems.note(line, "rating", message, "A pair of players has one line and one rating.")
        if max(values) > HIGHEST_RATING:
            remedy = "The player comes unrated: correct it." if total > HIGHEST_SUM else "Correct it on the roster."
            problems.note(line, "rating", f"{text} is higher than any rating.", remedy)
        return total
    return None


def _opponents(line: int, tokens: Sequence[str], problems: Problems) -> list[int]:
    opponents = _numbers(line, "opponent", tokens, problems)
    if len(opponents) > MOST_ROUNDS:
        message = f"{len(opponents)} rounds."
        problems.add(line, "opponent", message, f"At most {MOST_ROUNDS} can be read.", Stops.GAMES)
    return opponents[:MOST_ROUNDS]


def _numbers(line_number: int, field_: str, tokens: Sequence[str], problems: Problems) -> list[int]:
    """The tokens as whole numbers, up to the first that is none."""
    values: list[int] = []
    for token in tokens:
        value = whole_number(token)
        if value is None:
            message = f"{token!r} is not a whole number."
            problems.add(line_number, field_, message, "Write whole numbers and spaces.", Stops.GAMES)
            break
        values.append(value)
    return values


def _one_number(line_number: int, key: str, keys: Mapping[str, list[str]], problems: Problems) -> int | None:
    if key not in keys:
        return None
    value = whole_number(keys[key][0]) if keys[key] else None
    low, high = LIMITS[key]
    if value is not None and not low <= value <= high:
        problems.note(line_number, key, f"{value} is not from {low} to {high} and is left out.")
        return None
    if value is None:
        problems.note(line_number, key, f"{' '.join(keys[key])!r} is not a whole number and is left out.")
    return value


def _per_round(line: TshPlayer, key: str, problems: Problems) -> list[int]:
    """The values of a key that has one number a round; junk ends the list with a note."""
    values: list[int] = []
    for token in line.keys.get(key, ()):
        value = whole_number(token)
        if value is None:
            problems.note(line.line, key, f"{token!r} is not a whole number; the rest of {key} is left out.")
            break
        values.append(value)
    return values


def name_and_tags(name: str) -> tuple[str, str, str]:
    """(name without tags, title, number): "Okafor, Cy (GM):AA000000" carries both."""
    title = tag = ""
    for _ in range(2):
        if match := _TAG.search(name):
            tag, name = match[1], name[: match.start()]
        elif match := _TITLE.search(name):
            title, name = match[1], name[: match.start()]
    return name.strip(), title, tag


def _history(players: Sequence[TshPlayer], problems: Problems) -> tuple[list[FileGame], list[FileAdjustment]]:
    """Games and adjustments. What a player's own line does not say is not looked for in the lines of others."""
    unread = {problem.line for problem in problems if problem.stops is Stops.GAMES}
    unread_numbers = {line.number for line in players if line.line in unread}
    sides: list[FileGameSide] = []
    byes: list[FileGame] = []
    adjustments: list[FileAdjustment] = []
    for line in players:
        starts, boards = _per_round(line, "p12", problems), _per_round(line, "board", problems)
        for index, opponent in enumerate(line.opponents):
            score = line.scores[index] if index < len(line.scores) else None
            start = starts[index] if index < len(starts) else 0
            board = boards[index] if index < len(boards) else 0
            if opponent == 0:
                if score is not None and abs(score) > HIGHEST_SCORE:
                    message = f"round {index + 1} has the score {score}."
                    remedy = f"A score lies within {HIGHEST_SCORE} of zero."
                    problems.add(line.line, "score", message, remedy, Stops.GAMES)
                    continue
                byes.append(_bye(line, index + 1, score, problems))
                continue
            if unread_numbers & {line.number, opponent}:
                continue
            sides.append(
                FileGameSide(
                    line=line.line,
                    number=line.number,
                    round=index + 1,
                    opponent=opponent,
                    score=score,
                    started={FIRST: True, SECOND: False}.get(start),
                    draws=start in (DRAWS, OPEN),
                    board=board if 0 < board <= HIGHEST_BOARD else None,
                )
            )
        adjustments += _penalties(line, problems)
    games, differences = games_from_sides(sides, {line.number: line.row.name for line in players})
    placed, moved = with_boards([*games, *byes])
    problems += [*differences, *moved]
    return placed, adjustments


def _bye(line: TshPlayer, round_: int, score: int | None, problems: Problems) -> FileGame:
    """What a round without an opponent is worth in tsh: its score is its spread."""
    outcome, halves = Outcome.BYE, 2
    if score is None:
        if line.row.off is None or line.row.off > 0:
            return FileGame(round_, None, line.number, outcome=Outcome.BYE, line=line.line)
        score = line.row.off
    if score < 0:
        outcome, halves = Outcome.FORFEIT, 0
    elif score == 0:
        outcome, halves = Outcome.ZERO_BYE, 0
        message = f"round {round_}: a bye of 0 counts neither as a win nor as a loss."
        problems.note(line.line, "score", message, "Change it on the board if the event gave half a win.")
    return FileGame(round_, None, line.number, outcome=outcome, first_halves=halves, first_spread=score, line=line.line)


def _penalties(line: TshPlayer, problems: Problems) -> list[FileAdjustment]:
    """tsh keeps a spread penalty as a negative number, one a round."""
    adjustments: list[FileAdjustment] = []
    for index, points in enumerate(_per_round(line, "penalty", problems)):
        if points == 0:
            continue
        if abs(points) > HIGHEST_SCORE:
            message = f"round {index + 1}: {points} is no penalty that any rule has, and is left out."
            problems.note(line.line, "penalty", message)
            continue
        if points > 0:
            problems.note(line.line, "penalty", f"round {index + 1}: +{points} adds to the spread.")
        adjustments.append(FileAdjustment(line.number, index + 1, points))
    return adjustments
