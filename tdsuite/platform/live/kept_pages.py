"""Public pages in Django's cache: made once a version, then served without a query.

A page holds as long as pages may not show a newer version of any of its topics (known_versions.py). What another process
changed is shown within about a second; in between everyone sees the state before. The cache `pages` is this process's memory,
or a Redis server (`PAGES_CACHE_URL`). Only pages that are the same for everybody come here (tdsuite/public/caching.py).
"""

import gzip
import hashlib
import logging
import threading
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from typing import NamedTuple

from django.core.cache import caches

from tdsuite.platform.live import known_versions, services

log = logging.getLogger(__name__)
SECONDS = 60 * 10  # also the longest that a page of before a restored backup could be served from Redis
WORTH_PACKING = 1024
_locks = [threading.Lock() for _ in range(64)]


class Page(NamedTuple):
    """A page in the cache.

    Attributes:
        packed: the body in gzip, b"" where that is not worth it.
        versions: of each topic, read before anything else that the page shows.
    """

    body: bytes
    packed: bytes
    content_type: str
    versions: dict[str, int]


def get(key: str) -> Page | None:
    """The page, if it is known to hold still."""
    try:
        entry = caches["pages"].get(_hashed(key))
    except Exception:  # every cache has its own errors; a page can always be made
        log.warning("The cache of pages could not be read", exc_info=True)
        return None
    if entry is None:
        return None
    page = Page(*entry)
    known_versions.process.watch(page.versions)
    public = known_versions.process.public(page.versions.keys())
    if public is None or any(page.versions[topic] < version for topic, version in public.items()):
        return None
    return page


def put(key: str, body: bytes, content_type: str, versions: Mapping[str, int]) -> Page:
    """Put a page into the cache."""
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= WORTH_PACKING else b""
    page = Page(body, packed, content_type, dict(versions))
    try:
        caches["pages"].set(_hashed(key), tuple(page), SECONDS)
    except Exception:
        log.warning("The cache of pages could not be written", exc_info=True)
    known_versions.process.watch(versions)
    return page


def making(key: str) -> AbstractContextManager[object]:
    """Held while a page is made: of many who ask for it at once one makes it, the others wait and get it."""
    return _locks[hash(key) % len(_locks)]


def show_now(topics: Collection[str]) -> None:
    """Pages made of older versions of these topics end now, not only when the hub has looked: call it after the commit."""
    known_versions.process.show_now(services.versions(*topics))


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
