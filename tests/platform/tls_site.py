"""A TLS server of the tests in place of the internet, for what fetches addresses."""

import contextlib
import datetime
import socket
import ssl
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tdsuite.platform.outgoing import Network

PUBLIC = "93.184.216.34"
TABLE = b"Name,Rating\nAda Winterbourne,1725\n"


def certificate(path):
    """Write a certificate for two made-up names, and its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tests")])
    names = x509.SubjectAlternativeName([x509.DNSName("sheets.example"), x509.DNSName("doc-1.users.example")])
    start = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    signed = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(start).not_valid_after(start.replace(year=2090)).add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(secret + signed.public_bytes(serialization.Encoding.PEM))


class Site:
    """A TLS server that gives each path its bytes; `asked` holds the request lines, `dialled` the numbers connected to."""

    def __init__(self, folder, answers):
        self.pem = folder / "server.pem"
        certificate(self.pem)
        self.answers, self.asked, self.dialled, self.looked_up = answers, [], [], []
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(self.pem)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.over = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._answer, args=(client,), daemon=True).start()

    def _answer(self, client):
        with contextlib.suppress(OSError), self._context.wrap_socket(client, server_side=True) as wire:
            request = wire.recv(65536).decode()
            self.asked.append(request.splitlines()[0])
            answer = self.answers[request.split()[1]]
            for piece in answer if isinstance(answer, list) else [answer]:
                wire.sendall(piece)
            if isinstance(answer, list):
                while not self.over.wait(0.05):  # never silent, and never at its end
                    wire.sendall(b"x")

    def close(self):
        self.over.set()
        self._listener.close()

    def network(self, numbers=(PUBLIC,), **trust):
        """This site in place of the internet: every number leads here."""

        def look_up(host):
            self.looked_up.append(host)
            return numbers

        def dial(address, seconds):
            self.dialled.append(address)
            return socket.create_connection(self._listener.getsockname(), seconds)

        return Network(
            numbers_of=look_up, dial=dial, **trust or {"context": ssl.create_default_context(cafile=str(self.pem))}
        )


def ok(body, kind="text/csv", head=""):
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def to(address):
    return f"HTTP/1.1 307 Moved\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n".encode()
