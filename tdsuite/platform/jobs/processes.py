"""Heavy work in a process of its own, so that no thread of the worker or the server waits for the interpreter.

Each helper has a pipe of its own and shares no lock: whenever it is killed or stopped, nothing suffers but the work it is at.
Imports no Django: a helper loads this module and whatever module its function lives in, nothing else.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from importlib import import_module
from multiprocessing import connection
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")
Task = tuple[str, str, tuple[Any, ...]]  # module, function, arguments
IDLE_SECONDS = 120.0
TASKS_PER_PROCESS = 50  # then a fresh one: renderers keep memory
AWAKE_SECONDS = 5.0  # an idle helper that does not answer within them is replaced
ARE_YOU_THERE = b""  # no pickle is empty


class HelperDied(Exception):
    """A helper ended before it answered, or could not be started."""


def end_with_parent() -> None:
    """End this helper as soon as its parent is gone, however the parent died."""
    if (parent := multiprocessing.parent_process()) is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def packed(error: Exception) -> bytes:
    """An error as it travels, with its traceback as a note; one that does not survive travelling goes as a RuntimeError."""
    lines = "".join(traceback.format_exception(error))
    error.add_note(lines)
    try:
        message = pickle.dumps((False, error))
        pickle.loads(message)
    except Exception:
        return pickle.dumps((False, RuntimeError(lines)))
    return message


def serve(pipe: connection.Connection) -> None:
    """All that a helper does: its tasks, one after the other. Ends when it is killed or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the worker, which then gives its jobs back
    threading.Thread(target=end_with_parent, name="parent-watch", daemon=True).start()
    while True:
        message = pipe.recv_bytes()
        if message == ARE_YOU_THERE:
            pipe.send_bytes(ARE_YOU_THERE)
            continue
        try:  # a module that cannot be loaded here, or an answer that cannot be pickled, is an error like any other
            module, name, args = pickle.loads(message)
            answer = pickle.dumps((True, getattr(import_module(module), name)(*args)))
        except Exception as error:
            answer = packed(error)
        pipe.send_bytes(answer)


class Helper:
    """One warm process. Only the thread that took it hands it work; anybody may kill it."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        try:
            self._pipe, end_of_helper = spawn.Pipe()
            self._process = spawn.Process(target=serve, args=(end_of_helper,), daemon=True)
            self._process.start()
        except OSError as error:  # no memory or no file handle left for one more
            raise HelperDied from error
        end_of_helper.close()
        self._killed = False
        self._tasks = 0
        self.last_use = time.monotonic()

    def work(self, task: Task) -> Any:
        """What the function answers.  Raises what the function raises, and HelperDied."""
        self._tasks += 1
        message = pickle.dumps(task)
        try:
            self._pipe.send_bytes(message)
            if self._pipe not in connection.wait([self._pipe, self._process.sentinel]):
                raise EOFError
            answer = self._pipe.recv_bytes()
        except (EOFError, OSError) as error:
            self.kill()  # its pipe may be closed before the system says that it ended
            raise HelperDied from error
        self.last_use = time.monotonic()
        worked, value = pickle.loads(answer)
        if not worked:
            raise value
        return value

    def is_fit(self) -> bool:
        """Whether it can take another task."""
        ended = connection.wait([self._process.sentinel], timeout=0)
        return not (ended or self._killed or self._tasks >= TASKS_PER_PROCESS)

    def is_awake(self) -> bool:
        """Whether it answers: one that was stopped while it was idle would keep its next task until that is overdue."""
        try:
            self._pipe.send_bytes(ARE_YOU_THERE)
            return self._pipe.poll(AWAKE_SECONDS) and self._pipe.recv_bytes() == ARE_YOU_THERE
        except (EOFError, OSError):
            return False

    def kill(self) -> None:
        """Stopped or busy, it is gone at once; its thread then meets a closed pipe."""
        self._killed = True
        self._process.kill()

    def discard(self) -> None:
        """Kill it and close its pipe: for the thread that took it."""
        self.kill()
        self._pipe.close()


class Answer(Generic[T]):
    """What a helper will answer.  timeout: seconds from when a helper begins; who waits looks at `is_overdue` and cancels."""

    def __init__(self, work: Callable[..., T], args: tuple[Any, ...], timeout: float) -> None:
        self.task: Task = (work.__module__, work.__qualname__, args)
        self.timeout = timeout
        self._begun_at: float | None = None
        self._helper: Helper | None = None
        self._lock = threading.Lock()  # a helper is killed while it is at this task, never at the next one
        self._ended = threading.Event()
        self._value: T | None = None
        self._error: Exception | None = None

    def begin(self, helper: Helper) -> bool:
        """Give the task to this helper. False when it was cancelled meanwhile."""
        with self._lock:
            if not self._ended.is_set():
                self._helper, self._begun_at = helper, time.monotonic()
            return self._helper is not None

    def release(self) -> None:
        """The helper is through with it."""
        with self._lock:
            self._helper = None

    def end(self, value: T | None, error: Exception | None) -> None:
        if not self._ended.is_set():
            self._value, self._error = value, error
            self._ended.set()

    def wait(self, seconds: float) -> bool:
        """Whether the answer is there, within so many seconds."""
        return self._ended.wait(seconds)

    def result(self) -> T:
        """Wait for the answer.  Raises what the work raised, and HelperDied; that too when it was cancelled."""
        self._ended.wait()
        if self._error is not None:
            raise self._error
        return cast(T, self._value)

    def is_overdue(self) -> bool:
        return self._begun_at is not None and time.monotonic() - self._begun_at > self.timeout

    def cancel(self) -> None:
        """Nobody waits for it any more: kill the helper that is at it, or never begin."""
        with self._lock:
            if self._helper is not None:
                self._helper.kill()
            else:
                self.end(None, HelperDied("cancelled"))


class Helpers:
    """A few warm helpers, started at need and let go when nobody needed them for a while. Tasks are begun in their order."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._lock = threading.Lock()
        self._threads = 0
        self._waiting: deque[Answer[Any]] = deque()
        self._running: set[Answer[Any]] = set()
        self._idle: list[Helper] = []

    def submit(self, work: Callable[..., T], args: tuple[Any, ...], *, timeout: float) -> Answer[T]:
        """Run a module-level function with picklable arguments in a helper.  timeout: seconds."""
        answer = Answer(work, args, timeout)
        with self._lock:
            if self._threads < self._at_once:
                threading.Thread(target=self._work_off, name="helper", daemon=True).start()
                self._threads += 1
            self._waiting.append(answer)
        return answer

    def _work_off(self) -> None:
        """A thread's life: one waiting task after the other, until there is none."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._threads -= 1
                    return
                answer = self._waiting.popleft()
                self._running.add(answer)
            helper, value, error = None, None, None
            try:
                helper = self._take()
                if answer.begin(helper):
                    value = helper.work(answer.task)
            except Exception as problem:
                error = problem
            answer.release()
            with self._lock:
                self._running.discard(answer)
                if helper is not None:
                    self._idle.append(helper)
            answer.end(value, error)

    def _take(self) -> Helper:
        """An idle helper that is fit for work and awake, else a new one."""
        while True:
            with self._lock:
                helper = self._idle.pop() if self._idle else None
            if helper is None:
                return Helper()
            if helper.is_fit() and helper.is_awake():
                return helper
            helper.discard()

    def rest(self) -> bool:
        """Let go those that were idle for long or died. True when there were some."""
        before = time.monotonic() - IDLE_SECONDS
        with self._lock:
            tired = [helper for helper in self._idle if helper.last_use < before or not helper.is_fit()]
            self._idle = [helper for helper in self._idle if helper not in tired]
        for helper in tired:
            helper.discard()
        multiprocessing.active_children()  # the system forgets those that ended only when asked for them
        return bool(tired)

    def close(self) -> None:
        """Kill every helper, with what it is doing."""
        with self._lock:
            answers, idle = [*self._waiting, *self._running], self._idle
            self._idle = []
        for answer in answers:
            answer.cancel()
        for helper in idle:
            helper.discard()


def digest(count: int) -> str:
    """A helper's proof of life for the worker check: SHA-256 (hex) of the number's decimal digits."""
    return hashlib.sha256(str(count).encode()).hexdigest()
