"""The hub on the real database: bursts, and requests that keep a topic watched."""

import asyncio
import time
from collections.abc import Callable, Collection, MutableMapping
from typing import Any

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection, transaction

from tdsuite.platform.live import kept_pages, known_versions
from tdsuite.platform.live.hub import Hub, Watcher
from tdsuite.platform.live.known_versions import PACES
from tdsuite.platform.live.own_topics import OwnNews
from tdsuite.platform.live.services import bump
from tdsuite.platform.live.stream import LiveStream

pytestmark = pytest.mark.django_db(transaction=True)
TOPIC = "division:1"
LONGEST = 180.0


def commit(*topics: str, times: int = 1) -> None:
    for _ in range(times):
        with transaction.atomic():
            bump(*topics)
    connection.close()


async def until(truth: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONGEST):
        while not truth():
            await asyncio.sleep(0.01)


async def heard(watcher: Watcher, version: int) -> list[int]:
    """The versions that the page is told, until it has been told `version`."""
    told: list[int] = []
    async with asyncio.timeout(LONGEST):
        while not told or told[-1] < version:
            news = await watcher.news(1.0)
            told += [news[TOPIC]] if news else []
    return told


def test_of_a_burst_of_fifty_changes_a_page_hears_at_most_one_a_second_and_the_last_one() -> None:
    async def run() -> tuple[list[int], float]:
        hub = Hub()
        page = await hub.join([TOPIC])
        assert await page.news(LONGEST) == {TOPIC: 0}
        begun = time.monotonic()
        await asyncio.to_thread(commit, TOPIC, times=50)
        told = await heard(page, 50)
        await hub.stop()
        return told, time.monotonic() - begun

    told, seconds = asyncio.run(run())
    assert told[-1] == 50
    assert len(told) <= 2 + seconds / PACES[0]


def test_a_page_that_joins_within_a_burst_gets_the_last_state_too() -> None:
    async def run() -> int:
        hub = Hub()
        first = await hub.join([TOPIC])
        await first.news(LONGEST)
        await asyncio.to_thread(commit, TOPIC, times=3)
        late = await hub.join([TOPIC, "division:2"])
        told = await heard(late, 3)
        await hub.stop()
        return told[-1]

    assert asyncio.run(run()) == 3


def test_who_was_not_told_because_the_database_failed_is_told_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tdsuite.platform.live.hub.TROUBLE_SECONDS", 0.05)

    async def run() -> int:
        hub, failures = Hub(), [OperationalError("gone")]
        watcher = await hub.join([TOPIC])
        await watcher.news(LONGEST)
        own_news = hub._own_news

        async def fails_once(keys: Collection[str]) -> dict[str, OwnNews]:
            if failures:
                raise failures.pop()
            return await own_news(keys)

        monkeypatch.setattr(hub, "_own_news", fails_once)
        await asyncio.to_thread(commit, TOPIC)
        told = await heard(watcher, 1)
        await hub.stop()
        return told[-1]

    assert asyncio.run(run()) == 1


def test_a_request_keeps_its_topic_watched_without_any_stream() -> None:
    async def run() -> list[dict[str, int] | None]:
        hub = Hub()
        hub.start()
        told = [hub.versions.public([TOPIC])]
        await asyncio.to_thread(hub.versions.watch, [TOPIC])
        await until(lambda: hub.versions.public([TOPIC]) == {TOPIC: 0})
        await asyncio.to_thread(commit, TOPIC)
        await until(lambda: hub.versions.public([TOPIC]) == {TOPIC: 1})
        await hub.stop()
        return told

    assert asyncio.run(run()) == [None]


def test_the_servers_hub_looks_for_the_pages_it_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    from tdsuite import asgi  # it looks for the collected files when it is imported

    assert asgi.live.hub.versions is known_versions.process
    monkeypatch.setattr(asgi, "live", LiveStream(Hub(versions=known_versions.process)))
    steps: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    said: list[str] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        said.append(message["type"])

    async def run() -> None:
        server = asyncio.create_task(asgi.application({"type": "lifespan"}, steps.get, send))
        steps.put_nowait({"type": "lifespan.startup"})
        await until(lambda: said == ["lifespan.startup.complete"])
        await asyncio.to_thread(commit, TOPIC)
        await asyncio.to_thread(kept_pages.put, "page", b"page", "text/html", {TOPIC: 1})
        await until(lambda: kept_pages.get("page") is not None)
        await asyncio.to_thread(commit, TOPIC)
        await until(lambda: kept_pages.get("page") is None)
        steps.put_nowait({"type": "lifespan.shutdown"})
        await server

    asyncio.run(run())
    caches["pages"].clear()
    known_versions.process.forget()
    assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_what_is_kept_of_a_topic_is_read_again_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that fails is read by whoever asks, and keeps nobody from being told."""
    read: list[tuple[str, int]] = []

    def read_again(topic: str, version: int) -> None:
        read.append((topic, version))
        raise OperationalError("gone")

    monkeypatch.setattr(known_versions.new_version, "_connected", [read_again])

    async def run() -> dict[str, int]:
        hub = Hub()
        hub.start()
        page = await hub.join(["division:2"])
        await page.news(LONGEST)
        await asyncio.to_thread(hub.versions.watch, [TOPIC])
        await until(lambda: hub.versions.public([TOPIC]) == {TOPIC: 0})
        await asyncio.to_thread(commit, TOPIC, "division:2", "division:3")
        news = await page.news(LONGEST)
        await until(lambda: (TOPIC, 1) in read)
        await hub.stop()
        return news

    assert asyncio.run(run()) == {"division:2": 1}
    assert sorted(each for each in read if each[1]) == [(TOPIC, 1), ("division:2", 1)]
