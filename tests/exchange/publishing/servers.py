"""Real SFTP and FTPS servers on loopback, over a folder of the test, whose wire can be cut in the middle of a file."""

import asyncio
import contextlib
import datetime
import ipaddress
import socket
import threading
from pathlib import Path

import asyncssh
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import TLS_DTPHandler, TLS_FTPHandler
from pyftpdlib.ioloop import IOLoop
from pyftpdlib.servers import FTPServer

from tdsuite.exchange.transports.ftps import certificate_print

USER, SECRET = "organiser", "Tile-Bag-7310-secret"


class Cut:
    """Cuts the wire once, when the given number of files has begun to arrive."""

    def __init__(self):
        self.at, self.seen = None, 0

    def after(self, files):
        self.at, self.seen = files, 0

    def now(self):
        """Asked once a file: is this the one in whose middle the wire goes?"""
        self.seen += 1
        if self.at is not None and self.seen > self.at:
            self.at = None
            return True
        return False


class Loop:
    """An asyncio loop in a thread of its own."""

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        return self

    def do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(180)

    def __exit__(self, *error):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(60)
        self.loop.close()


class OnePassword(asyncssh.SSHServer):
    def __init__(self, connections):
        self.connections = connections

    def connection_made(self, conn):
        self.connections.append(conn)

    def begin_auth(self, username):
        return True

    def password_auth_supported(self):
        return True

    def validate_password(self, username, password):
        return (username, password) == (USER, SECRET)


@contextlib.contextmanager
def sftp_server(root: Path, cut: Cut | None = None, port: int = 0, key=None):
    """Yields (port, key)."""
    cut, key, connections = cut or Cut(), key or asyncssh.generate_private_key("ssh-ed25519"), []

    class Files(asyncssh.SFTPServer):
        def __init__(self, chan):
            super().__init__(chan, chroot=str(root).encode())

        def write(self, file_obj, offset, data):
            if cut.now():
                super().write(file_obj, offset, data[: len(data) // 2])
                self.channel.get_connection().abort()
                return len(data)
            return super().write(file_obj, offset, data)

    with Loop() as loop:

        async def listen():
            how = {"server_factory": lambda: OnePassword(connections), "server_host_keys": [key], "sftp_factory": Files}
            return await asyncssh.listen("127.0.0.1", port, **how)

        listener = loop.do(listen())
        try:
            yield listener.get_port(), key
        finally:

            async def stop():
                listener.close()
                for one in connections:
                    one.abort()
                    await one.wait_closed()

            loop.do(stop())


def certificate(folder: Path) -> tuple[Path, str]:
    """A self-signed certificate for 127.0.0.1 with its key in one file, and its fingerprint."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    plain = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path = folder / "server.pem"
    path.write_bytes(text + made.public_bytes(serialization.Encoding.PEM))
    return path, certificate_print(made.public_bytes(serialization.Encoding.DER))


@contextlib.contextmanager
def ftps_server(root: Path, pem: Path, cut: Cut | None = None):
    """Yields the port.  Control and data are refused without TLS."""
    cut = cut or Cut()

    class Data(TLS_DTPHandler):
        looked = False

        def recv(self, buffer_size):
            chunk = super().recv(buffer_size)
            if chunk and not self.looked:
                self.looked = True
                if cut.now():
                    self.cmd_channel.socket.shutdown(socket.SHUT_RDWR)
                    self.socket.shutdown(socket.SHUT_RDWR)
                    return b""
            return chunk

    authorizer = DummyAuthorizer()
    authorizer.add_user(USER, SECRET, str(root), perm="elradfmwMT")
    ioloop = IOLoop()
    handler = type(
        "Control", (TLS_FTPHandler,),
        {"authorizer": authorizer, "certfile": str(pem), "tls_control_required": True, "tls_data_required": True,
         "dtp_handler": Data, "auth_failed_timeout": 0},
    )  # fmt: skip
    server = FTPServer(("127.0.0.1", 0), handler, ioloop=ioloop)
    stopping = threading.Event()

    def serve():
        while not stopping.is_set():
            ioloop.loop(timeout=0.02, blocking=False)
        server.close_all()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield server.socket.getsockname()[1]
    finally:
        stopping.set()
        thread.join(60)
