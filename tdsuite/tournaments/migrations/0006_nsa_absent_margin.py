"""NSA III.G.1 fixes what each of two absent players loses: an event under that book keeps no choice of its own."""

from django.db import migrations


def drop_choice(apps, schema_editor):
    Tournament = apps.get_model("tournaments", "Tournament")
    for event in Tournament.objects.filter(rulebook="nsa-2004", choices__has_key="absent_margin"):
        del event.choices["absent_margin"]
        event.save(update_fields=["choices"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_starts_by_compare")]
    operations = [migrations.RunPython(drop_choice, migrations.RunPython.noop)]
