import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tdsuite.ops import safety_copy
from tdsuite.platform.access.models import User

pytestmark = pytest.mark.django_db(transaction=True)
LAST = ("jobs", "0001_initial")


@pytest.fixture(autouse=True)
def folder() -> Iterator[Path]:
    """The folder of the copies, empty before and after."""
    made = Path(settings.DATA_DIR) / "backups"
    yield made
    if made.is_dir():
        for each in made.iterdir():
            each.unlink()
        made.rmdir()
    elif made.exists():
        made.unlink()


@pytest.fixture
def behind() -> Iterator[None]:
    """The database says that an older version wrote it last: one migration is recorded as not applied."""
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(*LAST)
    yield
    recorder.record_applied(*LAST)


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def accounts(copy: Path) -> list[Any]:
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT username FROM access_user").fetchall()


def made_here() -> bool:
    """PostgreSQL has tools of its own: no copy is made there."""
    return connection.vendor == "sqlite"


def test_no_copy_is_made_when_no_table_changes(folder: Path) -> None:
    assert safety_copy.make() is None
    assert not folder.exists()


def test_before_tables_change_everything_is_copied(folder: Path, behind: None) -> None:
    User.objects.create(username="ada")
    made = safety_copy.make()
    if not made_here():
        assert made is None
        return
    assert made == folder / "before-upgrade-0001.sqlite3"
    assert accounts(made) == [("ada",)]
    assert names(folder) == ["before-upgrade-0001.sqlite3"]


def test_the_last_five_copies_are_kept(folder: Path, behind: None) -> None:
    for _ in range(7):
        safety_copy.make()
    kept = [f"before-upgrade-000{number}.sqlite3" for number in (3, 4, 5, 6, 7)] if made_here() else []
    assert (names(folder) if folder.exists() else []) == kept


def test_without_a_copy_nothing_is_upgraded(folder: Path, behind: None) -> None:
    folder.write_text("in the way of the folder", encoding="utf-8")
    if not made_here():
        assert safety_copy.make() is None
        return
    with pytest.raises(CommandError) as refused:
        call_command("first_start", "--no-demo", stdout=StringIO(), stderr=StringIO())
    assert refused.value.returncode == 1
    assert str(refused.value).startswith("The database must be upgraded, but no copy of it could be made first: ")
    assert LAST not in MigrationRecorder(connection).applied_migrations()
