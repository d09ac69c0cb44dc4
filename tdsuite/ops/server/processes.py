"""Several server processes behind one port (docs/decisions/0035-web-processes.md).

The first process opens the port and answers nothing: it starts the others, hands them the listening socket, and starts anew whichever
ends or does not answer. They accept from one queue, so that whoever has time takes the next connection, and connections that
wait are not lost with a process. When the first one dies, however it does, the others end at once, and the port is free.
Beside them stands, on Linux, one for officials, to which their connections move (moving.py).
"""

import errno
import logging
import os
import signal
import socket
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import astuple, dataclass
from functools import partial

from django.conf import settings

from tdsuite.ops.launcher.network import answers
from tdsuite.ops.launcher.processes import ANSWER_SECONDS, Child, Crew, Watchdog
from tdsuite.ops.server import open_files
from tdsuite.ops.server.moving import MOST_BYTES

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
    """What the first process hands to another: two facts, and then numbers of open files.

    Attributes:
        number: of the process.
        for_officials: whether it is the officials' own.
        shared: the listening socket of all.
        own: the listening socket where this very process is asked whether it answers.
        parent: at its end when the first process has ended.
        here, away: sockets on which connections come in from the other kind of process, and go there.
    """

    number: int
    for_officials: bool
    shared: int
    own: int
    parent: int
    here: int
    away: int

    @property
    def files(self) -> tuple[int, ...]:
        return self.shared, self.own, self.parent, self.here, self.away

    def take_over(self) -> list[socket.socket]:
        """The listening sockets, the own one first; from now on this process ends with the first one."""
        threading.Thread(target=_end_with, args=(self.parent,), name="parent-watch", daemon=True).start()
        return [Listening(fileno=self.own), Listening(fileno=self.shared)]

    def __str__(self) -> str:
        return ",".join(map(str, map(int, astuple(self))))

    @classmethod
    def read(cls, text: str) -> "Handed":
        number, for_officials, *files = map(int, text.split(","))
        return cls(number, bool(for_officials), *files)


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
        signal.signal(getattr(signal, name), lambda *_interrupted: stopping.set())
    with ExitStack() as held:
        shared = held.enter_context(listening(host, port))
        read_end, write_end = os.pipe()  # nothing is ever written: its end is the end of this process
        held.callback(os.close, read_end)
        held.callback(os.close, write_end)
        crowd, officials = (_road(held) for _ in range(2))
        kinds = [(False, crowd[0], officials[1])] * count
        if sys.platform == "linux":  # elsewhere an open file on its way must not be closed by who has sent it
            kinds.append((True, officials[0], crowd[1]))
        children, watchdogs = [], []
        for number, (for_officials, here, away) in enumerate(kinds, 1):
            own = held.enter_context(listening(HERE, 0))  # where this very process is asked whether it answers
            handed = Handed(number, for_officials, shared.fileno(), own.fileno(), read_end, here, away)
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


def _road(held: ExitStack) -> tuple[int, int]:
    """Where connections come out that move, and where they go in. Whoever has time takes the next one."""
    kind = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM  # which macOS does not know
    ends = [held.enter_context(end) for end in socket.socketpair(socket.AF_UNIX, kind)]
    for end in ends:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MOST_BYTES)
    return ends[0].fileno(), ends[1].fileno()


def _child(handed: Handed, *words: str) -> Child:
    command = (sys.executable, "manage.py", "serve", "--settings", "tdsuite.settings", *words, "--handed", str(handed))
    name = f"web process {handed.number}{' (officials)' * handed.for_officials}"
    return Child(name, command, None, os.environ, settings.BASE_DIR, handed.files)


def _end_with(parent: int) -> None:
    os.read(parent, 1)
    os._exit(1)
