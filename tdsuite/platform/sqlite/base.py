"""Django's SQLite backend, in which transactions are let in in the order in which they asked (docs/decisions/0037-turns.md).

SQLite itself lets in the writer that asks at the right moment; a director's result could wait seconds behind a crowd.
"""

import os
import threading
import time
from collections import deque
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO

from django.core.files import locks
from django.db import OperationalError
from django.db.backends.sqlite3 import base

LOOKS_EVERY = 0.002  # seconds; a transaction takes about ten times as long


class Turns:
    """The turns at one database file, of this process's threads and of every other process that uses this class.

    In a process threads wait in the order in which they came. Between processes two locked files do it: the process that holds `next` waits for
    `writer` alone, and lets go of `next` once it has it; so a process whose own threads wait never passes by another one that waits. The
    kernel lets go of both when a process dies.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._threads: deque[threading.Event] = deque()  # the first has the turn
        self._files: list[IO[bytes]] = []  # next, writer

    def take(self, seconds: float) -> None:
        """Wait for the turn.

        Raises:
            OperationalError: after so many seconds, as SQLite says it itself.
        """
        deadline, mine = time.monotonic() + seconds, threading.Event()
        with self._lock:
            self._threads.append(mine)
            if len(self._threads) == 1:
                mine.set()
        if not mine.wait(seconds):
            with self._lock:
                if not mine.is_set():
                    self._threads.remove(mine)
                    raise OperationalError("database is locked")
        try:
            self._wait_for_processes(deadline)
        except BaseException:
            self.give_back()
            raise

    def give_back(self) -> None:
        for file in self._files[1:]:
            locks.unlock(file)
        with self._lock:
            self._threads.popleft()
            if self._threads:
                self._threads[0].set()

    def _wait_for_processes(self, deadline: float) -> None:
        if not self._files:
            with suppress(OSError):  # no room for a file, or the folder is read-only: SQLite says so better
                names = (f"{self._database.name}-{name}" for name in ("next", "writer"))
                self._files = [self._database.with_name(name).open("ab") for name in names]
        try:
            for file in self._files:
                while not locks.lock(file, locks.LOCK_EX | locks.LOCK_NB):
                    if time.monotonic() > deadline:
                        raise OperationalError("database is locked")
                    time.sleep(LOOKS_EVERY)
        finally:
            for file in self._files[:1]:
                locks.unlock(file)


@cache
def turns_at(database: str | Path) -> Turns:
    return Turns(Path(database))


if hasattr(os, "register_at_fork"):  # a child would hold its parent's locks
    os.register_at_fork(after_in_child=turns_at.cache_clear)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions that may write wait for their turn before SQLite is asked."""

    _turns: Turns | None = None  # taken, and not given back

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db():
            turns = turns_at(self.settings_dict["NAME"])
            turns.take(self.settings_dict.get("OPTIONS", {}).get("timeout", 5.0))
            self._turns = turns
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_back()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # the turn stays while what failed here is rolled back
        self._give_back()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_back()

    def _give_back(self) -> None:
        if self._turns is not None:
            turns, self._turns = self._turns, None
            turns.give_back()
