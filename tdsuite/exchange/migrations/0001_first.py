import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tdsuite.exchange.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tournaments", "0001_first"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="EventUpload",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(blank=True, max_length=60)),
                ("name", models.CharField(blank=True, max_length=120)),
                ("rulebook", models.CharField(blank=True, max_length=30)),
                ("new_event", models.JSONField(blank=True, default=dict, null=True)),
                ("created_by", models.BigIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="EventUploadFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("filename", models.CharField(max_length=120)),
                ("data", models.BinaryField()),
                ("columns", models.JSONField(null=True)),
                (
                    "upload",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="files", to="exchange.eventupload"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PublishTarget",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("folder", "a folder of this computer"), ("sftp", "SFTP")],
                        default="sftp",
                        max_length=8,
                        verbose_name="how",
                    ),
                ),
                ("host", models.CharField(blank=True, max_length=200, verbose_name="host")),
                ("port", models.PositiveIntegerField(default=0, verbose_name="port")),
                ("username", models.CharField(blank=True, max_length=100, verbose_name="user name")),
                ("folder", models.CharField(blank=True, max_length=300, verbose_name="folder")),
                ("pinned", models.CharField(blank=True, max_length=200, verbose_name="fingerprint")),
                (
                    "language",
                    models.CharField(
                        choices=tdsuite.exchange.models.languages,
                        db_default="en-gb",
                        default="en-gb",
                        max_length=10,
                        verbose_name="language of the pages",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("sent", models.JSONField(blank=True, default=dict)),
                ("sent_state", models.CharField(blank=True, max_length=64)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("succeeded_at", models.DateTimeField(blank=True, null=True)),
                ("last_error", models.CharField(blank=True, max_length=500)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publish_targets",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="RosterUpload",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("filename", models.CharField(max_length=120)),
                ("data", models.BinaryField()),
                ("section", models.PositiveSmallIntegerField(null=True)),
                ("columns", models.JSONField(null=True)),
                ("created_by", models.BigIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roster_uploads",
                        to="tournaments.division",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
    ]
