"""What the database itself refuses to change, on a table of this test's own."""

from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection, transaction

from tdsuite.platform.audit import triggers

TABLE = "audit_kept"
REFUSAL = "this is kept as it is"

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[True, False], ids=["deletable", "written once"])
def deletable(request: pytest.FixtureRequest) -> Iterator[bool]:
    triggers.protected_tables.add(TABLE, triggers.Protection(REFUSAL, deletable=request.param))
    sql(f"CREATE TABLE {TABLE} (words varchar(20))")
    sql(f"INSERT INTO {TABLE} VALUES ('first'), ('second')")
    triggers.install(connection, TABLE)
    yield bool(request.param)
    triggers.protected_tables.remove(TABLE)


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def refused(statement: str) -> bool:
    try:
        with transaction.atomic():
            sql(statement)
    except DatabaseError as error:
        assert REFUSAL in str(error)
        return True
    return False


def words() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT words FROM {TABLE} ORDER BY words")
        return [row[0] for row in cursor.fetchall()]


def test_no_row_is_changed_and_only_a_deletable_one_is_deleted(deletable: bool) -> None:
    assert refused(f"UPDATE {TABLE} SET words = 'other'")
    assert refused(f"DELETE FROM {TABLE} WHERE words = 'second'") is not deletable
    sql(f"INSERT INTO {TABLE} VALUES ('third')")
    assert words() == (["first", "third"] if deletable else ["first", "second", "third"])


def test_installed_twice_is_lifted_once(deletable: bool) -> None:
    triggers.install(connection, TABLE)
    triggers.lift(connection, TABLE)
    assert not refused(f"UPDATE {TABLE} SET words = 'other'") and not refused(f"DELETE FROM {TABLE}")
    triggers.lift(connection, TABLE)
    triggers.install(connection, TABLE)
    sql(f"INSERT INTO {TABLE} VALUES ('fourth')")
    assert refused(f"UPDATE {TABLE} SET words = 'other'")


def test_lifted_for_deleting_a_deletable_row_still_never_changes(deletable: bool) -> None:
    triggers.lift_all(connection)
    assert not refused(f"DELETE FROM {TABLE} WHERE words = 'second'")
    assert refused(f"UPDATE {TABLE} SET words = 'other'") is deletable
    triggers.install_all(connection)
    assert refused(f"UPDATE {TABLE} SET words = 'other'") and words() == (["first"] if deletable else ["other"])


@pytest.mark.postgres  # SQLite has no TRUNCATE
def test_nothing_written_once_is_truncated(deletable: bool) -> None:
    assert refused(f"TRUNCATE {TABLE}") is not deletable
