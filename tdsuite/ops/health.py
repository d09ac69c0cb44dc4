"""Is this installation well?  The launcher, a monitor and the director ask the same question."""

import shutil
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from tdsuite.ops.backups.state import status as backup_status
from tdsuite.platform.jobs.services import worker_status

LOW_DISK_BYTES = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Health:
    """status: "ok", "degraded" (pages work, something else does not) or "down".

    worker_seconds: since a worker was last heard, None if never; disk_free_mb: on the data's disk; problems: what to do.
    backup_seconds: since everything decided was in a copy, None where none is made; backup_place: as that of `backups.state.Status`.
    """

    status: str
    database: bool
    worker_seconds: int | None
    disk_free_mb: int
    problems: list[str]
    backup_seconds: int | None = None
    backup_place: str = "none"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def look(low_disk_bytes: int = LOW_DISK_BYTES) -> Health:
    """Ask the database, the workers' heartbeats and the disk; a database that does not answer is no error here."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    problems = []
    if free < low_disk_bytes:
        problems.append(f"Only {free // 1_000_000} MB are free in {settings.DATA_DIR.name}: make room soon.")
    try:
        worker = worker_status()
    except DatabaseError:
        connection.close()
        return Health("down", False, None, free // 1_000_000, ["The database does not answer.", *problems])
    if worker.says:
        problems.append(worker.says)
    backup = backup_status()
    if backup is not None and backup.problem:
        problems.append("The newest backup is late, or not where it should be: see the Round board.")
    seconds = None if worker.last_seen is None else max(0, int((timezone.now() - worker.last_seen).total_seconds()))
    age, place = (backup.seconds, backup.place) if backup else (None, "none")
    return Health("degraded" if problems else "ok", True, seconds, free // 1_000_000, problems, age, place)
