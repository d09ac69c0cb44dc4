from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="drills",
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]
