"""Whether this server process should get requests, and whether everything behind it is well: `/readyz`."""

import shutil
import threading
import time
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from tdsuite.ops.backups.state import status as backup_status
from tdsuite.ops.health import LOW_DISK_BYTES
from tdsuite.platform.jobs import dispatch
from tdsuite.platform.jobs.services import WORKER_SILENT, beat_seconds, worker_status

REMEMBERED_SECONDS = 5.0  # strangers may ask as often as they like: the broker is asked so often
_lock = threading.Lock()
_broker = (float("-inf"), False)  # when it was asked, what it said
_migrated = False


@dataclass(frozen=True, slots=True)
class Readiness:
    """wrong: name of a check -> what is wrong; the database alone decides whether requests can be answered."""

    wrong: dict[str, str]

    CHECKS = ("database", "broker", "worker", "beat", "backup", "disk")

    @property
    def ready(self) -> bool:
        return "database" not in self.wrong

    def as_json(self) -> dict[str, object]:
        return {"ready": self.ready, **{name: self.wrong.get(name, "ok") for name in self.CHECKS}}


def look() -> Readiness:
    """Ask everything that a page or a job needs."""
    wrong: dict[str, str] = {}
    if shutil.disk_usage(settings.DATA_DIR).free < LOW_DISK_BYTES:
        wrong["disk"] = "nearly full"
    if not _broker_answers():
        wrong["broker"] = "does not answer: new jobs begin late"
    try:
        wrong |= _of_the_database()
    except DatabaseError:
        connection.close()
        wrong["database"] = "does not answer"
    return Readiness(wrong)


def _of_the_database() -> dict[str, str]:
    wrong = {} if _is_migrated() else {"database": "its tables are not this version's: run first_start"}
    worker = worker_status()
    if not worker.alive:
        wrong["worker"] = "none was heard"
    elif worker.unserved:
        wrong["worker"] = f"none serves {', '.join(worker.unserved)}"
    heard = beat_seconds()
    if heard is None or heard > WORKER_SILENT.total_seconds():
        wrong["beat"] = "was not heard: nothing starts by itself"
    backup = backup_status()
    if backup is not None and backup.problem:
        wrong["backup"] = "late, or not where it should be"
    return wrong


def _is_migrated() -> bool:
    """Whether every migration of this version was made; once true, that stays so."""
    global _migrated  # noqa: PLW0603
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    else:
        connection.ensure_connection()
    return _migrated


def _broker_answers() -> bool:
    global _broker  # noqa: PLW0603
    with _lock:
        asked, answer = _broker
        if time.monotonic() - asked > REMEMBERED_SECONDS:
            answer = dispatch.broker_answers()
            _broker = (time.monotonic(), answer)
    return answer
