"""Send the message that carries a job's id to a worker. Losing it costs seconds, never the job: beat's sweep sends it again.

Each message is sent in a thread of its own, so that a broker that is away, or accepts and never answers, keeps a request no
longer than `WAIT_SECONDS`, once; for `QUIET_SECONDS` after that nobody waits at all.
"""

import logging
import threading
import time

from celery import current_app

log = logging.getLogger(__name__)
TASK = "jobs.run"
WAIT_SECONDS = 1.5
QUIET_SECONDS = 10.0
_quiet_until = 0.0


def send(job_id: int, queue: str) -> bool:
    """Send a job to the workers of its queue. False, and a line in the log, when the broker did not take it in time."""
    global _quiet_until  # noqa: PLW0603
    now = time.monotonic()
    if now < _quiet_until:
        return False
    answers: list[str] = []

    def publish() -> None:
        try:
            current_app.send_task(TASK, args=[job_id], queue=queue, retry=False)
            answers.append("")
        except Exception as error:  # every transport has its own; none may reach the request
            answers.append(str(error))

    thread = threading.Thread(target=publish, name="jobs-send", daemon=True)
    thread.start()
    thread.join(WAIT_SECONDS)
    if answers == [""]:
        return True
    if _quiet_until <= now:
        log.warning("The broker cannot be reached (%s); waiting jobs are sent again", *(answers or ["no answer"]))
    _quiet_until = time.monotonic() + QUIET_SECONDS
    return False
