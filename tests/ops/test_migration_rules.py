"""An upgrade while older processes still serve: what a migration may do (docs/operations.md, "Upgrade without a pause")."""

from collections.abc import Iterator

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field

# Up to here nothing was ever served while it was migrated: nothing was released. What comes after follows the rules.
BEFORE_THE_RULES = {"access": 2}  # else the first of each app
GOES = (
    migrations.RemoveField,
    migrations.DeleteModel,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
FILLS = (migrations.RunPython, migrations.RunSQL)


def breaches(operations: list[Operation], before: ProjectState, app: str, contracts: str = "") -> Iterator[str]:
    """What older code that still runs would stumble over.

    Args:
        contracts: what the migration's attribute of that name says: since which version nothing uses what goes.
    """
    made = {operation.name_lower for operation in operations if isinstance(operation, migrations.CreateModel)}
    dropped = {operation.name for operation in operations if isinstance(operation, migrations.RemoveConstraint)}
    state = before.clone()
    for operation in operations:
        model = getattr(operation, "model_name_lower", "")
        if isinstance(operation, GOES) and not contracts:
            yield f"{operation.describe()}: older code still uses it; say in `contracts` since which version none does"
        if isinstance(operation, FILLS) and len(operations) > 1:
            yield f"{operation.describe()}: rows are filled in a migration of their own, so that no table is locked meanwhile"
        if isinstance(operation, migrations.AddField) and model not in made and not may_be_left_out(operation.field):
            yield f"{operation.describe()}: older code leaves it out; allow null or give it a db_default"
        if isinstance(operation, migrations.AlterField) and model not in made:
            old = state.models[app, model].fields[operation.name]
            if narrower(old, operation.field):
                yield f"{operation.describe()}: older code still writes what no longer fits"
        new = isinstance(operation, migrations.AddConstraint) and operation.constraint.name not in dropped
        if new and model not in made and not contracts:
            yield f"{operation.describe()}: say in `contracts` since which version every row keeps it"
        operation.state_forwards(app, state)


def may_be_left_out(field: Field) -> bool:
    return field.null or field.many_to_many or field.db_default is not NOT_PROVIDED


def narrower(old: Field, new: Field) -> bool:
    lengths = (old.max_length or 10**9, new.max_length or 10**9)
    return type(old) is not type(new) or lengths[1] < lengths[0] or (old.null and not new.null)


def test_every_migration_since_the_rules_follows_them() -> None:
    loader = MigrationLoader(None)
    found = []
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if int(name[:4]) <= BEFORE_THE_RULES.get(app, 1 if is_ours(migration) else 9999):
            continue
        before = loader.project_state((app, name), at_end=False)
        contracts = getattr(migration, "contracts", "")
        found += [f"{app} {name}: {text}" for text in breaches(migration.operations, before, app, contracts)]
    assert found == []


def is_ours(migration: migrations.Migration) -> bool:
    return type(migration).__module__.startswith(("tdsuite", "pairings", "results", "adjudication"))


TEXT = models.CharField(max_length=10)


@pytest.mark.parametrize(
    ("operations", "says"),
    [
        ([migrations.AddField("job", "colour", TEXT)], "older code leaves it out"),
        ([migrations.AddField("job", "colour", models.CharField(max_length=10, null=True))], ""),
        ([migrations.AddField("job", "colour", models.CharField(max_length=10, db_default=""))], ""),
        ([migrations.CreateModel("Colour", [("name", TEXT)]), migrations.AddField("colour", "deep", TEXT)], ""),
        ([migrations.RemoveField("job", "phase")], "older code still uses it"),
        ([migrations.RenameField("job", "phase", "step")], "older code still uses it"),
        ([migrations.AlterField("job", "phase", models.CharField(max_length=200, blank=True))], ""),
        ([migrations.AlterField("job", "phase", models.CharField(max_length=20))], "no longer fits"),
        ([migrations.AlterField("job", "tournament", models.BigIntegerField(null=True))], "no longer fits"),
        ([migrations.AlterField("job", "created_by_id", models.BigIntegerField())], "no longer fits"),
        ([migrations.RunPython(migrations.RunPython.noop)], ""),
        (
            [migrations.RunPython(migrations.RunPython.noop), migrations.RemoveIndex("job", "job_leased")],
            "a migration of their own",
        ),
        (
            [migrations.AddConstraint("job", models.CheckConstraint(condition=models.Q(pk__gt=0), name="new"))],
            "since which version every row keeps it",
        ),
    ],
)
def test_what_older_code_would_stumble_over_is_found(operations: list[Operation], says: str) -> None:
    state = MigrationLoader(None).project_state(("jobs", "0001_first"))
    found = list(breaches(operations, state, "jobs"))
    assert [says in text for text in found] == ([True] if says else [])
    going = [migrations.RemoveField("job", "phase")]
    assert list(breaches(going, state, "jobs", contracts="nothing reads it since 0.2")) == []


@pytest.mark.django_db
def test_what_an_older_version_writes_fits_the_newer_tables() -> None:
    """The columns that it does not know have a value of the database's own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO jobs_workerbeat (name, started_at, seen_at) VALUES ('old', '2026-05-16', '2026-05-16')"
        )
        cursor.execute("SELECT queues FROM jobs_workerbeat WHERE name = 'old'")
        assert cursor.fetchone() == ("",)
