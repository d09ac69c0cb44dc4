"""Back to the version before an upgrade: the database takes the content of the copy that was made then."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.utils import timezone

from tdsuite.ops import safety_copy
from tdsuite.ops.backups import copies
from tdsuite.ops.backups.copies import STAMP, NotWhole
from tdsuite.ops.backups.restoring import RESTORED
from tdsuite.ops.errors import NewerDatabase
from tdsuite.tournaments.services.decision import Refused


@dataclass(frozen=True, slots=True)
class Went:
    """Where the database came from and what became of the one before.

    Attributes:
        source: the copy that it holds now.
        made_at: when that was made.
        aside: the database as it was before going back.
        later: how many decisions only that one has.
    """

    source: Path
    made_at: datetime
    aside: Path
    later: int

    @property
    def says(self) -> str:
        text = (
            f"The database is again as it was at {self.made_at:%Y-%m-%d %H:%M:%S} UTC, before the upgrade ({self.source.name}). As it was "
            f"until now, it is kept in {self.aside}. Check out the older version if you have not, and start it."
        )
        if self.later:
            text += f" The {self.later} decisions made since are only there: `manage verify_audit EVENT --accept` takes the record on as it is."
        return text


def go_back(*, put_aside: bool) -> Went:
    """Put back what was there before the newest upgrade that this version can read; the suite is stopped.

    The database is copied first, and changes in one transaction: whoever is interrupted has the one or the other.

    Args:
        put_aside: do it although decisions were made since, which then stand in the copy alone.

    Raises:
        Refused: then nothing was changed.
    """
    if not settings.SQLITE:
        raise Refused(
            "On PostgreSQL put the dump back with pg_restore: docs/operations.md says how.", code="not_sqlite"
        )
    root = Path(settings.DATA_DIR)
    try:
        source = _newest(root / "backups")
        later = _records(root / copies.DATABASE) - _records(source)
        if later > 0 and not put_aside:
            raise Refused(
                f"{later} decisions were made since the upgrade. With --put-aside they are put aside.",
                code="decided_since",
            )
        made_at = datetime.fromtimestamp(source.stat().st_mtime, tz=UTC)
        aside = root / "backups" / f"before-going-back-{timezone.now().strftime(STAMP)}.sqlite3"
        draft = aside.with_suffix(".new")
        safety_copy.copy_sqlite(draft)
        draft.replace(aside)
        connections.close_all()
        _take_over(source, root / copies.DATABASE)
    except (OSError, sqlite3.Error, NotWhole) as error:
        raise Refused(f"The copy cannot be put back: {error}. Nothing was changed.", code="copy_not_whole") from error
    note = json.dumps({"made_at": made_at.isoformat(), "kind": "before an upgrade"})
    (root / RESTORED).write_text(note, encoding="utf-8")
    return Went(source, made_at, aside, max(later, 0))


def _newest(folder: Path) -> Path:
    """The newest copy before an upgrade that this version can read, checked.  Raises Refused, NotWhole."""
    for path in sorted(folder.glob("before-upgrade-*.sqlite3"), reverse=True):
        with closing(sqlite3.connect(path)) as database:
            applied = database.execute("SELECT app, name FROM django_migrations").fetchall()
        try:
            safety_copy.refuse_unknown(applied)
        except NewerDatabase:  # two upgrades are taken back, and this copy was made before the second
            continue
        copies.check_database(path, {})
        return path
    raise Refused(f"There is no copy from before an upgrade in {folder} that this version can read.", code="no_copy")


def _records(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT COUNT(*) FROM audit_record").fetchone()[0])


def _take_over(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(target, timeout=10)) as database:
        copy.backup(database)
