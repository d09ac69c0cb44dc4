"""Database triggers that refuse to change a rating list, on SQLite and PostgreSQL. A list nobody used may be deleted whole."""

from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = ("results_ratinglist", "results_ratinglistentry")
REFUSAL = "a rating list is never changed; load the new one as another version"


def _statements(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER IF NOT EXISTS {table}_no_update BEFORE UPDATE ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        ]
    return [
        f"CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$",
        f"CREATE OR REPLACE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_refuse()",
    ]


def install(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        for table in TABLES:
            for statement in _statements(connection.vendor, table):
                cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers off, for undoing the migration."""
    with connection.cursor() as cursor:
        for table in TABLES:
            on = "" if connection.vendor == "sqlite" else f" ON {table}"
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_update{on}")
