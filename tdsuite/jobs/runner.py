"""The worker's side: claim a row, do it, look for the next; and a pulse that keeps the leases.

Celery's threads only carry `drain`. The pulse also looks for work that no message announced, so that jobs are done even
while the broker is away.
"""

import contextlib
import json
import logging
import os
import socket
import threading
import time
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.utils import timezone
from django.utils.translation import gettext as _

from . import files, lease, queues, registry
from .context import JobContext
from .errors import JobCancelled, LeaseLost, UnknownKind, WorkerStopping
from .models import Job, WorkerBeat
from .processes import Helpers

log = logging.getLogger(__name__)
SWEEP_SECONDS = 5.0
FORGET_AFTER = timedelta(days=1)


class Runner:
    """One per worker process.  bulk_at_once: how many bulk jobs may hold a thread at the same time."""

    def __init__(self, bulk_at_once: int | None = None) -> None:
        self.name = f"{socket.gethostname()[:60]}:{os.getpid()}:{uuid4().hex[:12]}"
        at_once = bulk_at_once if bulk_at_once is not None else settings.JOBS_BULK_AT_ONCE
        self.helpers = Helpers(at_once=max(2, at_once))
        self.stopping = threading.Event()
        self._bulk = threading.BoundedSemaphore(max(1, at_once))
        self._mine: dict[int, JobContext] = {}
        self._pulse: threading.Thread | None = None
        self._rescuers: dict[str, threading.Thread] = {}

    # --- doing jobs ---

    def drain(self, queue: str) -> int:
        """Do jobs of this queue until none is left or the worker stops. How many were done here."""
        count = 0
        try:
            if queue == queues.NOW:
                return self._work_off(queue)
            # Whoever finds every bulk place taken may go: the holder looks again after freeing its place.
            while self._bulk.acquire(blocking=False):
                try:
                    count += self._work_off(queue)
                finally:
                    self._bulk.release()
                if self.stopping.is_set() or not self._anything(queue):
                    break
            return count
        finally:
            if not connection.in_atomic_block:
                connections.close_all()

    def _work_off(self, queue: str) -> int:
        count = 0
        while not self.stopping.is_set():
            job = lease.claim(queue, self.name, but=tuple(self._mine))
            if job is None:
                break
            self.do(job)
            count += 1
        return count

    def _anything(self, queue: str) -> bool:
        return Job.objects.claimable(queue, timezone.now(), but=tuple(self._mine)).exists()

    def do(self, job: Job) -> None:
        """Do one claimed job and record how it ended."""
        context = JobContext(job, self.helpers, self.stopping)
        self._mine[job.pk] = context
        log.info("%s begins, attempt %d of %d", job, job.attempts, job.max_attempts)
        try:
            self._attempt(context)
        except (DatabaseError, OSError):
            log.exception("%s: its end could not be recorded; it is tried again when its lease runs out", job)
        finally:
            del self._mine[job.pk]

    def _attempt(self, context: JobContext) -> None:
        job = context.job
        try:
            files.tidy(job)
            result = registry.find(job.kind).work(context) or {}
            json.dumps(result)  # a result that cannot be kept is the handler's failure, not the recorder's
        except JobCancelled:
            lease.stubborn(lambda: lease.cancelled(job))
            log.info("%s was cancelled", job)
        except WorkerStopping:
            lease.stubborn(lambda: lease.give_back(job, charge=False))
            log.info("%s goes back to the queue: the worker stops", job)
        except LeaseLost:
            log.warning("%s was taken over by another worker", job)
        except Exception as error:
            self._failed(job, error)
        else:
            if not context.finished and not lease.stubborn(lambda: lease.finish(job, result)):
                log.warning("%s finished after its lease was lost; another worker does it again", job)

    def _failed(self, job: Job, error: Exception) -> None:
        if connection.needs_rollback and not connection.in_atomic_block:
            connection.close()
        if lease.is_transient(error) and job.attempts < job.max_attempts:
            log.warning("%s met a busy database; it is tried again", job, exc_info=True)
            lease.stubborn(lambda: lease.give_back(job, charge=True))
            return
        says = explain(job, error)
        if getattr(error, "says", None) is None:
            log.error("%s failed", job, exc_info=error)
        else:
            log.warning("%s failed: %s", job, says)
        lease.stubborn(lambda: lease.fail(job, says))

    # --- staying alive ---

    def start(self) -> None:
        """Begin the pulse, and do what waited or was left behind before this worker came."""
        if self._pulse is None:
            self._pulse = threading.Thread(target=self._pulse_loop, name="jobs-pulse", daemon=True)
            self._pulse.start()

    def _pulse_loop(self) -> None:
        started, every = timezone.now(), min(SWEEP_SECONDS, settings.JOBS_LEASE_SECONDS / 4)
        with contextlib.suppress(DatabaseError):  # not migrated yet: the beat below says so
            WorkerBeat.objects.filter(seen_at__lt=started - FORGET_AFTER).delete()
        while not self.stopping.is_set() or self._mine:
            try:
                self._beat(started)
            except DatabaseError:
                log.warning("The pulse could not reach the database", exc_info=True)
                connection.close()
            except Exception:
                log.exception("The pulse stumbled")
            self.stopping.wait(every) if not self.stopping.is_set() else time.sleep(0.2)
        connections.close_all()

    def _beat(self, started: datetime) -> None:
        for context in list(self._mine.values()):
            context.beat()
        if self.stopping.is_set():
            return
        WorkerBeat.objects.update_or_create(
            name=self.name, defaults={"seen_at": timezone.now()}, create_defaults={"started_at": started, "seen_at": timezone.now()}
        )  # fmt: skip
        self.helpers.rest()
        lease.bury()
        for queue in queues.QUEUES:
            self._rescue(queue)

    def _rescue(self, queue: str) -> None:
        """Take up work that no message announced: left by a dead worker, or enqueued while the broker was away."""
        helper = self._rescuers.get(queue)
        if (helper is None or not helper.is_alive()) and self._anything(queue):
            helper = threading.Thread(target=self.drain, args=(queue,), name=f"jobs-rescue-{queue}", daemon=True)
            self._rescuers[queue] = helper
            helper.start()

    def sweep(self) -> int:
        """End what nobody may resume and do all that waits. How many jobs were done here."""
        lease.bury()
        return sum(self.drain(queue) for queue in queues.QUEUES)

    def stop(self) -> None:
        """Take nothing more; running handlers unwind at their next look and their jobs go back to the queue."""
        self.stopping.set()

    def close(self) -> None:
        """The worker is gone: kill the helpers, and say that nobody works here any more."""
        self.stop()
        self.helpers.close()
        for thread in (self._pulse, *self._rescuers.values()):
            if thread is not None:
                thread.join(timeout=5)
        WorkerBeat.objects.filter(name=self.name).delete()


def explain(job: Job, error: Exception) -> str:
    """What the director reads: the error's own words where it has some, else where to look."""
    if isinstance(error, UnknownKind):
        return (
            _("This version cannot do “%s”. Restart the worker; if the suite was just updated, that is all it takes.")
            % job.kind
        )
    says = getattr(error, "says", None)
    if says:
        return str(says)
    if files.is_full(error):
        return _("The disk is full. Free some space, then press “Try again”.")
    if lease.is_transient(error):
        return _("The database was busy or away for too long. Press “Try again”.")
    return _("“%(label)s” stopped on an unexpected error (%(error)s). Press “Try again”; if it comes again, the worker's log has the details under job %(job)d.") % {
        "label": job.label, "error": type(error).__name__, "job": job.pk,
    }  # fmt: skip


_runner: Runner | None = None
_making = threading.Lock()


def current() -> Runner:
    """This process's runner, made at first need."""
    global _runner  # noqa: PLW0603
    with _making:
        if _runner is None:
            _runner = Runner()
        return _runner


def replace(runner: Runner | None) -> None:
    """Set this process's runner: a worker that knows its number of threads, or a clean slate."""
    global _runner  # noqa: PLW0603
    with _making:
        _runner = runner
