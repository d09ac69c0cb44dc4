"""Figures for Prometheus, in its text format: what this process has answered, and how jobs, backups and the disk are.

Every server process counts its own requests: where several run, each is asked at its own port.
"""

import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import Count, Min
from django.utils import timezone

from tdsuite.ops.backups.state import status as backup_status
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import beat_seconds, worker_status

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
STARTED = time.time()


@dataclass(slots=True)
class Requests:
    """Answers of this process.

    Attributes:
        by_status: how many, by method and status.
        within: how many took at most so many seconds, by the smallest bound of `BOUNDS`; longer ones are in none.
        seconds: of all together.
        waiting: requests that were begun and are not answered yet.
    """

    by_status: Counter[tuple[str, int]] = field(default_factory=Counter)
    within: Counter[float] = field(default_factory=Counter)
    seconds: float = 0.0
    waiting: int = 0

    def add(self, method: str, status: int, seconds: float) -> None:
        self.by_status[method, status] += 1
        self.seconds += seconds
        bound = next((bound for bound in BOUNDS if seconds <= bound), None)
        if bound is not None:
            self.within[bound] += 1


requests = Requests()
gauges: dict[str, tuple[str, Callable[[], float]]] = {}  # name -> (what it is, now), of parts that only the server has
Sample = tuple[Mapping[str, object], float]


def text() -> str:
    """Everything as Prometheus reads it.  Raises DatabaseError where the database does not answer."""
    lines = [*_answers(), *_process(), *_jobs(), *_installation()]
    return "\n".join(lines) + "\n"


def _metric(name: str, kind: str, about: str, samples: Iterable[Sample]) -> Iterable[str]:
    yield f"# HELP tdsuite_{name} {about}"
    yield f"# TYPE tdsuite_{name} {kind}"
    yield from (f"tdsuite_{name}{_labels(labels)} {value:g}" for labels, value in samples)


def _labels(labels: Mapping[str, object]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}" if labels else ""


def _gauge(name: str, about: str, value: float | None) -> Iterable[str]:
    """One figure; nothing where there is none."""
    return _metric(name, "gauge", about, [({}, value)]) if value is not None else ()


def _answers() -> Iterable[str]:
    rows = sorted(requests.by_status.items())
    counts = [({"method": method, "status": status}, count) for (method, status), count in rows]
    yield from _metric("requests_total", "counter", "Requests that were answered.", counts)
    yield "# HELP tdsuite_request_seconds From the whole request to the first byte of its answer."
    yield "# TYPE tdsuite_request_seconds histogram"
    below = 0
    for bound in BOUNDS:
        below += requests.within[bound]
        yield f'tdsuite_request_seconds_bucket{{le="{bound:g}"}} {below}'
    total = requests.by_status.total()
    yield f'tdsuite_request_seconds_bucket{{le="+Inf"}} {total}'
    yield f"tdsuite_request_seconds_sum {requests.seconds:.6f}"
    yield f"tdsuite_request_seconds_count {total}"
    yield from _gauge("requests_waiting", "Requests that are not answered yet.", requests.waiting)
    for name, (about, now) in gauges.items():
        yield from _gauge(name, about, now())


def _process() -> Iterable[str]:
    used = os.times()
    yield from _metric("cpu_seconds_total", "counter", "Of this process.", [({}, used.user + used.system)])
    yield from _gauge("start_time_seconds", "When this process started, since 1970.", STARTED)
    try:
        pages = int(open("/proc/self/statm", encoding="ascii").read().split()[1])  # noqa: SIM115
        yield from _gauge("memory_bytes", "Of this process.", pages * os.sysconf("SC_PAGE_SIZE"))
        yield from _gauge("open_files", "Of this process.", len(os.listdir("/proc/self/fd")))
    except (OSError, ValueError, AttributeError):  # only Linux says so
        return


def _jobs() -> Iterable[str]:
    now = timezone.now()
    active = (
        Job.objects.active().order_by().values("queue", "status").annotate(count=Count("pk"), oldest=Min("created_at"))
    )
    rows = list(active)
    counts = [({"queue": row["queue"], "status": row["status"]}, row["count"]) for row in rows]
    yield from _metric("jobs", "gauge", "Jobs that wait or run.", counts)
    waits = [
        ({"queue": row["queue"]}, (now - row["oldest"]).total_seconds())
        for row in rows
        if row["status"] == Job.Status.QUEUED
    ]
    yield from _metric("job_waiting_seconds", "gauge", "How long the oldest waiting job waits.", waits)
    seen = worker_status().last_seen
    yield from _gauge("worker_seconds", "Since a worker was heard.", (now - seen).total_seconds() if seen else None)
    yield from _gauge("beat_seconds", "Since beat was heard.", beat_seconds())


def _installation() -> Iterable[str]:
    free = shutil.disk_usage(settings.DATA_DIR).free
    yield from _gauge("disk_free_bytes", "On the disk of the data directory.", free)
    backup = backup_status()
    if backup is not None:
        yield from _gauge("backup_seconds", "Since everything decided was in a copy.", backup.seconds)
        yield from _gauge("backup_problem", "1 while backups need somebody.", bool(backup.problem))
