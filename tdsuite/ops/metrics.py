"""Figures for Prometheus, in its text format: what the processes behind this port have answered, and how jobs, backups and the disk are.

Every web process counts its own requests. Where several answer behind one port each writes its figures into a file, and whichever is
asked adds them up. What a process that died had counted stays counted: a sum that falls would be read as one that began anew.
"""

import asyncio
import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Min
from django.utils import timezone

from tdsuite.ops.backups.state import status as backup_status
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import beat_seconds, worker_status

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
STARTED = time.time()
WRITES_EVERY = 1.0  # seconds
# Of a web process: name -> (kind, what it is).
OF_PROCESSES = {
    "requests_total": ("counter", "Requests that were answered."),
    "request_seconds": ("histogram", "From the whole request to the first byte of its answer."),
    "cpu_seconds_total": ("counter", "Of the web processes."),
    "requests_waiting": ("gauge", "Requests that are not answered yet."),
    "streams": ("gauge", "Open streams of changes."),
    "memory_bytes": ("gauge", "Of the web processes."),
    "open_files": ("gauge", "Of the web processes."),
    "start_time_seconds": ("gauge", "When the newest of the web processes started, since 1970."),
}


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
gauges: dict[str, Callable[[], float]] = {}  # of `OF_PROCESSES`, of parts that only the server has
Sample = tuple[Mapping[str, object], float]


class Shared:
    """The figures of the processes behind one port, in a file each.

    Args:
        folder: of this port; emptied before the first process starts.
        number: of this process. One that is started anew goes on where the one before it was killed.
    """

    def __init__(self, folder: Path, number: int) -> None:
        self._file = folder / f"{number}.json"
        self._folder = folder
        counts = _read(self._file).items()
        self._before = Counter({name: count for name, count in counts if OF_PROCESSES[_name(name)][0] != "gauge"})

    def own(self) -> Counter[str]:
        return _together([self._before, own_figures()])

    def all(self) -> Counter[str]:
        """The others' as they wrote them at most `WRITES_EVERY` seconds ago."""
        return _together([self.own(), *(_read(file) for file in self._folder.glob("*.json") if file != self._file)])

    async def keep_writing(self) -> None:
        written = None
        while True:
            now = requests.by_status.total(), requests.waiting, [count() for count in gauges.values()]
            if now != written:  # a disk is not woken for nothing
                with suppress(OSError):  # a full one keeps nobody from a page
                    self.write()
                    written = now
            await asyncio.sleep(WRITES_EVERY)

    def write(self) -> None:
        written = self._file.with_suffix(".new")
        written.write_text(json.dumps(self.own()), encoding="utf-8")
        written.replace(self._file)


shared: Shared | None = None  # where several processes serve behind one port


def share(folder: Path, number: int) -> None:
    global shared  # noqa: PLW0603  (of the process, as its requests are)
    shared = Shared(folder, number)


def text() -> str:
    """Everything as Prometheus reads it.  Raises DatabaseError where the database does not answer."""
    lines = [*_processes(), *_jobs(), *_installation()]
    return "\n".join(lines) + "\n"


def own_figures() -> Counter[str]:
    """Of this process, by sample as Prometheus names it."""
    answered = sorted(requests.by_status.items())
    figures = Counter(
        {f'requests_total{{method="{method}",status="{status}"}}': count for (method, status), count in answered}
    )
    below, total, used = 0, requests.by_status.total(), os.times()
    for bound in BOUNDS:
        below += requests.within[bound]
        figures[f'request_seconds_bucket{{le="{bound:g}"}}'] = below
    values = {
        'request_seconds_bucket{le="+Inf"}': total,
        "request_seconds_sum": requests.seconds,
        "request_seconds_count": total,
        "cpu_seconds_total": used.user + used.system,
        "requests_waiting": requests.waiting,
        "start_time_seconds": STARTED,
        **{name: now() for name, now in gauges.items()},
    }
    with suppress(OSError, ValueError, AttributeError):  # only Linux says so
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        values |= {"memory_bytes": pages * os.sysconf("SC_PAGE_SIZE"), "open_files": len(os.listdir("/proc/self/fd"))}
    figures.update(values)
    return figures


def _together(processes: Collection[Counter[str]]) -> Counter[str]:
    figures: Counter[str] = Counter()
    for each in processes:
        figures.update(each)
    figures["start_time_seconds"] = max(each["start_time_seconds"] for each in processes)
    return figures


def _read(file: Path) -> Counter[str]:
    with suppress(OSError, ValueError):
        return Counter(json.loads(file.read_text(encoding="utf-8")))
    return Counter()


def _metric(name: str, kind: str, about: str, samples: Iterable[Sample]) -> Iterable[str]:
    yield f"# HELP tdsuite_{name} {about}"
    yield f"# TYPE tdsuite_{name} {kind}"
    yield from (f"tdsuite_{name}{_labels(labels)} {value:g}" for labels, value in samples)


def _labels(labels: Mapping[str, object]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}" if labels else ""


def _gauge(name: str, about: str, value: float | None) -> Iterable[str]:
    """One figure; nothing where there is none."""
    return _metric(name, "gauge", about, [({}, value)]) if value is not None else ()


def _processes() -> Iterable[str]:
    figures = own_figures() if shared is None else shared.all()
    for name, (kind, about) in OF_PROCESSES.items():
        yield from _metric(name, kind, about, ())
        yield from (f"tdsuite_{sample} {value:.12g}" for sample, value in figures.items() if _name(sample) == name)


def _name(sample: str) -> str:
    name = sample.partition("{")[0]
    return "request_seconds" if name.startswith("request_seconds_") else name


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
