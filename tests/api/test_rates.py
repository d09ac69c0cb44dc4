"""So many calls a minute: of an account wherever it calls from, of strangers by address, and by all servers of an installation together."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.utils import timezone
from rest_framework.test import APIClient

from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.web.problems import API, MEDIA_TYPE
from tests.at_once import refused
from tests.factories import make_user
from tests.journeys.installation import Installation

EVENTS = f"{API}tournaments/"


@pytest.fixture(autouse=True)
def three_calls(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_CALLS_A_MINUTE = settings.API_CALLS_A_MINUTE_OF_STRANGERS = 3
    caches["calls"].clear()
    at(monkeypatch, 40.5)


def at(monkeypatch: pytest.MonkeyPatch, second: float) -> None:
    start = datetime(2026, 5, 16, 10, 0, tzinfo=UTC).timestamp()
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromtimestamp(start + second, UTC))


def client(username: str = "") -> APIClient:
    api = APIClient()
    if username:
        api.force_authenticate(make_user(username))
    return api


def statuses(api: APIClient, calls: int, address: str = "10.0.0.1") -> list[int]:
    return [api.get(EVENTS, REMOTE_ADDR=address).status_code for _ in range(calls)]


@pytest.mark.django_db
def test_who_calls_too_often_is_told_when_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    api = client("script")
    assert statuses(api, 4) == [200, 200, 200, 429]
    answer = api.get(EVENTS)
    assert (answer["Retry-After"], answer["Content-Type"], answer.json()["code"]) == ("20", MEDIA_TYPE, "throttled")
    assert answer.json()["detail"] == "Too many calls this minute. Go on in 20 seconds."
    assert statuses(client("other"), 3) == [200, 200, 200]
    at(monkeypatch, 60)
    assert statuses(api, 4) == [200, 200, 200, 429]


@pytest.mark.django_db
def test_strangers_share_their_address_and_take_nothing_from_accounts_behind_it() -> None:
    assert statuses(client(), 2) + statuses(client(), 2) == [200, 200, 200, 429]
    assert statuses(client(), 1, "10.0.0.2") == [200]
    assert statuses(client("script"), 3) == [200, 200, 200]


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["Token unknown", "Token "])
def test_calls_with_an_unknown_token_are_a_strangers(header: str) -> None:
    assert with_header(header, EVENTS) == [401] * 3 + [429] * 2
    answer = client().get(EVENTS)
    assert (answer.status_code, answer["Retry-After"], answer.json()["code"]) == (429, "20", "throttled")
    key = make_token(by=make_user("script"), name="any")
    assert with_header(f"Token {key}", EVENTS) == [200] * 3 + [429] * 2, "behind the same address"


@pytest.mark.django_db
def test_calls_outside_a_tokens_scope_are_its_accounts() -> None:
    key = make_token(by=make_user("script"), name="any", scope="read")
    api = APIClient(headers={"Authorization": f"Token {key}"})
    assert [api.post(f"{API}imports/").status_code for _ in range(4)] == [403] * 3 + [429]
    assert api.get(EVENTS).status_code == 429


def with_header(authorization: str, address: str) -> list[int]:
    api = APIClient(headers={"Authorization": authorization})
    return [api.get(address).status_code for _ in range(5)]


def through_two_servers() -> list[int]:
    """The calls of one account by two threads, each with connections to the cache of its own."""
    make_user("script")
    counts: list[int] = []
    assert refused([lambda: counts.extend(statuses(client("script"), 4)) for _ in range(2)]) == []
    return sorted(counts)


@pytest.mark.django_db(transaction=True)
def test_threads_of_a_server_count_together() -> None:
    assert through_two_servers() == [200] * 3 + [429] * 5


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_servers_with_one_redis_count_together(settings: Any) -> None:
    redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": os.environ["TDSUITE_TEST_REDIS_URL"]}
    settings.CACHES = settings.CACHES | {"calls": redis | {"KEY_PREFIX": f"test-{os.getpid()}"}}
    caches["calls"].clear()
    assert through_two_servers() == [200] * 3 + [429] * 5


ACCOUNTS = """
from tdsuite.platform.access.models import User
from tdsuite.platform.access.tokens import make_token
print(json.dumps([make_token(by=User.objects.create_user(name), name="any") for name in ("ann", "bob")]))
"""


@pytest.mark.redis
@pytest.mark.process
def test_two_servers_of_an_installation_count_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the servers' clocks are the computer's
    monkeypatch.setenv("PAGES_CACHE_URL", os.environ["TDSUITE_TEST_REDIS_URL"])
    monkeypatch.setenv("API_CALLS_A_MINUTE", "7")
    servers = [Installation(tmp_path) for _ in range(2)]
    servers[0].prepare()
    try:
        for server in servers:
            server.start()
        for key in servers[0].python(ACCOUNTS):
            minute, header = time.time() // 60, {"Authorization": f"Token {key}"}
            answers = [server.get(EVENTS, header)[0] for _ in range(6) for server in servers]
            if (
                minute == time.time() // 60
            ):  # else the minute ended in between and gave new calls; the other account has them all
                break
        assert answers == [200] * 7 + [429] * 5
    finally:
        for server in servers:
            server.kill()


@pytest.mark.django_db
def test_nobody_waits_for_a_cache_that_is_away(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    away = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = settings.CACHES | {"calls": away}
    assert statuses(client("script"), 5) == [200] * 5
    assert "could not be counted" in caplog.text
