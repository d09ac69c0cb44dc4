"""Another tdsuite.  Bytes go first, each under its SHA-256; one list of names at the end makes them the site, all at once."""

import contextlib
import hashlib
import http.client
import json
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ..received_rules import is_near
from .base import SECONDS, Address, KeyChanged, TransportError, explained, faults_told
from .ftps import certificate_print

LARGEST_ANSWER = 8 * 1024 * 1024
OPEN_LINE = "http:// is for a tdsuite in this hall alone. Give an address with https://."


@dataclass(frozen=True, slots=True)
class Place:
    """Where a site is received.  base: what stands before /sites/ in its path; slug: its short name there."""

    secure: bool
    host: str
    port: int
    base: str
    slug: str

    @property
    def api(self) -> str:
        return f"{self.base}/api/v1/sites/{self.slug}/"


def place_of(address: str) -> Place:
    """The place that an address names.  Raises TransportError with what is wrong about it."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError as error:
        raise TransportError(f"This is no address: {error}.") from error
    base, found, slug = parts.path.rstrip("/").rpartition("/sites/")
    if parts.scheme not in ("https", "http") or not parts.hostname or not found or not slug or "/" in slug:
        raise TransportError("Give the address that the other suite shows, as https://results.example.org/sites/open/.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise TransportError("Give the address alone; the token has a field of its own.")
    if not all(one.isalnum() or one in "-_/." for one in base + slug):
        raise TransportError("Give the address as the other suite shows it.")
    secure = parts.scheme == "https"
    if not secure and _is_far(parts.hostname):
        raise TransportError(OPEN_LINE)
    return Place(secure, parts.hostname, port or (443 if secure else 80), base, slug)


def _is_far(host: str) -> bool:
    """Whether the letters alone show that a host is not of a hall's network; a name is looked up when it is called."""
    return (host.replace(".", "").isdigit() or ":" in host) and not is_near(host)


class SuiteTransport:
    def __init__(self, address: Address, secret: str) -> None:
        self._place, self._secret, self._pinned = place_of(address.host), secret, address.pinned
        self.shown = ""
        with self._faults():
            self._line = self._connected()
        try:
            said = self._ask("GET", self._place.api)
            self.held: Mapping[str, str] | None = dict(said["files"])
            self._there = {*said["files"].values(), *said["waiting"]}
            self._largest = int(said["largest_file"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.close()
            raise TransportError(f"{self._place.host} does not answer as a tdsuite does.") from error
        except BaseException:
            self.close()
            raise
        self._files = dict(said["files"])
        self._bytes: dict[str, bytes] = {}

    def put(self, name: str, data: bytes) -> None:
        if len(data) > self._largest:
            raise TransportError(f"{name} has {len(data)} bytes; {self._place.host} takes {self._largest} a file.")
        digest = hashlib.sha256(data).hexdigest()
        self._files[name], self._bytes[digest] = digest, data
        if digest not in self._there:
            self._send(digest)

    def remove(self, name: str) -> None:
        self._files.pop(name, None)

    def finish(self) -> None:
        """Name the files: only now do readers see them.  What the other side lost meanwhile is sent once more."""
        if self._files == self.held:
            return
        answer = self._list()
        for digest in answer.get("missing", ()):
            if digest not in self._bytes:
                raise TransportError(f"{self._place.host} lost a page meanwhile. It goes with the next try.")
            self._send(digest)
        if "missing" in answer and "missing" in self._list():
            raise TransportError(f"{self._place.host} does not keep what it was sent.")

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._line.close()

    def _send(self, digest: str) -> None:
        self._ask("PUT", f"{self._place.api}bytes/{digest}/", self._bytes[digest])
        self._there.add(digest)

    def _list(self) -> dict[str, Any]:
        body = json.dumps({"files": self._files}, separators=(",", ":")).encode()
        return self._ask("POST", f"{self._place.api}files/", body, also=409)

    def _connected(self) -> http.client.HTTPConnection:
        host, port = self._place.host, self._place.port
        if not self._place.secure:
            plain = http.client.HTTPConnection(_near(host, port), port, timeout=SECONDS)
            plain.connect()
            return plain
        context = ssl.create_default_context()
        if self._pinned:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        line = http.client.HTTPSConnection(host, port, timeout=SECONDS, context=context)
        line.connect()
        self.shown = certificate_print(line.sock.getpeercert(binary_form=True) or b"")
        if self._pinned and self.shown != self._pinned:
            line.close()
            raise KeyChanged(
                f"{host} shows another certificate ({self.shown}) than the pinned one ({self._pinned}). "
                "Ask its keeper; if the change is right, forget the old one here."
            )
        return line

    def _ask(self, method: str, path: str, body: bytes | None = None, also: int = 0) -> dict[str, Any]:
        """One call; what it answers as JSON.  also: a status besides success that is an answer.  Raises TransportError."""
        host = f"[{self._place.host}]" if ":" in self._place.host else self._place.host
        headers = {"Authorization": f"Bearer {self._secret}", "Host": f"{host}:{self._place.port}"}
        if body is not None:
            headers |= {"Content-Type": "application/octet-stream", "Content-Length": str(len(body))}
        with self._faults():
            self._line.request(method, path, body, headers)
            answer = self._line.getresponse()
            text = answer.read(LARGEST_ANSWER)
        try:
            said = json.loads(text) if text else {}
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise TransportError(f"{self._place.host} does not answer as a tdsuite does ({answer.status}).")
        if 200 <= answer.status < 300 or answer.status == also:
            return said
        raise TransportError(self._refusal(answer.status, str(said.get("detail", ""))))

    def _refusal(self, status: int, detail: str) -> str:
        host = self._place.host
        if status == 401:
            return f"{host} does not accept this token for this place. Ask its keeper for a new one."
        return f"{host} refused ({status}): {explained(ValueError(detail), self._secret)}"

    def _faults(self) -> contextlib.AbstractContextManager[None]:
        return faults_told(self._place.host, self._secret, http.client.HTTPException)


def _near(host: str, port: int) -> str:
    """The number under which to call a host over plain HTTP.  Raises TransportError where it is not nearby, OSError."""
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not all(map(is_near, found)):
        raise TransportError(OPEN_LINE)
    return found[0]
