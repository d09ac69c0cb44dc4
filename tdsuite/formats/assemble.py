"""From the players' own views of each round to games: both sides compared, starters and boards settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tdsuite.tournaments.engine.names import near_duplicates
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from .model import FileGame, Outcome, Problem, Problems, RosterRow, StartsBy, Stops

# A score below zero against a winner below this is how programs write a forfeit, not a game (docs/formats.md).
NO_GAME_BELOW = 150
HIGHEST_SCORE = 1500
MOST_PLAYERS = 5000
MOST_ALIKE = 5  # notes of games whose starter is told twice: more are counted in one


@dataclass(frozen=True, slots=True)
class FileGameSide:
    """One player's view of one round, before both sides are compared.

    Attributes:
        opponent: 0 = none.
        score: None = not entered.
        started: True first, False second, None not said.
        draws: the file says that the starter is still to be drawn.
        flag: the half wins that the file itself claims, None where it claims none.
    """

    line: int
    number: int
    round: int
    opponent: int
    score: int | None
    started: bool | None = None
    draws: bool = False
    board: int | None = None
    flag: int | None = None


def games_from_sides(sides: Iterable[FileGameSide], names: Mapping[int, str]) -> tuple[list[FileGame], Problems]:
    """Every game that both sides agree on, and a problem for every round in which they do not.

    `sides` are those with an opponent; byes are the reader's own matter. `names` holds every player by number.
    """
    views = {(side.round, side.number): side for side in sides}
    games: list[FileGame] = []
    problems = Problems()
    starters = Problems()
    for (round_, number), side in sorted(views.items()):
        other = views.get((round_, side.opponent))
        if wrong := list(_disagreements(side, other, names)):
            problems += wrong
        elif other is not None and number < side.opponent and not any(_disagreements(other, side, names)):
            game, notes = _game(side, other)
            starters += [problem for problem in notes if problem.field == "starter"]
            problems += [problem for problem in notes if problem.field != "starter"]
            games.append(game)
    if len(starters) > MOST_ALIKE:
        example = starters[0].message.removesuffix("; the starter is left open.")
        message = f"in {len(starters)} games both players went first, or both second, and the starters are left open. One: {example}."
        remedy = "Correct the starters on the boards if you know them."
        starters[:] = [replace(starters[0], message=message, remedy=remedy)]
    problems += starters
    return games, problems


def _disagreements(side: FileGameSide, other: FileGameSide | None, names: Mapping[int, str]) -> Iterator[Problem]:
    """What keeps this side and its opponent's from being one game."""
    if side.score is not None and abs(side.score) > HIGHEST_SCORE:
        message = f"round {side.round} has the score {side.score}."
        yield _broken(side, "score", message, f"A score lies within {HIGHEST_SCORE} of zero.")
    if problem := _disagreement(side, other, names):
        yield problem


def _disagreement(side: FileGameSide, other: FileGameSide | None, names: Mapping[int, str]) -> Problem | None:
    where = f"round {side.round}"
    if side.opponent not in names:
        message = f"{where} is against player {side.opponent}, but the players are 1 to {max(names)}."
        return _broken(side, "opponent", message, "Correct the opponent's number; a name may not hold a number.")
    if side.opponent == side.number:
        return _broken(side, "opponent", f"{where} is against the player's own number.", "Use 0 for a bye.")
    them = f"player {side.opponent} ({names[side.opponent]})"
    if other is None or other.opponent != side.number:
        has = "who has no game in that round" if other is None else _but(other)
        return _broken(side, "opponent", f"{where} is against {them}, {has}.", "Make both lines agree.")
    if side.score is None and other.score is not None:
        message = f"{where} has no score, but {them} on line {other.line} has {other.score}."
        return _broken(side, "score", message, "Enter both scores or neither.")
    return None


def _but(other: FileGameSide) -> str:
    against = f"player {other.opponent}" if other.opponent else "nobody"
    return f"but line {other.line} has them against {against}"


def _broken(side: FileGameSide, field: str, message: str, remedy: str) -> Problem:
    return Problem(side.line, field, message, remedy, Stops.GAMES)


def _game(low: FileGameSide, high: FileGameSide) -> tuple[FileGame, Problems]:
    """One game from two sides that agree; `low` has the lower number."""
    notes = Problems()
    swap, starts_by = _starter(low, high, notes)
    first, second = (high, low) if swap else (low, high)
    game = FileGame(
        low.round, _board(low, high, notes), first.number, second.number, starts_by=starts_by, line=first.line
    )
    if first.score is None or second.score is None:
        return game, notes
    if starts_by is StartsBy.DRAW:
        starts_by = StartsBy.NONE  # played, so a draw was made, but its result is not in the file
    game = replace(
        game, first_score=first.score, second_score=second.score, starts_by=starts_by, outcome=Outcome.PLAYED
    )
    return _with_outcome(game, first, second, notes), notes


def _starter(low: FileGameSide, high: FileGameSide, notes: Problems) -> tuple[bool, StartsBy]:
    """(the higher number starts, how that is known)."""
    if low.started is not None and low.started == high.started:
        both = "first" if low.started else "second"
        notes.note(
            low.line,
            "starter",
            f"round {low.round}: this player and player {high.number} on line {high.line} both went {both};"
            " the starter is left open.",
            "Correct the starter on the board if you know it.",
        )
        return False, StartsBy.NONE
    if low.started is not None or high.started is not None:
        return (low.started is False or high.started is True), StartsBy.ASSIGNED
    return False, StartsBy.DRAW if low.draws and high.draws else StartsBy.NONE


def _board(low: FileGameSide, high: FileGameSide, notes: Problems) -> int | None:
    if low.board and high.board and low.board != high.board:
        notes.note(
            low.line,
            "board",
            f"round {low.round}: board {low.board} here, {high.board} for player {high.number} on line {high.line};"
            f" {low.board} is used.",
        )
    return low.board or high.board or None


def _with_outcome(game: FileGame, first: FileGameSide, second: FileGameSide, notes: Problems) -> FileGame:
    """The game with its kind of outcome; a note where the file's own flags or scores look odd."""
    own, other = game.first_score or 0, game.second_score or 0
    halves = 2 if own > other else 1 if own == other else 0
    if first.flag is not None and second.flag is not None and (first.flag, second.flag) != (halves, 2 - halves):
        notes.note(
            game.line,
            "result",
            f"round {game.round}: the scores are {own} to {other}, but the file marks the result otherwise;"
            " the scores are followed.",
            "Check the result sheet.",
        )
    if is_forfeit(own, other):
        notes.note(
            game.line,
            "score",
            f"round {game.round}: {own} to {other} is read as a forfeit and is not rated.",
            "Change the board if it was played.",
        )
        return replace(
            game,
            outcome=Outcome.FORFEIT,
            first_halves=halves,
            second_halves=2 - halves,
            first_spread=own - other,
            second_spread=other - own,
        )
    if own == other == 0:
        notes.note(
            game.line,
            "score",
            f"round {game.round}: 0 to 0 is read as a tie.",
            "Make the game void if it was not played.",
        )
    return game


def is_forfeit(own: int, other: int) -> bool:
    """Whether two scores are how programs write a forfeit."""
    return min(own, other) < 0 and max(own, other) < NO_GAME_BELOW


def with_boards(games: Sequence[FileGame]) -> tuple[list[FileGame], Problems]:
    """The games in order of round and board (byes last); a game without a board, or on a taken one, gets a free one.

    A problem says where a file has more rounds than a division may have.
    """
    problems = Problems()
    if late := [game for game in games if game.round > MOST_ROUNDS]:
        message = f"{max(game.round for game in late)} rounds."
        problems.add(late[0].line, "round", message, f"At most {MOST_ROUNDS} can be read.", Stops.GAMES)
    placed: list[FileGame] = []
    rounds: dict[int, list[FileGame]] = {}
    for game in sorted(games, key=lambda game: (game.round, min(game.players))):
        rounds.setdefault(game.round, []).append(game)
    for number in sorted(rounds):
        taken: dict[int, FileGame] = {}
        waiting: list[FileGame] = []
        for game in rounds[number]:
            if game.second is not None:
                if game.board and game.board not in taken:
                    taken[game.board] = game
                else:
                    waiting.append(game)
        free = 1
        for game in waiting:
            while free in taken:
                free += 1
            taken[free] = replace(game, board=free)
            if game.board:
                problems.note(game.line, "board", f"round {number}: board {game.board} is used twice; moved to {free}.")
        placed += [taken[board] for board in sorted(taken)]
        placed += [game for game in rounds[number] if game.second is None]
    return placed, problems


def roster_problems(players: Sequence[RosterRow], *, numbers_tell: bool = False) -> Problems:
    """Names or numbers given twice (fatal), and names that may be one person (notes).

    Args:
        numbers_tell: players are told apart by their numbers, so two of one name are two people.
    """
    problems = Problems()
    if len(players) > MOST_PLAYERS:
        message = f"{len(players)} players in one division."
        problems.add(None, "file", message, f"At most {MOST_PLAYERS} can be read: is this the right file?")
        return problems
    seen: dict[int, RosterRow] = {}
    for row in players:
        if row.number is not None and (before := seen.setdefault(row.number, row)) is not row:
            problems.add(
                row.line,
                "number",
                f"{row.number} is also the number of {before.name}{_line_of(before)}.",
                "Give every player a number of their own, or leave the column out.",
            )
    for pair in near_duplicates([row.name for row in players]):
        earlier, row = players[pair.first], players[pair.second]
        if pair.same and not numbers_tell:
            problems.add(
                row.line,
                "name",
                f"{row.name} is already on line {earlier.line}.",
                "Take one line out; if they are two people, add an initial to one name.",
            )
        else:
            message = f"{row.name} looks like {earlier.name}{_line_of(earlier)}: {pair.reason}."
            problems.note(row.line, "name", message, "Check that they are two people.")
    return problems


def _line_of(row: RosterRow) -> str:
    return f" on line {row.line}" if row.line else ""


def absentees(players: Sequence[RosterRow], games: Sequence[FileGame]) -> frozenset[int]:
    """Numbers of players who forfeited every round of two or more: no-shows, who get no rank."""
    rounds = max((game.round for game in games), default=0)
    missed: dict[int, int] = {}
    met: set[int] = set()
    for game in games:
        if game.second is None and game.outcome is Outcome.FORFEIT:
            missed[game.first] = missed.get(game.first, 0) + 1
        else:
            met |= set(game.players)
    off = {row.number for row in players if row.off is not None and row.number is not None}
    return frozenset(
        number for number, count in missed.items() if number not in met and (number in off or count == rounds >= 2)
    )
