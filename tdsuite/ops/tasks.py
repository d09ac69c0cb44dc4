"""What beat asks of the installation."""

from typing import Any

from celery import shared_task

from .backups.copies import look
from .pruning import prune


def _prune() -> None:
    prune()


prune_daily: Any = shared_task(name="ops.prune", ignore_result=True)(_prune)


def _back_up() -> None:
    look()


back_up: Any = shared_task(name="ops.back_up", ignore_result=True)(_back_up)
