"""One poll of the database for every open page: what changed, and who must hear of it.

SQLite tells by `PRAGMA data_version`, in microseconds, that another connection committed; only then are versions read.
PostgreSQL is asked for the watched versions each time.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import DatabaseError, connection

from . import services

log = logging.getLogger(__name__)
MAX_WATCHERS = 800  # below the 1,024 files that a process may have open on most systems
SQLITE_SECONDS = 0.25
OTHER_SECONDS = 0.5
TROUBLE_SECONDS = 2.0


class Full(Exception):
    """As many pages are watching as this server can hold."""


class Reader:
    """The poll's own database connection. Every method runs in the hub's one reading thread."""

    def __init__(self) -> None:
        self._seen: int | None = None

    def every(self) -> float:
        """Seconds between two polls."""
        return SQLITE_SECONDS if connection.vendor == "sqlite" else OTHER_SECONDS

    def changed(self) -> bool:
        """Whether anything may have changed since the last call."""
        if connection.vendor != "sqlite":
            return True
        with connection.cursor() as cursor:
            seen: int = cursor.execute("PRAGMA data_version").fetchone()[0]
        before, self._seen = self._seen, seen
        return seen != before

    def versions(self, topics: Iterable[str]) -> dict[str, int]:
        return services.versions(*topics)

    def forget(self) -> None:
        """Drop the connection; the next call makes a new one."""
        self._seen = None
        connection.close()


class Watcher:
    """One open page. It holds only the newest version of each topic, so a slow page costs no memory."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self.closed = False
        self._known: dict[str, int] = {}
        self._news: dict[str, int] = {}
        self._woken = asyncio.Event()

    def hear(self, versions: dict[str, int]) -> None:
        """Take note of versions; wakes the page if one is new to it."""
        for topic in self.topics & versions.keys():
            if self._known.get(topic, -1) < versions[topic]:
                self._known[topic] = self._news[topic] = versions[topic]
                self._woken.set()

    def close(self) -> None:
        self.closed = True
        self._woken.set()

    async def news(self, timeout: float) -> dict[str, int]:
        """What changed since the last call, by topic; empty after `timeout` seconds of nothing."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._woken.wait()
        self._woken.clear()
        news, self._news = self._news, {}
        return news


class Hub:
    """Every watcher of this server process and the one task that polls for them; it rests while nobody watches."""

    def __init__(self, max_watchers: int = MAX_WATCHERS) -> None:
        self._max = max_watchers
        self._reader = Reader()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-read")
        self._watchers: set[Watcher] = set()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._watchers)

    async def join(self, topics: Iterable[str]) -> Watcher:
        """A new watcher that already knows the present versions.  Raises Full; DatabaseError when they cannot be read."""
        if len(self._watchers) >= self._max:
            raise Full
        watcher = Watcher(topics)
        self._watchers.add(watcher)  # before the first read: no change falls between the two
        try:
            watcher.hear(await self._ask(self._reader.versions, watcher.topics))
        except BaseException:
            self.leave(watcher)
            raise
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._poll())
        return watcher

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    async def stop(self) -> None:
        """End every stream and the poll."""
        for watcher in list(self._watchers):
            watcher.close()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._ask(self._reader.forget)
        self._thread.shutdown(wait=False)

    async def _ask(self, read: Any, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, read, *args)

    async def _poll(self) -> None:
        pause = self._reader.every()
        while self._watchers:
            await asyncio.sleep(pause)
            try:
                if await self._ask(self._reader.changed):
                    await self._spread()
                pause = self._reader.every()
            except DatabaseError:
                log.warning("The live poll could not read the database", exc_info=True)
                await self._ask(self._reader.forget)
                pause = TROUBLE_SECONDS

    async def _spread(self) -> None:
        watched = frozenset().union(*(watcher.topics for watcher in self._watchers))
        versions = await self._ask(self._reader.versions, watched)
        for watcher in list(self._watchers):
            watcher.hear(versions)
