"""Bodies of requests are read before a thread is taken: bounded in size by who sends them, and in time."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, MutableMapping
from typing import IO, Any

from tdsuite.platform.access.visitors import Visitor
from tdsuite.platform.words.sentences import Sentence

SMALL = 64 * 1024  # bytes that anybody may send; nobody is asked who it is before
LARGEST = {
    Visitor.STRANGER: SMALL,
    Visitor.PLAYER: SMALL,
    Visitor.OFFICIAL: 52 * 1024 * 1024,  # a word list has 50 MB
}
PART_SECONDS = 10.0  # for each 64 kB
IN_MEMORY = 1024 * 1024  # larger ones go to a temporary file

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class RequestRefused(Exception):
    """A request that goes no further.  status: of the answer; says: what to do."""

    def __init__(self, status: int, says: str) -> None:
        super().__init__(says)
        self.status, self.says = status, says


class ClientGone(Exception):
    """The connection ended before the body did: there is nobody to answer."""


def announced(headers: list[tuple[bytes, bytes]]) -> int:
    """Content-Length, 0 where there is none (h11 has seen to it that it is a number)."""
    text = next((value for name, value in headers if name == b"content-length"), b"0")
    return int(text) if len(text) <= 18 else 10**18


async def read_body(receive: Receive, length: int, visitor: Callable[[], Awaitable[Visitor]]) -> tuple[IO[bytes], int]:
    """The whole body, at its start, and its size in bytes.

    Args:
        length: what was announced, 0 for nothing; a body without a length is counted as it comes.
        visitor: who sends it; asked only for more than 64 kB.

    Raises:
        RequestRefused: 413 where it is, or says it is, too large for its sender; 408 where 64 kB took longer than ten seconds.
        ClientGone: the connection ended.
    """
    most = SMALL
    if length > most:
        most = await _most(length, visitor)
    body = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  (whoever asked closes it)
    size, more = 0, True
    try:
        while more:
            part = 0
            async with asyncio.timeout(PART_SECONDS):
                while more and part < SMALL:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone
                    chunk, more = message.get("body", b""), message.get("more_body", False)
                    body.write(chunk)
                    part += len(chunk)
            size += part
            if size > most:
                most = await _most(size, visitor)
    except TimeoutError:
        body.close()
        raise RequestRefused(408, Sentence("The rest of the request did not come in time. Send it again.")) from None
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body, size


async def _most(size: int, visitor: Callable[[], Awaitable[Visitor]]) -> int:
    most = LARGEST[await visitor()]
    if size > most:
        says = Sentence("This is too large: {most} kB may be sent.", most=most // 1024)
        if most == SMALL:
            says = Sentence("{why} Sign in to send more.", why=says)
        raise RequestRefused(413, says)
    return most
