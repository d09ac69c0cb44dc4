"""Words that the suite's own addresses use where an event or a division would stand: no short name may be one of them."""

from collections.abc import Iterator
from functools import cache

from django.core.exceptions import ValidationError
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import gettext_lazy as _

CONSOLE = "console/"
OF_EVENT = f"{CONSOLE}<slug:slug>/"


@cache
def taken_by_events() -> frozenset[str]:
    """What stands after console/ in addresses of no event."""
    return _words_after(CONSOLE)


def refuse_taken(slug: str) -> None:
    """Of an event's short name: a validator of forms and of the API."""
    if slug in taken_by_events():
        raise ValidationError(_("The suite’s own addresses use this word; choose another."))


@cache
def taken_in_events() -> frozenset[str]:
    """What stands after console/EVENT/ in addresses of no division."""
    return _words_after(OF_EVENT)


def _words_after(start: str) -> frozenset[str]:
    words = {route.removeprefix(start).split("/")[0] for route in _routes(get_resolver()) if route.startswith(start)}
    return frozenset(word for word in words if word and not word.startswith("<"))


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _routes(pattern, route)
