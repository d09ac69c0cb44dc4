"""Ask for work, stop it, try it again, and see whether anybody works."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import NotInTransaction, deciding_on
from . import dispatch, lease, registry
from .actions import JobAction
from .errors import CannotRetry
from .models import Job, WorkerBeat
from .queues import QUEUES

WORKER_COMMAND = "python -m celery -A tdsuite.celery worker --pool threads --concurrency 6 -Q " + ",".join(QUEUES)
WORKER_SILENT = timedelta(seconds=30)
MESSAGE_TAKES = timedelta(seconds=3)  # a job this young is left to its own message
SENT_AT_ONCE = 20  # of each queue: whoever ends a bulk job takes the next one without a message


def enqueue(
    kind: str,
    *,
    tournament: models.Model | None = None,
    obj: models.Model | None = None,
    args: dict[str, Any] | None = None,
    by: Actor | None = None,
    queue: str | None = None,
) -> Job:
    """Write a job's row into the caller's transaction; it is sent to a worker once that commits.

    obj: what the job is about; args: a JSON object; by: anything with a `pk`; queue: other than the kind's own.
    Raises NotInTransaction outside `transaction.atomic()`, UnknownKind for a kind no app declares.
    """
    if not connection.in_atomic_block:
        raise NotInTransaction(f"jobs.enqueue({kind!r}) outside a transaction")
    handler = registry.find(kind)
    job = Job.objects.create(
        kind=kind,
        queue=queue or handler.queue,
        tournament=tournament,  # type: ignore[misc]
        subject_type=obj._meta.label_lower if obj is not None else "",
        subject_id=str(obj.pk) if obj is not None else "",
        args=args or {},
        created_by_id=getattr(by, "pk", None),
        max_attempts=handler.max_attempts,
    )
    _send_after_commit(job)
    return job


def _send_after_commit(job: Job) -> None:
    transaction.on_commit(partial(dispatch.send, job.pk, job.queue), robust=True)


def request_cancel(job: Job, by: Actor) -> bool:
    """Cancel a job that waits, or whose worker is gone, now; a running one at its next look. False when it had already ended."""
    now = timezone.now()
    ended = {
        "status": Job.Status.CANCELLED,
        "cancel_requested": True,
        "finished_at": now,
        "lease_until": None,
        "phase": "",
    }
    with deciding_on(job.tournament, by=by, action=JobAction.CANCELLED) as decision:
        row = Job.objects.filter(pk=job.pk)
        stopped = row.waiting().update(**ended) or row.expired(now).update(**ended)
        if asked := stopped or row.running().filter(cancel_requested=False).update(cancel_requested=True):
            decision.record(job, after={"kind": job.kind})
    job.refresh_from_db()
    return bool(asked)


def retry(job: Job, by: Actor) -> Job:
    """Queue a failed or cancelled job anew, with all its attempts.  Raises CannotRetry for any other."""
    with deciding_on(job.tournament, by=by, action=JobAction.RETRIED) as decision:
        if not Job.objects.filter(pk=job.pk, status__in=[Job.Status.FAILED, Job.Status.CANCELLED]).update(
            status=Job.Status.QUEUED,
            attempts=0,
            worker="",
            cancel_requested=False,
            error="",
            phase="",
            done=0,
            total=0,
            started_at=None,
            finished_at=None,
            lease_until=None,
        ):
            raise CannotRetry
        decision.record(job, after={"kind": job.kind})
        _send_after_commit(job)
    job.refresh_from_db()
    return job


def sweep() -> list[int]:
    """End what nobody may resume, and send again what waits: its message was lost, or its worker died.

    Returns:
        The jobs that were sent. Those enqueued just now are left to their own messages.
    """
    lease.lapse_of_killed()
    lease.end_abandoned()
    now = timezone.now()
    waiting = Job.objects.claimable(now).exclude(created_at__gt=now - MESSAGE_TAKES).order_by("pk")
    sent = [job for queue in QUEUES for job in waiting.filter(queue=queue).only("pk", "queue")[:SENT_AT_ONCE]]
    return [job.pk for job in sent if dispatch.send(job.pk, job.queue)]


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """Whether anybody works.

    Attributes:
        last_seen: None when no worker ever ran here or all stopped cleanly.
        waiting: how many jobs wait.
        unserved: queues that no living worker serves, though there is one.
    """

    alive: bool
    last_seen: datetime | None
    waiting: int
    unserved: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """ "" while all is well, else what the director reads and can do."""
        if self.unserved:
            return _("No worker serves %s: such jobs wait. On a server, docs/operations.md says how to start one.") % (
                ", ".join(self.unserved)
            )
        if self.alive:
            return ""
        wait = (
            ngettext("%d job waits.", "%d jobs wait.", self.waiting) % self.waiting
            if self.waiting
            else _("Jobs will wait.")
        )
        remedy = _(
            "Pairing, printing and publishing need one: end the suite in its window with Ctrl+C, then start it again. "
            "On a server, docs/operations.md says how to start a worker."
        )
        return _("No worker is running. %(wait)s %(remedy)s") % {"wait": wait, "remedy": remedy}


def worker_status() -> WorkerStatus:
    """Two queries: the workers' signs of life, and how many jobs wait."""
    workers = list(WorkerBeat.objects.values_list("seen_at", "queues"))
    now = timezone.now()
    alive = [served for seen, served in workers if now - seen < WORKER_SILENT]
    served = {name for text in alive for name in (text.split(",") if text else QUEUES)}
    return WorkerStatus(
        alive=bool(alive),
        last_seen=max((seen for seen, _served in workers), default=None),
        waiting=Job.objects.waiting().count(),
        unserved=tuple(name for name in QUEUES if alive and name not in served),
    )
