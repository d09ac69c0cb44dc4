"""docs/api.md names every address of the API with its methods, every field, and an example a group; and who may is so."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLResolver, resolve
from rest_framework.permissions import AllowAny
from rest_framework.settings import api_settings
from rest_framework.test import APIClient

from tdsuite.api import urlpatterns
from tdsuite.exchange.export import FORMATS
from tdsuite.exchange.received import add_site
from tdsuite.platform.access.models import User
from tdsuite.platform.access.permissions import AsksGuard, Denied
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.models import Game, Tournament
from tests.factories import make_division, make_round, make_tournament, make_user

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \| ([a-z, ]+) \|$", re.MULTILINE)
WORDS = re.compile(r"\b(?:SLUG|CODE|NUMBER|N|ID|FORMAT|SHA256)\b")
ROWS = [(method, address, who) for method, address, who in ROW.findall(TEXT)]
STAFF = {Role.ORGANISER, Role.DIRECTOR, Role.SCORER, Role.JUDGE, Role.OFFICIAL}
OFFICIALS = [row for row in ROWS if row[2] not in ("everyone", "token")]
GIVEN = {"first_score": 1, "second_score": 2, "reason": "added up wrongly"}


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
    assert {address: methods for address, methods in told.items() if there[address] not in (None, methods)} == {}


def test_every_view_declares_its_permission_and_the_default_is_denied() -> None:
    assert [Denied] == api_settings.DEFAULT_PERMISSION_CLASSES
    views = [(address, view.cls) for address, view in routes(urlpatterns) if hasattr(view, "cls")]
    assert len(views) > 40
    assert [address for address, cls in views if cls.permission_classes not in ([AsksGuard], [AllowAny])] == []
    open_to_all = [address for address, cls in views if cls.permission_classes == [AllowAny]]
    assert open_to_all == ["token/", "schema/", "sites/*/", "sites/*/bytes/*/", "sites/*/files/"]


def test_no_row_stands_twice() -> None:
    assert len({row[:2] for row in ROWS}) == len(ROWS)


def test_every_field_of_a_call_is_named() -> None:
    fields = {name for kind in kinds() for name in kind().fields}
    assert len(fields) > 40
    assert sorted(name for name in fields if f"`{name}`" not in TEXT) == []


def test_every_group_has_an_example_that_leads_somewhere() -> None:
    groups = [part for part in TEXT.split("\n## ") if ROW.search(part)]
    assert [part.splitlines()[0] for part in groups if "curl " not in part] == []
    for address in re.findall(r"\$API(/\S+)", TEXT):
        found = resolve("/api/v1" + address.split("?")[0])
        assert found.kwargs.get("key", "xlsx") in FORMATS


# --- who may: each row of the tables, as each role ---------------------------------------------------


@pytest.fixture
def place() -> int:
    """Something of every kind that a row needs before it asks who calls; the place's id."""
    division = make_division(make_tournament("open"), players=4)
    make_round(division, pairs=[(1, 2), (3, 4)], results=1)
    return add_site(by=make_user("keeper", is_superuser=True), slug="spring", title="Spring")[0].pk


def call(method: str, address: str, place: int, user: User | None) -> int:
    game = Game.objects.exclude(outcome="").get()
    pk = place if address.startswith("received/") else game.pk if "/games/" in address else 1
    values = {"SLUG": "open", "CODE": "a", "N": 1, "NUMBER": 1, "ID": pk, "FORMAT": "json"}
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    here = WORDS.sub(lambda word: str(values[word[0]]), address)
    status: int = getattr(client, method.lower())(f"/api/v1/{here}", GIVEN, format="json").status_code
    return status


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "address", "who"), OFFICIALS, ids=str)
def test_each_role_may_what_its_row_says_and_nobody_else(method: str, address: str, who: str, place: int) -> None:
    named = STAFF if who == "staff" else set() if who == "administrator" else {Role(one) for one in who.split(", ")}
    tournament = Tournament.objects.get()
    for role in sorted(STAFF | {Role.PLAYER}):
        status = call(method, address, place, make_user(role.value, tournament=tournament, role=role))
        assert (status == 403) == (role not in named), (role, status)
    assert call(method, address, place, None) == 401
    assert call(method, address, place, make_user("keeper")) not in (401, 403)


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "address", "who"), [row for row in ROWS if "SLUG" in row[1] and row[2] != "token"])
def test_a_private_event_does_not_exist_for_who_has_no_part_in_it(
    method: str, address: str, who: str, place: int
) -> None:
    tournament = Tournament.objects.get()
    tournament.visibility = "private"
    tournament.save()
    elsewhere = make_user("director", tournament=make_tournament("other"))
    assert call(method, address, place, elsewhere) == 404
    assert call(method, address, place, None) == 404
