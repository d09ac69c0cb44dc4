from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

DROPPED = ("order", "features", "sessions")


def keep_tables_alone(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was said of tables, seats that stay and sessions are no more; a need without a table has nothing left to say."""
    for division in apps.get_model("tournaments", "Division").objects.exclude(table_plan={}):
        division.table_plan = {name: value for name, value in division.table_plan.items() if name not in DROPPED}
        division.save(update_fields=["table_plan"])
    apps.get_model("tournaments", "TableNeed").objects.filter(table="").delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_division_changes")]
    operations = [
        migrations.RunPython(keep_tables_alone, migrations.RunPython.noop),
        migrations.RemoveField(model_name="tableneed", name="features"),
        migrations.AlterField(
            model_name="tableneed", name="table", field=models.CharField(max_length=20, verbose_name="table")
        ),
    ]
