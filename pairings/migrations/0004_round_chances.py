"""The chances of the prize places after each round are kept; they come with the next result or publication."""

from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    dependencies = [
        ("pairings", "0003_based_on"),
        ("tournaments", "0017_drills"),
    ]

    operations = [
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
                    models.ForeignKey(on_delete=CASCADE, related_name="round_chances", to="tournaments.division"),
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
