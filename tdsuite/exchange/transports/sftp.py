"""SFTP.  The server's key is looked at before anything secret is said: the first is pinned, another is refused."""

import base64
import contextlib
import hashlib
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import paramiko
from django.conf import settings

from .base import Address, TransportError, folders_of, temporary

PORT = 22
TRANSLATED = IPv6Network("64:ff9b::/32")  # IPv4 behind a translator (RFC 6052, RFC 8215)
SECONDS = 15.0  # without an answer: then the other side counts as away


class SftpTransport:
    def __init__(self, address: Address, secret: str) -> None:
        self._address, self._secret = address, secret
        self._made: set[str] = set()
        self.fingerprint = ""
        with self._faults():
            self._transport = paramiko.Transport(connected(address.host, address.port or PORT))
            self._transport.banner_timeout = self._transport.auth_timeout = SECONDS
            try:
                self._sign_in()
            except BaseException:
                self._transport.close()
                raise

    def _sign_in(self) -> None:
        self._transport.start_client(timeout=SECONDS)
        self.fingerprint = fingerprint(self._transport.get_remote_server_key())
        if self._address.pinned and self._address.pinned != self.fingerprint:
            raise TransportError(
                f"{self._address.host} shows another key ({self.fingerprint}) than before ({self._address.pinned}). "
                "Ask its administrator; if the change is right, remove this target and add it again."
            )
        self._transport.auth_password(self._address.username, self._secret)
        client = paramiko.SFTPClient.from_transport(self._transport)
        if client is None:
            raise TransportError(f"{self._address.host} opens no SFTP.")
        channel = client.get_channel()
        if channel is not None:
            channel.settimeout(SECONDS)
        self._client = client

    def put(self, name: str, data: bytes) -> None:
        path, part = self._path(name), self._path(temporary(name))
        with self._faults():
            for folder in folders_of(path):
                self._make(folder)
            with self._client.open(part, "wb") as file:
                file.write(data)
            try:
                self._client.posix_rename(part, path)
            except OSError:  # a server without that extension renames over nothing
                with contextlib.suppress(OSError):
                    self._client.remove(path)
                self._client.rename(part, path)

    def remove(self, name: str) -> None:
        with self._faults(), contextlib.suppress(FileNotFoundError):
            self._client.remove(self._path(name))

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._transport.close()

    def _path(self, name: str) -> str:
        return under(self._address.folder, name)

    def _make(self, folder: str) -> None:
        if folder in self._made:
            return
        try:
            self._client.stat(folder)
        except FileNotFoundError:
            self._client.mkdir(folder)
        self._made.add(folder)

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        host = self._address.host
        try:
            yield
        except paramiko.AuthenticationException as error:
            raise TransportError(f"{host} does not accept this user name and password.") from error
        except (OSError, EOFError, paramiko.SSHException) as error:
            raise TransportError(f"{host} cannot be reached or broke off: {explained(error, self._secret)}.") from error


def connected(host: str, port: int) -> socket.socket:
    """A TCP connection to a target's host, all of whose numbers may be reached.  Raises TransportError, OSError.

    The number that was judged is the one that is connected to, whatever the name means a moment later.
    """
    addresses = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    numbers = list(dict.fromkeys(str(address[4][0]) for address in addresses))
    if not numbers or not all(map(may_reach, numbers)):
        raise TransportError(
            f"{host} is a computer of an inner network, which may not be called from here. "
            "The administrator can allow its network (PUBLISHING_NETWORKS)."
        )
    error = OSError("it has no address")
    for number in numbers:
        try:
            return socket.create_connection((number, port), SECONDS)
        except OSError as refused:
            error = refused
    raise error


def may_reach(number: str) -> bool:
    """Whether pages may be sent to an IP address: of the open internet, or of a network that the administrator allows."""
    address = ip_address(number.partition("%")[0])
    return is_public(address) or any(address in network for network in settings.PUBLISHING_NETWORKS)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an IP address is of the open internet: not private, loopback, link-local, multicast, reserved or translated."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return is_public(address.ipv4_mapped)
        if address.sixtofour or address.teredo or address in TRANSLATED or address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def fingerprint(key: paramiko.PKey) -> str:
    """As OpenSSH shows it: "ssh-ed25519 SHA256:..."."""
    digest = base64.b64encode(hashlib.sha256(key.asbytes()).digest()).decode().rstrip("=")
    return f"{key.get_name()} SHA256:{digest}"


def under(folder: str, name: str) -> str:
    return f"{folder.rstrip('/')}/{name}" if folder.strip("/") else f"/{name}" if folder else name


def explained(error: BaseException, secret: str) -> str:
    """What went wrong in one line, without the secret whatever the other side echoed."""
    text = " ".join(str(error).split())[:200] or type(error).__name__
    return text.replace(secret, "…") if secret else text
