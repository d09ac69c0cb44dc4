"""Sites go to the open internet, and to inner networks that the administrator allows; judged when a connection is made."""

import socket
from ipaddress import ip_network

import pytest

from tdsuite.exchange.transports.base import Address, TransportError
from tdsuite.exchange.transports.sftp import SftpTransport, connected, may_reach

INNER = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "192.0.2.1", "198.18.0.1",
    "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1",
    "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001:0:53aa:64c:0:0:0:0", "2001:db8::1",
]  # fmt: skip
PUBLIC = ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"]


@pytest.fixture
def listening():
    """A port of this computer on which somebody answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_numbers_of_the_internet_may_be_reached_and_those_of_inner_networks_not(settings):
    settings.PUBLISHING_NETWORKS = []
    assert {number for number in (*INNER, *PUBLIC) if may_reach(number)} == set(PUBLIC)


def resolver(monkeypatch, *answers):
    """Every name means these numbers, the last of them for good; returns the numbers that were dialled."""
    left, dialled = list(answers), []

    def looked_up(*_, **__):
        return [(0, 0, 0, "", (number, 0)) for number in (left.pop(0) if len(left) > 1 else left[0])]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(socket, "create_connection", lambda address, _seconds: dialled.append(address[0]))
    return dialled


@pytest.mark.parametrize("numbers", [(), ("127.0.0.1",), (PUBLIC[0], "10.0.0.7"), ("::ffff:10.0.0.7",)])
def test_no_way_out_reaches_an_inner_host_that_nobody_allowed(settings, monkeypatch, numbers):
    settings.PUBLISHING_NETWORKS = []
    dialled = resolver(monkeypatch, numbers)
    with pytest.raises(TransportError, match="PUBLISHING_NETWORKS"):
        SftpTransport(Address("pages.example", 22, "organiser"), "secret")
    assert dialled == []


def test_a_name_that_means_another_number_a_moment_later_is_looked_up_once(settings, monkeypatch):
    settings.PUBLISHING_NETWORKS = []
    dialled = resolver(monkeypatch, [PUBLIC[0]], ["127.0.0.1"])
    connected("pages.example", 22)
    assert dialled == [PUBLIC[0]]


def test_a_network_that_the_administrator_allows_is_reached(settings, listening):
    settings.PUBLISHING_NETWORKS = [ip_network("127.0.0.0/8")]
    connected("127.0.0.1", listening.getsockname()[1]).close()
    with pytest.raises(TransportError):
        connected("10.0.0.5", 22)
