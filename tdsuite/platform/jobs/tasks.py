"""What Celery calls, and how a worker process begins and ends."""

from typing import Any

from celery import shared_task, signals
from celery.concurrency import get_implementation
from django.conf import settings

from . import services
from .dispatch import TASK
from .runner import Runner

_runner: Runner | None = None  # this process's, once it is a worker


@shared_task(name=TASK, ignore_result=True)
def run(job_id: int) -> None:
    """A job waits."""
    if _runner is not None:
        _runner.run(job_id)


@shared_task(name="jobs.sweep", ignore_result=True)
def sweep() -> None:
    """Beat's reminder."""
    services.sweep()


@signals.worker_init.connect
def begin(sender: Any = None, **kwargs: object) -> None:
    """Before any broker is asked. One thread is always left to the queue `now`."""
    global _runner  # noqa: PLW0603
    pool = get_implementation(sender.pool_cls).__module__
    if pool not in {"celery.concurrency.thread", "celery.concurrency.solo"}:
        raise SystemExit(f"The worker needs threads. Start it so: {services.WORKER_COMMAND}")
    threads = sender.concurrency if isinstance(sender.concurrency, int) else 1
    _runner = Runner(bulk_at_once=max(1, min(settings.JOBS_BULK_AT_ONCE, threads - 1)))
    _runner.start()


@signals.celeryd_after_setup.connect
def serve(instance: Any = None, **kwargs: object) -> None:
    """Before it takes a message: the worker now knows its queues."""
    if _runner is not None:
        _runner.served = tuple(instance.app.amqp.queues.consume_from)


@signals.worker_shutting_down.connect
def stop(**kwargs: object) -> None:
    """Running jobs go back to the queue."""
    if _runner is not None:
        _runner.stopping.set()


@signals.worker_shutdown.connect
def end(**kwargs: object) -> None:
    """The last that this worker does."""
    if _runner is not None:
        _runner.close()
