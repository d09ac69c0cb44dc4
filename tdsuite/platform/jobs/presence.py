"""Which workers are gone: each holds a lock in the data directory while it lives, and the system lets go of it however it ends.

A worker with another data directory is known to be gone only when its leases run out.
"""

from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.files import locks


def _path(worker: str) -> Path:
    return Path(settings.DATA_DIR) / "workers" / worker.replace(":", "-")


def hold(worker: str) -> IO[bytes]:
    """Take the worker's lock; it is held until the file is closed or the process ends."""
    path = _path(worker)
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("wb")
    locks.lock(file, locks.LOCK_EX)
    return file


def is_gone(worker: str) -> bool:
    """Whether the worker has held a lock here and holds it no more."""
    try:
        with _path(worker).open("r+b") as file:
            return locks.lock(file, locks.LOCK_EX | locks.LOCK_NB)
    except OSError:  # it never had one here, or has put it away
        return False


def forget(worker: str) -> None:
    """Put its lock away; it must be closed, because Windows deletes no open file."""
    with suppress(OSError):  # it has gone, or another worker has it open on Windows: that worker finds this one gone
        _path(worker).unlink()
