"""A copy of the database before a newer version changes its tables: an upgrade in the hall can be taken back."""

import os
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from .errors import CannotCopy, NewerDatabase

KEPT = 5
SUFFIXES = {"sqlite": ".sqlite3", "postgresql": ".dump"}


def make() -> Path | None:
    """Copy the database if tables are about to change; the copy, or None where there is nothing to save.

    Both databases are read as they were at one instant, so a running server disturbs nothing.  Raises CannotCopy: then nothing
    should be changed either.
    """
    if not _is_upgrade():
        return None
    folder, suffix = Path(settings.DATA_DIR) / "backups", SUFFIXES[connection.vendor]
    try:
        folder.mkdir(exist_ok=True, mode=0o700)
        path = folder / f"before-upgrade-{_next_number(folder):04d}{suffix}"
        draft = path.with_suffix(".new")
        _dump(draft) if suffix == ".dump" else copy_sqlite(draft)
        draft.replace(path)
        for old in _copies(folder)[:-KEPT]:
            old.unlink()
    except (OSError, sqlite3.Error) as error:
        raise CannotCopy(f"{error}. Make room and start again.") from error
    return path


def refuse_newer() -> None:
    """Raise NewerDatabase where a newer version of the suite wrote the database: this one would damage it."""
    refuse_unknown(MigrationExecutor(connection).loader.applied_migrations)


def refuse_unknown(applied: Iterable[tuple[str, str]]) -> None:
    """Raise NewerDatabase where steps of our apps, as (app, name), were taken that this version does not know."""
    loader = MigrationLoader(None)
    unknown = [f"{app} {name}" for app, name in applied if (app, name) not in loader.disk_migrations]
    if ours := [text for text in unknown if text.split()[0] in loader.migrated_apps]:
        raise NewerDatabase(sorted(ours))


def steps_missing(applied: Iterable[tuple[str, str]]) -> bool:
    """Whether an older version wrote a database in which these steps were taken."""
    loader = MigrationLoader(None)
    ours = {step for step in loader.disk_migrations if step[0] in loader.migrated_apps}
    return not ours <= set(applied)


def copy_sqlite(draft: Path) -> None:
    """Copy the SQLite database as it is at this instant; whoever writes meanwhile does not wait."""
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as copy:
        connection.connection.backup(copy)


def _dump(draft: Path) -> None:
    words, variables = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    command = ["pg_dump", "--format=custom", f"--file={draft}", *words[1:]]
    environment = {**os.environ, **(variables or {})}
    try:
        subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=True,
        )
    except FileNotFoundError:
        raise CannotCopy(
            "pg_dump is not on this computer. Install PostgreSQL's client programs (Debian, Ubuntu: postgresql-client) and start "
            "again; or make a copy elsewhere, and start with first_start --copied."
        ) from None
    except subprocess.CalledProcessError as error:
        draft.unlink(missing_ok=True)
        raise CannotCopy(
            f"pg_dump says: {error.stderr.strip()} Mend that and start again; or make a copy elsewhere, and start with "
            "first_start --copied."
        ) from error


def _is_upgrade() -> bool:
    """Whether the database holds tables already and is behind this version."""
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    return bool(applied) and bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _copies(folder: Path) -> list[Path]:
    return sorted(path for suffix in SUFFIXES.values() for path in folder.glob(f"before-upgrade-*{suffix}"))


def _next_number(folder: Path) -> int:
    copies = _copies(folder)
    return int(copies[-1].stem.rsplit("-", 1)[1]) + 1 if copies else 1
