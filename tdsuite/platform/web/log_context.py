"""For which job a line of a log was written."""

import logging
from contextvars import ContextVar

job_id: ContextVar[str] = ContextVar("job_id", default="")


class About(logging.Filter):
    """Gives each line its `about`: " [job ...]" or nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.about = f" [job {job_id.get()}]" if job_id.get() else ""
        return True
