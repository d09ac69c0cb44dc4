import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tournaments", "0001_first"),
    ]

    operations = [
        migrations.CreateModel(
            name="PairingSettings",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rules", models.JSONField(blank=True, default=dict)),
                ("boards", models.JSONField(blank=True, default=list)),
                ("families", models.JSONField(blank=True, default=list)),
                ("volunteers", models.JSONField(blank=True, default=list)),
                (
                    "reasons_public",
                    models.BooleanField(default=True, verbose_name="players may read why each board is what it is"),
                ),
                (
                    "division",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairing_settings",
                        to="tournaments.division",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "pairing settings",
            },
        ),
        migrations.CreateModel(
            name="PairingRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_round", models.PositiveSmallIntegerField()),
                ("last_round", models.PositiveSmallIntegerField()),
                ("paired_after", models.PositiveSmallIntegerField(null=True)),
                ("method", models.CharField(max_length=30)),
                ("seed", models.BigIntegerField()),
                ("engine_version", models.CharField(max_length=20)),
                ("state_version", models.PositiveBigIntegerField()),
                ("based_on", models.PositiveBigIntegerField(default=0)),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "draft"), ("published", "published"), ("discarded", "discarded")],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("inputs", models.JSONField(default=dict)),
                ("boards", models.JSONField(default=list)),
                ("warnings", models.JSONField(default=list)),
                ("costs", models.JSONField(default=list)),
                ("proof", models.CharField(blank=True, max_length=20)),
                ("schedule", models.JSONField(default=list)),
                ("automatic", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("published_at", models.DateTimeField(null=True)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairing_runs",
                        to="tournaments.division",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "draft")),
                        fields=("division", "first_round"),
                        name="pairing_one_draft_a_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("last_round__gte", models.F("first_round"))), name="pairing_rounds_in_order"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundChances",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("key", models.CharField(max_length=32)),
                ("trials", models.PositiveIntegerField()),
                ("shares", models.JSONField(default=list)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_chances",
                        to="tournaments.division",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "round chances",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("division", "number"), name="pairing_one_row_of_chances_a_round")
                ],
            },
        ),
    ]
