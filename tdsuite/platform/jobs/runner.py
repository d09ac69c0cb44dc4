"""The worker's side: claim the row that a message names and do it; and a pulse that keeps the leases."""

import contextlib
import json
import logging
import os
import socket
import threading
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import IO
from uuid import uuid4

from django.conf import settings
from django.db import DataError, Error, connection, connections
from django.utils import timezone
from django.utils.translation import gettext as _

from tdsuite.platform.web import log_context
from . import dispatch, files, lease, presence, queues, registry, services
from .context import JobContext
from .errors import JobCancelled, LeaseLost, UnknownKind, WorkerStopping
from .models import Job, WorkerBeat

log = logging.getLogger(__name__)
PULSE_SECONDS = 5.0
FORGET_AFTER = timedelta(days=1)


class Runner:
    """One per worker process.

    Args:
        bulk_at_once: how many jobs of the bounded queues may hold a thread at the same time.
        served: the queues whose messages this worker takes.
    """

    def __init__(self, bulk_at_once: int | None = None, served: Sequence[str] = queues.QUEUES) -> None:
        self.name = f"{socket.gethostname()[:60]}:{os.getpid()}:{uuid4().hex[:12]}"
        at_once = bulk_at_once if bulk_at_once is not None else settings.JOBS_BULK_AT_ONCE
        self.served = tuple(served)
        self.stopping = threading.Event()
        self._bulk = threading.BoundedSemaphore(max(1, at_once))
        self._mine: dict[int, JobContext] = {}
        self._pulse: threading.Thread | None = None
        self._presence: IO[bytes] | None = None

    # --- doing jobs ---

    def run(self, job_id: int) -> int:
        """Do the job of a message, unless it has ended or another worker is at it. How many jobs were done here.

        Whoever finds every place for bounded work taken leaves: who frees a place takes the next such job that waits.
        """
        count, waiting = 0, Job.objects.filter(pk=job_id).first()
        bounded = [name for name in queues.BOUNDED if name in self.served]
        try:
            if waiting is None or waiting.queue not in queues.BOUNDED:
                return self._claim_and_do(job_id)
            while waiting is not None and not self.stopping.is_set() and self._bulk.acquire(blocking=False):
                try:
                    count += self._claim_and_do(waiting.pk)
                finally:
                    self._bulk.release()
                rows = Job.objects.claimable(timezone.now()).filter(queue__in=bounded).exclude(pk__in=list(self._mine))
                waiting = rows.order_by("pk").first()
            return count
        finally:
            if not connection.in_atomic_block:
                connections.close_all()

    def _claim_and_do(self, job_id: int) -> bool:
        if self.stopping.is_set() or job_id in self._mine:
            return False
        job = lease.claim(job_id, self.name)
        if job is not None:
            self.do(job)
        return job is not None

    def do(self, job: Job) -> None:
        """Do one claimed job and record how it ended."""
        context = JobContext(job, self.stopping)
        self._mine[job.pk] = context
        name = log_context.job_id.set(str(job.pk))
        log.info("%s begins, attempt %d of %d", job, job.attempts, job.max_attempts)
        try:
            self._attempt(context)
        except Exception:
            log.exception("%s: its end could not be recorded; it is tried again when its lease runs out", job)
        finally:
            log_context.job_id.reset(name)
            del self._mine[job.pk]

    def _attempt(self, context: JobContext) -> None:
        """By the time the end is recorded, the work holds nothing any more: no helper, and no transaction that would undo it."""
        job, end = context.job, self._work(context)
        if end is None:
            return
        try:
            recorded = lease.insist(end, self.stopping)
        except (DataError, ValueError) as error:  # the database cannot keep what the work says
            log.exception("%s: its end cannot be recorded as it is", job)
            recorded = lease.insist(partial(lease.fail, job, explain(job, error)), self.stopping)
        if not recorded:
            log.warning("%s ended after its lease was lost; another worker does it again", job)
        elif end.func is lease.give_back and not self.stopping.is_set():
            dispatch.send(job.pk, job.queue)

    def _work(self, context: JobContext) -> "partial[bool] | None":
        """Have the handler do the job: how that is to be recorded; None where nothing is."""
        job = context.job
        try:
            files.tidy(job)
            result = registry.find(job.kind).work(context) or {}
            json.dumps(result)  # a result that cannot be kept is the handler's failure, not the recorder's
        except JobCancelled:
            log.info("%s is cancelled", job)
            return partial(lease.cancelled, job)
        except WorkerStopping:
            log.info("%s goes back to the queue: the worker stops", job)
            return partial(lease.give_back, job, charge=False)
        except LeaseLost:
            log.warning("%s was taken over by another worker", job)
            return None
        except Exception as error:
            return self._failure(job, error)
        return None if context.finished else partial(lease.finish, job, result)

    def _failure(self, job: Job, error: Exception) -> "partial[bool]":
        if connection.needs_rollback and not connection.in_atomic_block:
            connection.close()
        if lease.is_transient(error) and job.attempts < job.max_attempts:
            log.warning("%s met a busy database; it is tried again", job, exc_info=True)
            return partial(lease.give_back, job, charge=True)
        says = explain(job, error)
        if getattr(error, "says", None) is None:
            log.error("%s failed", job, exc_info=error)
        else:
            log.warning("%s failed: %s", job, says)
        return partial(lease.fail, job, says)

    # --- staying alive ---

    def start(self) -> None:
        """Begin the pulse: leases are kept, and pages see that somebody works."""
        self._presence = presence.hold(self.name)
        self._pulse = threading.Thread(target=self._pulse_loop, name="jobs-pulse", daemon=True)
        self._pulse.start()

    def _pulse_loop(self) -> None:
        started, every = timezone.now(), min(PULSE_SECONDS, settings.JOBS_LEASE_SECONDS / 4)
        with contextlib.suppress(Error):  # not migrated yet: the beat below says so
            WorkerBeat.objects.filter(seen_at__lt=started - FORGET_AFTER).delete()
            services.sweep()  # what a worker that was killed has left is not kept waiting for beat
        while not self.stopping.is_set() or self._mine:
            try:
                self._beat(started)
            except Exception:
                log.exception("The pulse stumbled")
                connection.close()
            self.stopping.wait(every) if not self.stopping.is_set() else time.sleep(0.2)
        connections.close_all()

    def _beat(self, started: datetime) -> None:
        for context in list(self._mine.values()):
            context.beat()
        if self.stopping.is_set():
            return
        WorkerBeat.objects.update_or_create(
            name=self.name,
            defaults={"seen_at": timezone.now(), "queues": ",".join(self.served)},
            create_defaults={"started_at": started, "seen_at": timezone.now(), "queues": ",".join(self.served)},
        )

    def close(self) -> None:
        """The worker is gone: say that nobody works here any more."""
        self.stopping.set()
        if self._pulse is not None:
            self._pulse.join(timeout=5)
        WorkerBeat.objects.filter(name=self.name).delete()
        if self._presence is not None:
            self._presence.close()
            presence.forget(self.name)


def explain(job: Job, error: Exception) -> str:
    """What the director reads: the error's own words where it has some, else where to look."""
    if isinstance(error, UnknownKind):
        return (
            _("This version cannot do “%s”. Restart the worker; if the suite was just updated, that is all it takes.")
            % job.kind
        )
    if says := getattr(error, "says", None):
        return str(says)
    if files.is_full(error):
        return _("The disk is full. Free some space, then press “Try again”.")
    if lease.is_transient(error):
        return _("The database was busy or away for too long. Press “Try again”.")
    return _(
        "“%(label)s” stopped on an unexpected error (%(error)s). Press “Try again”; if it happens again, the worker's log has the details under job %(job)d."
    ) % {"label": job.label, "error": type(error).__name__, "job": job.pk}
