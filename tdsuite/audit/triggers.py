"""Database triggers that refuse to change or delete an audit record, on SQLite and PostgreSQL."""

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "audit_record"
REFUSAL = "audit records are never changed or deleted"

SQLITE = [
    f"CREATE TRIGGER IF NOT EXISTS {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    for verb in ("UPDATE", "DELETE")
]
POSTGRESQL = [
    f"CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$",
    f"CREATE OR REPLACE TRIGGER {TABLE}_no_change BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION {TABLE}_refuse()",
    f"CREATE OR REPLACE TRIGGER {TABLE}_no_truncate BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_refuse()",
]
LIFT = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {TABLE}_no_update", f"DROP TRIGGER IF EXISTS {TABLE}_no_delete"],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS {TABLE}_no_change ON {TABLE}",
        f"DROP TRIGGER IF EXISTS {TABLE}_no_truncate ON {TABLE}",
    ],
}
INSTALL = {"sqlite": SQLITE, "postgresql": POSTGRESQL}


def install(connection: BaseDatabaseWrapper) -> None:
    _run(connection, INSTALL)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers off: for undoing the migration, and for emptying a test database."""
    _run(connection, LIFT)


def _run(connection: BaseDatabaseWrapper, statements: dict[str, list[str]]) -> None:
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)
