"""Beat's schedule, which a clock that is set back does not stop."""

from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    """As Celery's own; whatever it says to have sent in the future counts as sent now.

    Celery waits until the clock has caught up: an hour without scheduled starts where a laptop's clock is set back by an hour.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > entry.default_now()]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # made anew with the times of this clock
        seconds: float = super().tick(*args, **kwargs)
        return seconds
