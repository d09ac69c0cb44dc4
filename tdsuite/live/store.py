"""Public pages and fragments kept in this process: made once a version, then served without a query.

A page holds as long as none of its topics was told in a newer version than it was made from (memory.py). What another
process changed is told within about a second; in between everyone sees the state before.
"""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass

from . import memory as memories
from .memory import Memory

MOST_BYTES = 32 * 1024 * 1024
STRIPES = 64
WORTH_PACKING = 1024


@dataclass(frozen=True, slots=True)
class Kept:
    """A page made from these versions. packed: the same in gzip, b"" where that is not worth it."""

    body: bytes
    packed: bytes
    content_type: str
    versions: Mapping[str, int]

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed)


class Store:
    """The pages by key, those used last kept longest. Safe to use from any thread."""

    def __init__(self, memory: Memory, most_bytes: int = MOST_BYTES) -> None:
        self.memory = memory
        self._most = most_bytes
        self._lock = threading.Lock()
        self._making = [threading.Lock() for _ in range(STRIPES)]
        self._pages: OrderedDict[str, Kept] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._pages)

    def find(self, key: str) -> Kept | None:
        """The page, if it is known to hold still."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
        if page is None:
            return None
        self.memory.want(page.versions)
        told = self.memory.told(page.versions.keys())
        if told is None or any(page.versions[topic] < version for topic, version in told.items()):
            return None
        return page

    def making(self, key: str) -> AbstractContextManager[object]:
        """Held while a page is made: of many who ask for it at once one makes it, the others wait and find it."""
        return self._making[hash(key) % STRIPES]

    def keep(self, key: str, body: bytes, content_type: str, versions: Mapping[str, int]) -> Kept:
        """Keep a page. The versions were read before anything else that it shows."""
        packed = gzip.compress(body, 6, mtime=0) if len(body) >= WORTH_PACKING else b""
        page = Kept(body, packed, content_type, dict(versions))
        with self._lock:
            self._forget(key)
            self._pages[key] = page
            self._bytes += page.size
            while self._bytes > self._most:
                self._forget(next(iter(self._pages)))
        self.memory.want(versions)
        return page

    def drop(self, topics: Collection[str]) -> None:
        """Forget what was made of any of these topics, now: an event was edited, or closed to the public."""
        with self._lock:
            for key in [key for key, page in self._pages.items() if not page.versions.keys().isdisjoint(topics)]:
                self._forget(key)

    def _forget(self, key: str) -> None:
        page = self._pages.pop(key, None)
        self._bytes -= page.size if page else 0


process = Store(memories.process)
