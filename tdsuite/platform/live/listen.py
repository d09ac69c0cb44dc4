"""PostgreSQL says by itself that a topic changed: LISTEN on a connection and a thread of its own.

While the connection is down, the hub polls, and the thread tries again.
"""

import logging
import threading
from collections.abc import Callable

from django.db import Error, connection

log = logging.getLogger(__name__)
CHANNEL = "tdsuite_live"  # raised by the trigger of migration live.0002
SLICE_SECONDS = 0.5  # how long a stop may take
RETRY_SECONDS = 2.0


class Listener:
    """`wake` is called, in the listening thread, at every change, and when the connection came or went."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-listen", daemon=True)
        self.listening = False
        self.connected = 0  # how often

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Close the connection. Returns within `SLICE_SECONDS`, longer only while the server does not answer."""
        self._stopped.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen()
            except (Error, OSError) as error:
                log.warning("The live pages poll until PostgreSQL can be listened to again: %s", error)
            self.listening = False
            connection.close()
            if not self._stopped.is_set():
                self._wake()
                self._stopped.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        connection.ensure_connection()
        with connection.wrap_database_errors, connection.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
            self.listening = True
            self.connected += 1
            self._wake()  # what changed while nobody listened
            while not self._stopped.is_set():
                for _note in connection.connection.notifies(timeout=SLICE_SECONDS, stop_after=1):
                    self._wake()
