"""The versions that a request's page is made from, and whether the page moves with the clock."""

from collections.abc import Mapping

from django.http import HttpRequest

from . import services

VERSIONS, PASSING = "_live_versions", "_live_passing"


def set_page_versions(request: HttpRequest, versions: Mapping[str, int]) -> None:
    """The page is made of rows read after these versions; `{% live %}` writes them."""
    setattr(request, VERSIONS, dict(versions))


def read_page_versions(request: HttpRequest, *topics: str) -> None:
    """Called before the rows of a page are read, so that a change between reading and showing is told. One query."""
    set_page_versions(request, {**page_versions(request), **services.versions(*topics)})


def page_versions(request: HttpRequest | None) -> dict[str, int]:
    known: dict[str, int] = getattr(request, VERSIONS, {})
    return known


def set_passing(request: HttpRequest) -> None:
    """The page moves with the clock: it is not put into the cache."""
    setattr(request, PASSING, True)


def is_passing(request: HttpRequest) -> bool:
    return bool(getattr(request, PASSING, False))
