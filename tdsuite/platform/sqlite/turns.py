"""Who may write next. SQLite lets in whoever asks at the right moment; a director's result could wait seconds behind a crowd.

In a process threads wait in the order in which they came. Between processes two locked files do it: whoever holds `next` waits for
`writer` alone, and lets go of `next` once it has it; so a process whose own threads wait never passes by another one that waits. The
kernel lets go of both when a process dies.
"""

import os
import threading
import time
from collections import deque
from functools import cache
from pathlib import Path
from typing import IO

from django.core.files import locks
from django.db import OperationalError

LOOKS_EVERY = 0.002  # seconds; a transaction takes about ten times as long


class Turns:
    """The turns at one database file, of this process's threads and of every other process that uses this class."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._taken = False
        self._files: dict[str, IO[bytes]] = {}

    def take(self, seconds: float) -> None:
        """Wait for the turn.

        Raises:
            OperationalError: after so many seconds, as SQLite says it itself.
        """
        deadline = time.monotonic() + seconds
        self._wait_for_threads(seconds)
        try:
            self._wait_for_processes(deadline)
        except BaseException:
            self._let_next_thread()
            raise

    def give_back(self) -> None:
        if writer := self._files.get("writer"):
            locks.unlock(writer)
        self._let_next_thread()

    def _wait_for_threads(self, seconds: float) -> None:
        with self._lock:
            if not self._taken:
                self._taken = True
                return
            mine = threading.Event()
            self._waiting.append(mine)
        if mine.wait(seconds):
            return
        with self._lock:
            if not mine.is_set():
                self._waiting.remove(mine)
                raise OperationalError("database is locked")

    def _let_next_thread(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False

    def _wait_for_processes(self, deadline: float) -> None:
        try:
            files = [self._file(name) for name in ("next", "writer")]
        except OSError:
            return  # no room for a file, or the folder is read-only: SQLite says so better
        self._lock_file(files[0], deadline)
        try:
            self._lock_file(files[1], deadline)
        finally:
            locks.unlock(files[0])

    def _file(self, name: str) -> IO[bytes]:
        if name not in self._files:
            self._files[name] = self._database.with_name(f"{self._database.name}-{name}").open("ab")
        return self._files[name]

    def _lock_file(self, file: IO[bytes], deadline: float) -> None:
        while not locks.lock(file, locks.LOCK_EX | locks.LOCK_NB):
            if time.monotonic() > deadline:
                raise OperationalError("database is locked")
            time.sleep(LOOKS_EVERY)


@cache
def turns_at(database: str | Path) -> Turns:
    return Turns(Path(database))


if hasattr(os, "register_at_fork"):  # a child would hold its parent's locks
    os.register_at_fork(after_in_child=turns_at.cache_clear)
