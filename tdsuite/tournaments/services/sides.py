"""Which player is first: turning a game round."""

from ..models import Game, GameAdjustment

FLIPPED: dict[str, str] = {
    GameAdjustment.Side.FIRST: GameAdjustment.Side.SECOND,
    GameAdjustment.Side.SECOND: GameAdjustment.Side.FIRST,
}


def turn_round(game: Game) -> None:
    """Make the second player the first: scores, stated values and adjustments stay with their players.

    The row is changed, not saved; its adjustments are saved. The caller owns the division. A bye stays as it is.
    """
    if game.second is None:
        return
    game.first, game.second = game.second, game.first
    for name in ("score", "halves", "spread"):
        first, second = getattr(game, f"first_{name}"), getattr(game, f"second_{name}")
        setattr(game, f"first_{name}", second)
        setattr(game, f"second_{name}", first)
    for adjustment in game.adjustments.all():
        adjustment.side = FLIPPED[adjustment.side]
        adjustment.save(update_fields=["side"])
