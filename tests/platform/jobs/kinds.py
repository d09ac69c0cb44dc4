"""Kinds of job for tests, declared for a while as an app would declare them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from tdsuite.platform.jobs import lease, registry, services
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tests.platform.jobs import selftest  # noqa: F401  (declares its kind)

KIND = "tests.job"
Work = Callable[[JobContext], dict[str, Any] | None]


@contextmanager
def declared(work: Work, kind: str = KIND, **how: Any) -> Iterator[None]:
    registry.handler(kind, **how)(work)
    try:
        yield
    finally:
        registry.job_handlers.remove(kind)


def enqueued(kind: str = "jobs.selftest", **how: Any) -> Job:
    """A job enqueued in a transaction of its own. The self-test counts to 2 unless told otherwise."""
    how.setdefault("args", {"count": 2, "pause": 0})
    with transaction.atomic():
        return services.enqueue(kind, **how)


def claim_next(queue: str, worker: str) -> Job | None:
    """Have `worker` claim the oldest job that it may take of a queue, as if its message had arrived."""
    for pk in Job.objects.claimable(timezone.now()).filter(queue=queue).order_by("pk").values_list("pk", flat=True):
        job = lease.claim(pk, worker)
        if job is not None:
            return job
    return None


def drain(runner: Runner, queue: str) -> int:
    """Give the runner the messages of a queue until none of its jobs waits. How many it did."""
    count = 0
    while not runner.stopping.is_set():
        pks = list(
            Job.objects.claimable(timezone.now()).filter(queue=queue).order_by("pk").values_list("pk", flat=True)
        )
        done = sum(runner.run(pk) for pk in pks)
        if not done:
            break
        count += done
    return count


def outcome(work: Work, runner: Runner, **how: Any) -> Job:
    """Enqueue one job that does `work`, let the runner drain its queue, and read the row."""
    with declared(work, **how):
        job = enqueued(KIND)
        drain(runner, job.queue)
    job.refresh_from_db()
    return job


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not. It may end while one asks."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()  # a system without /proc has answered above
    return state != "Z"


def command_line(pid: int) -> bytes:
    """Of a process, empty once it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
