"""The rows of the suite's own table of games: what each word means, and the games that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from results.formats.assemble import HIGHEST_SCORE
from results.formats.cells import name_problem
from results.formats.event_json_games import SCORED, STARTERS
from results.formats.model import ImportedGame, Outcome, Problem, StartsBy, Stops
from results.formats.text import whole_number
from tdsuite.tournaments.engine.names import name_key

GAMES_HEADS = ("Round", "First", "First number", "First score", "Second", "Second number", "Second score", "Outcome")
LAST_ROUND, MOST_NUMBER, MOST_GAMES, LONGEST_TABLE = 500, 9999, 99, 20
BIGGEST_SPREAD = 2 * HIGHEST_SCORE
# The words that the table is written with, by the kernel's own values; a test holds that they are the same.
OUTCOMES = {
    "awaited": Outcome.AWAITED, "played": Outcome.PLAYED, "bye": Outcome.BYE, "half bye": Outcome.HALF_BYE,
    "bye that scores nothing": Outcome.ZERO_BYE, "forfeit": Outcome.FORFEIT, "forfeited by both": Outcome.DOUBLE_FORFEIT,
    "postponed": Outcome.POSTPONED, "void": Outcome.VOID, "stopped by the director": Outcome.STOPPED,
    "time up": Outcome.TIME_UP, "forfeited for lateness": Outcome.LATENESS, "did not come": Outcome.NO_SHOW,
    "forfeited on time": Outcome.OVERTIME, "resigned": Outcome.RESIGNED, "resigned improperly": Outcome.IMPROPER,
    "left early": Outcome.LEFT, "awarded": Outcome.AWARDED, "forfeited as a penalty": Outcome.PENALTY,
    "forfeited as a penalty before it began": Outcome.PENALTY_UNPLAYED, "adjourned": Outcome.ADJOURNED,
}  # fmt: skip
STARTS = {
    "assigned": "assigned", "by balance of starts": "balance", "tiles to be drawn": "draw", "records to be compared": "compare", "tiles drawn": "drawn",
    "nobody starts": "none",
}  # fmt: skip
RATED = {"yes": True, "no": False, "": None}
BYES = frozenset({Outcome.BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE})
WORTHLESS = frozenset({Outcome.AWAITED, Outcome.POSTPONED, Outcome.ADJOURNED, Outcome.VOID})
_Meant = TypeVar("_Meant")
_WORTH = re.compile(r"(?P<wins>0|0\.5|1) (?P<spread>[+-][0-9]{1,4})", re.ASCII)
AS_EXPORTED = "Write it as the table is exported, such as: forfeit: 1 +50, 0 -50."


@dataclass(frozen=True, slots=True)
class Line:
    """One row.  people: (number, name) of one or two players; worth: (half wins, spread) of each, where stated."""

    line: int
    round: int
    table: str
    people: tuple[tuple[int, str], ...]
    scores: tuple[int, int] | None
    starts_by: StartsBy
    outcome: Outcome
    worth: tuple[tuple[int, int], ...]
    rated: bool | None

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number for number, _ in self.people)


@dataclass(slots=True)
class _Row:
    """A row being read, and where its problems go."""

    line: int
    cells: Mapping[str, str]
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, where: str, message: str, remedy: str) -> None:
        self.problems.append(Problem(self.line, where, message, remedy))

    def text(self, head: str) -> str:
        return self.cells.get(head, "")

    def figure(self, head: str, least: int, most: int) -> int | None:
        text = self.text(head)
        value = whole_number(text)
        if text and (value is None or not least <= value <= most):
            self.wrong(
                head.lower(), f"{text[:40]!r} is not a whole number from {least} to {most}.", "Write plain digits."
            )
            return None
        return value

    def word(self, head: str, words: Mapping[str, _Meant], text: str) -> _Meant | None:
        if text.casefold() in words:
            return words[text.casefold()]
        self.wrong(
            head.lower(), f"{text[:40]!r} is not known.", f"Write one of: {', '.join(one for one in words if one)}."
        )
        return None


def read_line(line: int, cells: Mapping[str, str], problems: list[Problem]) -> Line | None:
    """What one row says, or None and its problems."""
    row = _Row(line, cells)
    number = row.figure("Round", 1, LAST_ROUND)
    if number is None and not row.problems:
        row.wrong("round", "the round is missing.", "Rounds count from 1.")
    first, second = (_person(row, head) for head in ("First", "Second"))
    if first is None and not row.problems:
        row.wrong("first", "the player is missing.", "Give the number and the name.")
    if first and second and first[0] == second[0]:
        row.wrong("second number", f"player {first[0]} plays against the own number.", "Leave it empty for a bye.")
    scores = tuple(row.figure(f"{head} score", -HIGHEST_SCORE, HIGHEST_SCORE) for head in ("First", "Second"))
    said, _, worth_text = row.text("Outcome").partition(":")
    outcome = row.word("Outcome", OUTCOMES, said.strip() or "awaited")
    worth = _worth(row, worth_text.strip())
    starts = row.word("Who starts", {"": "none", **STARTS}, row.text("Who starts"))
    rated = row.word("Rated", RATED, row.text("Rated"))
    if len(row.text("Table")) > LONGEST_TABLE:
        row.wrong("table", f"{row.text('Table')[:40]!r} is longer than {LONGEST_TABLE} letters.", "Shorten it.")
    if not row.problems and outcome is not None:
        _fits(row, outcome, scores, worth, two=second is not None)
    problems += row.problems
    if row.problems or number is None or first is None or outcome is None:
        return None
    own, other = scores
    return Line(
        line, number, row.text("Table"), (first, second) if second else (first,),
        None if own is None or other is None else (own, other), STARTERS.get(starts or "", StartsBy.NONE), outcome, worth, rated,
    )  # fmt: skip


def _person(row: _Row, head: str) -> tuple[int, str] | None:
    """The number and the name of a player; None where both cells are empty."""
    number, name = row.figure(f"{head} number", 1, MOST_NUMBER), row.text(head)
    if not name and not row.text(f"{head} number"):
        return None
    if wrong := name_problem(name):
        row.wrong(head.lower(), *wrong)
    if not row.text(f"{head} number"):
        row.wrong(f"{head.lower()} number", f"the number of {name[:40]} is missing.", "Give the player's number.")
    return None if number is None else (number, name)


def _worth(row: _Row, text: str) -> tuple[tuple[int, int], ...]:
    """ "1 +50, 0 -50" as half wins and spreads."""
    matches = [_WORTH.fullmatch(part.strip()) for part in text.split(",")] if text else []
    found = tuple((int(2 * float(one["wins"])), int(one["spread"])) for one in matches if one)
    if len(found) < len(matches) or len(found) > 2 or any(abs(spread) > BIGGEST_SPREAD for _, spread in found):
        row.wrong("outcome", f"{text[:40]!r} says no wins and spreads.", AS_EXPORTED)
        return ()
    return found


def _fits(row: _Row, outcome: Outcome, scores: Sequence[int | None], worth: Sequence[object], *, two: bool) -> None:
    """Whether outcome, scores and worth can stand together."""
    given = sum(one is not None for one in scores)
    if given == 1 or (given and not two):
        row.wrong("score", "there is one score alone.", "Give both scores of two players, or none.")
    elif two and outcome in BYES:
        row.wrong("outcome", "a bye has no opponent.", "Take the second player out, or write how the game ended.")
    elif not two and (outcome in SCORED or (outcome in WORTHLESS and outcome is not Outcome.VOID)):
        row.wrong("outcome", "there is no second player.", "Give the second player, or write bye.")
    elif outcome is Outcome.AWAITED and given:
        row.wrong("outcome", "the game is awaited, but has scores.", "Write played, or take the scores out.")
    elif worth and (outcome in WORTHLESS or (outcome in SCORED and given)):
        row.wrong("outcome", "this outcome has no worth of its own.", "Take out what stands after the colon.")
    elif outcome not in WORTHLESS and not (outcome in SCORED and given):
        follows = outcome is Outcome.BYE and not worth  # then a bye is worth what the rulebook says
        if len(worth) != 1 + two and not follows:
            row.wrong("outcome", "it does not say what the game is worth to each player.", AS_EXPORTED)


def games_of(lines: Sequence[Line], names: Mapping[int, str], problems: list[Problem]) -> list[ImportedGame]:
    """The games of one division by round and table, byes last.  Adds a problem for all that does not fit together."""
    rounds: dict[int, list[Line]] = {}
    for line in lines:
        rounds.setdefault(line.round, []).append(line)
        for number, name in line.people:
            if name_key(names.get(number, "")) != name_key(name):
                has = f"is {names[number]}" if number in names else "is not in the table of players"
                problems.append(_broken(line, f"player {number} {has}, but here {name}."))
    return [game for number in sorted(rounds) for game in _round(rounds[number], problems)]


def _broken(line: Line, message: str) -> Problem:
    return Problem(line.line, "players", message, "Make the rows agree.", Stops.GAMES)


def _round(lines: Sequence[Line], problems: list[Problem]) -> Iterator[ImportedGame]:
    """Pairs in the order of their tables; the same two again play the next game of their match."""
    pairs: dict[frozenset[int], list[Line]] = {}
    met: dict[int, Line] = {}
    for line in lines:
        for number in line.numbers:
            before = met.setdefault(number, line)
            if before is not line and (set(before.numbers) != set(line.numbers) or len(line.numbers) == 1):
                message = f"player {number} stands twice in round {line.round}: see line {before.line}."
                problems.append(_broken(line, message))
        pairs.setdefault(frozenset(line.numbers), []).append(line)
    games = [match for match in pairs.values() if len(match[0].numbers) == 2]
    games.sort(key=lambda match: whole_number(match[0].table) or LAST_ROUND * MOST_NUMBER)
    for match, board in zip(games, _boards(games), strict=True):
        if len(match) > MOST_GAMES:
            problems.append(_broken(match[0], f"these two meet {len(match)} times in round {match[0].round}."))
        for at, line in enumerate(match, start=1):
            yield _game(line, board, at)
    for match in pairs.values():
        if len(match[0].numbers) == 1:
            yield _game(match[0], None, 1)


def _boards(games: Sequence[Sequence[Line]]) -> list[int]:
    """The numbers of the tables, where every table has one of its own; else they are counted."""
    tables = [whole_number(match[0].table) or 0 for match in games]
    whole = len(set(tables)) == len(tables) and all(1 <= one <= LAST_ROUND for one in tables)
    return tables if whole else list(range(1, len(tables) + 1))


def _game(line: Line, board: int | None, at: int) -> ImportedGame:
    own = line.worth[0] if line.worth else (None, None)
    other = line.worth[1] if len(line.worth) > 1 else (None, None)
    scored = line.outcome in SCORED
    return ImportedGame(
        line=line.line, round=line.round, board=board, first=line.numbers[0],
        second=line.numbers[1] if len(line.numbers) > 1 else None,
        first_score=line.scores[0] if line.scores else None, second_score=line.scores[1] if line.scores else None,
        starts_by=line.starts_by, outcome=line.outcome, said_rated=line.rated, match_game=at,
        table="" if line.table == str(board or "") else line.table,
        first_halves=None if scored else own[0], second_halves=None if scored else other[0],
        first_spread=own[1], second_spread=other[1],
    )  # fmt: skip
