"""Sites go to the open internet, and to inner networks that the administrator allows; judged when a connection is made."""

import socket
import threading
from ipaddress import ip_network

import pytest

from tdsuite.exchange.transports.base import Address, TransportError, connected
from tdsuite.exchange.transports.ftps import FtpsTransport
from tdsuite.exchange.transports.sftp import SftpTransport
from tdsuite.exchange.transports.suite import SuiteTransport

INNER = [
    "127.0.0.1",
    "localhost",
    "169.254.169.254",
    "10.0.0.5",
    "192.168.1.20",
    "172.16.3.4",
    "::1",
    "fe80::1",
    "::ffff:127.0.0.1",
    "0.0.0.0",
]


@pytest.fixture
def listening():
    """A port of this computer on which somebody answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@pytest.mark.parametrize("host", INNER)
def test_no_way_out_reaches_an_inner_host_that_nobody_allowed(settings, monkeypatch, host):
    settings.PUBLISHING_NETWORKS = []
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a connection was tried"))
    in_url = f"[{host}]" if ":" in host else host
    ways = [
        lambda: SftpTransport(Address(host, 22, "organiser"), "secret"),
        lambda: FtpsTransport(Address(host, 21, "organiser"), "secret"),
        lambda: SuiteTransport(Address(f"https://{in_url}/sites/open/"), "secret"),
    ]
    for way in ways:
        with pytest.raises(TransportError, match="PUBLISHING_NETWORKS"):
            way()


def test_a_network_that_the_administrator_allows_is_reached(settings, listening):
    settings.PUBLISHING_NETWORKS = [ip_network("127.0.0.0/8")]
    connected("127.0.0.1", listening.getsockname()[1]).close()
    with pytest.raises(TransportError):
        connected("10.0.0.5", 22)


def test_a_server_whose_banner_is_no_utf_8_is_a_transport_error(listening):
    def answer():
        line, _ = listening.accept()
        with line:
            line.sendall(b"220 Gr\xfc\xdf Gott\r\n")
            line.recv(100)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    with pytest.raises(TransportError, match="cannot be reached or broke off"):
        FtpsTransport(Address("127.0.0.1", listening.getsockname()[1], "organiser"), "secret")
    thread.join(60)
