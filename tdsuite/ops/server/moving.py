"""Connections move between the server processes: officials have one of their own (docs/decisions/0047-officials-process.md).

Threads of a process share one interpreter. A director's result that asks the database forty times waits forty times behind those that
make the pages of a hall; in a process without them it does not. So a connection whose next request is an official's is handed to
the officials' process, with the bytes that came, and one that carries anybody else's is handed to the others. The client notices
nothing. The officials' process has time, so it is the one that accepts most connections.
"""

import asyncio
import errno
import re
import socket
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import IO

from django.core.files import locks

from tdsuite.ops.server.known_visitors import KnownVisitors, credentials_in
from tdsuite.platform.access.visitors import Visitor

MOST_BYTES = 128 * 1024  # of a message; a request of which more has come with its head is answered where it is
MOST_HEAD = 16 * 1024  # bytes of a head; longer ones are refused
HEAD_ENDS = re.compile(rb"\n\r?\n")
TAKEN_AT_ONCE = 4  # of several processes the one that has time takes the next ones

FULL = (errno.EAGAIN, errno.ENOBUFS)

TakeIn = Callable[[socket.socket, bytes], None]


class Busy(Exception):
    """No more connections can be handed over just now."""


def head_of(data: bytes) -> bytes:
    """The head of the request that begins with `data`; empty where it has not come whole."""
    end = HEAD_ENDS.search(data, 0, MOST_HEAD)
    return data[: end.end()] if end else b""


class Moving:
    """Which connections belong to this process, and the two roads on which they move.

    Args:
        for_officials: whether this process is the officials' own.
        here: where connections come in that others have handed over.
        away: where those go that belong elsewhere.
        present: a file that officials' processes hold locked while they live: where none does, officials are answered anywhere.
        known: who is an official.
    """

    def __init__(
        self, *, for_officials: bool, here: socket.socket, away: socket.socket, present: Path, known: KnownVisitors
    ) -> None:
        self.for_officials, self._here, self._away, self._known = for_officials, here, away, known
        self._present: IO[bytes] = present.open("ab")
        self._waiting: deque[Callable[[], bool]] = deque()
        here.setblocking(False)
        away.setblocking(False)

    def begin(self, take_in: TakeIn) -> None:
        """Take in what others hand over, from now on.  take_in: hears of each connection and of the bytes that have come on it."""
        asyncio.get_running_loop().add_reader(self._here, self._take, take_in)
        if self.for_officials:
            locks.lock(self._present, locks.LOCK_EX)

    def end(self) -> None:
        """Take in nothing more: this process is about to stop."""
        asyncio.get_running_loop().remove_reader(self._here)
        if self.for_officials:
            locks.unlock(self._present)

    def belongs(self, head: bytes) -> bool:
        """Whether a request with this head is answered in this process."""
        official = self._known.get(credentials_in(head)) is Visitor.OFFICIAL
        if self.for_officials:
            return official
        return not official or not self._officials_process_lives()

    def hand_over(self, connection: socket.socket, data: bytes, *, waited: bool = False) -> None:
        """Let the connection go, with the bytes that have come on it.

        Args:
            waited: it is its turn; others stand behind those who wait.

        Raises:
            Busy: those who read it have much to do.
            OSError: this system does not send so much at once.
        """
        if self._waiting and not waited:
            raise Busy
        try:
            socket.send_fds(self._away, [data], [connection.fileno()])
        except OSError as error:
            if error.errno in FULL:
                raise Busy from None
            raise

    def wait(self, goes: Callable[[], bool]) -> None:
        """Stand in line until more can be handed over.  goes: does it; False where it cannot yet."""
        if not self._waiting:
            asyncio.get_running_loop().add_writer(self._away, self._let_go)
        self._waiting.append(goes)

    def _let_go(self) -> None:
        while self._waiting:
            goes = self._waiting.popleft()
            if not goes():
                self._waiting.appendleft(goes)
                return
        asyncio.get_running_loop().remove_writer(self._away)

    def _officials_process_lives(self) -> bool:
        if not locks.lock(self._present, locks.LOCK_SH | locks.LOCK_NB):
            return True
        locks.unlock(self._present)
        return False

    def _take(self, take_in: TakeIn) -> None:
        for _ in range(TAKEN_AT_ONCE):
            try:
                data, files, _, _ = socket.recv_fds(self._here, MOST_BYTES, 1)
            except BlockingIOError:  # no more, or another process was faster
                return
            for file in files:
                connection = socket.socket(fileno=file)
                connection.setblocking(False)
                if self.for_officials:  # so it was found by who has sent it
                    self._known.add(credentials_in(head_of(data)), Visitor.OFFICIAL)
                take_in(connection, data)
