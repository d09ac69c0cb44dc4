"""A draft says what it was based on by a change of its division, no longer by a record.

A draft made before is based on the newest change that was recorded when it was made.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    PairingRun, Record = apps.get_model("pairings", "PairingRun"), apps.get_model("audit", "Record")
    DivisionChange = apps.get_model("tournaments", "DivisionChange")
    for run in PairingRun.objects.filter(status="draft").select_related("division"):
        made = Record.objects.filter(chain=str(run.division.tournament_id), seq=run.record_seq).first()
        if made is not None:
            changes = DivisionChange.objects.filter(division_id=run.division_id, at__lte=made.at)
            run.based_on = changes.aggregate(last=Max("pk"))["last"] or 0
            run.save(update_fields=["based_on"])


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0003_another_suite"),
        ("pairings", "0002_pairing_settings"),
        ("tournaments", "0011_facts_from_the_record"),
    ]

    operations = [
        migrations.AddField("pairingrun", "based_on", models.PositiveBigIntegerField(default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RemoveField("pairingrun", "record_seq"),
    ]
