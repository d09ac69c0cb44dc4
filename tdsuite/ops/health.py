"""Is this installation well?  The launcher, a monitor and the director ask the same question."""

import shutil
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from tdsuite.platform.jobs.services import worker_status

LOW_DISK_BYTES = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Health:
    """status: "ok", "degraded" (pages work, something else does not) or "down".

    worker_seconds: since a worker was last heard, None if never; disk_free_mb: on the data's disk; problems: what to do.
    """

    status: str
    database: bool
    worker_seconds: int | None
    disk_free_mb: int
    problems: list[str]

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
    if not worker.alive:
        problems.append(worker.says)
    seconds = None if worker.last_seen is None else max(0, int((timezone.now() - worker.last_seen).total_seconds()))
    return Health("degraded" if problems else "ok", True, seconds, free // 1_000_000, problems)
