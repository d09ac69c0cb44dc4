"""Ask for work, stop it, try it again, and see whether anybody works."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdsuite.audit import services as audit

from . import registry, wakeup
from .errors import CannotRetry, NotInTransaction
from .models import Job, WorkerBeat

WORKER_COMMAND = "python -m celery -A tdsuite.celery worker --pool threads --concurrency 6 -Q now,bulk"
WORKER_SILENT = timedelta(seconds=30)


def enqueue(
    kind: str,
    *,
    tournament: models.Model | None = None,
    obj: models.Model | None = None,
    args: dict[str, Any] | None = None,
    by: Any = None,
    queue: str | None = None,
) -> Job:
    """Write a job's row into the caller's transaction; a worker is woken once that commits.

    obj: what the job is about; args: a JSON object; by: anything with a `pk`; queue: other than the kind's own.
    Raises NotInTransaction outside `transaction.atomic()`, UnknownKind for a kind no app declares.
    """
    if not connection.in_atomic_block:
        raise NotInTransaction(f"jobs.enqueue({kind!r}) outside a transaction")
    known = registry.find(kind)
    job = Job.objects.create(
        kind=kind,
        queue=queue or known.queue,
        tournament=tournament,  # type: ignore[misc]
        subject_type=obj._meta.label_lower if obj is not None else "",
        subject_id=str(obj.pk) if obj is not None else "",
        args=args or {},
        created_by_id=getattr(by, "pk", None),
        max_attempts=known.max_attempts,
    )
    _wake_after_commit(job.queue)
    return job


def _wake_after_commit(queue: str) -> None:
    transaction.on_commit(partial(wakeup.send, queue), robust=True)


def request_cancel(job: Job, by: Any) -> bool:
    """Cancel a job that waits, or whose worker is gone, now; a running one at its next look. False when it had already ended."""
    now = timezone.now()
    ended = {
        "status": Job.Status.CANCELLED,
        "cancel_requested": True,
        "finished_at": now,
        "lease_until": None,
        "phase": "",
    }
    with transaction.atomic():
        row = Job.objects.filter(pk=job.pk)
        stopped = row.waiting().update(**ended) or row.expired(now).update(**ended)
        asked = stopped or row.running().filter(cancel_requested=False).update(cancel_requested=True)
        if asked:
            audit.record("job.cancelled", obj=job, by=by, tournament=job.tournament, after={"kind": job.kind})
    job.refresh_from_db()
    return bool(asked)


def retry(job: Job, by: Any) -> Job:
    """Queue a failed or cancelled job anew, with all its attempts.  Raises CannotRetry for any other."""
    with transaction.atomic():
        ended = Job.objects.filter(pk=job.pk, status__in=[Job.Status.FAILED, Job.Status.CANCELLED])
        if not ended.update(
            status=Job.Status.QUEUED, attempts=0, worker="", cancel_requested=False, error="", phase="", done=0, total=0,
            started_at=None, finished_at=None, heartbeat_at=None, lease_until=None,
        ):  # fmt: skip
            raise CannotRetry
        audit.record("job.retried", obj=job, by=by, tournament=job.tournament, after={"kind": job.kind})
        _wake_after_commit(job.queue)
    job.refresh_from_db()
    return job


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """Whether anybody works.  last_seen: None when no worker ever ran here or all stopped cleanly."""

    alive: bool
    last_seen: datetime | None
    waiting: int

    @property
    def says(self) -> str:
        """ "" while all is well, else what the director reads and can do."""
        if self.alive:
            return ""
        wait = (
            ngettext("%d job waits.", "%d jobs wait.", self.waiting) % self.waiting
            if self.waiting
            else _("Jobs will wait.")
        )
        return _("No worker is running. %(wait)s Start one: %(command)s") % {"wait": wait, "command": WORKER_COMMAND}


def worker_status() -> WorkerStatus:
    """Two queries: the newest sign of life, and how many jobs wait."""
    seen = WorkerBeat.objects.aggregate(last=models.Max("seen_at"))["last"]
    alive = seen is not None and timezone.now() - seen < WORKER_SILENT
    return WorkerStatus(alive=alive, last_seen=seen, waiting=Job.objects.waiting().count())
