"""Heavy work in a process of its own, so that no thread of the worker or the server waits for the interpreter.

Imports no Django: a helper loads this module and whatever module its function lives in, nothing else.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import connection, get_context, parent_process
from typing import Any

from pebble import ProcessFuture, ProcessPool

IDLE_SECONDS = 120.0
TASKS_PER_PROCESS = 50  # then a fresh one: renderers keep memory


def watch_parent() -> None:
    """End this helper as soon as its parent is gone, however the parent died."""
    parent = parent_process()
    if parent is None:
        return

    def wait_for_end() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=wait_for_end, name="parent-watch", daemon=True).start()


def call(module: str, name: str, args: tuple[Any, ...]) -> Any:
    """Run a module's function. It travels by name, so that a module that cannot be loaded here is an error like any other."""
    return getattr(import_module(module), name)(*args)


class Helpers:
    """A few warm processes, started at first need and let go when nobody needed them for a while."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._pool: ProcessPool | None = None
        self._last_use = 0.0
        self._busy = 0
        self._lock = threading.Lock()

    def submit(self, work: Callable[..., Any], args: tuple[Any, ...], *, timeout: float) -> ProcessFuture[Any]:
        """Run a module-level function with picklable arguments in a helper.  timeout: seconds."""
        with self._lock:
            for last_try in (False, True):
                pool = self._running_pool()
                try:
                    future = pool.schedule(call, args=(work.__module__, work.__qualname__, args), timeout=timeout)
                    break
                except (BrokenProcessPool, RuntimeError):
                    self._pool = None
                    if last_try:
                        raise
            self._busy += 1
            self._last_use = time.monotonic()
        future.add_done_callback(self._released)
        return future

    def _running_pool(self) -> ProcessPool:
        if self._pool is None or not self._pool.active:
            self._pool = ProcessPool(
                max_workers=self._at_once,
                max_tasks=TASKS_PER_PROCESS,
                initializer=watch_parent,
                context=get_context("spawn"),
            )
        return self._pool

    def _released(self, _future: object) -> None:
        with self._lock:
            self._busy -= 1
            self._last_use = time.monotonic()

    def rest(self) -> bool:
        """Let idle helpers go. True when there were some."""
        with self._lock:
            idle = self._pool is not None and not self._busy and time.monotonic() - self._last_use > IDLE_SECONDS
        if idle:
            self.close()
        return idle

    def close(self) -> None:
        """Kill every helper, with what it is doing."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            stop: Callable[[], None] = pool.stop
            stop()
            pool.join(timeout=5)


def digest(count: int) -> str:
    """A helper's proof of life for the worker check: SHA-256 (hex) of the number's decimal digits."""
    return hashlib.sha256(str(count).encode()).hexdigest()
