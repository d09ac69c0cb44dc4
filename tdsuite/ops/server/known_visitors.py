"""Whom this server process knows by what their requests carry: it decides on lanes, sizes and processes, and on nothing else."""

import re
import time
from collections.abc import Iterable

from tdsuite.platform.access.visitors import Visitor

KNOWN_SECONDS, MOST_KNOWN = 600.0, 10_000
CREDENTIALS = (b"cookie", b"authorization")
HEADER = re.compile(rb"\n(?:cookie|authorization):([^\r\n]*)", re.IGNORECASE)  # nothing in it is looked at twice

Credentials = tuple[bytes, ...]


def credentials_of(headers: Iterable[tuple[bytes, bytes]]) -> Credentials:
    """The values of all cookies and authorizations of a request, as they came."""
    return tuple(value for name, value in headers if name in CREDENTIALS)


def credentials_in(head: bytes) -> Credentials:
    """The same of the bytes of a request's head."""
    return tuple(value.strip(b" \t") for value in HEADER.findall(head))


class KnownVisitors:
    """Who was asked for in the last ten minutes. Invented credentials are not kept: they are too many."""

    def __init__(self) -> None:
        self._known: dict[Credentials, tuple[Visitor, float]] = {}

    def get(self, credentials: Credentials) -> Visitor | None:
        """Who carries these; None where it must be asked for."""
        visitor, until = self._known.get(credentials, (None, 0.0))
        return visitor if until > time.monotonic() else None

    def add(self, credentials: Credentials, visitor: Visitor) -> None:
        if visitor is Visitor.STRANGER:
            return
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[credentials] = visitor, time.monotonic() + KNOWN_SECONDS


process = KnownVisitors()  # of this process
