import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tdsuite.ops.launcher import network
from tests.ports import free_port
from tests.waiting import wait_for

HERE = "127.0.0.1"


class Server(ThreadingHTTPServer):
    """Answers (code, body) in turn, the last one again and again; remembers what was asked."""

    def __init__(self) -> None:
        super().__init__((HERE, 0), Scripted)
        self.answers: list[tuple[int, str]] = []
        self.asked: list[str] = []


class Scripted(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        answers = self.server.answers
        code, body = answers.pop(0) if len(answers) > 1 else answers[0]
        self.server.asked.append(self.path)
        self.send_response(code)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *words: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def url_of(server: Server) -> str:
    return f"http://{HERE}:{server.server_port}/"


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as made:
        made.bind((HERE, 0))
        made.listen()
        yield made


def test_a_port_taken_on_this_computer_alone_is_taken_for_everyone(listener: socket.socket) -> None:
    assert [network.is_free(address, listener.getsockname()[1]) for address in (HERE, "")] == [False, False]


def test_the_next_free_port_is_chosen_when_the_wanted_one_is_taken(listener: socket.socket) -> None:
    taken = listener.getsockname()[1]
    chosen = network.free_port(HERE, taken)
    assert taken < chosen < taken + network.PORTS_TO_TRY
    assert network.is_free(HERE, chosen) and network.free_port(HERE, chosen) == chosen


def bound(taken: socket.socket, port: int) -> bool:
    """Whether the port is ours now; another run of the suite may have it for a moment."""
    try:
        taken.bind((HERE, port))
    except OSError:
        return False
    return True


def test_the_last_port_there_is_ends_the_search() -> None:
    with socket.socket() as one, socket.socket() as other:
        for taken, port in ((one, 65534), (other, 65535)):
            wait_for(lambda taken=taken, port=port: bound(taken, port), what=f"port {port}")
            taken.listen()
        with pytest.raises(network.NoFreePort) as refused:
            network.free_port(HERE, 65534)
    assert str(refused.value) == "Ports 65534 to 65535 are all taken. Choose another with --port."


def test_addresses_for_others_are_never_this_computers_own() -> None:
    found = network.lan_addresses()
    assert len(found) == len(set(found))
    for address in found:
        assert socket.inet_aton(address)
        assert not address.startswith(("127.", "169.254.", "0."))


@pytest.mark.parametrize(("code", "status"), [(200, "ok"), (503, "down")])
def test_health_is_asked_at_healthz_and_never_through_a_proxy(
    server: Server, monkeypatch: pytest.MonkeyPatch, code: int, status: str
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    server.answers = [(code, json.dumps({"status": status}))]
    assert network.health(url_of(server)) == {"status": status}
    assert server.asked == ["/healthz"]


@pytest.mark.parametrize(("code", "body"), [(200, "not JSON"), (500, "<h1>Server error</h1>"), (200, "[1]")])
def test_what_is_no_answer_is_none(server: Server, code: int, body: str) -> None:
    server.answers = [(code, body)]
    assert network.health(url_of(server)) is None


def test_nobody_there_is_none() -> None:
    assert network.health(f"http://{HERE}:{free_port()}/") is None


def test_a_server_that_cannot_be_asked_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the loopback interface is down phones may well reach it: the watchdog must not end it."""
    nobody = f"http://{HERE}:{free_port()}/"
    assert (network.reachable(nobody, 1), network.loopback_works()) == (False, True)
    monkeypatch.setattr(network, "HERE", "192.0.2.1")  # no address of this computer
    assert (network.reachable(nobody, 1), network.loopback_works()) == (True, False)


def test_waiting_ends_when_all_is_well(server: Server) -> None:
    server.answers = [(500, ""), (200, '{"status": "degraded"}'), (200, '{"status": "ok"}')]
    assert network.wait_healthy(url_of(server), 180, lambda: True) == {"status": "ok"}
    assert len(server.asked) == 3


def test_a_server_without_worker_is_waited_for_a_little_then_served(server: Server) -> None:
    server.answers = [(200, '{"status": "degraded"}')]
    assert network.wait_healthy(url_of(server), 600, lambda: True, worker_seconds=0.5) == {"status": "degraded"}


def test_waiting_ends_when_a_process_has_ended(server: Server) -> None:
    server.answers = [(500, "")]
    asked = iter([True, True, False])
    assert network.wait_healthy(url_of(server), 600, lambda: next(asked)) is None
    assert len(server.asked) == 2
