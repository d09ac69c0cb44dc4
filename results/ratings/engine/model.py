"""What goes into a rating calculation and what comes out: plain frozen rows, whatever the system.

Ratings are always worked out from the ratings before the event and all games so far; nothing is carried from one call to
the next, so a corrected score needs nothing but a new call.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from tdsuite.platform.words.sentences import Figure, Sentence

WIN = 2  # halves of a win; a tie is 1


class RatingError(ValueError):
    """The rows cannot be rated; the message names the row and what to put right."""


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An earlier event of one player, for systems that average over events (ABSP).

    games: rated games in it, > 0. points: tournament points earned in it, in total.
    """

    games: int
    points: float


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """One player before the event.

    rating: 0 = unrated. games: rated games in the player's life before the event; None = not known, which counts as
    established. deviation: of the rating in points, for spread-based systems; None = the system's own start. earlier: newest
    event first, for systems that average over events; empty = not known. byes: in the event, for systems that count them
    among the games of a life.
    """

    number: int
    rating: int = 0
    games: int | None = None
    deviation: float | None = None
    last_played: date | None = None
    earlier: tuple[PastEvent, ...] = ()
    byes: int = 0


class Side(NamedTuple):
    """One game from one player's chair."""

    round: int
    opponent: int
    halves: int
    spread: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One decided game. halves: 0, 1 or 2 half wins of the first player.

    second_halves: None = the rest; given where a ruling made both lose. round: from 1. spread: from the first player's
    side. rated: False = left out altogether (byes never come here). scoreless: one side scored 0, as in a forfeit.
    """

    round: int
    first: int
    second: int
    halves: int
    spread: int = 0
    rated: bool = True
    second_halves: int | None = None
    scoreless: bool = False

    @property
    def sides(self) -> tuple[Side, Side]:
        """From each player's chair."""
        rest = WIN - self.halves if self.second_halves is None else self.second_halves
        first = Side(self.round, self.second, self.halves, self.spread)
        return first, Side(self.round, self.first, rest, -self.spread)


@dataclass(frozen=True, slots=True)
class RatingTask:
    """One division to rate. planned_rounds: the length in force, which decides how the event is cut into segments.

    after_round: later rounds are ignored; None = all. day: of the event, for systems that mind how long a player was away.
    """

    players: tuple[RatedPlayer, ...]
    games: tuple[RatedGame, ...]
    planned_rounds: int
    after_round: int | None = None
    day: date | None = None


class GameLine(NamedTuple):
    """What one game did for one player.

    opponent_rating: as the system saw it in this game. expected: share of a win, 0 to 1. points: the game's part of the
    change before bonuses, club share, damping and rounding; 0 for a newcomer, who gets a rating and not a change.
    """

    round: int
    opponent: int
    opponent_rating: float
    expected: float
    halves: int
    spread: int
    points: float

    @property
    def wins(self) -> float:
        return self.halves / 2


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """One player's rating after the games so far, and why.

    old: 0 = unrated before. new: 0 = still unrated. performance: the rating at which the player would have been expected to
    win exactly what was won (all or nothing counts as 95% or 5%); None without a rated game. deviation: only in spread-based systems.
    byes: byes and games without a score, where the system counts them among the games of a life. lines: what each game did. reasons: why
    the rating is what it is. make_performance: gives the performance, for which few ask.
    """

    number: int
    old: int
    new: int
    games: int
    wins: float
    expected: float
    deviation: float | None = None
    make_performance: Callable[[], float | None] = field(default=lambda: None, repr=False, compare=False)
    lines: tuple[GameLine, ...] = ()
    reasons: tuple[str, ...] = ()
    byes: int = 0

    @property
    def performance(self) -> float | None:
        return self.make_performance()

    @property
    def change(self) -> int | None:
        """Points gained; None for a player who had or has no rating."""
        return self.new - self.old if self.old and self.new else None


@dataclass(frozen=True, slots=True)
class RatingSystem:
    """A way to rate. key: what commands and files call it. name: in the catalogues. source: where the numbers come from.

    estimate: True where the body's own formula is not published and the figures only come near it.
    """

    key: str
    name: str
    source: str
    calculate: Callable[[RatingTask], tuple[PlayerRating, ...]] = field(repr=False)
    estimate: bool = False

    def rate(self, task: RatingTask) -> tuple[PlayerRating, ...]:
        """Every player's rating in the order of `task.players`. Raises RatingError for rows that cannot be rated."""
        return self.calculate(checked(task))


def checked(task: RatingTask) -> RatingTask:
    """The task with only the games that count, in a fixed order. Raises RatingError."""
    numbers = {player.number for player in task.players}
    if len(numbers) != len(task.players):
        raise RatingError("Two players have the same number: numbers must be unique in a division.")
    for rated_player in task.players:
        if rated_player.rating < 0 or (rated_player.games or 0) < 0:
            raise RatingError(f"Player {rated_player.number}: a rating or a number of games is below 0.")
    if task.planned_rounds < 1:
        raise RatingError("The planned number of rounds must be at least 1.")
    counted = [game for game in task.games if game.rated and game.round <= (task.after_round or math.inf)]
    if task.after_round == 0:
        counted = []
    for game in counted:
        _check_game(game, numbers)
    counted.sort(key=attrgetter("round", "first", "second"))
    return replace(task, games=tuple(counted))


def _check_game(game: RatedGame, numbers: set[int]) -> None:
    if game.first not in numbers or game.second not in numbers:
        raise RatingError(
            f"Round {game.round}: {game.first} v {game.second} names a player who is not in the division."
        )
    if game.first == game.second:
        raise RatingError(f"Round {game.round}: player {game.first} meets himself; a bye is not a rated game.")
    if game.halves not in (0, 1, WIN) or (game.second_halves or 0) not in range(WIN - game.halves + 1):
        raise RatingError(
            f"Round {game.round}: {game.first} v {game.second} has {game.halves} half wins; give 0 to 2 for both together."
        )
    if game.round < 1:
        raise RatingError(f"{game.first} v {game.second} is in round {game.round}: rounds count from 1.")


def unplayed(player: RatedPlayer, deviation: float | None = None) -> PlayerRating:
    """The rating of a player without a rated game."""
    why = (Sentence("No rated game: the rating stays."),)
    return PlayerRating(player.number, player.rating, player.rating, 0, 0.0, 0.0, deviation, reasons=why)


def sides_of(games: Sequence[RatedGame], players: Sequence[RatedPlayer]) -> dict[int, list[Side]]:
    """Every player's games from the player's own chair, in order of rounds."""
    sides: dict[int, list[Side]] = {player.number: [] for player in players}
    for game in games:
        first, second = game.sides
        sides[game.first].append(first)
        sides[game.second].append(second)
    return sides


def rounded(value: float) -> int:
    """To the nearest whole number, halves upwards."""
    return math.floor(value + 0.5)


@lru_cache(256)
def wins_text(wins: float) -> Sentence:
    """ "1 win", "2.5 wins"; half a win and one and a half are singular in French alone."""
    counted = 1 if wins == 1 else 2 if wins >= 2 else 0
    return Sentence.counted("{wins} win", "{wins} wins", counted, wins=Figure(f"{wins:g}"))


@lru_cache(256)
def games_text(games: int) -> Sentence:
    """ "1 game", "12 games"."""
    return Sentence.counted("{number} game", "{number} games", games)
