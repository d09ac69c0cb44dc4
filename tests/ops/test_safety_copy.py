import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tdsuite.ops import safety_copy
from tdsuite.platform.access.models import User

pytestmark = pytest.mark.django_db(transaction=True)
LAST = MigrationLoader(None).graph.leaf_nodes("jobs")[0]


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


def holds_account(copy: Path, username: str) -> bool:
    """Whether a copy is whole and knows an account: SQLite is asked, a dump lists its rows."""
    if copy.suffix == ".dump":
        words = ["pg_restore", "--data-only", "--table=access_user", "--file=-", str(copy)]
        return f"\t{username}\t" in subprocess.run(words, capture_output=True, text=True, check=True).stdout
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT username FROM access_user").fetchall() == [(username,)]


def suffix() -> str:
    return safety_copy.SUFFIXES[connection.vendor]


def test_no_copy_is_made_when_no_table_changes(folder: Path) -> None:
    assert safety_copy.make() is None
    assert not folder.exists()


def test_before_tables_change_everything_is_copied(folder: Path, behind: None) -> None:
    User.objects.create(username="ada")
    made = safety_copy.make()
    assert made == folder / f"before-upgrade-0001{suffix()}"
    assert holds_account(made, "ada")
    assert names(folder) == [made.name]


def test_the_last_five_copies_are_kept(folder: Path, behind: None) -> None:
    folder.mkdir()
    for number in (3, 4, 5, 6, 7):
        (folder / f"before-upgrade-{number:04d}{suffix()}").touch()
    safety_copy.make()
    assert names(folder) == [f"before-upgrade-000{number}{suffix()}" for number in (4, 5, 6, 7, 8)]


def test_without_a_copy_nothing_is_upgraded(folder: Path, behind: None) -> None:
    folder.write_text("in the way of the folder", encoding="utf-8")
    refused = refusal_of_first_start()
    assert refused.startswith("The database must be upgraded, but no copy of it could be made first: ")
    assert LAST not in MigrationRecorder(connection).applied_migrations()


def test_a_server_without_pg_dump_is_told_what_to_install(
    folder: Path, behind: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "sqlite":
        return  # it needs no program
    monkeypatch.setenv("PATH", str(folder))
    assert "pg_dump is not on this computer. Install PostgreSQL's client programs" in refusal_of_first_start()


def test_a_database_of_a_newer_version_is_refused_and_left_alone(folder: Path) -> None:
    newer = ("tournaments", "9999_of_a_newer_version")
    recorder = MigrationRecorder(connection)
    recorder.record_applied(*newer)
    recorder.record_applied("another_program", "0001_initial")  # tables of others are theirs
    try:
        refused = refusal_of_first_start()
        with pytest.raises(CommandError, match="A newer version of tdsuite wrote this database"):
            call_command("serve", "--port", "1")
    finally:
        recorder.record_unapplied(*newer)
        recorder.record_unapplied("another_program", "0001_initial")
    assert refused.startswith(
        "A newer version of tdsuite wrote this database: tournaments 9999_of_a_newer_version is unknown"
    )
    assert not folder.exists()


def refusal_of_first_start() -> str:
    with pytest.raises(CommandError) as refused:
        call_command("first_start", "--no-demo", stdout=StringIO(), stderr=StringIO())
    assert refused.value.returncode == 1
    return str(refused.value)
