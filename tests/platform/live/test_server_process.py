"""The real server: pages hear within a second what another process changed, strangers hear nothing."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.platform.live.server import Server
from tests.waiting import wait_for

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("live") / "installation") as running:
        yield running


def test_two_pages_hear_of_another_processs_change_and_only_of_what_they_watch(server: Server) -> None:
    with server.watching("open:a", "open:b") as one, server.watching("open:a") as two:
        assert {one.change(), one.change()} == {("open:a", 0), ("open:b", 0)}
        assert two.change() == ("open:a", 0)
        assert server.say("open:a") == "bumped"
        assert (one.change(), two.change()) == (("open:a", 1), ("open:a", 1))
        server.say("open:theirs")
        server.say("open:a open:b open:theirs")
        assert {one.change(), one.change()} == {("open:a", 2), ("open:b", 1)}
        assert two.change() == ("open:a", 2)
    with server.watching("open:a") as back:
        assert back.change() == ("open:a", 2)  # the present version first


def test_the_stream_is_an_event_stream_that_nobody_stores_and_asks_to_retry_soon(server: Server) -> None:
    with server.watching("open:head") as page:
        headers = page.answer.headers
        assert (page.answer.status, headers["content-type"]) == (200, "text/event-stream")
        assert (headers["cache-control"], headers["x-accel-buffering"]) == ("no-store", "no")
        assert page.line() == "retry: 2000"


def test_who_is_logged_in_may_watch(server: Server) -> None:
    key = server.say("login")
    with server.watching("user:1", Cookie=f"sessionid={key}") as page:
        assert (page.answer.status, page.change()) == (200, ("user:1", 0))


def test_an_invented_session_is_a_stranger(server: Server) -> None:
    assert server.ask("/live/stream?topics=user:1", Cookie="sessionid=0123456789abcdef0123456789abcdef")[0] == 403


def test_everything_else_is_djangos(server: Server) -> None:
    status, _ = server.ask("/live/no-such-page")
    assert status in (404, 500)  # Django answered: its own not-found page, or the words of its failure
    assert "text/event-stream" not in server.log()


GUARDS = 4  # threads that ask who may watch, however many do


def figure(server: Server, name: str) -> int:
    text = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(text.split(f"{name}:")[1].split()[0])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="threads are counted through /proc, on Linux only")
def test_a_hundred_pages_cost_no_thread_and_little_memory(server: Server) -> None:
    with server.watching("open:warm") as page:
        page.change()
    threads, memory = figure(server, "Threads"), figure(server, "VmRSS")
    with ExitStack() as hall:
        clients = [hall.enter_context(server.watching("open:hall")) for _ in range(100)]
        assert {client.change() for client in clients} == {("open:hall", 0)}
        assert figure(server, "Threads") <= threads + GUARDS - 1  # one of them at least is there
        assert figure(server, "VmRSS") - memory < 12_000  # kB
        server.say("open:hall")
        assert {client.change() for client in clients} == {("open:hall", 1)}


def test_the_server_stops_although_a_page_is_watching(tmp_path: Path) -> None:
    with Server(tmp_path / "installation") as server, server.watching("open:last") as page:
        assert page.change() == ("open:last", 0)
        server.process.send_signal(signal.SIGTERM)
        wait_for(lambda: server.process.poll() is not None)
