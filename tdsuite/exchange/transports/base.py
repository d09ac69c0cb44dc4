"""What every way out has in common: a file is put whole under its name or not at all, and a fault is one sentence."""

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol


class TransportError(Exception):
    """The target could not be reached, or refused.  Says what happened and what to do; never holds a secret."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a site goes.  folder: on the target, "" for where it begins.  pinned: fingerprint that must be shown, or ""."""

    host: str = ""
    port: int = 0
    username: str = ""
    folder: str = ""
    pinned: str = ""


class Transport(Protocol):
    """An open way to a target.  fingerprint: what the other side showed, "" for a folder."""

    fingerprint: str

    def put(self, name: str, data: bytes) -> None:
        """Write a file under a temporary name, then rename it over the old one.  Raises TransportError."""

    def remove(self, name: str) -> None:
        """Take a file away; one that is gone already is none to worry about.  Raises TransportError."""

    def close(self) -> None:
        """Let go of the connection; raises nothing."""


def temporary(name: str) -> str:
    """The hidden name under which a file is written first; the same each time, so that a cut leaves one at most."""
    path = PurePosixPath(name)
    return str(path.with_name(f".{path.name}.part"))


def folders_of(name: str) -> list[str]:
    """The folders that must stand before the file can, outermost first."""
    return [str(parent) for parent in reversed(PurePosixPath(name).parents) if str(parent) not in (".", "/")]
