"""What beat asks of the installation."""

from typing import Any

from celery import shared_task

from .pruning import prune


def _prune() -> None:
    prune()


prune_daily: Any = shared_task(name="ops.prune", ignore_result=True)(_prune)
