"""Database triggers that refuse to change rows, on SQLite and PostgreSQL.

Rows written once, as audit records are, are never changed nor deleted; rows of a list may be deleted, but never changed.
A higher package adds its own tables to `protected_tables` when its app is ready.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.backends.base.base import BaseDatabaseWrapper

from tdsuite.platform.hooks.hooks import Registry

TABLE = "audit_record"


@dataclass(frozen=True, slots=True)
class Protection:
    """refusal: what the database answers, without quotes."""

    refusal: str
    deletable: bool = False


protected_tables: Registry[Protection] = Registry("protected_tables")
protected_tables.add(TABLE, Protection("audit records are never changed or deleted"))


def _protection_of(table: str) -> Protection:
    protection = protected_tables.get(table)
    if protection is None:
        raise LookupError(f"{table} is not a protected table")
    return protection


def install(connection: BaseDatabaseWrapper, *tables: str) -> None:
    """Put the triggers on these tables; the audit records' where none is named."""
    with connection.cursor() as cursor:
        for table in tables or (TABLE,):
            for statement in _statements(connection.vendor, table, _protection_of(table)):
                cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper, *tables: str) -> None:
    """Take the triggers off: for undoing the migration, and for emptying a test database."""
    with connection.cursor() as cursor:
        for table in tables or (TABLE,):
            on = "" if connection.vendor == "sqlite" else f" ON {table}"
            for name in _triggers(connection.vendor, _protection_of(table)):
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_{name}{on}")


def install_all(connection: BaseDatabaseWrapper) -> None:
    """Every table's of which nothing may be deleted."""
    install(connection, *_written_once())


def lift_all(connection: BaseDatabaseWrapper) -> None:
    """Let any row be deleted."""
    lift(connection, *_written_once())


def _written_once() -> list[str]:
    return [table for table, protection in protected_tables.items() if not protection.deletable]


def _triggers(vendor: str, protection: Protection) -> dict[str, str]:
    """What each trigger's name ends with, and what it stands before."""
    if protection.deletable:
        return {"no_update": "UPDATE"}
    if vendor == "sqlite":
        return {"no_update": "UPDATE", "no_delete": "DELETE"}
    return {"no_change": "UPDATE OR DELETE", "no_truncate": "TRUNCATE"}


def _statements(vendor: str, table: str, protection: Protection) -> Iterator[str]:
    if vendor == "postgresql":
        yield (
            f"CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{protection.refusal}'; END $$"
        )
    for name, verbs in _triggers(vendor, protection).items():
        if vendor == "sqlite":
            yield (
                f"CREATE TRIGGER IF NOT EXISTS {table}_{name} BEFORE {verbs} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{protection.refusal}'); END"
            )
        else:
            each = "STATEMENT" if verbs == "TRUNCATE" else "ROW"
            yield (
                f"CREATE OR REPLACE TRIGGER {table}_{name} BEFORE {verbs} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION {table}_refuse()"
            )
