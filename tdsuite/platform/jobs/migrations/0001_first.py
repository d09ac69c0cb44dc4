import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tournaments", "0001_first"),
    ]

    operations = [
        migrations.CreateModel(
            name="WorkerBeat",
            fields=[
                ("name", models.CharField(max_length=120, primary_key=True, serialize=False)),
                ("started_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("queues", models.CharField(blank=True, db_default="", default="", max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=60)),
                (
                    "queue",
                    models.CharField(
                        choices=[
                            ("now", "somebody waits for it"),
                            ("pairing", "pairing"),
                            ("printing", "printing"),
                            ("publishing", "publishing"),
                            ("bulk", "in bulk"),
                        ],
                        max_length=10,
                    ),
                ),
                ("subject_type", models.CharField(blank=True, max_length=60)),
                ("subject_id", models.CharField(blank=True, max_length=40)),
                ("args", models.JSONField(blank=True, default=dict)),
                ("created_by_id", models.BigIntegerField(null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="queued",
                        max_length=9,
                    ),
                ),
                ("phase", models.CharField(blank=True, max_length=120)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("cancel_requested", models.BooleanField(default=False)),
                ("worker", models.CharField(blank=True, max_length=120)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("max_attempts", models.PositiveSmallIntegerField(default=3)),
                ("lease_until", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("error", models.TextField(blank=True)),
                ("result", models.JSONField(blank=True, default=dict)),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(condition=models.Q(("status", "queued")), fields=["queue", "id"], name="job_waiting"),
                    models.Index(condition=models.Q(("status", "running")), fields=["lease_until"], name="job_leased"),
                    models.Index(fields=["subject_type", "subject_id"], name="job_subject"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("queue__in", ("now", "pairing", "printing", "publishing", "bulk"))),
                        name="job_queue_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["queued", "running", "done", "failed", "cancelled"])),
                        name="job_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "running"), _negated=True),
                            models.Q(("lease_until__isnull", False), models.Q(("worker", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="job_running_is_leased",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at__isnull", False), ("status__in", ["done", "failed", "cancelled"])),
                            models.Q(("finished_at__isnull", True), ("status__in", ["queued", "running"])),
                            _connector="OR",
                        ),
                        name="job_finished_has_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "failed"), _negated=True),
                            models.Q(("error", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="job_failed_says_why",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("attempts__lte", models.F("max_attempts")), ("max_attempts__gte", 1)),
                        name="job_attempts_bounded",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("subject_id", ""), ("subject_type", "")),
                            models.Q(
                                models.Q(("subject_type", ""), _negated=True),
                                models.Q(("subject_id", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="job_subject_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JobFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("content_type", models.CharField(max_length=100)),
                ("size", models.PositiveBigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("stored", models.CharField(max_length=200, unique=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "job",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="files", to="jobs.job"),
                ),
            ],
            options={
                "ordering": ["job", "name"],
                "constraints": [
                    models.UniqueConstraint(fields=("job", "name"), name="jobfile_one_name_per_job"),
                ],
            },
        ),
    ]
