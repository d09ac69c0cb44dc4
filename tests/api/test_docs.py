"""docs/api.md names every address of the API with its methods, every field, and an example a group; who may is held by tests/platform/access."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import URLResolver, resolve
from rest_framework.permissions import AllowAny
from rest_framework.settings import api_settings

from tdsuite.api import urlpatterns
from tdsuite.exchange.export import FORMATS
from tdsuite.platform.access.permissions import AsksGuard, Denied
from tdsuite.tournaments.api.events import Fields

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \| ([a-z, ]+) \|$", re.MULTILINE)
WORDS = re.compile(r"\b(?:SLUG|CODE|NUMBER|N|ID|FORMAT|SHA256)\b")
ROWS = [(method, address, who) for method, address, who in ROW.findall(TEXT)]


def routes(patterns: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for each in patterns:
        here = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, here)
        else:
            yield re.sub(r"<[^>]+>", "*", here), each.callback


@cache
def served() -> dict[str, frozenset[str] | None]:
    """Methods by address; None where the view is no API view of the framework and says them itself."""
    found: dict[str, frozenset[str] | None] = {}
    for address, view in routes(urlpatterns):
        cls = getattr(view, "cls", None)
        known = [name for name in cls.http_method_names if hasattr(cls, name)] if cls else []
        found[address] = frozenset(name.upper() for name in known if name != "options") if cls else None
    return found


def written() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for method, address, _ in ROWS:
        found.setdefault(WORDS.sub("*", address), set()).add(method)
    return {address: frozenset(methods) for address, methods in found.items()}


def kinds(kind: type[Fields] = Fields) -> Iterator[type[Fields]]:
    for each in kind.__subclasses__():
        yield each
        yield from kinds(each)


def test_the_tables_name_every_address_with_its_methods_and_no_other() -> None:
    told, there = written(), served()
    assert sorted(told) == sorted(there)
    assert {
        address: methods
        for address, methods in told.items()
        if there[address] is not None and there[address] - {"HEAD"} != methods
    } == {}


def test_every_view_declares_its_permission_and_the_default_is_denied() -> None:
    assert [Denied] == api_settings.DEFAULT_PERMISSION_CLASSES
    views = [(address, view.cls) for address, view in routes(urlpatterns) if hasattr(view, "cls")]
    assert len(views) > 40
    assert [address for address, cls in views if cls.permission_classes not in ([AsksGuard], [AllowAny])] == []
    open_to_all = [address for address, cls in views if cls.permission_classes == [AllowAny]]
    assert open_to_all == ["token/", "schema/"]


def test_no_row_stands_twice() -> None:
    assert len({row[:2] for row in ROWS}) == len(ROWS)


def test_every_field_of_a_call_is_named() -> None:
    fields = {name for kind in kinds() for name in kind().fields}
    assert len(fields) > 40
    assert sorted(name for name in fields if f"`{name}`" not in TEXT) == [], "Say in docs/api.md what these are."


def test_every_group_has_an_example_that_leads_somewhere() -> None:
    groups = [part for part in TEXT.split("\n## ") if ROW.search(part)]
    assert [part.splitlines()[0] for part in groups if "curl " not in part] == []
    for address in re.findall(r"\$API(/\S+)", TEXT):
        found = resolve("/api/v1" + address.split("?")[0])
        assert found.kwargs.get("key", "xlsx") in FORMATS
