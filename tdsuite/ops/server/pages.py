"""Django behind the server: one thread for as long as a page is made, none while its request comes or its answer goes."""

import asyncio
import io
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.utils import translation

from tdsuite.platform.access.visitors import Visitor, visitor_of
from tdsuite.platform.web.problems import API, MEDIA_TYPE, problem_bytes
from tdsuite.platform.words.languages import language_of_headers, translated
from tdsuite.platform.words.sentences import Sentence
from .bodies import ClientGone, Receive, RequestRefused, announced, read_body
from .lanes import READERS_PATIENCE, READING, WRITING, Lane, OneAtATime
from .threads import Crowded, Places

log = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

SAFE = {"GET", "HEAD", "OPTIONS"}
ASKING = 2  # questions who somebody is, at once
PART = 64 * 1024
HEALTH = {"/healthz"}
# Hashing takes a processor for up to 0.3 s: a flood of tries waits by itself, and one processor stays with the pages.
HASHING = {"/log-in/": "passwords", "/api/v1/token/": "passwords", "/p/": "PINs", "/station/": "PINs"}
CROWDED = Sentence("Too many requests are waiting. Try again in a few seconds.")
COME_AGAIN = (3, 8)  # seconds, each another: not all at once
SESSION = b"sessionid="
LINGER_SECONDS, LINGER_BYTES = 1.0, 256 * 1024


class FileParts:
    """What Django hands over instead of a file's bytes (PEP 3333, `wsgi.file_wrapper`)."""

    def __init__(self, file: IO[bytes], block_size: int = PART) -> None:
        self.file = file


@dataclass(slots=True)
class Answer:
    """A finished response.  rest: the file whose first bytes `body` is; None where it is whole."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    rest: IO[bytes] | None = None


class Pages:
    """Everything but the event stream.

    Args:
        django: a WSGI application.
    """

    def __init__(self, django: Callable[..., Iterable[bytes]]) -> None:
        self._django = django
        most = max(READING.values()) + max(WRITING.values())
        self._pool = ThreadPoolExecutor(max_workers=most, thread_name_prefix="page")
        self._askers = ThreadPoolExecutor(max_workers=ASKING, thread_name_prefix="visitor")
        self._reading = Places([*READING.values()], READERS_PATIENCE)
        self._writing = Places([*WRITING.values()])
        self._hashing = {name: Places([1] * len(Lane)) for name in HASHING.values()}
        self._alone = {name: OneAtATime(settings.CACHE_DIR / f"{name}.lock") for name in HASHING.values()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(scope, receive, send)
        except RequestRefused as refusal:
            await refuse(scope, send, refusal.status, refusal.says, receive)
        except Crowded:
            await refuse(scope, send, 503, CROWDED, receive)
        except ClientGone:
            pass

    async def visitor(self, scope: Scope) -> Visitor:
        """Who sends this request."""
        return await asyncio.get_running_loop().run_in_executor(self._askers, _ask, scope)

    async def lane(self, scope: Scope) -> Lane:
        """Officials are asked for where a session or a token says so: only these can be an official's."""
        if scope["path"] in HEALTH and address_of(scope) == "127.0.0.1":
            return Lane.OFFICIAL  # the launcher and monitors ask whether pages are made at all
        headers = scope["headers"]
        claims = any(name == b"authorization" or (name == b"cookie" and SESSION in value) for name, value in headers)
        return Lane.OFFICIAL if claims and await self.visitor(scope) is Visitor.OFFICIAL else Lane.EVERYBODY

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, size = await read_body(receive, announced(scope["headers"]), lambda: self.visitor(scope))
        with body:
            answer = await self._django_answer(scope, body, size, await self.lane(scope), receive)
        await self._send(answer, send)

    async def _django_answer(self, scope: Scope, body: IO[bytes], size: int, lane: Lane, receive: Receive) -> Answer:
        """The answer of Django, made in a thread once it is this client's turn."""
        address, environ = address_of(scope), environ_of(scope, body, size)
        threads = self._reading if scope["method"] in SAFE else self._writing
        hashing = HASHING.get(scope["path"], "") if scope["method"] == "POST" else ""
        async with AsyncExitStack() as places:
            if hashing or not threads.has_room(lane):
                async with while_there(receive):
                    if hashing:
                        await places.enter_async_context(self._hashing[hashing].place(lane, address))
                        await places.enter_async_context(self._alone[hashing].place())
                    await places.enter_async_context(threads.place(lane, address))
            else:
                await places.enter_async_context(threads.place(lane, address))
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._make, environ)

    def _make(self, environ: dict[str, Any]) -> Answer:
        answer = Answer()

        def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
            answer.status = int(status[:3])
            answer.headers = [
                (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
            ]

        parts = self._django(environ, start)
        if isinstance(parts, FileParts):
            answer.body, answer.rest = _read_part(parts.file)
            return answer
        try:
            answer.body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        return answer

    async def _send(self, answer: Answer, send: Send) -> None:
        """In parts: how fast the client takes them is watched by its connection (connections.py)."""
        rest, body = answer.rest, answer.body
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            while rest is not None:
                await send({"type": "http.response.body", "body": body, "more_body": True})
                body, rest = await asyncio.get_running_loop().run_in_executor(self._pool, _read_part, rest)
            for start in range(0, len(body) - PART, PART):
                await send({"type": "http.response.body", "body": body[start : start + PART], "more_body": True})
            await send({"type": "http.response.body", "body": body[max(0, (len(body) - 1) // PART * PART) :]})
        finally:
            if rest is not None:
                await asyncio.get_running_loop().run_in_executor(self._pool, rest.close)


def _read_part(file: IO[bytes]) -> tuple[bytes, IO[bytes] | None]:
    """The next bytes of a file, and the file where there may be more; else it is closed."""
    part = file.read(PART)
    if len(part) == PART:
        return part, file
    file.close()
    return part, None


def _ask(scope: Scope) -> Visitor:
    close_old_connections()
    try:
        return visitor_of(ASGIRequest(scope, io.BytesIO()))
    except Exception:  # also what a client sent that no one thought of: then it is a stranger's
        log.warning("Who sends a request could not be found out", exc_info=True)
        return Visitor.STRANGER
    finally:
        close_old_connections()


def address_of(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def environ_of(scope: Scope, body: IO[bytes], size: int) -> dict[str, Any]:
    """The request as WSGI names it; the body is here, so its size is known.  Raises RequestRefused."""
    instance = WsgiToAsgiInstance(None)
    instance.scope = scope
    try:
        environ: dict[str, Any] = instance.build_environ(scope, body)
    except ValueError:
        raise RequestRefused(400, Sentence("One header stands here more than a hundred times.")) from None
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return {**environ, "CONTENT_LENGTH": str(size), "wsgi.file_wrapper": FileParts}


@asynccontextmanager
async def while_there(receive: Receive) -> AsyncIterator[None]:
    """Ends what waits in the block as soon as the client has gone.  Raises ClientGone."""
    waiting, gone = asyncio.current_task(), asyncio.ensure_future(receive())
    assert waiting is not None

    def leave(_gone: object) -> None:
        waiting.cancel()

    gone.add_done_callback(leave)
    try:
        yield
        if gone.done():
            raise ClientGone
    except asyncio.CancelledError:
        if gone.done():
            waiting.uncancel()
            raise ClientGone from None
        raise
    finally:
        gone.remove_done_callback(leave)
        gone.cancel()


async def refuse(scope: Scope, send: Send, status: int, says: str, receive: Receive) -> None:
    """A short plain answer in the reader's language, to a program as a problem document, after which the connection ends.

    What still comes is thrown away for a moment: a client that is cut off while it sends shows an error of its own instead of ours.
    """
    to_program = scope["path"].startswith(API)
    with translation.override(language_of_headers(scope["path"], scope["headers"])):
        says = translated(says)
    body, kind = (
        (problem_bytes(status, says), MEDIA_TYPE) if to_program else (says.encode(), "text/plain; charset=utf-8")
    )
    again = str(random.randint(*COME_AGAIN)).encode()
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        *([(b"retry-after", again), *([] if to_program else [(b"refresh", again)])] if status == 503 else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if status == 413:
        left = LINGER_BYTES
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                while left > 0 and (message := await receive())["type"] == "http.request" and message["more_body"]:
                    left -= len(message["body"])
        except TimeoutError:
            pass
    await send({"type": "http.response.body", "body": b""})
