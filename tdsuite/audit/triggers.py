"""Database triggers that refuse to change or delete rows written once, on SQLite and PostgreSQL.

Audit records are always such rows; a higher floor names its own tables in `protect` when its app is ready.
"""

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "audit_record"
WRITTEN_ONCE = {TABLE: "audit records are never changed or deleted"}


def protect(table: str, refusal: str) -> None:
    """Name a table whose rows are written once.  refusal: what the database answers, without quotes."""
    WRITTEN_ONCE[table] = refusal


def install(connection: BaseDatabaseWrapper, *tables: str) -> None:
    """Put the triggers on these tables; the audit records' where none is named."""
    _run(connection, _INSTALL, tables or (TABLE,))


def lift(connection: BaseDatabaseWrapper, *tables: str) -> None:
    """Take the triggers off: for undoing the migration, and for emptying a test database."""
    _run(connection, _LIFT, tables or (TABLE,))


def install_all(connection: BaseDatabaseWrapper) -> None:
    install(connection, *WRITTEN_ONCE)


def lift_all(connection: BaseDatabaseWrapper) -> None:
    lift(connection, *WRITTEN_ONCE)


def _run(connection: BaseDatabaseWrapper, statements: dict[str, list[str]], tables: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            for statement in statements[connection.vendor]:
                cursor.execute(statement.format(table=table, refusal=WRITTEN_ONCE[table]))


_INSTALL = {
    "sqlite": [
        f"CREATE TRIGGER IF NOT EXISTS {{table}}_no_{verb.lower()} BEFORE {verb} ON {{table}} "
        "BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '{refusal}'; END $$",
        "CREATE OR REPLACE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION {table}_refuse()",
        "CREATE OR REPLACE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()",
    ],
}
_LIFT = {
    "sqlite": ["DROP TRIGGER IF EXISTS {table}_no_update", "DROP TRIGGER IF EXISTS {table}_no_delete"],
    "postgresql": [
        "DROP TRIGGER IF EXISTS {table}_no_change ON {table}",
        "DROP TRIGGER IF EXISTS {table}_no_truncate ON {table}",
    ],
}
