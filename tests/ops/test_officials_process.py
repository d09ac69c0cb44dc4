"""Officials have a server process of their own, to which their connections move: a hall that keeps all others busy holds up none of them."""

import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tdsuite.ops.server.known_visitors import KnownVisitors, credentials_in, credentials_of
from tdsuite.ops.server.moving import MOST_BYTES, Busy, Moving, head_of
from tdsuite.platform.access.visitors import Visitor
from tests.journeys.installation import Installation
from tests.ops.test_web_processes import PROCESSES, children, for_officials, processes
from tests.scratch import scratch_database
from tests.waiting import PATIENCE, wait_for

pytestmark = [pytest.mark.process, pytest.mark.django_db]

SET_UP = """
from tdsuite.platform.access.models import User
from tdsuite.platform.access.tokens import make_token
print(json.dumps(make_token(by=User.objects.create_superuser("director"), name="x")))
"""
OWN, STANDINGS = "/api/v1/tournaments/", "/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Installation]:
    with scratch_database() as database:
        variables = {"WEB_PROCESSES": str(PROCESSES), **({"DATABASE_URL": database} if database else {})}
        site = Installation(tmp_path_factory.mktemp("officials") / "data", variables=variables)
        site.prepare()
        try:
            site.start()
            wait_for(lambda: len(children(site)) == PROCESSES + 1, what="all processes")
            yield site
        finally:
            site.kill()


@pytest.fixture(scope="module")
def token(site: Installation) -> str:
    """Of a director whom every process knows."""
    token = str(site.python(SET_UP))
    for each in processes(site):
        with still(*(other for other in children(site) if other != each)):
            assert ask(site, token) == 200
    return token


@contextmanager
def still(*pids: int) -> Iterator[None]:
    """These processes do nothing in the block."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def ask(site: Installation, token: str = "", timeout: float = PATIENCE, link: HTTPConnection | None = None) -> int:
    """The status of the answer to the director, or to a stranger without a token."""
    browser = link or HTTPConnection("127.0.0.1", site.port, timeout=timeout)
    browser.request("GET", OWN if token else STANDINGS, headers={"Authorization": f"Token {token}"} if token else {})
    answer = browser.getresponse()
    answer.read()
    return answer.status


def test_a_director_is_answered_while_no_other_process_can_answer_anybody(site: Installation, token: str) -> None:
    ask(site, token)  # whichever process takes this one hands it over
    with still(*processes(site)):
        assert ask(site, token) == 200
        with pytest.raises(TimeoutError):
            ask(site, timeout=1)
        with pytest.raises(TimeoutError):
            ask(site, "invented", timeout=1)
    assert ask(site) == 200 and ask(site, "invented") == 401


def test_one_connection_carries_officials_and_others_in_turn(site: Installation, token: str) -> None:
    link = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    assert [ask(site, each, link=link) for each in (token, "", token, "", "invented", token)] == [
        200, 200, 200, 200, 401, 200,
    ]  # fmt: skip
    with still(*processes(site)):
        assert ask(site, token, link=link) == 200


def test_a_crowd_that_is_too_large_to_be_handed_on_waits_and_holds_up_no_official(
    site: Installation, token: str
) -> None:
    with ThreadPoolExecutor(200) as crowd:
        with still(*processes(site)):
            strangers = [crowd.submit(ask, site) for _ in range(200)]
            time.sleep(1)
            assert ask(site, token) == 200
        answers = Counter(each.result() for each in strangers)
    assert answers[200] and answers.keys() <= {200, 503} and ask(site) == 200


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_a_head_that_comes_in_parts_moves_when_it_is_whole(site: Installation, token: str, line_end: str) -> None:
    lines = ["Host: 127.0.0.1", f"Authorization: Token {token}", "Connection: close", "", ""]
    head = line_end.join([f"GET {OWN} HTTP/1.1", *lines])
    with still(*processes(site)), socket.create_connection(("127.0.0.1", site.port), PATIENCE) as link:
        for part in (head[:9], head[9:80], head[80:]):
            link.sendall(part.encode())
            time.sleep(0.1)
        assert link.recv(100).startswith(b"HTTP/1.1 200")


def test_a_body_comes_whole_whoever_sends_it(site: Installation, token: str) -> None:
    """A connection out of step would be answered with 400, or never."""
    link = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    for size in (100, MOST_BYTES // 2, 3 * MOST_BYTES):
        for headers, answered in (
            ({"Authorization": f"Token {token}"}, 405),
            ({}, 405 if size < MOST_BYTES else 413),  # more than strangers may send
        ):
            link.request("POST", OWN, b"x" * size, {"Content-Type": "application/json", **headers})
            answer = link.getresponse()
            answer.read()
            assert answer.status == answered
            assert ask(site, token, link=link) == 200


def test_officials_are_answered_by_the_others_while_their_process_is_gone(site: Installation, token: str) -> None:
    (own,) = for_officials(site)
    ask(site, token)
    os.kill(own, signal.SIGKILL)
    began = time.monotonic()
    while own in children(site):
        time.sleep(0.01)
    assert ask(site, token) == 200
    wait_for(lambda: for_officials(site), what="the officials' process runs again")
    assert time.monotonic() - began < PATIENCE

    def answers_alone() -> bool:
        with still(*processes(site)):
            try:
                return ask(site, token, timeout=1) == 200
            except TimeoutError:
                ask_others = True
        if ask_others:  # one of them tells it who this is
            ask(site, token)
        return False

    wait_for(answers_alone, what="it answers officials again")


def test_credentials_are_the_same_in_bytes_and_in_headers() -> None:
    head = b"GET / HTTP/1.1\r\nHost: x\r\nCookie: a=1; sessionid=2\r\nX: cookie: no\r\nAUTHORIZATION:Token 3 \r\n\r\n"
    headers = [(b"host", b"x"), (b"cookie", b"a=1; sessionid=2"), (b"x", b"cookie: no"), (b"authorization", b"Token 3")]
    assert credentials_in(head) == credentials_of(headers) == (b"a=1; sessionid=2", b"Token 3")
    assert head_of(head[:-1]) == b"" and head_of(head + b"\r\ncookie: c=1\r\n\r\n") == head
    assert credentials_in(head.replace(b"\r", b"")) == credentials_of(headers)


def test_a_connection_that_nobody_takes_stays_where_it_is(tmp_path: Path) -> None:
    known = KnownVisitors()
    known.add((b"Token 3",), Visitor.OFFICIAL)
    head = b"GET / HTTP/1.1\r\nAuthorization: Token 3\r\n\r\n"
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    moving = Moving(for_officials=False, here=ends[0], away=ends[1], present=tmp_path / "present", known=known)
    assert moving.belongs(head)  # no officials' process lives
    with socket.create_server(("127.0.0.1", 0)) as connection:
        with pytest.raises(OSError, match="too long"):
            moving.hand_over(connection, head * MOST_BYTES)
        with pytest.raises(Busy):
            for _ in range(10_000):
                moving.hand_over(connection, head)
        assert connection.getsockname()  # it is still ours
    for end in ends:
        end.close()


@pytest.mark.parametrize("line", [b"cookie:" + b" " * 60_000 + b"\rx", b"cookie:x" + b" " * 60_000 + b"y"])
def test_a_head_made_to_be_looked_at_for_long_is_not(line: bytes) -> None:
    began = time.process_time()
    credentials_in(b"GET / HTTP/1.1\r\n" + line + b"\r\n\r\n")
    assert time.process_time() - began < 1


def test_what_looks_like_credentials_in_a_body_sends_no_request_to_and_fro(site: Installation) -> None:
    fresh = str(site.python(SET_UP.replace("director", "second")))
    for _ in range(2 * PROCESSES + 1):
        link = HTTPConnection("127.0.0.1", site.port, timeout=20)
        link.request("POST", OWN, b"\nauthorization: y\n", {"Authorization": f"Token {fresh}"})
        assert link.getresponse().status == 405
        link.close()


def test_a_body_that_nobody_read_is_no_request(site: Installation, token: str) -> None:
    smuggled = f"GET {OWN} HTTP/1.1\r\nHost: x\r\nAuthorization: Token {token}\r\n\r\n".encode()
    head = f"POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: {len(smuggled)}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as link:
        link.sendall(head)
        assert link.recv(1000).startswith(b"HTTP/1.1 200")
        link.sendall(smuggled)
        link.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answers = b""
        while part := link.recv(1000):
            answers += part
    assert answers.count(b"HTTP/1.1 ") <= 1 and b"demo" not in answers
