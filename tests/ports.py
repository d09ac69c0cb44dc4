"""Ports for the servers that tests start."""

import os
import random
import socket
import tempfile
from pathlib import Path
from typing import IO, Any

from django.core.files import locks

FIRST, LAST = (
    20_000,
    30_000,
)  # below those that the system gives to connections: none takes one while a server starts again
_held: list[IO[Any]] = []


def free_port() -> int:
    """A port that no other test process of this computer is given until this one ends."""
    folder = Path(tempfile.gettempdir()) / f"tdsuite-test-ports-{os.getuid() if hasattr(os, 'getuid') else 0}"
    folder.mkdir(exist_ok=True)
    for port in random.sample(range(FIRST, LAST), LAST - FIRST):
        file = (folder / str(port)).open("w")
        if locks.lock(file, locks.LOCK_EX | locks.LOCK_NB) and _is_free(port):
            _held.append(file)
            return port
        file.close()
    raise AssertionError("every port is taken")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
