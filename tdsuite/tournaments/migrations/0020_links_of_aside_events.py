from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_overlays_and_screens")]

    operations = [
        migrations.AddField("asideevent", "links", models.TextField(blank=True, db_default="", default="")),
    ]
