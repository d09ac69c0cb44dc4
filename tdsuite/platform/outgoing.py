"""Connections to other computers: a name is looked up once, its numbers are judged, and a judged number is connected to."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, quote, urljoin, urlsplit

MOST_REDIRECTS = 5
SECONDS = 20.0  # for everything: redirects, answer and all
_TRANSLATED = IPv6Network("64:ff9b::/32")  # IPv4 behind a translator (RFC 6052, RFC 8215)
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PATH = "/%:@!$&'()*+,;=~-._"


class OutgoingError(Exception):
    """An address may not be called, or does not answer.  Says what happened and what to do."""


def is_public(number: str) -> bool:
    """Whether an IP address is of the open internet: not private, loopback, link-local, multicast, reserved or translated."""
    try:
        address = ip_address(number.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return is_public(str(address.ipv4_mapped))
        if address.sixtofour or address.teredo or address in _TRANSLATED or address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def numbers_of(host: str) -> list[str]:
    """The IP addresses of a host, in the order of the resolver.  Raises OSError."""
    addresses = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[4][0]) for address in addresses))


@dataclass(frozen=True, slots=True)
class Network:
    """How this computer reaches others.

    Attributes:
        may_reach: which IP addresses may be connected to.
        numbers_of: the resolver; it is asked once for a connection.
        dial: opens a TCP connection to (IP address, port) within so many seconds.
        context: which certificates are good.
    """

    may_reach: Callable[[str], bool] = is_public
    numbers_of: Callable[[str], Sequence[str]] = numbers_of
    dial: Callable[[tuple[str, int], float], socket.socket] = socket.create_connection
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def connected(self, host: str, port: int, seconds: float) -> socket.socket:
        """A TCP connection to a host all of whose numbers may be reached.  Raises OutgoingError, OSError.

        The number that was judged is the one that is connected to, whatever the name means a moment later.
        """
        numbers = list(self.numbers_of(host))
        if not numbers or not all(map(self.may_reach, numbers)):
            raise OutgoingError(f"{host} is a computer of an inner network, which may not be called from here.")
        error: OSError = OSError("it has no address")
        for number in numbers:
            try:
                return self.dial((number, port), seconds)
            except OSError as refused:
                error = refused
        raise error


@dataclass(frozen=True, slots=True)
class Answer:
    """What an address gave.  url: where it was in the end; media_type: as "text/csv"; filename: "" where none was said."""

    url: str
    media_type: str
    filename: str
    data: bytes


def fetch(
    url: str, *, hosts: Sequence[str], largest: int, seconds: float = SECONDS, network: Network | None = None
) -> Answer:
    """Get what stands at an https address, redirects followed by the same rules.

    Args:
        hosts: names that may be called; `*.example.org` is every name that ends so.
        largest: bytes of an answer.
        seconds: for everything together, but for the resolver's own time.

    Raises OutgoingError with a sentence for whoever gave the address.
    """
    network, until = network or Network(), time.monotonic() + seconds
    for _ in range(MOST_REDIRECTS + 1):
        parts = _checked(url, hosts)
        try:
            status, headers, data = _asked(parts, network, until, largest)
        except ssl.SSLCertVerificationError as error:
            raise OutgoingError(f"The certificate of {parts.hostname} is not good: {error.verify_message}.") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            late = time.monotonic() >= until
            why = f"no whole answer within {seconds:g} seconds" if late else str(error)[:200] or type(error).__name__
            raise OutgoingError(f"{parts.hostname} did not answer: {why}. Try again, or load the file.") from error
        if status in _REDIRECTS and headers.get("Location"):
            url = urljoin(url, headers["Location"])
            continue
        if status != http.client.OK:
            raise OutgoingError(f"{parts.hostname} answers {status}. Is it published, for everybody to read?")
        return Answer(url, headers.get_content_type(), headers.get_filename() or "", data)
    raise OutgoingError(f"The address leads on more than {MOST_REDIRECTS} times. Give the last one.")


def _checked(url: str, hosts: Sequence[str]) -> SplitResult:
    """The parts of an address that may be called.  Raises OutgoingError."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port or 443
    except ValueError as error:
        raise OutgoingError(f"This is no address: {error}.") from error
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme != "https" or not host or parts.username or parts.password or port != 443:
        raise OutgoingError("Give an address that begins with https://, without a user name or a port.")
    if not any(host == name or (name.startswith("*.") and host.endswith(name[1:])) for name in hosts):
        allowed = ", ".join(hosts) or "none"
        raise OutgoingError(f"{host} is not among the hosts that the administrator allows ({allowed}).")
    return parts


def _asked(
    parts: SplitResult, network: Network, until: float, largest: int
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Status, headers and, of an answer that is no redirect, the bytes.  Raises OutgoingError, OSError, HTTPException."""
    host = (parts.hostname or "").rstrip(".")
    raw = network.connected(host, 443, _left(until))
    wire = network.context.wrap_socket(raw, server_hostname=host, do_handshake_on_connect=False)
    line = http.client.HTTPSConnection(host, timeout=_left(until))
    line.sock = wire
    path = quote(parts.path or "/", safe=_PATH) + (f"?{quote(parts.query, safe=_PATH + '?')}" if parts.query else "")
    with closing(line), _cut_off(wire, until):
        wire.do_handshake()
        line.request("GET", path, headers={"Accept-Encoding": "identity"})
        answer = line.getresponse()
        data = b"" if answer.status in _REDIRECTS else answer.read(largest + 1)
        if len(data) > largest:
            raise OutgoingError(f"{host} sends more than {largest // 1024 // 1024} MB. Is it the right address?")
        if time.monotonic() >= until:
            raise TimeoutError
        return answer.status, answer.headers, data


def _left(until: float) -> float:
    if (seconds := until - time.monotonic()) <= 0:
        raise TimeoutError
    return seconds


@contextmanager
def _cut_off(wire: ssl.SSLSocket, until: float) -> Iterator[None]:
    """Close the connection when the time is over, however slowly bytes still come."""
    timer = threading.Timer(_left(until), _shut, args=[wire])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _shut(wire: ssl.SSLSocket) -> None:
    try:
        socket.socket.shutdown(wire, socket.SHUT_RDWR)  # not of TLS: another thread waits in it
    except OSError:
        return  # closed meanwhile
