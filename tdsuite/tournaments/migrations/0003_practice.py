from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_outcome_kinds")]
    operations = [
        migrations.AddField(
            model_name="tournament",
            name="is_practice",
            field=models.BooleanField(default=False, verbose_name="practice"),
        )
    ]
