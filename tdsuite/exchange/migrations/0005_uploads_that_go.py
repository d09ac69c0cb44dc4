"""A roster's file goes once it is applied: older versions kept it, with every column that it had."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def remove_applied(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the files, and say how many."""
    count, _ = apps.get_model("exchange", "RosterUpload").objects.exclude(applied_at=None).delete()
    if count:
        print(f"\n    files of rosters that were applied removed: {count}", end="")


class Migration(migrations.Migration):
    dependencies = [("exchange", "0004_received_sites")]
    operations = [
        migrations.RunPython(remove_applied, migrations.RunPython.noop),
        migrations.RemoveField("rosterupload", "applied_at"),
    ]
