"""What beat asks of the kernel."""

from typing import Any

from celery import shared_task

from .services.rounds import start_due_rounds

start_due: Any = shared_task(name="tournaments.start_due_rounds", ignore_result=True)(start_due_rounds)
