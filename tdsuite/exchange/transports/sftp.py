"""SFTP.  The server's key is looked at before anything secret is said: the first is pinned, another is refused."""

import base64
import contextlib
import hashlib
from collections.abc import Iterator

import paramiko

from .base import (
    SECONDS,
    Address,
    KeyChanged,
    TransportError,
    connected,
    faults_as_transport_errors,
    folders_of,
    temporary,
    under,
)

PORT = 22


class SftpTransport:
    held = None

    def __init__(self, address: Address, secret: str) -> None:
        self._address, self._secret = address, secret
        self._made: set[str] = set()
        self.fingerprint = ""
        with self._faults():
            sock = connected(address.host, address.port or PORT)
            self._transport = paramiko.Transport(sock)
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
            raise KeyChanged(
                f"{self._address.host} shows another key ({self.fingerprint}) than before ({self._address.pinned}). "
                "Ask its administrator; if the change is right, forget the old key here."
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

    def finish(self) -> None:
        pass

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
        with faults_as_transport_errors(host, self._secret, paramiko.SSHException):
            try:
                yield
            except paramiko.AuthenticationException as error:
                raise TransportError(f"{host} does not accept this user name and password.") from error


def fingerprint(key: paramiko.PKey) -> str:
    """As OpenSSH shows it: "ssh-ed25519 SHA256:..."."""
    digest = base64.b64encode(hashlib.sha256(key.asbytes()).digest()).decode().rstrip("=")
    return f"{key.get_name()} SHA256:{digest}"
