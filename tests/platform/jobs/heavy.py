"""Work for helper processes: no Django here."""

import hashlib
import os
import time
from pathlib import Path


def own_pid() -> int:
    return os.getpid()


def digest(count: int) -> str:
    return hashlib.sha256(str(count).encode()).hexdigest()


def add(a: int, b: int) -> int:
    return a + b


def refuse(says: str) -> None:
    raise ValueError(says)


def note(path: str) -> None:
    """Write our number, in one step: whoever sees the file can read it."""
    Path(f"{path}.new").write_text(str(os.getpid()), encoding="ascii")
    os.replace(f"{path}.new", path)


def wait_for_file(path: str) -> None:
    while not Path(path).exists():
        time.sleep(0.02)


def work_forever(pid_file: str) -> None:
    """Busy, and deaf to everything but a signal."""
    note(pid_file)
    while True:
        sum(range(10_000))


class Unpicklable(ValueError):
    def __reduce__(self) -> str:
        raise TypeError("cannot be pickled")


class Unloadable(ValueError):
    """Pickled well, but made with two words, of which its base keeps one."""

    def __init__(self, says: str, *, code: str) -> None:
        super().__init__(says)


def refuse_as(kind: type[Exception]) -> None:
    raise kind("lost on the way", code="x") if kind is Unloadable else kind("lost on the way")


def answer_with_a_function() -> object:
    return lambda: None


def echo(data: bytes) -> bytes:
    return data


def die() -> None:
    os._exit(9)
