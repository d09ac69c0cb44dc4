from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from results.apps import NEVER_CHANGED
from tdsuite.platform.audit import triggers


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.install(schema_editor.connection, *NEVER_CHANGED)


def lift(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.lift(schema_editor.connection, *NEVER_CHANGED)


class Migration(migrations.Migration):
    dependencies = [("results", "0008_rating_lists")]
    operations = [migrations.RunPython(install, lift)]
