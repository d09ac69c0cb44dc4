import django.core.validators
import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

FROM_ONE = [django.core.validators.MinValueValidator(1)]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_practice")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="table_reason",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.CreateModel(
            name="TableNeed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.CharField(blank=True, max_length=20, verbose_name="table")),
                ("features", models.JSONField(blank=True, default=list, verbose_name="the table must be")),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(default=1, validators=FROM_ONE, verbose_name="from round"),
                ),
                (
                    "last_round",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="to round"),
                ),
                ("position", models.IntegerField(default=0)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_needs",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(last_round=None) | Q(last_round__gte=F("first_round")),
                        name="table_need_rounds_in_order",
                    ),
                    models.CheckConstraint(condition=Q(first_round__gte=1), name="table_need_from_round_one"),
                ],
            },
        ),
    ]
