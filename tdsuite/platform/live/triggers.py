"""The database trigger by which PostgreSQL tells listeners that a version changed. SQLite needs none: it is polled."""

from django.db.backends.base.base import BaseDatabaseWrapper

from tdsuite.platform.live.listen import CHANNEL

TABLE = "live_livetopic"
# A notice leaves with the commit, and equal ones of a transaction are one: the bump costs no query more.
INSTALL = [
    f"CREATE OR REPLACE FUNCTION {TABLE}_tell() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN PERFORM pg_notify('{CHANNEL}', ''); RETURN NULL; END $$",
    f"CREATE OR REPLACE TRIGGER {TABLE}_changed AFTER INSERT OR UPDATE ON {TABLE} "
    f"FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_tell()",
]
LIFT = [f"DROP TRIGGER IF EXISTS {TABLE}_changed ON {TABLE}", f"DROP FUNCTION IF EXISTS {TABLE}_tell()"]


def install(connection: BaseDatabaseWrapper) -> None:
    _run(connection, INSTALL)


def lift(connection: BaseDatabaseWrapper) -> None:
    _run(connection, LIFT)


def _run(connection: BaseDatabaseWrapper, statements: list[str]) -> None:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
