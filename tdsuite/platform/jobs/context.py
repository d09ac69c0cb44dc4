"""What a handler holds in its hands while it works."""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from django.db import models, transaction
from django.utils.translation import gettext as _

from . import files, lease
from .errors import HelperLost, JobCancelled, LeaseLost, WorkerStopping
from .models import Job, JobFile
from .processes import Answer, HelperDied

PROGRESS_EVERY = 0.2  # seconds between two writes of progress
LOOK_EVERY = 0.5  # seconds between two looks at the row while a helper works
PROCESS_SECONDS = 600.0
SIDE_BY_SIDE = 2  # helpers one job may keep busy
T = TypeVar("T")


class JobContext:
    """One attempt at one job.  `args` is the job's JSON object, `attempt` counts from 1."""

    def __init__(self, job: Job, stopping: threading.Event) -> None:
        self.job = job
        self.args: dict[str, Any] = job.args
        self.attempt = job.attempts
        self.finished = False
        self._stopping = stopping
        self._cancelled = threading.Event()
        self._lost = threading.Event()
        self._last_write = 0.0
        self._last_phase = ""

    def subject(self) -> models.Model | None:
        """The object the job is about."""
        return self.job.subject()

    def progress(self, done: int, total: int, phase: object = "") -> None:
        """Say how far the work is.  0 <= done <= total.  Raises JobStopped when it must not go on.

        Cheap to call in a loop: at most five writes a second, and always the first of a phase and the last one.
        """
        self.check()
        now = time.monotonic()
        if now - self._last_write < PROGRESS_EVERY and done < total and str(phase) == self._last_phase:
            return
        self._last_write, self._last_phase = now, str(phase)
        if not lease.refresh(self.job, done=done, total=total, phase=str(phase)[:120]):
            self._look()

    def check(self) -> None:
        """Raise JobCancelled, LeaseLost or WorkerStopping if the work must stop; no query."""
        if self._lost.is_set():
            raise LeaseLost(str(self.job))
        if self._cancelled.is_set():
            raise JobCancelled(str(self.job))
        if self._stopping.is_set():
            raise WorkerStopping(str(self.job))

    def beat(self) -> None:
        """Prolong the lease; called by the worker's pulse while the handler is busy elsewhere."""
        if self.finished or lease.refresh(self.job):
            return
        with contextlib.suppress(JobCancelled, LeaseLost, WorkerStopping):
            self._look()

    def _look(self) -> None:
        """Find out why a refresh failed, remember it, and raise it."""
        if lease.held(self.job).filter(cancel_requested=True).exists():
            self._cancelled.set()
        elif not lease.held(self.job).exists():
            self._lost.set()
        self.check()

    def add_file(self, name: str, data: bytes, content_type: str = "") -> JobFile:
        """Keep a produced file; replaces one of the same name.  Raises DiskFull, JobRefused, LeaseLost."""
        self.check()
        return files.store(self.job, name, data, content_type)

    def run_in_process(self, work: Callable[..., T], *args: object, timeout: float = PROCESS_SECONDS) -> T:
        """Run `work(*args)` in a helper process and wait for it; a cancelled job's helper is killed.

        `work` is a module-level function of a module that needs no Django; arguments and result are picklable.
        Raises what `work` raises, and HelperLost when the helper died or needed more than `timeout` seconds.
        """
        self.check()
        return self._answer(Answer(work, args, timeout))

    def run_each(self, work: Callable[..., T], arguments: Iterable[tuple[object, ...]]) -> Iterator[T]:
        """As `run_in_process` for each of many, two at a time; answers in the order of `arguments`, which are made when needed."""
        todo = iter(arguments)
        running: deque[Answer[T]] = deque()
        try:
            while True:
                for args in islice(todo, SIDE_BY_SIDE - len(running)):
                    running.append(Answer(work, args, PROCESS_SECONDS))
                if not running:
                    return
                yield self._answer(running.popleft())
        finally:
            for answer in running:
                answer.cancel()

    def _answer(self, answer: Answer[T]) -> T:
        """Wait for a helper, look at the row meanwhile."""
        next_look = time.monotonic() + LOOK_EVERY
        try:
            while not answer.wait(0.1):
                self.check()
                if answer.is_overdue():
                    raise HelperLost(_("This took longer than allowed (%d s).") % answer.timeout)
                if time.monotonic() >= next_look:
                    next_look = time.monotonic() + LOOK_EVERY
                    if not lease.refresh(self.job):
                        self._look()
            return answer.result()
        except HelperDied as error:
            self.check()  # where the worker is stopped, the job goes back to the queue
            says = _(
                "The helper process stopped, perhaps for want of memory. Close other programs, then press “Try again”."
            )
            raise HelperLost(says) from error
        finally:
            answer.cancel()

    @contextlib.contextmanager
    def holding(self) -> Iterator[None]:
        """One transaction in which the job is surely still ours: for a part of the work that an attempt leaves behind.

        Raises JobCancelled or LeaseLost before anything is written.
        """
        self.check()
        with transaction.atomic():
            if not lease.refresh(self.job):  # takes the row: nobody can claim or cancel it until we are through
                self._look()
            yield

    @contextlib.contextmanager
    def completing(self) -> Iterator[dict[str, Any]]:
        """One transaction that does the job's deed and marks it done: both or neither, and exactly once.

        Yields the result (a JSON object to fill). Raises JobCancelled or LeaseLost before anything is written.
        """
        result: dict[str, Any] = {}
        with self.holding():
            yield result
            lease.finish(self.job, result)
        self.finished = True
