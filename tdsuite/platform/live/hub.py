"""One poll of the database for every open page: what changed, and who must hear of it.

SQLite tells by `PRAGMA data_version`, in microseconds, that another connection committed; only then are versions read.
On PostgreSQL the watched versions are read twice a second.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any

from django.db import Error, close_old_connections, connection

from . import services
from .known_versions import KnownVersions, new_version
from .own_topics import OwnNews, followed, own_news

log = logging.getLogger(__name__)
MAX_WATCHERS = 600  # for a process with 1,024 open files; the server names its own (ops.server.open_files)
SQLITE_SECONDS = 0.25
OTHER_SECONDS = 0.5
GATHER_SECONDS = 0.03  # a burst of new watchers is one reading
TROUBLE_SECONDS = 2.0
TOLD_AT_ONCE = 32
SPREAD_MS = 8  # for each own topic with news: a phone has two, and its own page takes a slow core some 15
WAKING = 4  # turns of the loop in which a watcher that was woken has written


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

    def __init__(self, topics: Iterable[str], address: str = "") -> None:
        self.topics = frozenset(topics)
        self.follows = {topic: followed(topic) for topic in self.topics}  # most follow none but themselves
        self.own_follows = {key for topic, key in self.follows.items() if topic != key}
        self.address = address
        self.closed = False
        self.spread = 0  # milliseconds over which those who were told together fetch
        self._known: dict[str, int] = {}
        self._news: dict[str, int] = {}
        self._texts: dict[str, OwnNews] = {}
        self._told: dict[str, str] = {}
        self._woken = asyncio.Event()

    def hear(
        self, versions: Mapping[str, int], own: Mapping[str, OwnNews] = MappingProxyType({}), spread: int = 0
    ) -> None:
        """Take note of versions; wakes the page if one is new to it."""
        self.spread = spread
        for topic, key in self.follows.items():
            news = own.get(topic)
            version = versions.get(key, -1) if news is None else news.version
            if self._known.get(topic, -1) < version:
                self._known[topic] = self._news[topic] = version
                self._woken.set()
            if news is not None and self._told.get(topic) != news.text:
                self._told[topic], self._texts[topic] = news.text, news
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

    def texts(self) -> dict[str, OwnNews]:
        """Own texts that changed since the last call, by topic."""
        texts, self._texts = self._texts, {}
        return texts


class Hub:
    """Every watcher of this server process and the one task that polls for them; it rests while nobody watches.

    Of `max_watchers` an eighth is for officials, and one client address may have half: a hall behind one address gets so many,
    and a single phone cannot take them all.
    """

    def __init__(self, max_watchers: int = MAX_WATCHERS, versions: KnownVersions | None = None) -> None:
        self.max_watchers = max_watchers
        self._reader = Reader()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-read")
        self._watchers: set[Watcher] = set()
        self._followers: dict[str, set[Watcher]] = {}  # by followed topic: nobody else is looked at after a change
        self._told: dict[str, int] = {}  # by followed topic: the version that its followers have heard of
        self._by_address: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._making = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-histories")
        self._own: dict[str, tuple[int, dict[str, OwnNews]]] = {}  # by followed topic: of which version, what
        self.versions = versions or KnownVersions()

    def __len__(self) -> int:
        return len(self._watchers)

    def start(self) -> None:
        """Poll also for the topics that requests want, from now on; in the running loop."""
        self.versions.wake, self.versions.serves = self._waker(), True

    def is_full(self, address: str = "", *, official: bool = False) -> bool:
        """Whether nobody more may watch, or nobody more of this address."""
        most = self.max_watchers if official else self.max_watchers - self.max_watchers // 8
        crowd = not official and self._by_address[address] >= (self.max_watchers + 1) // 2
        return crowd or len(self._watchers) >= most

    async def join(self, topics: Iterable[str], address: str = "", *, official: bool = False) -> Watcher:
        """A new watcher that already knows the present versions.  Raises Full; django.db.Error when they cannot be read."""
        if self.is_full(address, official=official):
            raise Full
        watcher = Watcher(topics, address)
        self._watchers.add(watcher)  # before the first read: no change falls between the two
        for key in watcher.follows.values():
            self._followers.setdefault(key, set()).add(watcher)
        self._by_address[address] += 1
        try:
            self._wake()
            versions = await self._present(frozenset(watcher.follows.values()))
            for key, version in versions.items():
                self._told.setdefault(key, version)
            watcher.hear(versions, await self._own_news(watcher.own_follows))
        except BaseException:
            self.leave(watcher)
            raise
        return watcher

    def leave(self, watcher: Watcher) -> None:
        if watcher in self._watchers:
            self._watchers.remove(watcher)
            for key in set(watcher.follows.values()):
                self._followers[key].remove(watcher)
                if not self._followers[key]:
                    del self._followers[key]
            self._by_address[watcher.address] -= 1
            self._by_address += Counter()  # addresses without a watcher go

    async def stop(self) -> None:
        """End every stream and the poll."""
        self.versions.wake, self.versions.serves = lambda: None, False
        for watcher in list(self._watchers):
            watcher.close()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._ask(self._reader.forget)
        await asyncio.get_running_loop().run_in_executor(self._making, _close_connection)
        for threads in (self._thread, self._making):
            threads.shutdown(wait=False)

    async def _present(self, topics: frozenset[str]) -> dict[str, int]:
        """What pages may be told now. A version that is held back comes to the new page when it comes to the others."""
        if lacking := self.versions.lacks(topics):
            self.versions.note(await self._ask(self._reader.versions, lacking))
        return self.versions.known(topics)

    async def _ask(self, read: Any, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, read, *args)

    def _waker(self) -> Callable[[], None]:
        loop = asyncio.get_running_loop()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._wake)

        return wake

    def _wake(self) -> None:
        self._woken.set()
        if self._task is None or self._task.done():
            self.versions.forget()  # nobody looked while the poll rested
            self._task = asyncio.get_running_loop().create_task(self._poll())

    def _watched(self) -> frozenset[str]:
        return frozenset(self.versions.watched()) | self._followers.keys()

    async def _poll(self) -> None:
        while watched := self._watched():
            try:
                await self._look(watched)
                held_back = self.versions.held_back()
                pause = self._reader.every() if held_back is None else min(self._reader.every(), held_back)
            except Error:
                log.warning("The live poll could not read the database", exc_info=True)
                self.versions.forget()
                self._told.clear()  # some may not have been told
                await self._ask(self._reader.forget)
                pause = TROUBLE_SECONDS
            await self._rest(pause)

    async def _rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
                await asyncio.sleep(GATHER_SECONDS)
        self._woken.clear()

    async def _look(self, watched: frozenset[str]) -> None:
        """Read what may have changed, and tell of it whoever watches it."""
        self.versions.keep(watched)
        changed = await self._ask(self._reader.changed)
        if read := changed or bool(self.versions.lacks(watched)):
            self.versions.note(await self._ask(self._reader.versions, watched))
        self.versions.confirm()
        if self.versions.publish_due() or read:
            begun = asyncio.get_running_loop().time()
            await self._tell(self.versions.known(watched))
            for _ in range(WAKING):
                await asyncio.sleep(0)  # after those who were woken
            self.versions.telling_took(asyncio.get_running_loop().time() - begun)

    async def _tell(self, versions: dict[str, int]) -> None:
        """Tell the followers of what has a new version."""
        new = [key for key, version in versions.items() if self._told.get(key) != version]
        self._told = versions
        if new:
            asyncio.get_running_loop().run_in_executor(self._making, _read_again, {key: versions[key] for key in new})
        followers = {watcher for key in new for watcher in self._followers.get(key, ())}
        own = await self._own_news({key for watcher in followers for key in watcher.own_follows})
        new_to = (news for key in new if key in self._own for news in self._own[key][1].values())
        spread = SPREAD_MS * sum(news.version == news.at for news in new_to)
        for number, watcher in enumerate(followers, start=1):
            watcher.hear(versions, own, spread)
            if number % TOLD_AT_ONCE == 0:
                await asyncio.sleep(0)  # requests that came meanwhile have their turn

    async def _own_news(self, keys: Collection[str]) -> dict[str, OwnNews]:
        """What stands for everybody whose own topic follows these; worked out once a version of each."""
        for key, version in self.versions.known(keys).items():
            if self._own.get(key, (-1, {}))[0] < version:
                self._own[key] = version, await self._ask(_own_news_of, key, version)
        for key in self._own.keys() - self._watched():
            del self._own[key]
        return {topic: news for key in keys for topic, news in self._own.get(key, (0, {}))[1].items()}


def _own_news_of(key: str, version: int) -> dict[str, OwnNews]:
    try:
        return {topic: news for answer in own_news(key, version) for topic, news in answer.items()}
    except Error:
        raise
    except Exception:
        log.exception("What changed for whom in %s could not be worked out: everybody is told", key)
        return {}


def _read_again(news: Mapping[str, int]) -> None:
    """Whatever fails is read by whoever asks for it."""
    close_old_connections()
    for key, version in news.items():
        try:
            new_version(key, version)
        except Exception:
            log.warning("What is kept of %s could not be read again", key, exc_info=True)


def _close_connection() -> None:
    connection.close()  # of the thread that it runs in
