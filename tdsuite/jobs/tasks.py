"""What Celery calls, how a worker process begins and ends, and the job with which a worker proves itself."""

import logging
import time
from typing import Any

from celery import shared_task, signals
from celery.concurrency import get_implementation
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from . import processes, runner
from .context import JobContext
from .errors import JobRefused
from .registry import handler
from .services import WORKER_COMMAND

log = logging.getLogger(__name__)


def _wake(queue: str) -> None:
    """A row waits in this queue."""
    runner.current().drain(queue)


def _sweep() -> None:
    """Beat's reminder: end what is past saving, do what no message announced."""
    runner.current().sweep()


wake: Any = shared_task(name="jobs.wake", ignore_result=True)(_wake)
sweep: Any = shared_task(name="jobs.sweep", ignore_result=True)(_sweep)


def _begin(sender: Any = None, **kwargs: object) -> None:
    """Before any broker is asked: jobs are found and done even while it is away. One thread is always left to `now`."""
    pool = get_implementation(sender.pool_cls).__module__
    if pool not in {"celery.concurrency.thread", "celery.concurrency.solo"}:
        raise SystemExit(f"The worker needs threads. Start it so: {WORKER_COMMAND}")
    threads = sender.concurrency if isinstance(sender.concurrency, int) else 1
    runner.replace(runner.Runner(bulk_at_once=max(1, min(settings.JOBS_BULK_AT_ONCE, threads - 1))))
    runner.current().start()


def _stop(**kwargs: object) -> None:
    runner.current().stop()


def _end(**kwargs: object) -> None:
    runner.current().close()


signals.worker_init.connect(_begin)
signals.worker_shutting_down.connect(_stop)
signals.worker_shutdown.connect(_end)


@handler("jobs.selftest", label=_("Worker check"))
def selftest(ctx: JobContext) -> dict[str, Any]:
    """Count, so that anyone can see a worker take a job, report, be cancelled, be killed and resume.

    args: count 1-100000 (20), pause in seconds 0-10 (0.05), process: hash in a helper too, file: produce one.
    """
    count, pause = int(ctx.args.get("count", 20)), float(ctx.args.get("pause", 0.05))
    if not (1 <= count <= 100_000 and 0 <= pause <= 10):
        raise JobRefused(_("count is 1 to 100000, pause 0 to 10 seconds"))
    for number in range(count):
        ctx.progress(number, count, _("Counting"))
        time.sleep(pause)
    result: dict[str, Any] = {"counted": count, "attempt": ctx.attempt}
    if ctx.args.get("process"):
        result["digest"] = ctx.run_in_process(processes.digest, count)
    if ctx.args.get("file"):
        result["file"] = ctx.add_file("worker-check.txt", f"{count}\n".encode()).name
    ctx.progress(count, count, _("Counted"))
    return result
