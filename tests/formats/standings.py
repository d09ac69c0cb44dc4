"""From a division of a file to the rows that the standings engine takes."""

from __future__ import annotations

from tdsuite.formats.model import FileDivision, FileGame, Outcome
from tdsuite.tournaments.engine.standings import Adjustment, Entrant, GameSide

BYE_SPREAD = 50


def entrants(division: FileDivision) -> tuple[Entrant, ...]:
    """The players as the standings engine wants them, in the file's order; position where the file has no number."""
    return tuple(
        Entrant(number, row.rating or 0, place, left_out=number in division.left_out)
        for place, row in enumerate(division.players, start=1)
        for number in (row.number if row.number is not None else place,)
    )


def counted_sides(division: FileDivision, *, bye_spread: int = BYE_SPREAD) -> tuple[GameSide, ...]:
    """Both sides of every game that has an outcome; a bye the file gives no value is a win by `bye_spread`."""
    return tuple(side for game in division.games if game.outcome for side in _sides(game, bye_spread))


def adjustments(division: FileDivision) -> tuple[Adjustment, ...]:
    """The spread adjustments of the file."""
    return tuple(
        Adjustment(adjustment.number, adjustment.round, adjustment.points) for adjustment in division.adjustments
    )


def _sides(game: FileGame, bye_spread: int) -> list[GameSide]:
    kind = str(game.outcome)
    if game.second is None:
        halves = game.first_halves if game.first_halves is not None else 2
        spread = game.first_spread if game.first_spread is not None else bye_spread
        return [GameSide(game.round, game.first, None, halves, spread, kind)]
    margin = (game.first_score or 0) - (game.second_score or 0)
    won = 2 if margin > 0 else 1 if margin == 0 else 0
    if game.outcome is Outcome.PLAYED:
        own, other, up, down = won, 2 - won, margin, -margin
    else:
        own = game.first_halves if game.first_halves is not None else won
        other = game.second_halves if game.second_halves is not None else 2 - won
        up = game.first_spread if game.first_spread is not None else margin
        down = game.second_spread if game.second_spread is not None else -margin
    return [
        GameSide(game.round, game.first, game.second, own, up, kind),
        GameSide(game.round, game.second, game.first, other, down, kind),
    ]
