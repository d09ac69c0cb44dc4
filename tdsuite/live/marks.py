"""What a request's page shows: the versions it was made from, and whether it stands still."""

from collections.abc import Mapping

from django.http import HttpRequest

from . import services

VERSIONS, PASSING = "_live_versions", "_live_passing"


def mark_shown(request: HttpRequest, versions: Mapping[str, int]) -> None:
    """The page is made of rows read after these versions; `{% live %}` writes them."""
    setattr(request, VERSIONS, dict(versions))


def mark_seen(request: HttpRequest, *topics: str) -> None:
    """Called before the rows of a page are read, so that a change between reading and showing is told. One query."""
    mark_shown(request, {**shown_versions(request), **services.versions(*topics)})


def shown_versions(request: HttpRequest | None) -> dict[str, int]:
    known: dict[str, int] = getattr(request, VERSIONS, {})
    return known


def mark_passing(request: HttpRequest) -> None:
    """The page moves with the clock: it is not kept in memory."""
    setattr(request, PASSING, True)


def is_passing(request: HttpRequest) -> bool:
    return bool(getattr(request, PASSING, False))
