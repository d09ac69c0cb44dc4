"""Another tdsuite.  Bytes go first, each under its SHA-256; one list of names at the end makes them the site, all at once."""

import contextlib
import hashlib
import http.client
import json
import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ..received_rules import is_near
from .base import SECONDS, Address, KeyChanged, TransportError, connected, explained, faults_as_transport_errors
from .ftps import certificate_print

LARGEST_ANSWER = 8 * 1024 * 1024
OPEN_LINE = "http:// is for a tdsuite in this hall alone. Give an address with https://."


@dataclass(frozen=True, slots=True)
class ReceivingSite:
    """Where a site is received.  base: what stands before /sites/ in its path; slug: its short name there."""

    secure: bool
    host: str
    port: int
    base: str
    slug: str

    @property
    def api(self) -> str:
        return f"{self.base}/api/v1/sites/{self.slug}/"


def site_of(address: str) -> ReceivingSite:
    """The site that an address names.  Raises TransportError with what is wrong about it."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError as error:
        raise TransportError(f"This is no address: {error}.") from error
    base, sites, slug = parts.path.rstrip("/").rpartition("/sites/")
    if parts.scheme not in ("https", "http") or not parts.hostname or not sites or not slug or "/" in slug:
        raise TransportError("Give the address that the other suite shows, as https://results.example.org/sites/open/.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise TransportError("Give the address alone; the token has a field of its own.")
    if not all(letter.isalnum() or letter in "-_/." for letter in base + slug):
        raise TransportError("Give the address as the other suite shows it.")
    secure = parts.scheme == "https"
    if not secure and _is_far(parts.hostname):
        raise TransportError(OPEN_LINE)
    return ReceivingSite(secure, parts.hostname, port or (443 if secure else 80), base, slug)


def _is_far(host: str) -> bool:
    """Whether the letters alone show that a host is not of a hall's network; a name is looked up when it is called."""
    return (host.replace(".", "").isdigit() or ":" in host) and not is_near(host)


class Line(http.client.HTTPConnection):
    """A line to a site, every connection of which is made by `dial`."""

    def __init__(self, host: str, port: int, dial: Callable[[], socket.socket]) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._dial = dial

    def connect(self) -> None:
        self.sock = self._dial()


class SuiteTransport:
    def __init__(self, address: Address, secret: str) -> None:
        self._site, self._secret, self._pinned = site_of(address.host), secret, address.pinned
        self.fingerprint = ""
        with self._faults():
            self._line = Line(self._site.host, self._site.port, self._dial)
            self._line.connect()
        try:
            state = self._ask("GET", self._site.api)
            self.held: Mapping[str, str] | None = dict(state["files"])
            self._there = {*state["files"].values(), *state["waiting"]}
            self._largest = int(state["largest_file"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.close()
            raise TransportError(f"{self._site.host} does not answer as a tdsuite does.") from error
        except BaseException:
            self.close()
            raise
        self._files = dict(state["files"])
        self._bytes: dict[str, bytes] = {}

    def put(self, name: str, data: bytes) -> None:
        if len(data) > self._largest:
            raise TransportError(f"{name} has {len(data)} bytes; {self._site.host} takes {self._largest} a file.")
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
                raise TransportError(f"{self._site.host} lost a page meanwhile. It goes with the next try.")
            self._send(digest)
        if "missing" in answer and "missing" in self._list():
            raise TransportError(f"{self._site.host} does not keep what it was sent.")

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._line.close()

    def _send(self, digest: str) -> None:
        self._ask("PUT", f"{self._site.api}bytes/{digest}/", self._bytes[digest])
        self._there.add(digest)

    def _list(self) -> dict[str, Any]:
        body = json.dumps({"files": self._files}, separators=(",", ":")).encode()
        return self._ask("POST", f"{self._site.api}files/", body, also=409)

    def _dial(self) -> socket.socket:
        """A connection to the site; another one, when the other side ended the first, is judged in the same way."""
        host, port = self._site.host, self._site.port
        plain = connected(host, port)
        if not self._site.secure:
            if not is_near(str(plain.getpeername()[0])):
                plain.close()
                raise TransportError(OPEN_LINE)
            return plain
        context = ssl.create_default_context()
        if self._pinned:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        wire = context.wrap_socket(plain, server_hostname=host)
        self.fingerprint = certificate_print(wire.getpeercert(binary_form=True) or b"")
        if self._pinned and self.fingerprint != self._pinned:
            wire.close()
            raise KeyChanged(
                f"{host} shows another certificate ({self.fingerprint}) than the pinned one ({self._pinned}). "
                "Ask its administrator; if the change is right, forget the old one here."
            )
        return wire

    def _ask(self, method: str, path: str, body: bytes | None = None, also: int = 0) -> dict[str, Any]:
        """One call; what it answers as JSON.  also: a status besides success that is an answer.  Raises TransportError."""
        host = f"[{self._site.host}]" if ":" in self._site.host else self._site.host
        headers = {"Authorization": f"Bearer {self._secret}", "Host": f"{host}:{self._site.port}"}
        if body is not None:
            headers |= {"Content-Type": "application/octet-stream", "Content-Length": str(len(body))}
        with self._faults():
            self._line.request(method, path, body, headers)
            answer = self._line.getresponse()
            text = answer.read(LARGEST_ANSWER)
        try:
            data = json.loads(text) if text else {}
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise TransportError(f"{self._site.host} does not answer as a tdsuite does ({answer.status}).")
        if 200 <= answer.status < 300 or answer.status == also:
            return data
        raise TransportError(self._refusal(answer.status, str(data.get("detail", ""))))

    def _refusal(self, status: int, detail: str) -> str:
        host = self._site.host
        if status == 401:
            return f"{host} does not accept this token for this site. Ask its administrator for a new one."
        return f"{host} refused ({status}): {explained(ValueError(detail), self._secret)}"

    def _faults(self) -> contextlib.AbstractContextManager[None]:
        return faults_as_transport_errors(self._site.host, self._secret, http.client.HTTPException)
