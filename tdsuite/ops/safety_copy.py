"""A copy of the database before a newer version changes its tables: an upgrade in the hall can be taken back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

KEPT = 5


def make() -> Path | None:
    """Copy the database if tables are about to change; the copy, or None where there is nothing to save.

    SQLite alone: it reads through the database's own backup interface, so a running server disturbs nothing. Raises OSError or
    sqlite3.Error when the copy cannot be written: then nothing should be changed either.
    """
    if connection.vendor != "sqlite" or not _is_upgrade():
        return None
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(exist_ok=True, mode=0o700)
    path = folder / f"before-upgrade-{_next_number(folder):04d}.sqlite3"
    draft = path.with_suffix(".new")
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as copy:
        connection.connection.backup(copy)
    draft.replace(path)
    for old in _copies(folder)[:-KEPT]:
        old.unlink()
    return path


def _is_upgrade() -> bool:
    """Whether the database holds tables already and is behind this version."""
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    return bool(applied) and bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("before-upgrade-*.sqlite3"))


def _next_number(folder: Path) -> int:
    copies = _copies(folder)
    return int(copies[-1].stem.rsplit("-", 1)[1]) + 1 if copies else 1
