"""What templates may ask: {% if may.enter_results %}."""

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
        return allowed(self._request.user, getattr(self._request, "tournament", None), action)


def access(request: HttpRequest) -> dict[str, Any]:
    return {"may": May(request)}
