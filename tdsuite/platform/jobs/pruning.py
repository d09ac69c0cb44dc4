"""Old finished jobs go, and their files with them. What waits, runs, or is an event's newest of its sort stays."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet, Sum

from .models import Job, JobFile

AT_ONCE = 100  # jobs a transaction: whoever enters a result does not wait for us
FINISHED_EVENT = "finished"  # Tournament.Status


@dataclass(frozen=True, slots=True)
class PrunedJobs:
    """What went. size: bytes of the files."""

    jobs: int = 0
    files: int = 0
    size: int = 0

    def __add__(self, other: "PrunedJobs") -> "PrunedJobs":
        return PrunedJobs(self.jobs + other.jobs, self.files + other.files, self.size + other.size)


def prune_jobs(*, before: datetime) -> PrunedJobs:
    """Remove the jobs that finished before an instant, with their files.

    An event that is not finished keeps the job of its newest file of each sort.
    """
    newest = set(_newest_with_files())
    going = [pk for pk in _old(before).values_list("pk", flat=True) if pk not in newest]
    pruned_jobs = PrunedJobs()
    for start in range(0, len(going), AT_ONCE):
        pruned_jobs += _prune(going[start : start + AT_ONCE], before)
    return pruned_jobs


def _old(before: datetime) -> QuerySet[Job]:
    return Job.objects.filter(status__in=Job.FINISHED, finished_at__lt=before)


def _newest_with_files() -> Iterator[int]:
    """In each event that is not finished: the done job with the newest file of each kind, subject, and report of a print."""
    rows = JobFile.objects.filter(job__tournament__isnull=False, job__status=Job.Status.DONE)
    rows = rows.exclude(job__tournament__status=FINISHED_EVENT).order_by("created_at", "pk")
    newest: dict[tuple[object, ...], int] = {}
    for pk, event, kind, subject, key, args in rows.values_list(
        "job_id", "job__tournament_id", "job__kind", "job__subject_type", "job__subject_id", "job__args"
    ).iterator():
        newest[event, kind, subject, key, str(args.get("report", ""))] = pk
    return iter(newest.values())


def _prune(pks: Sequence[int], before: datetime) -> PrunedJobs:
    """One transaction. A job that was tried again meanwhile is finished no more, and stays."""
    with transaction.atomic():
        still = list(_old(before).filter(pk__in=pks).select_for_update().values_list("pk", flat=True))
        files = JobFile.objects.filter(job__in=still)
        pruned_jobs = PrunedJobs(len(still), files.count(), files.aggregate(size=Sum("size"))["size"] or 0)
        files.delete()
        Job.objects.filter(pk__in=still).delete()
        transaction.on_commit(lambda: _remove_folders(still), robust=True)
    return pruned_jobs


def _remove_folders(pks: Sequence[int]) -> None:
    """The folders of jobs whose files are gone; one that still holds something stays."""
    for pk in pks:
        with contextlib.suppress(OSError):
            (Path(settings.MEDIA_ROOT) / "jobs" / str(pk)).rmdir()
