"""Kinds of job for tests, declared for a while as an app would declare them."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import transaction

from tdsuite.jobs import registry, services
from tdsuite.jobs.context import JobContext
from tdsuite.jobs.models import Job

KIND = "tests.job"
Work = Callable[[JobContext], dict[str, Any] | None]


@contextmanager
def declared(work: Work, kind: str = KIND, **how: Any) -> Iterator[None]:
    registry.handler(kind, **how)(work)
    try:
        yield
    finally:
        registry.forget(kind)


def enqueued(kind: str = "jobs.selftest", **how: Any) -> Job:
    """A job enqueued in a transaction of its own. The self-test counts to 2 unless told otherwise."""
    how.setdefault("args", {"count": 2, "pause": 0})
    with transaction.atomic():
        return services.enqueue(kind, **how)


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()[0] != "Z"


def wait_for(condition: Callable[[], Any], seconds: float = 20.0, what: str = "") -> Any:
    """The condition's first true answer, asked every 20 ms; fails the test after `seconds`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds:g} s: {what or condition}")
