"""Real sockets against the real server, which may open 256 files only: the director's day goes on while each attack is held.

The figures of the full sizes: `python -m benchmarks.hostile_hall`.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tdsuite.ops.server.pages import CROWDED
from tests.hostile.crowd import PATIENCE, Hall, form, head, status_of
from tests.waiting import wait_for

pytestmark = pytest.mark.process

SILENT_BODY = head("POST", "/api/v1/token/", "Content-Type: application/json", "Content-Length: 60000")
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: hall.example\r\nX-Slow: "
MOST_LOG_BYTES = 100_000


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    hall = Hall(tmp_path_factory.mktemp("hall"), most_files=256)
    try:
        yield hall
        assert hall.installation.log.stat().st_size < MOST_LOG_BYTES
    finally:
        hall.installation.kill()


@pytest.mark.parametrize(
    "count, sent",  # threads, and more than the files that the server may open
    [
        pytest.param(8, SILENT_BODY, id="8-half a body"),
        pytest.param(8, HALF_HEAD, id="8-half a head"),
        pytest.param(260, b"", id="260-nothing"),
        pytest.param(8, b"", id="8-nothing", marks=pytest.mark.full),
        pytest.param(260, SILENT_BODY, id="260-half a body", marks=pytest.mark.full),
        pytest.param(260, HALF_HEAD, id="260-half a head", marks=pytest.mark.full),
    ],
)
def test_connections_that_say_no_more_hold_nobody_up(hall: Hall, count: int, sent: bytes) -> None:
    with hall.held(count, sent):
        assert hall.works()
    assert hall.works()


def test_an_upload_without_end_is_refused_before_it_comes(hall: Hall) -> None:
    lines = ("Content-Type: multipart/form-data; boundary=x", f"Content-Length: {500 * 1024 * 1024}")
    with hall.connect(head("POST", "/p/", *lines)) as stranger:
        assert status_of(stranger) == 413
    with hall.connect(head("POST", "/p/", "Transfer-Encoding: chunked")) as stranger:
        stranger.sendall(b"10001\r\n" + b"x" * 0x10001)
        assert status_of(stranger) == 413


def test_a_cookie_that_opens_nothing_uploads_no_more_than_a_stranger(hall: Hall) -> None:
    for cookie in ("sessionid=0123456789abcdef0123456789abcdef", "tdsuite_player_1=invented:signature"):
        with hall.connect(head("POST", "/p/", f"Cookie: {cookie}", "Content-Length: 100000")) as stranger:
            assert status_of(stranger) == 413


def test_an_officials_file_comes_through(hall: Hall) -> None:
    lines = (f"Cookie: sessionid={hall.facts['session']}", "Content-Length: 1000000", "Connection: close")
    with hall.connect(head("POST", "/console/new/from-files/", *lines) + b"x" * 1_000_000) as director:
        assert status_of(director) == 403  # Django has read it, and misses the form token


def test_who_takes_all_streams_leaves_some_to_others_and_to_the_director(hall: Hall) -> None:
    with ExitStack() as phones:
        crowd = [phones.enter_context(hall.connect(head("GET", hall.topic))) for _ in range(90)]
        answers = [status_of(phone) for phone in crowd]
        # Half of the 96 streams that 256 files leave; no more phones than one address may have connections.
        assert (answers.count(200), answers.count(503)) == (48, 42)
        lines = (f"Cookie: sessionid={hall.facts['session']}",)
        with hall.connect(head("GET", hall.topic, *lines)) as director:
            assert status_of(director) == 200
        assert hall.works()


def test_who_reads_nothing_holds_nobody_up(hall: Hall) -> None:
    with hall.held(16, head("GET", hall.largest_file)) as phones:
        assert {status_of(phone) for phone in phones} == {200}
        assert hall.works()


@pytest.mark.parametrize("path", ["wall/", "pairings/?q=x", "standings/"])
def test_costly_pages_in_parallel_leave_the_director_a_thread(hall: Hall, path: str) -> None:
    costly = head("GET", hall.public + path, "Cookie: sessionid=invented", "Connection: close")
    with hall.flooded([costly] * 32) as answered:
        assert answered.wait(PATIENCE)
        assert hall.works()


def test_a_flood_of_log_ins_leaves_threads_for_everybody(hall: Hall) -> None:
    tries = [form("/log-in/", f"username=name{number}&password=wrong") for number in range(32)]
    with hall.flooded(tries) as answered:
        assert answered.wait(PATIENCE)
        assert hall.works()


def answered(hall: Hall, request: bytes) -> int:
    """Its status; 0 where it is told that too many wait: those that the test before has left."""
    with hall.connect(request) as client:
        status = status_of(client)
        if status == 503 and CROWDED.encode() in b"".join(iter(lambda: client.recv(65536), b"")):
            return 0
    return status


def test_what_no_browser_sends_is_the_clients_mistake_and_writes_no_traceback(hall: Hall) -> None:
    nested = b"[" * 60_000
    json = ("Content-Type: application/json", f"Content-Length: {len(nested)}")
    nines = "9" * 4301
    asked = {
        head("POST", "/api/v1/token/", *json) + nested: 400,
        head("GET", f"/api/v1/tournaments/open/divisions/{hall.facts['code']}/standings/?round={nines}"): 400,
        head("GET", f"/live/stream?topics=division:{nines[:20]}"): 403,
        head("GET", "/live/stream?" + "&".join(["topics=a"] * 21)): 400,
        head("GET", "/", *["X-Same: 1"] * 200): 400,
        head("GET", "/" + "x" * 60_000): 404,
    }
    for request, status in asked.items():
        answer = wait_for(lambda request=request: answered(hall, request), what="an answer")
        assert answer == status, request[:80]
    assert "Traceback" not in hall.installation.log.read_text(encoding="utf-8")
