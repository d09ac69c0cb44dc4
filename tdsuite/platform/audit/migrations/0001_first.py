import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tdsuite.platform.audit import triggers


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.install(schema_editor.connection)


def lift(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.lift(schema_editor.connection)


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="ChainHead",
            fields=[
                ("chain", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("seq", models.PositiveBigIntegerField(default=0)),
                ("hash", models.CharField(max_length=64)),
                ("seal", models.CharField(blank=True, max_length=80)),
            ],
        ),
        migrations.CreateModel(
            name="Record",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chain", models.CharField(max_length=40)),
                ("seq", models.PositiveBigIntegerField()),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "actor_kind",
                    models.CharField(
                        choices=[
                            ("user", "user"),
                            ("command", "command line"),
                            ("player", "player"),
                            ("station", "station"),
                        ],
                        max_length=10,
                    ),
                ),
                ("actor_id", models.BigIntegerField(null=True)),
                ("action", models.CharField(max_length=60)),
                ("object_type", models.CharField(max_length=60)),
                ("object_id", models.CharField(max_length=40)),
                ("scope", models.CharField(blank=True, max_length=40)),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                ("facts", models.JSONField(default=dict)),
                ("reason_hash", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "ordering": ["chain", "seq"],
                "indexes": [
                    models.Index(fields=["object_type", "object_id"], name="audit_object"),
                    models.Index(fields=["chain", "scope", "seq"], name="audit_scope"),
                ],
                "constraints": [models.UniqueConstraint(fields=("chain", "seq"), name="audit_one_record_per_link")],
            },
        ),
        migrations.CreateModel(
            name="ReasonText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("salt", models.CharField(max_length=32)),
                ("text", models.TextField()),
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="reason_text", to="audit.record"
                    ),
                ),
            ],
        ),
        migrations.RunPython(install, lift),
    ]
