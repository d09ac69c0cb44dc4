"""First what counts now and then is shown, and then it is saved as it was looked at."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from django.http import HttpRequest

from results.games.services.preview import Preview, Previews, preview_of, previews_of, undisturbed
from tdsuite.tournaments.models import Division, Game

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


def games_looked_at(
    request: HttpRequest, division: Division, decide: Callable[[], Iterable[Game]]
) -> tuple[Previews, bool]:
    """The same of a decision about any number of games; it is saved at once where it touches none."""
    with undisturbed(division):
        previews = previews_of(decide)
        if previews.games and request.POST.get("save") != previews.digest:
            return previews, False
        decide()
        return previews, True
