"""What beat asks of the installation."""

from typing import Any

from celery import shared_task

from .backups.copies import look
from .pruning import prune

prune_daily: Any = shared_task(name="ops.prune", ignore_result=True)(prune)
back_up: Any = shared_task(name="ops.back_up", ignore_result=True)(look)
