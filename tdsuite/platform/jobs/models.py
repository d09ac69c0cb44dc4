"""A job is a row, written in the transaction of its cause. The broker carries its id to a worker, which leases the row."""

from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from . import queues, registry
from .errors import UnknownKind


class JobQuerySet(models.QuerySet["Job"]):
    def of(self, tournament: models.Model | None) -> "JobQuerySet":
        """Jobs of this event; of none, with None."""
        if tournament is None:
            return self.filter(tournament__isnull=True)
        return self.filter(tournament_id=tournament.pk)

    def about(self, obj: models.Model) -> "JobQuerySet":
        """Jobs whose subject is this object."""
        return self.filter(subject_type=obj._meta.label_lower, subject_id=str(obj.pk))

    def of_kind(self, kind: str) -> "JobQuerySet":
        return self.filter(kind=kind)

    def waiting(self) -> "JobQuerySet":
        """Not begun yet, oldest first."""
        return self.filter(status=Job.Status.QUEUED).order_by("pk")

    def running(self) -> "JobQuerySet":
        return self.filter(status=Job.Status.RUNNING)

    def active(self) -> "JobQuerySet":
        """Waiting or running: what a page keeps watching."""
        return self.filter(status__in=Job.ACTIVE)

    def under_way_or_failed(self, *, since: datetime) -> "JobQuerySet":
        """Waiting, running, or failed since then and not tried again."""
        return self.filter(Q(status__in=Job.ACTIVE) | Q(status=Job.Status.FAILED, finished_at__gte=since))

    def expired(self, now: datetime) -> "JobQuerySet":
        """Running by the row, but its worker has been silent past its lease."""
        return self.running().filter(lease_until__lt=now)

    def claimable(self, now: datetime) -> "JobQuerySet":
        """What a worker may take: waiting, or left behind by a silent worker with attempts to spare."""
        left_behind = Q(
            status=Job.Status.RUNNING, lease_until__lt=now, attempts__lt=F("max_attempts"), cancel_requested=False
        )
        return self.filter(Q(status=Job.Status.QUEUED) | left_behind)


class Job(models.Model):
    """One piece of background work: what, for whom, how far, and what came out.

    `args` and `result` are JSON objects; people stand in it by id only. `attempts` counts claims, and together with
    `worker` it is the fence: whoever no longer matches both can write nothing.
    """

    class Queue(models.TextChoices):
        NOW = queues.NOW, _("somebody waits for it")
        PAIRING = queues.PAIRING, _("pairing")
        PRINTING = queues.PRINTING, _("printing")
        PUBLISHING = queues.PUBLISHING, _("publishing")
        BULK = queues.BULK, _("in bulk")

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    ACTIVE = (Status.QUEUED, Status.RUNNING)
    FINISHED = (Status.DONE, Status.FAILED, Status.CANCELLED)

    kind = models.CharField(max_length=60)
    queue = models.CharField(max_length=10, choices=Queue.choices)
    tournament = models.ForeignKey("tournaments.Tournament", null=True, on_delete=models.CASCADE, related_name="jobs")
    subject_type = models.CharField(max_length=60, blank=True)
    subject_id = models.CharField(max_length=40, blank=True)
    args = models.JSONField(default=dict, blank=True)
    created_by_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    status = models.CharField(max_length=9, choices=Status.choices, default=Status.QUEUED)
    phase = models.CharField(max_length=120, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)

    worker = models.CharField(max_length=120, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=3)
    lease_until = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    result = models.JSONField(default=dict, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(queue__in=queues.QUEUES), name="job_queue_known"),
            models.CheckConstraint(
                condition=Q(status__in=["queued", "running", "done", "failed", "cancelled"]), name="job_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="running") | (Q(lease_until__isnull=False) & ~Q(worker="")),
                name="job_running_is_leased",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["done", "failed", "cancelled"], finished_at__isnull=False)
                | Q(status__in=["queued", "running"], finished_at__isnull=True),
                name="job_finished_has_time",
            ),
            models.CheckConstraint(condition=~Q(status="failed") | ~Q(error=""), name="job_failed_says_why"),
            models.CheckConstraint(
                condition=Q(max_attempts__gte=1, attempts__lte=F("max_attempts")), name="job_attempts_bounded"
            ),
            models.CheckConstraint(
                condition=Q(subject_type="", subject_id="") | (~Q(subject_type="") & ~Q(subject_id="")),
                name="job_subject_whole",
            ),
        ]
        indexes = [
            models.Index(fields=["queue", "id"], condition=Q(status="queued"), name="job_waiting"),
            models.Index(fields=["lease_until"], condition=Q(status="running"), name="job_leased"),
            models.Index(fields=["subject_type", "subject_id"], name="job_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk} ({self.status})"

    @property
    def label(self) -> str:
        """What a page calls this job."""
        try:
            return str(registry.find(self.kind).label)
        except UnknownKind:
            return self.kind

    @property
    def is_active(self) -> bool:
        return self.status in self.ACTIVE

    @property
    def is_left(self) -> bool:
        """Running by the row, but its worker has been silent past its lease: nobody is at it now."""
        return self.status == self.Status.RUNNING and self.lease_until is not None and self.lease_until < timezone.now()

    @property
    def percent(self) -> int | None:
        """0 to 100, or None while the amount of work is unknown."""
        return min(100, self.done * 100 // self.total) if self.total else None

    def subject(self) -> models.Model | None:
        """The object this job is about, or None where there is none or it is gone."""
        if not self.subject_type:
            return None
        rows: models.QuerySet[models.Model] = apps.get_model(self.subject_type)._default_manager.all()
        return rows.filter(pk=self.subject_id).first()


class JobFile(models.Model):
    """A file that a job produced. `name` is what the reader sees; `stored` lies below MEDIA_ROOT."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    content_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    stored = models.CharField(max_length=200, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["job", "name"]
        constraints = [models.UniqueConstraint(fields=["job", "name"], name="jobfile_one_name_per_job")]

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> Path:
        return Path(settings.MEDIA_ROOT) / self.stored

    def open(self) -> BinaryIO:
        """The bytes, for reading.  Raises FileNotFoundError when the file was taken from the disk."""
        return self.path.open("rb")


@receiver(post_delete, sender=JobFile)
def _remove_from_disk(instance: JobFile, **kwargs: object) -> None:
    path = instance.path
    transaction.on_commit(lambda: path.unlink(missing_ok=True), robust=True)


class WorkerBeat(models.Model):
    """A worker process that is alive: pages say so when there is none.  queues: those it serves, with commas; "" all."""

    name = models.CharField(max_length=120, primary_key=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    queues = models.CharField(max_length=100, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return self.name
