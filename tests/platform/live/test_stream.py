"""The endpoint itself: who is let in, who is dropped, and that nothing is left of those who went."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest

from tdsuite.platform.live import guard as guards, hub, stream
from tdsuite.platform.live.hub import Hub, Reader, Watcher
from tdsuite.platform.live.services import bump
from tdsuite.platform.live.stream import LiveStream, asked_topics, event
from tests.hooks import connected


@pytest.fixture(autouse=True)
def everyone_may_watch() -> Iterator[None]:
    with connected(guards.stream_guards, lambda request, topics: True, alone=True):
        yield


def scope(query: str = "topics=open:a", method: str = "GET") -> dict[str, Any]:
    return {
        "type": "http", "method": method, "path": stream.PATH, "query_string": query.encode(),
        "headers": [(b"host", b"hall.example")],
    }  # fmt: skip


class Page:
    """A browser at the other end, as ASGI sees one: what it got, and when it goes."""

    def __init__(self, on_chunk: Callable[["Page", str], Awaitable[None]] | None = None) -> None:
        self.status = 0
        self.chunks: list[str] = []
        self.ended = False
        self._gone = asyncio.Event()
        self._on_chunk = on_chunk

    def leave(self) -> None:
        self._gone.set()

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        self.chunks.append(message["body"].decode())
        self.ended = not message.get("more_body", False)
        if self._on_chunk is not None:
            await self._on_chunk(self, self.chunks[-1])


def visit(live: LiveStream, page: Page, **how: str) -> None:
    async def run() -> None:
        await asyncio.wait_for(live(scope(**how), page.receive, page.send), 60)
        await live.stop()

    asyncio.run(run())


def busy(request: HttpRequest, topics: tuple[str, ...]) -> bool:
    raise OperationalError("database is locked")


async def leave_at_first_change(page: Page, chunk: str) -> None:
    if chunk.startswith("event:"):
        page.leave()


@pytest.mark.django_db(transaction=True)
def test_a_page_that_leaves_leaves_nothing_behind() -> None:
    live, page = LiveStream(), Page(leave_at_first_change)
    visit(live, page)
    assert page.chunks == ["retry: 2000\n\n", event("change", topic="open:a", version=0)]
    assert len(live.hub) == 0


@pytest.mark.django_db(transaction=True)
def test_a_page_that_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SLOW_SECONDS", 0.2)

    async def stuck(page: Page, chunk: str) -> None:
        if chunk.startswith("event:"):
            await asyncio.sleep(60)

    live, page = LiveStream(), Page(stuck)
    visit(live, page)
    assert (len(live.hub), page.ended) == (0, False)


@pytest.mark.django_db(transaction=True)
def test_a_quiet_stream_says_that_it_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "KEEPALIVE_SECONDS", 0.1)

    async def leave_at_comment(page: Page, chunk: str) -> None:
        if chunk.startswith(":"):
            page.leave()

    page = Page(leave_at_comment)
    visit(LiveStream(), page)
    assert page.chunks[-1] == ": still here\n\n"


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_after_its_time_so_that_the_guard_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "LONGEST_SECONDS", 0.3)
    monkeypatch.setattr(stream, "KEEPALIVE_SECONDS", 0.1)
    live, page = LiveStream(), Page()
    visit(live, page)
    assert (page.ended, len(live.hub)) == (True, 0)


@pytest.mark.django_db(transaction=True)
def test_a_full_server_says_so_and_the_page_polls() -> None:
    async def run() -> tuple[int, str]:
        live = LiveStream(Hub(max_watchers=1))
        first, second = Page(), Page()
        task = asyncio.create_task(live(scope(), first.receive, first.send))
        while not len(live.hub):
            await asyncio.sleep(0.01)
        await live(scope(), second.receive, second.send)
        first.leave()
        await task
        await live.stop()
        return second.status, second.chunks[0]

    assert asyncio.run(run()) == (503, "Too many pages are watching; this one asks every 15 seconds instead.")


@pytest.mark.django_db(transaction=True)
def test_where_there_is_no_room_only_officials_are_asked_who_they_are() -> None:
    asked: list[str] = []

    def guard(request: HttpRequest, topics: tuple[str, ...]) -> bool:
        asked.append(request.headers.get("cookie", ""))
        return True

    async def run() -> list[int]:
        guards.stream_guards.listeners[:] = [guard]
        live, pages = LiveStream(Hub(max_watchers=8)), [Page() for _ in range(10)]
        cookies = [b"player=1"] * 8 + [b"player=1; sessionid=made-up", b"player=2"]
        tasks = []
        for number, (page, cookie) in enumerate(zip(pages, cookies, strict=True)):
            asker = scope() | {"client": (f"10.0.0.{number}", 1)}
            asker["headers"] = [*asker["headers"], (b"cookie", cookie)]
            tasks.append(asyncio.create_task(live(asker, page.receive, page.send)))
            while len(live.hub) < min(number + 1, 7) or (number > 6 and not tasks[-1].done()):
                await asyncio.sleep(0.01)
        for page in pages:
            page.leave()
        await asyncio.gather(*tasks)
        await live.stop()
        return [page.status for page in pages]

    assert asyncio.run(run()) == [200] * 7 + [503, 503, 503]
    assert asked == ["player=1"] * 7 + ["player=1; sessionid=made-up"]


def test_no_more_wait_for_the_guard_than_may_watch_and_half_of_them_from_one_address() -> None:
    answers = threading.Event()

    async def run() -> list[int]:
        guards.stream_guards.listeners[:] = [lambda request, topics: answers.wait(60) and False]
        live, pages = LiveStream(Hub(max_watchers=6)), [Page() for _ in range(9)]
        addresses = ["10.0.0.1"] * 4 + [f"10.0.0.{number}" for number in range(2, 7)]
        tasks = [
            asyncio.create_task(live(scope() | {"client": (address, 1)}, page.receive, page.send))
            for page, address in zip(pages, addresses, strict=True)
        ]
        refused = [3, 7, 8]  # the fourth of one address; the last two of all
        await asyncio.gather(*(tasks[number] for number in refused))
        assert sum(task.done() for task in tasks) == len(refused)
        answers.set()
        await asyncio.gather(*tasks)
        await live.stop()
        assert not live._asking
        return [page.status for page in pages]

    assert asyncio.run(run()) == [403, 403, 403, 503, 403, 403, 403, 503, 503]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "answer",
    [None, lambda request, topics: 1, lambda request, topics: None, lambda request, topics: 1 / 0, busy],
    ids=["nobody connected", "truthy but not True", "nothing", "raises", "busy"],
)
def test_only_a_clear_yes_lets_a_page_in_and_a_busy_database_refuses_nobody_for_good(answer: Any) -> None:
    guards.stream_guards.listeners[:] = [answer] if answer else []
    page = Page()
    visit(LiveStream(), page)
    says = (503, ["The database is busy."]) if answer is busy else (403, ["You may not watch this."])
    assert (page.status, page.chunks) == says


@pytest.mark.django_db(transaction=True)
def test_the_guard_sees_a_django_request_with_session_and_user() -> None:
    seen: list[tuple[str, bool, bool, str, tuple[str, ...]]] = []

    def look(request: HttpRequest, topics: tuple[str, ...]) -> bool:
        empty = request.session.is_empty()
        seen.append((request.path, request.user.is_anonymous, empty, request.headers["host"], topics))
        return False

    guards.stream_guards.listeners[:] = [look]
    visit(LiveStream(), Page(), query="topics=a:1,b:2")
    assert seen == [("/live/stream", True, True, "hall.example", ("a:1", "b:2"))]


@pytest.mark.parametrize(
    ("query", "topics"),
    [
        ("topics=a,b", ("a", "b")), ("topics=a&topics=b,a", ("a", "b")), ("topics=a%3A1", ("a:1",)), ("", None),
        ("topics=", None), ("topics=a b", None), ("topics=%00", None),
        ("topics=" + ",".join(f"t{n}" for n in range(20)), tuple(f"t{n}" for n in range(20))),
        ("topics=" + ",".join(f"t{n}" for n in range(21)), None), ("topics=" + "x" * 81, None),
        ("topics=a,/t/hall/", None),
    ],
)  # fmt: skip
def test_topics_are_read_once_each_and_bad_ones_refused(query: str, topics: tuple[str, ...] | None) -> None:
    assert asked_topics(scope(query)) == topics


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("how", "status"), [({"query": "topics="}, 400), ({"method": "POST"}, 405)])
def test_a_bad_request_is_answered_and_ends(how: dict[str, str], status: int) -> None:
    page = Page()
    visit(LiveStream(), page, **how)
    assert (page.status, page.ended) == (status, True)


def test_a_slow_page_holds_only_the_newest_version_and_an_old_one_that_arrives_late_is_no_news() -> None:
    async def run() -> list[dict[str, int]]:
        watcher = Watcher(["a", "b"])
        for version in range(1, 1001):
            watcher.hear({"a": version, "other": version})
        first = [await watcher.news(0.05), await watcher.news(0.05)]
        watcher.hear({"a": 999})
        return [*first, await watcher.news(0.05)]

    assert asyncio.run(run()) == [{"a": 1000}, {}, {}]


@pytest.mark.django_db(transaction=True)
def test_the_poll_reads_versions_only_after_somebody_committed() -> None:
    if connection.vendor != "sqlite":
        assert Reader().changed() and Reader().changed()
        return
    asked: list[bool] = []
    reader = Reader()

    async def run() -> None:
        own = Hub()
        ask = own._ask
        asked.extend([await ask(reader.changed), await ask(reader.changed)])
        await asyncio.to_thread(commit_a_bump)
        asked.extend([await ask(reader.changed), await ask(reader.changed)])
        await ask(reader.forget)
        await own.stop()

    asyncio.run(run())
    assert asked == [True, False, True, False]


def commit_a_bump() -> None:
    with transaction.atomic():
        bump("open:a")
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_the_poll_rests_while_nobody_watches_and_wakes_for_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "SQLITE_SECONDS", 0.05)
    monkeypatch.setattr(hub, "OTHER_SECONDS", 0.05)

    async def run() -> tuple[bool, dict[str, int]]:
        own = Hub()
        first = await own.join(["open:a"])
        task = own._task
        own.leave(first)
        assert task is not None
        await asyncio.wait_for(task, 60)
        second = await own.join(["open:a"])
        await second.news(60)
        await asyncio.to_thread(commit_a_bump)
        heard = await second.news(60)
        await own.stop()
        return task.done(), heard

    assert asyncio.run(run()) == (True, {"open:a": 1})
