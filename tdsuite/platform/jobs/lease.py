"""Every change of a job's state by a worker, each one conditional UPDATE.

A worker owns a job while the row says *running* with its name and the attempt it was given. All its writes ask for exactly
that, so a worker that was silent too long, and lost the job to another, changes nothing. One UPDATE has one winner on SQLite
and on PostgreSQL alike.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from . import presence
from .models import Job, JobQuerySet

log = logging.getLogger(__name__)
PATIENCE_SECONDS = 60.0


def length() -> timedelta:
    """How long a worker may be silent before its jobs are given to another."""
    return timedelta(seconds=settings.JOBS_LEASE_SECONDS)


def claim(job_id: int, worker: str) -> Job | None:
    """Take a job for `worker`; None when it has ended or another is at it. Two workers never get the same attempt."""
    now = timezone.now()
    won = (
        Job.objects.claimable(now)
        .filter(pk=job_id)
        .update(
            status=Job.Status.RUNNING,
            worker=worker,
            attempts=F("attempts") + 1,
            lease_until=now + length(),
            started_at=Coalesce(F("started_at"), now),
            phase="",
            done=0,
            total=0,
        )
    )
    return Job.objects.get(pk=job_id) if won else None


def held(job: Job) -> JobQuerySet:
    """The row, if this attempt still owns it."""
    return Job.objects.running().filter(pk=job.pk, worker=job.worker, attempts=job.attempts)


def refresh(job: Job, **progress: Any) -> bool:
    """Prolong the lease and write progress. False when the job was cancelled or belongs to another."""
    return bool(held(job).filter(cancel_requested=False).update(lease_until=timezone.now() + length(), **progress))


def finish(job: Job, result: dict[str, Any]) -> bool:
    """Record success. False when the lease was lost."""
    return _end(job, Job.Status.DONE, result=result, done=F("total"))


def fail(job: Job, error: str) -> bool:
    return _end(job, Job.Status.FAILED, error=error)


def cancelled(job: Job) -> bool:
    return _end(job, Job.Status.CANCELLED)


def _end(job: Job, status: Job.Status, **fields: Any) -> bool:
    ended = {"status": status, "finished_at": timezone.now(), "lease_until": None, "phase": ""}
    return bool(held(job).update(**ended, **fields))


def give_back(job: Job, *, charge: bool) -> bool:
    """Put the job into the queue again; `charge`: whether this attempt counts."""
    attempts = job.attempts if charge else job.attempts - 1
    return bool(
        held(job).update(
            status=Job.Status.QUEUED, worker="", lease_until=None, attempts=attempts, phase="", done=0, total=0
        )
    )


def lapse_of_killed() -> None:
    """Let the leases of workers that are gone run out now; pages and the sweep need not wait for them."""
    for worker in set(Job.objects.running().values_list("worker", flat=True)):
        if presence.is_gone(worker):
            Job.objects.running().filter(worker=worker).update(lease_until=timezone.now() - timedelta(seconds=1))
            presence.forget(worker)


def end_abandoned() -> int:
    """End what silent workers left and nobody may resume: cancelled meanwhile, or out of attempts. How many."""
    now = timezone.now()
    ended = {"finished_at": now, "lease_until": None, "phase": ""}
    gone = Job.objects.expired(now)
    stopped = gone.filter(cancel_requested=True).update(status=Job.Status.CANCELLED, **ended)
    error = _(
        "The worker stopped while doing this, as often as it may be tried. Press “Try again”; if it stops again, look at the worker's log."
    )
    return stopped + gone.filter(attempts__gte=F("max_attempts")).update(status=Job.Status.FAILED, error=error, **ended)


def insist(write: Callable[[], bool], stopping: threading.Event, *, patience: float = PATIENCE_SECONDS) -> bool:
    """Do a write that must not get lost: try again, at least every five seconds, while the database is busy or away.

    Raises what the database said only when the worker is stopping, after `patience` seconds.
    """
    until, pause = time.monotonic() + patience, 0.1
    while True:
        try:
            return write()
        except (OperationalError, InterfaceError):
            if connection.in_atomic_block or (stopping.is_set() and time.monotonic() + pause > until):
                raise
            log.warning("The database is busy; trying again in %.1f s", pause, exc_info=True)
            connection.close()
            time.sleep(pause)
            pause = min(pause * 2, 5.0)


def is_transient(error: BaseException) -> bool:
    """Whether the same work may well succeed a moment later."""
    return isinstance(error, OperationalError | InterfaceError)
