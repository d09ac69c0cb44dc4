"""Heavy work in a process of its own, so that no thread of the worker or the server waits for the interpreter.

Each task has a helper of its own, which ends with it, and a pipe: whenever it is killed or stopped, nothing suffers but the work it is at.
Imports no Django: a helper loads this module and whatever module its function lives in, nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from multiprocessing import connection
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


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
    """All that a helper does. It ends when it is killed or its parent is gone, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the worker, which then gives its jobs back
    threading.Thread(target=end_with_parent, name="parent-watch", daemon=True).start()
    try:  # a module that cannot be loaded here, or an answer that cannot be pickled, is an error like any other
        module, name, args = pickle.loads(pipe.recv_bytes())
        answer = pickle.dumps((True, getattr(import_module(module), name)(*args)))
    except Exception as error:
        answer = packed(error)
    pipe.send_bytes(answer)


class Answer(Generic[T]):
    """What a helper will answer: it begins at once with `work(*args)`, a module-level function with picklable arguments.

    timeout: seconds; who waits looks at `is_overdue` and cancels.
    """

    def __init__(self, work: Callable[..., T], args: tuple[Any, ...], timeout: float) -> None:
        self.timeout = timeout
        self._begun_at = time.monotonic()
        self._ended = threading.Event()
        self._value: T | None = None
        self._error: Exception | None = None
        spawn = multiprocessing.get_context("spawn")
        try:
            pipe, end_of_helper = spawn.Pipe()
            self._process = spawn.Process(target=serve, args=(end_of_helper,), daemon=True)
            self._process.start()
        except OSError as error:  # no memory or no file handle left for one more
            self._error = HelperDied(str(error))
            self._ended.set()
            return
        end_of_helper.close()
        task = work.__module__, work.__qualname__, args
        threading.Thread(target=self._talk, args=(pipe, task), name="helper", daemon=True).start()

    def _talk(self, pipe: connection.Connection, task: tuple[str, str, tuple[Any, ...]]) -> None:
        """Hand over the task and wait for what comes of it; a helper that is killed closes the pipe."""
        try:
            pipe.send_bytes(pickle.dumps(task))
            worked, value = pickle.loads(pipe.recv_bytes())
            self._value, self._error = (value, None) if worked else (None, value)
        except (EOFError, OSError) as error:
            self._error = HelperDied(str(error))
        except Exception as error:  # arguments that cannot be pickled
            self._error = error
        pipe.close()
        self._process.kill()
        self._process.join()
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
        return time.monotonic() - self._begun_at > self.timeout

    def cancel(self) -> None:
        """Nobody waits for it any more: kill the helper, unless it is through."""
        if not self._ended.is_set():
            self._process.kill()
