"""Around the pages: each request gets a name, is counted, and leaves a line in the log where it was slow."""

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

from tdsuite.ops import metrics
from tdsuite.platform import log_context

log = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
NAME = b"x-request-id"
METHODS = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}
GONE = 499  # the client left before its answer; nobody was sent this


async def alive(send: Send) -> None:
    """`/livez`: this process takes requests. No thread and no database is asked."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"alive\n"})


class Measured:
    """An application whose requests are named and measured: from the last byte of a request to the first of its answer."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sent = next((value for name, value in scope["headers"] if name == NAME), b"")
        name = log_context.identity(sent.decode("latin-1"))
        headers = [*(pair for pair in scope["headers"] if pair[0] != NAME), (NAME, name.encode())]
        began, status = time.monotonic(), GONE

        async def received() -> Message:
            nonlocal began
            message = await receive()
            if message["type"] == "http.request":
                began = time.monotonic()
            return message

        async def answered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._count(scope, status, time.monotonic() - began)
                message = {**message, "headers": [*message.get("headers", []), (NAME, name.encode())]}
            await send(message)

        before = log_context.request_id.set(name)
        metrics.requests.waiting += 1
        try:
            await self._application({**scope, "headers": headers}, received, answered)
        finally:
            metrics.requests.waiting -= 1
            if status == GONE:
                self._count(scope, status, time.monotonic() - began)
            log_context.request_id.reset(before)

    @staticmethod
    def _count(scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        metrics.requests.add(method, status, seconds)
        if 0 < settings.SLOW_REQUEST_SECONDS <= seconds:
            facts = {"method": method, "status": status, "seconds": round(seconds, 3)}
            log.warning("slow: %s %s %d after %.2f s", method, scope["path"], status, seconds, extra={"facts": facts})
