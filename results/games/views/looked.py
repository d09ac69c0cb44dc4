"""First what counts now and then is shown, and then it is saved as it was looked at."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest

from results.games.services.preview import Preview, preview_of, undisturbed
from tdsuite.tournaments.models import Game

T = TypeVar("T")


def looked_at(request: HttpRequest, game: Game, decide: Callable[[], T]) -> tuple[Preview[T], T | None]:
    """What a decision makes of the game; and what it returned, where exactly this was looked at before, else None.

    Raises what `decide` raises.
    """
    with undisturbed(game.round.division):
        preview = preview_of(game, decide)
        if request.POST.get("save") != preview.digest:
            return preview, None
        return preview, decide()
