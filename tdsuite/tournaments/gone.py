"""Players who have left and are on a published board that no result has settled: read from the roster, stored nowhere."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from .models import Entry, Game
from .reads import History


def gone_from(history: History, game: Game) -> tuple[Entry, ...]:
    """`Game.gone` of a game of a division that was read whole, without a query."""
    players = (history.by_id[key] for key in (game.first_id, game.second_id) if key)
    return game.left_by(history.round_numbers[game.round_id], *players)


def gone_text(players: Iterable[Entry]) -> str:
    """What a board says of players who have left; "" without any."""
    return "; ".join(_("%(player)s has left the event") % {"player": entry.player} for entry in players)
