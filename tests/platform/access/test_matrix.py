"""Every address and method, as everybody: what `matrix.txt` says and nothing else, and nothing changes for who is refused."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.template.backends.django import Template
from django.test import Client, RequestFactory
from django.test.client import ClientHandler

from tdsuite.platform.access import stations
from tdsuite.platform.access.models import Station, User
from tdsuite.platform.access.phones import KEEP, PUBLIC
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.digests import fingerprint
from tests.factories import make_user
from tests.platform.access.routes import PLAYERS, STAFF, Place, lines_at, make_place, plain, routes
from tests.platform.access.signing import put_cookie, signed_in

pytestmark = pytest.mark.django_db
# What is written when somebody is only seen: of no decision, and of no use to anybody.
BOOKKEEPING = {"PlayerSession", "Station", "AccountSession", "Tries", "KnownDevice"}
READS = ("SELECT ", "SAVEPOINT ", "RELEASE ", "ROLLBACK ")
WHOLE = os.environ.get("HYPOTHESIS_PROFILE") == "full"


class Asked(RequestFactory):
    """Somebody who asks, every time with the cookies of the first; no page is read, so none is tidied or kept."""

    handler = ClientHandler(enforce_csrf_checks=False)

    def __init__(self, name: str, client: Client) -> None:
        super().__init__()
        self.name, self.cookies = name, client.cookies

    def request(self, **request: Any) -> Any:
        return self.handler(self._base_environ(**request))

    def ask(self, method: str, address: str, *, undone: bool) -> HttpResponseBase:
        """Send it without a word of a form; what it does is taken back if `undone`."""
        kind = "application/json" if address.startswith("/api/") else "application/x-www-form-urlencoded"
        refusal = patch.object(Template, "render", lambda *_: "")  # which no test reads, so none is drawn
        with transaction.atomic() if undone else refusal:
            response = self.generic(method, address, b"{}" if kind.endswith("json") else b"", content_type=kind)
            if undone:
                transaction.set_rollback(True)
        assert isinstance(response, HttpResponseBase)
        return response


def logged_in(name: str, user: User) -> Asked:
    client = Client()
    client.force_login(user)
    return Asked(name, client)


def everybody(own: Place, other: Place) -> Iterator[Asked]:
    tablet, key = Client(), "key of the tablet"
    Station.objects.filter(pk=own.rows["access.Station"].pk).update(key_hash=fingerprint(key))
    put_cookie(tablet, stations.COOKIE, key, stations.SALT)
    yield Asked("stranger", Client())
    yield Asked("player", signed_in(Client(), own.hall.event.entry(3)))
    yield Asked("other-player", signed_in(Client(), own.hall.event.entry(1)))
    yield Asked("player-elsewhere", signed_in(Client(), other.hall.event.entry(3)))
    yield Asked("station", tablet)
    yield logged_in("account", make_user("nobody"))
    yield logged_in("director-elsewhere", make_user("elsewhere", tournament=other.tournament))
    for role in sorted(STAFF):
        yield logged_in(role, make_user(f"the-{role}", tournament=own.tournament, role=Role(role)))
    yield logged_in("administrator", make_user("administrator", is_superuser=True))


def refused(response: HttpResponseBase) -> bool:
    """Not allowed, not there for whoever asks, or sent to log in and to come back."""
    target = response.headers.get("Location", "")
    return response.status_code in (401, 403, 404) or "next=" in target or target == "/station/"


def kept_wrongly(response: HttpResponseBase, name: str, route: str) -> bool:
    """Whether a phone may keep it (static/tdsuite/js/offline.js) though it is no public page and not the player's own page or sheet."""
    mark = response.headers.get(KEEP, "")
    if mark.startswith("own-"):
        return name not in PLAYERS or plain(route) not in ("me/<slug>/", "s/<slug>/<game_id>/")
    return mark not in ("", PUBLIC) or (mark == PUBLIC and not route.startswith("t/<slug:slug>/"))


def state(writes: Sequence[str] | None = None) -> dict[str, str]:
    """A digest of every table, or of those that these statements name."""
    return {
        model.__name__: hashlib.sha256(
            repr(list(model._base_manager.order_by("pk").values_list())).encode()
        ).hexdigest()
        for model in apps.get_models()
        if model.__name__ not in BOOKKEEPING
        and (writes is None or any(f'"{model._meta.db_table}"' in sql for sql in writes))
    }


@contextmanager
def noted_writes() -> Iterator[list[str]]:
    """Every statement sent meanwhile that may change a row. Where there is none, `state` need not be read again."""
    writes: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(READS):
            writes.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield writes


@pytest.fixture
def places(caplog: pytest.LogCaptureFixture) -> tuple[Place, Place]:
    caplog.set_level("ERROR", "django.request")
    return make_place("own"), make_place("other")


def test_everybody_may_what_the_table_says_and_who_may_not_changes_nothing(places: tuple[Place, Place]) -> None:
    own = places[0]
    wrong = []
    kept = tuple(f'"{model._meta.db_table}"' for model in apps.get_models() if model.__name__ in BOOKKEEPING)
    for asked in everybody(*places):
        for number, route in enumerate(sorted(routes())):
            for method, line in lines_at(route).items():
                may = asked.name in line.who
                if may and not WHOLE and asked.name != sorted(line.who)[number % len(line.who)]:
                    continue  # a page in full takes long: one of those who may opens it, `make test-full` opens it as all
                with noted_writes() as writes:
                    response = asked.ask(method, own.address(route), undone=may)
                absent = may and (line.not_made or route.startswith("api/")) and response.status_code == 404
                if (
                    response.status_code >= 500
                    or (refused(response) == may and not absent)
                    or (may and line.not_made and not absent)
                    or kept_wrongly(response, asked.name, route)
                    or (not may and not all(any(table in sql for table in kept) for sql in writes))
                ):
                    wrong.append((asked.name, method, plain(route), response.status_code))
    assert "\n".join(map(str, wrong)) == ""


def test_a_private_event_does_not_exist_for_who_has_no_part_in_it(places: tuple[Place, Place]) -> None:
    """404, or sent to log in as if it were there: never 403, which would say that it is."""
    own, elsewhere = places
    own.tournament.visibility = "private"
    own.tournament.save()
    wrong = []
    for asked in everybody(own, elsewhere):
        if asked.name in ("stranger", "player-elsewhere", "director-elsewhere"):
            for route in sorted(routes()):
                if "<slug:slug>" in route and not route.startswith("p/done/"):
                    response = asked.ask(min(lines_at(route)), own.address(route), undone=False)
                    if not refused(response) or response.status_code == 403:
                        wrong.append((asked.name, plain(route), response.status_code))
    assert "\n".join(map(str, wrong)) == ""


# Word lists and rating lists are of the installation: every event may use them; a service refuses to delete another's.
SHARED = ("words/list/<pk>/", "rating-lists/<pk>/")


def test_rows_of_another_event_are_not_there_for_the_director(places: tuple[Place, Place]) -> None:
    own, elsewhere = places
    asked, wrong = next(each for each in everybody(own, elsewhere) if each.name == "director"), []
    for route in sorted(routes()):
        address = own.address(route, rows_of=elsewhere)
        if (
            "<slug:slug>" in route
            and address != own.address(route)
            and not any(part in plain(route) for part in SHARED)
        ):
            for method, line in lines_at(route).items():
                if "director" in line.who and asked.ask(method, address, undone=True).status_code != 404:
                    wrong.append((method, plain(route)))
    assert "\n".join(map(str, wrong)) == ""
