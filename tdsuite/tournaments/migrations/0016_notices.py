from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_undone_rounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="notices",
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]
