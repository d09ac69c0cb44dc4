"""How many kinds of page the console has: each is listed in docs/console.md with its purpose, and there are few."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories import make_user
from tests.platform.access.routes import lines_at, make_place

ROOT = Path(__file__).resolve().parents[2]
MOST_PAGES = 70
ROW = re.compile(r"^\| `([a-z_]+:[a-z_]+)` \| ", re.MULTILINE)


def named(resolver: URLResolver, start: str = "", space: str = "") -> Iterator[tuple[str, str, object]]:
    """Every address of the console with its name and its view."""
    for each in resolver.url_patterns:
        route = f"{start}{each.pattern}"
        if isinstance(each, URLPattern):
            yield route, f"{space}{each.name}", each.callback
        else:
            yield from named(each, route, f"{each.namespace}:" if each.namespace else space)


def whole_pages() -> dict[object, list[str]]:
    """The views that answer with a whole page, with their names; a page for which no row was made counts too."""
    place, administrator, found = make_place("own"), Client(), {}
    administrator.force_login(make_user("administrator", is_superuser=True))
    for route, name, view in named(get_resolver()):
        may = lines_at(route) if route.startswith("console/") else {}
        if "GET" in may:
            answer = administrator.get(place.address(route))
            text = answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming
            if may["GET"].not_made or (text and "<h1" in answer.text and 'id="keys"' in answer.text):
                found.setdefault(view, []).append(name)
    return found


@pytest.mark.django_db
def test_x() -> None:
    pages = whole_pages()
    with open("/tmp/mm/pages.txt", "w") as f:
        for view, names in sorted(pages.items(), key=lambda x: x[1]):
            print(view.__module__, view.__name__, names, file=f)
        print(len(pages), file=f)
