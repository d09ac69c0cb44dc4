"""What beat asks of the kernel."""

from typing import Any

from celery import shared_task

from tdsuite.platform.audit.handed_over import handed_over

from .services.rounds import start_due_rounds


def _start_due_rounds() -> None:
    if handed_over() is None:
        start_due_rounds()


start_due: Any = shared_task(name="tournaments.start_due_rounds", ignore_result=True)(_start_due_rounds)
