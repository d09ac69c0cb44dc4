"""FTPS (explicit TLS).  The certificate must be a good one, or exactly the one that the director pinned."""

import contextlib
import ftplib
import hashlib
import io
import socket
import ssl
from collections.abc import Iterator

from .base import (
    SECONDS,
    Address,
    KeyChanged,
    TransportError,
    connected,
    explained,
    faults_as_transport_errors,
    folders_of,
    temporary,
    under,
)

PORT = 21


class PinnedFtp(ftplib.FTP_TLS):
    """FTP over TLS whose data connections resume the session, as most servers ask, and show the same certificate."""

    pinned = ""
    fingerprint = ""

    def reach(self, host: str, port: int) -> None:
        """Connect, as `connect` does, to a host that may be reached; the data connections go to the same number."""
        self.host, self.port = host, port
        self.sock = connected(host, port)
        self.af = self.sock.family
        self.file = self.sock.makefile("r", encoding=self.encoding)
        self.welcome = self.getresp()

    def look(self, sock: ssl.SSLSocket) -> None:
        """Raises KeyChanged where the certificate is not the pinned one."""
        self.fingerprint = certificate_print(sock.getpeercert(binary_form=True) or b"")
        if self.pinned and self.fingerprint != self.pinned:
            raise KeyChanged(
                f"{self.host} shows another certificate ({self.fingerprint}) than the pinned one ({self.pinned}). "
                "Ask its administrator; if the change is right, forget the old one here."
            )

    def ntransfercmd(self, cmd: str, rest: int | str | None = None) -> tuple[socket.socket, int | None]:
        plain, size = ftplib.FTP.ntransfercmd(self, cmd, rest)
        control = self.sock
        session = control.session if isinstance(control, ssl.SSLSocket) else None
        try:
            wrapped = self.context.wrap_socket(plain, server_hostname=self.host, session=session)
        except BaseException:
            plain.close()
            raise
        self.look(wrapped)
        return wrapped, size


class FtpsTransport:
    held = None

    def __init__(self, address: Address, secret: str) -> None:
        self._address, self._secret = address, secret
        self._made: set[str] = set()
        context = ssl.create_default_context()
        if address.pinned:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._ftp = PinnedFtp(context=context, timeout=SECONDS)
        self._ftp.pinned = address.pinned
        try:
            with self._faults():
                self._sign_in()
        except BaseException:
            self._ftp.close()
            raise

    @property
    def fingerprint(self) -> str:
        return self._ftp.fingerprint

    def _sign_in(self) -> None:
        self._ftp.reach(self._address.host, self._address.port or PORT)
        self._ftp.auth()
        if isinstance(self._ftp.sock, ssl.SSLSocket):
            self._ftp.look(self._ftp.sock)
        self._ftp.login(self._address.username, self._secret, secure=False)  # the line is secure by now
        self._ftp.prot_p()

    def put(self, name: str, data: bytes) -> None:
        path, part = self._path(name), self._path(temporary(name))
        with self._faults():
            for folder in folders_of(path):
                self._make(folder)
            self._ftp.storbinary(f"STOR {part}", io.BytesIO(data))
            try:
                self._ftp.rename(part, path)
            except ftplib.error_perm:  # a server that renames over nothing
                with contextlib.suppress(ftplib.error_perm):
                    self._ftp.delete(path)
                self._ftp.rename(part, path)

    def remove(self, name: str) -> None:
        with self._faults():
            try:
                self._ftp.delete(self._path(name))
            except ftplib.error_perm as error:
                if not str(error).startswith("550"):
                    raise

    def finish(self) -> None:
        pass

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._ftp.close()

    def _path(self, name: str) -> str:
        return under(self._address.folder, name)

    def _make(self, folder: str) -> None:
        if folder not in self._made:
            with contextlib.suppress(ftplib.error_perm):  # it is there; if it is not, the file says so
                self._ftp.mkd(folder)
            self._made.add(folder)

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        host = self._address.host
        with faults_as_transport_errors(host, self._secret, ftplib.Error, UnicodeError):
            try:
                yield
            except ftplib.error_perm as error:
                if str(error).startswith("530"):
                    raise TransportError(f"{host} does not accept this user name and password.") from error
                raise TransportError(f"{host} refused: {explained(error, self._secret)}.") from error


def certificate_print(der: bytes) -> str:
    """SHA-256 of a certificate as `openssl x509 -fingerprint -sha256` shows it."""
    digest = hashlib.sha256(der).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))
