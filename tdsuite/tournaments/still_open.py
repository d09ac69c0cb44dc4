"""How much of a division is still to come, and which places its players can still finish in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .engine.reach import SWING, Reach, reach
from .engine.standings import Standing
from .engine.tie_breaks import TieBreak
from .models import Game, Round
from .reads import History

NO_LIMIT = 10**6  # points: more than spread can ever move


@dataclass(frozen=True, slots=True)
class ToCome:
    """What is left after a round.  rounds: their numbers.  games: a player's.  moves: how far the spread between two players
    can move, in points.  by_spread: whether spread is what first parts players with equal wins."""

    rounds: tuple[int, ...]
    games: int
    moves: int
    by_spread: bool


def to_come(past: History, number: int) -> ToCome:
    """What is left after round `number`. A round with games to come is still to be played by everybody: no mark comes too early."""
    pending = {past.round_numbers[game.round_id] for game in past.games if is_to_come(game)}
    left = (*sorted(one for one in pending if one <= number), *range(number + 1, past.division.planned_rounds + 1))
    games_a_round = max((game.match_game for game in past.games), default=1)
    by_spread = past.tie_breaks[:1] == (TieBreak.SPREAD,)
    moves = 2 * games_a_round * sum(min(SWING, past.options.cap(one) or SWING) for one in left)
    return ToCome(left, len(left) * games_a_round, moves if by_spread else NO_LIMIT, by_spread)


def reaches(past: History, table: Sequence[Standing], number: int) -> Mapping[int, Reach]:
    """The places each player can still finish in; nothing once no game is left, or for who stands at the bottom."""
    left = to_come(past, number)
    if not left.rounds:
        return {}
    top = [row for row in table if not past.by_number[row.number].at_bottom]
    return reach(top, left.games, moves=left.moves)


def settled(past: History, table: Sequence[Standing], number: int, places: int) -> Mapping[int, str]:
    """By number, what a player has already for certain, in words; whom nothing is certain of is left out. places: with a prize."""
    if number == 0:
        return {}
    said = {who: _in_words(one, places) for who, one in reaches(past, table, number).items()}
    return {who: words for who, words in said.items() if words}


def _in_words(one: Reach, places: int) -> str:
    if one.clinched:
        return f"place {one.best} clinched"
    return "sure of a prize" if one.sure_of(places) else ""


def is_to_come(game: Game) -> bool:
    """Whether two players of a published round have not finished."""
    return game.second_id is not None and game.outcome in Game.UNFINISHED and game.round.status != Round.Status.DRAFT
