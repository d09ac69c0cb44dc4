"""Several server processes behind one port (docs/decisions/0035-web-processes.md).

The first process opens the port and answers nothing: it starts the others, hands them the listening socket, and starts anew whichever
ends or does not answer. They accept from one queue, so that whoever has time takes the next connection, and connections that
wait are not lost with a process. When the first one dies, however it does, the others end at once, and the port is free.
"""

import errno
import logging
import os
import signal
import socket
import threading
import time
from contextlib import ExitStack
from dataclasses import astuple, dataclass
from functools import partial

from django.conf import settings

from tdsuite.ops import paths
from tdsuite.ops.launcher.network import answers
from tdsuite.ops.launcher.processes import ANSWER_SECONDS, Child, Crew, Watchdog
from . import open_files

log = logging.getLogger(__name__)
HERE = "127.0.0.1"
GRACE_SECONDS = 5.0  # a process that is asked to stop takes two for its streams
STARTING_SECONDS = 10.0  # a process that fails within them would fail again
BIND_SECONDS = 5.0  # the processes of a server that was killed let go of the port only when they end
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class Listening(socket.socket):
    """A listening socket that another process opened, which has said how many connections may wait."""

    def listen(self, _backlog: int = 0, /) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Handed:
    """What the first process hands to another: its number, and then numbers of open files.

    Attributes:
        number: of the process.
        shared: the listening socket of all.
        own: the listening socket where this very process is asked whether it answers.
        parent: at its end when the first process has ended.
    """

    number: int
    shared: int
    own: int
    parent: int

    @property
    def files(self) -> tuple[int, ...]:
        return self.shared, self.own, self.parent

    def take_over(self) -> list[socket.socket]:
        """The listening sockets, the own one first; from now on this process ends with the first one."""
        threading.Thread(target=_end_with, args=(self.parent,), name="parent-watch", daemon=True).start()
        return [Listening(fileno=self.own), Listening(fileno=self.shared)]

    def __str__(self) -> str:
        return ",".join(map(str, map(int, astuple(self))))

    @classmethod
    def read(cls, text: str) -> "Handed":
        return cls(*map(int, text.split(",")))


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens.  Raises OSError."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
    until = time.monotonic() + BIND_SECONDS
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=open_files.MOST_BACKLOG)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > until:
                raise
            time.sleep(0.1)


def serve_with(count: int, host: str, port: int, *words: str) -> int:
    """Serve with so many processes until asked to stop; the exit code.  words: further ones for each process.

    Raises OSError where the port is taken.
    """
    stopping = threading.Event()
    for name in SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_interrupted: stopping.set())
    with ExitStack() as held:
        shared = held.enter_context(listening(host, port))
        read_end, write_end = os.pipe()  # nothing is ever written: its end is the end of this process
        held.callback(os.close, read_end)
        held.callback(os.close, write_end)
        children, watchdogs = [], []
        for number in range(1, count + 1):
            own = held.enter_context(listening(HERE, 0))  # where this very process is asked whether it answers
            handed = Handed(number, shared.fileno(), own.fileno(), read_end)
            children.append(child := _child(handed, "--host", host, "--port", str(port), *words))
            url = f"http://{HERE}:{own.getsockname()[1]}/healthz"
            watchdogs.append(Watchdog(child, partial(answers, url, ANSWER_SECONDS), log.warning))
        crew = Crew(children, log.warning, lambda _pids: None)
        held.callback(crew.stop, GRACE_SECONDS)
        crew.start()
        for watchdog in watchdogs:
            watchdog.start()
            held.callback(watchdog.stop)
        log.info("%d web processes, running on http://%s:%d (stop with Ctrl-C)", count, host, port)
        return _watch(crew, stopping)


def _watch(crew: Crew, stopping: threading.Event) -> int:
    begun = time.monotonic()
    while not stopping.wait(0.2):
        failed = crew.failed_at_start() if time.monotonic() - begun < STARTING_SECONDS else None
        if failed is not None and (failed.ended() or 0) > 0:
            log.error("%s could not start; what stands above says why", failed.name)
            return 1
        crew.watch(time.monotonic())
    return 0


def _child(handed: Handed, *words: str) -> Child:
    command = paths.command("manage", "serve", *words, "--handed", str(handed))
    return Child(f"web process {handed.number}", command, None, paths.environment(), settings.DATA_DIR, handed.files)


def _end_with(parent: int) -> None:
    os.read(parent, 1)
    os._exit(1)
