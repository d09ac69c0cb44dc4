"""`/live/stream?topics=a,b`: server-sent events that say which topic has which version.

A plain ASGI endpoint beside Django: an open page costs a few kilobytes and no thread.
"""

import asyncio
import io
import json
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import Error
from django.utils.translation import gettext as _

from . import guard
from .hub import Full, Hub, Watcher
from .services import TOPIC

log = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATH = "/live/stream"
MAX_TOPICS = 20
KEEPALIVE_SECONDS = 15.0
SLOW_SECONDS = 10.0  # a page that takes no bytes for so long is dropped; its browser connects again
LONGEST_SECONDS = 600.0  # then the browser connects again, and the guard is asked again
RETRY_MILLISECONDS = 2000


class LiveStream:
    """The endpoint with its hub; one per server process."""

    def __init__(self, hub: Hub | None = None) -> None:
        self.hub = Hub() if hub is None else hub
        self._guards = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live-guard")
        self._asking: Counter[str] = Counter()  # requests that the guard has not answered yet, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            return await refuse(send, 405, _("Only GET reads the stream."), allow="GET")
        topics = asked_topics(scope)
        if topics is None:
            return await refuse(send, 400, _("Name 1 to %d topics: ?topics=a,b") % MAX_TOPICS)
        address = scope["client"][0] if scope.get("client") else ""
        try:
            admission = await self._admission(scope, topics, address)
            if not admission.allowed:
                return await refuse(send, 403, _("You may not watch this."))
            watcher = await self.hub.join(topics, address, official=admission.official)
        except Full:
            return await refuse(send, 503, _("Too many pages are watching; this one asks every 15 seconds instead."))
        except Error:
            log.warning("The live stream could not read the database", exc_info=True)
            return await refuse(send, 503, _("The database is busy."))
        listener = asyncio.get_running_loop().create_task(_until_gone(receive, watcher))
        try:
            await _tell(watcher, send)
        except TimeoutError:
            log.info("A page that took nothing for %d s was dropped", SLOW_SECONDS)
        finally:
            self.hub.leave(watcher)
            listener.cancel()

    async def _admission(self, scope: Scope, topics: tuple[str, ...], address: str) -> guard.Admission:
        """What the guard says, in a thread.

        Raises Full: there is no room, which nobody need be asked for where no account is logged in. No more may wait for the guard than
            may watch, and half of them of one address.
        """
        most = self.hub.max_watchers
        if self.hub.is_full(address, official=_has_session(scope)):
            raise Full
        if self._asking.total() >= most or self._asking[address] >= (most + 1) // 2:
            raise Full
        self._asking[address] += 1
        try:
            request, loop = ASGIRequest(scope, io.BytesIO()), asyncio.get_running_loop()
            return await loop.run_in_executor(self._guards, guard.authorise, request, topics)
        finally:
            self._asking[address] -= 1
            self._asking += Counter()  # addresses without a request go

    async def stop(self) -> None:
        await self.hub.stop()
        self._guards.shutdown(wait=False)


def asked_topics(scope: Scope) -> tuple[str, ...] | None:
    """The topics of the query string in order, each once; None where there are none, too many or a bad one."""
    try:
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=20)
    except ValueError:  # more fields
        return None
    keys = dict.fromkeys(key for value in query.get("topics", []) for key in value.split(",") if key)
    if not 0 < len(keys) <= MAX_TOPICS or not all(map(TOPIC.fullmatch, keys)):
        return None
    return tuple(keys)


async def refuse(send: Send, status: int, why: str, **headers: str) -> None:
    """A short plain answer; a browser's EventSource gives up on it, and tdsuite/js/live.js polls."""
    lines = {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store", **headers}
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in lines.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": why.encode()})


async def _until_gone(receive: Receive, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.close()


async def _tell(watcher: Watcher, send: Send) -> None:
    """Write events until the page leaves or its time is up.  Raises TimeoutError on a page that takes nothing."""
    loop = asyncio.get_running_loop()
    until = loop.time() + LONGEST_SECONDS * random.uniform(0.9, 1.1)  # not all at once after a restart
    headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    chunk = f"retry: {RETRY_MILLISECONDS}\n\n"
    while not watcher.closed and loop.time() < until:
        async with asyncio.timeout(SLOW_SECONDS):
            await send({"type": "http.response.body", "body": chunk.encode(), "more_body": True})
        news = await watcher.news(KEEPALIVE_SECONDS)
        wide = {"spread": watcher.spread} if watcher.spread else {}
        lines = [event("change", topic=topic, version=version, **wide) for topic, version in sorted(news.items())]
        texts = sorted(watcher.texts().items())
        lines += [event("text", topic=topic, text=own.text, version=own.at) for topic, own in texts]
        chunk = "".join(lines) or ": still here\n\n"
    if not watcher.closed:
        await send({"type": "http.response.body", "body": b""})


def _has_session(scope: Scope) -> bool:
    """Whether an account may be logged in."""
    name = f"{settings.SESSION_COOKIE_NAME}=".encode()
    return any(header == b"cookie" and name in value for header, value in scope["headers"])


def event(kind: str, **data: object) -> str:
    """One server-sent event."""
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n"
