"""Tell the workers that a row waits. Losing this message costs seconds, never the job.

One thread a process talks to the broker, so that a broker that is away, or accepts and never answers, keeps a request no
longer than `WAIT_SECONDS`, once; for `QUIET_SECONDS` after that nobody waits at all.
"""

import logging
import queue
import threading
import time
from dataclasses import dataclass, field

log = logging.getLogger(__name__)
WAIT_SECONDS = 1.5
QUIET_SECONDS = 10.0


@dataclass(slots=True)
class _Message:
    queue: str
    over: threading.Event = field(default_factory=threading.Event)
    sent: bool = False


class Messenger:
    """Sends wake-ups from a thread of its own, started at first need."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[_Message] = queue.Queue(maxsize=100)
        self._thread: threading.Thread | None = None
        self._quiet_until = 0.0
        self._lock = threading.Lock()

    def send(self, name: str) -> bool:
        """Wake a worker for the queue `name`. False when the broker did not take the message in time."""
        if time.monotonic() < self._quiet_until:
            return False
        self._start()
        message = _Message(name)
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            return False
        if message.over.wait(WAIT_SECONDS):
            return message.sent
        self._away("no answer")
        return False

    def _start(self) -> None:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._deliver, name="jobs-wakeup", daemon=True)
                self._thread.start()

    def _deliver(self) -> None:
        from .tasks import wake

        while True:
            message = self._waiting.get()
            try:
                wake.apply_async(args=[message.queue], queue=message.queue, retry=False)
                message.sent = True
            except Exception as error:  # every transport has its own; none may reach the request
                self._away(error)
            finally:
                message.over.set()

    def _away(self, why: object) -> None:
        quiet = time.monotonic() < self._quiet_until
        self._quiet_until = time.monotonic() + QUIET_SECONDS
        if not quiet:
            log.warning("The broker cannot be reached (%s); the workers find the job by themselves within seconds", why)


_messenger = Messenger()


def send(name: str) -> bool:
    """Wake a worker for the queue `name`; False, and a line in the log, when the broker cannot be reached."""
    return _messenger.send(name)
