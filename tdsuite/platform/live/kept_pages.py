"""Public pages in Django's cache: made once a version, then served without a query.

A page holds as long as pages may not show a newer version of any of its topics (known_versions.py). What another process
changed is shown within about a second; in between everyone sees the state before. The cache `pages` is this process's memory where it
serves alone, a folder that the server processes of this computer share, or a Redis server (`PAGES_CACHE_URL`): a page is made by one of
them, and none shows an older one than another has shown (docs/decisions/0035-web-processes.md). Only pages that are the same for everybody
come here (tdsuite/public/caching.py).
"""

import gzip
import hashlib
import logging
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.core.files import locks

from . import known_versions, services

log = logging.getLogger(__name__)
SECONDS = 60 * 10  # also the longest that a page of before a restored backup could be served from Redis
WORTH_PACKING = 1024
LEVEL, GZIP = 5, 31  # half the time of zlib's level 6 for the same bytes, 2 % more or less
_locks = [threading.Lock() for _ in range(64)]
_putting_here = threading.Lock()


class Page(NamedTuple):
    """A page in the cache.

    Attributes:
        body: as it is; b"" where it is packed.
        packed: the body in gzip, b"" where that is not worth it.
        versions: of each topic, read before anything else that the page shows.
    """

    body: bytes
    packed: bytes
    content_type: str
    versions: dict[str, int]

    @property
    def plain(self) -> bytes:
        return gzip.decompress(self.packed) if self.packed else self.body

    def is_newer(self, other: "Page") -> bool:
        """Whether it was made of later versions of the same topics: of the same ones, whatever was made last is shown."""
        same = self.versions.keys() == other.versions.keys()
        return (
            same
            and self.versions != other.versions
            and all(self.versions[topic] >= version for topic, version in other.versions.items())
        )


def get(key: str) -> Page | None:
    """The page, if it is known to hold still."""
    page = _stored(key)
    if page is None:
        return None
    known_versions.process.watch(page.versions)
    public = known_versions.process.public(page.versions.keys())
    if public is None or any(page.versions[topic] < version for topic, version in public.items()):
        return None
    return page


def put(key: str, body: bytes, content_type: str, versions: Mapping[str, int]) -> Page:
    """Put a page into the cache; the newer one, where another process was quicker."""
    is_text = not content_type.startswith("image/")
    packed = gzip.compress(body, LEVEL, mtime=0) if is_text and len(body) >= WORTH_PACKING else b""
    page = Page(b"" if packed else body, packed, content_type, dict(versions))
    with _putting():
        stored = _stored(key)
        if stored is not None and stored.is_newer(page):
            page = stored
        else:
            _store(key, page)
    known_versions.process.watch(page.versions)
    return page


def _stored(key: str) -> Page | None:
    try:
        entry = caches["pages"].get(_hashed(key))
        return None if entry is None else Page(*entry)
    except Exception:  # every cache has its own errors; a page can always be made
        log.warning("The cache of pages could not be read", exc_info=True)
        return None


def _store(key: str, page: Page) -> None:
    try:
        caches["pages"].set(_hashed(key), tuple(page), SECONDS)
    except Exception:
        log.warning("The cache of pages could not be written", exc_info=True)


@contextmanager
def _putting() -> Iterator[None]:
    """Held by one thread of all server processes of this computer, for the moment between looking at a page and replacing it."""
    with _putting_here, ExitStack() as held:
        with suppress(OSError):  # a disk that is full keeps nobody from a page
            file = held.enter_context(settings.PAGES_LOCK.open("ab"))
            locks.lock(file, locks.LOCK_EX)  # until the file is closed, or the process dies
        yield


def forget_earlier_runs() -> None:
    """Called before the processes of a server start: a copy may have been restored, whose versions are older than those of its pages."""
    if not settings.PAGES_CACHE_URL:
        caches["pages"].clear()


def making(key: str) -> AbstractContextManager[object]:
    """Held while a page is made: of many who ask for it at once one makes it, the others wait and get it."""
    return _locks[hash(key) % len(_locks)]


def show_now(topics: Collection[str]) -> None:
    """Pages made of older versions of these topics end now, not only when the hub has looked: call it after the commit."""
    known_versions.process.show_now(services.versions(*topics))


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
