"""Work for helper processes: no Django here."""

import os
from pathlib import Path


def own_pid() -> int:
    return os.getpid()


def add(a: int, b: int) -> int:
    return a + b


def refuse(says: str) -> None:
    raise ValueError(says)


def work_forever(pid_file: str) -> None:
    """Busy, and deaf to everything but a signal."""
    Path(pid_file).write_text(str(os.getpid()), encoding="ascii")
    while True:
        sum(range(10_000))


def die() -> None:
    os._exit(9)
