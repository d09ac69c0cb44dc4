from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from results.apps import WRITTEN_ONCE
from tdsuite.platform.audit import triggers


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.install(schema_editor.connection, *WRITTEN_ONCE)


def lift(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.lift(schema_editor.connection, *WRITTEN_ONCE)


class Migration(migrations.Migration):
    dependencies = [("results", "0003_signed_sheets"), ("audit", "0002_append_only")]
    operations = [migrations.RunPython(install, lift)]
