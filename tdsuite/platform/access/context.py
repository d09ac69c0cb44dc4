"""What templates may ask: {% if may.enter_results %}; and the event that `needs` looked up, as `tournament`."""

from typing import Any

from django.http import HttpRequest

from .guard import allowed
from .roles import Can


class May:
    """Answers `may.<capability name in lower case>` for the request's user and tournament."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __getitem__(self, name: str) -> bool:
        try:
            action = Can[name.upper()]
        except KeyError:
            raise KeyError(f"{name} is not a capability") from None
        tournament = getattr(self._request, "tournament", None)
        player = getattr(self._request, "player", None)  # set by access.players.player_only
        return allowed(self._request.user, tournament, action) or allowed(player, tournament, action)


def access(request: HttpRequest) -> dict[str, Any]:
    event = getattr(request, "tournament", None)
    return {"may": May(request), **({"tournament": event} if event else {})}
