"""What every way out has in common: a file is put whole under its name or not at all, and a fault is one sentence."""

import contextlib
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import PurePosixPath
from typing import Protocol

from django.conf import settings

from tdsuite.platform.outgoing import Network, OutgoingError, is_public

SECONDS = 15.0  # without an answer: then the other side counts as away


class TransportError(Exception):
    """The target could not be reached, or refused.  Says what happened and what to do; never holds a secret."""


class KeyChanged(TransportError):
    """The other side shows another key or certificate than the one that was pinned."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a site goes.  folder: on the target, "" for where it begins.  pinned: fingerprint that must be shown, or ""."""

    host: str = ""  # of another suite: the whole address of the site
    port: int = 0
    username: str = ""
    folder: str = ""
    pinned: str = ""


class Transport(Protocol):
    """An open way to a target."""

    @property
    def fingerprint(self) -> str:
        """The fingerprint that the other side showed, "" where there is none."""

    @property
    def held(self) -> Mapping[str, str] | None:
        """What the target says that it holds, SHA-256 by name; None where it cannot be asked."""

    def put(self, name: str, data: bytes) -> None:
        """Write a file under a temporary name, then rename it over the old one.  Raises TransportError."""

    def remove(self, name: str) -> None:
        """Take a file away; one that is gone already is none to worry about.  Raises TransportError."""

    def finish(self) -> None:
        """Everything was put and removed: let readers see it, where that is one step.  Raises TransportError."""

    def close(self) -> None:
        """Let go of the connection; raises nothing."""


def may_reach(number: str) -> bool:
    """Whether pages may be sent to an IP address: of the open internet, or of a network that the administrator allows."""
    if is_public(number):
        return True
    address = ip_address(number.partition("%")[0])
    return any(address in network for network in settings.PUBLISHING_NETWORKS)


def connected(host: str, port: int) -> socket.socket:
    """A TCP connection to a target's host, judged by its numbers when it is made.  Raises TransportError, OSError."""
    try:
        return Network(may_reach=may_reach).connected(host, port, SECONDS)
    except OutgoingError as error:
        raise TransportError(f"{error} The administrator can allow its network (PUBLISHING_NETWORKS).") from error


@contextlib.contextmanager
def faults_as_transport_errors(host: str, secret: str, *broken: type[Exception]) -> Iterator[None]:
    """Turn what goes wrong on the way to a host into a TransportError.  broken: the errors of this way's own library."""
    any_of: tuple[type[Exception], ...] = (OSError, EOFError, *broken)
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        says = f"The certificate of {host} is not to be trusted: {error.verify_message}."
        raise TransportError(f"{says} If it is its own, pin its fingerprint.") from error
    except any_of as error:
        raise TransportError(f"{host} cannot be reached or broke off: {explained(error, secret)}.") from error


def temporary(name: str) -> str:
    """The hidden name under which a file is written first; the same each time, so that a cut leaves one at most."""
    path = PurePosixPath(name)
    return str(path.with_name(f".{path.name}.part"))


def folders_of(name: str) -> list[str]:
    """The folders that must stand before the file can, outermost first."""
    path = PurePosixPath(name)
    return [str(parent) for parent in reversed(path.parents) if str(parent) not in (".", "/")]


def under(folder: str, name: str) -> str:
    return f"{folder.rstrip('/')}/{name}" if folder.strip("/") else f"/{name}" if folder else name


def explained(error: BaseException, secret: str) -> str:
    """What went wrong in one line, without the secret whatever the other side echoed."""
    text = " ".join(str(error).split())[:200] or type(error).__name__
    return text.replace(secret, "…") if secret else text
