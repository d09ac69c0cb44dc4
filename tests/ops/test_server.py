"""Who gets a thread, a connection, and how long the server waits; with small figures, in this process."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from django.test import Client, RequestFactory
from django.urls import reverse

from tdsuite.ops.server import bodies, connections, open_files, threads
from tdsuite.ops.server.bodies import ClientGone, RequestRefused, announced, read_body
from tdsuite.ops.server.connections import Connection, Connections
from tdsuite.ops.server.lanes import WRITING
from tdsuite.ops.server.pages import HASHING
from tdsuite.ops.server.threads import Crowded, Places
from tdsuite.platform.access import players, stations
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.access.visitors import Visitor, visitor_of
from tests.factories import make_user
from tests.ops.asking import Asked

STRANGER, PLAYER, OFFICIAL = Visitor
PATIENCE = 180.0


# --- threads ---------------------------------------------------------------------------------------------------------


async def finished(places: Places, names: str) -> list[str]:
    """The order in which requests are let in that came in the order of `names`: visitor's digit, then a letter a client."""
    order: list[str] = []

    async def run(name: str) -> None:
        async with places.place(Visitor(int(name[0])), name[1]):
            order.append(name)

    await asyncio.gather(*(run(name) for name in names.split()))
    return order


def test_strangers_leave_threads_to_players_and_players_to_officials() -> None:
    async def run() -> list[bool]:
        places = Places((1, 2, 3))
        async with AsyncExitStack() as held:
            room = []
            for visitor in Visitor:
                await held.enter_async_context(places.place(visitor, "a"))
                room += [places.has_room(each) for each in Visitor]
            return room

    assert asyncio.run(run()) == [False, True, True, False, False, True, False, False, False]


def test_officials_come_first_and_clients_take_turns() -> None:
    async def run() -> list[str]:
        places = Places((1, 1, 1))
        async with places.place(STRANGER, "x"):
            waiting = asyncio.create_task(finished(places, "0a 0a 0a 0b 1c 2d 0b"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        return await waiting

    assert asyncio.run(run()) == ["2d", "1c", "0a", "0b", "0a", "0b", "0a"]


def test_too_many_of_one_client_are_turned_away_and_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_WAITING", 2)
    monkeypatch.setattr(threads, "LONGEST_SECONDS", 0.05)

    async def run() -> list[Any]:
        places = Places((1, 1, 1))
        async with places.place(STRANGER, "x"):
            ends = await asyncio.gather(
                *(places.place(STRANGER, "a").__aenter__() for _ in range(3)), return_exceptions=True
            )
        return [*(type(end) for end in ends), places.has_room(STRANGER)]

    assert asyncio.run(run()) == [Crowded, Crowded, Crowded, True]


def test_a_place_given_to_one_who_left_is_not_lost() -> None:
    async def run() -> bool:
        places = Places((1, 1, 1))
        async with places.place(STRANGER, "x"):
            waiting = asyncio.create_task(places.place(STRANGER, "a").__aenter__())
            await asyncio.sleep(0)
        waiting.cancel()  # after its turn was given
        await asyncio.gather(waiting, return_exceptions=True)
        return places.has_room(STRANGER)

    assert asyncio.run(run())


class Locked(Asked):
    """Pages of a database that another program has locked: what writes waits, what reads does not."""

    def __init__(self) -> None:
        self.lock, self.writing = threading.Event(), threading.Semaphore(0)
        super().__init__(self.page)

    def page(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            self.writing.release()
            assert self.lock.wait(PATIENCE)
        start("200 OK", [])
        return [b"page"]

    async def visitor(self, scope: Any) -> Visitor:
        return STRANGER if scope["method"] == "GET" else OFFICIAL


def test_writers_that_wait_for_a_locked_database_leave_the_pages_to_be_read() -> None:
    async def run() -> tuple[list[int], ...]:
        pages = Locked()
        writers = [asyncio.create_task(pages.asked("director", "/t/open/", "POST")) for _ in range(12)]
        for _ in range(max(WRITING.values())):
            await asyncio.to_thread(pages.writing.acquire)
        async with asyncio.timeout(PATIENCE):
            read = [await pages.asked("director", "/t/open/") for _ in range(3)]
        pages.lock.set()
        return tuple([answer["status"] for answer in answers] for answers in (read, await asyncio.gather(*writers)))

    assert asyncio.run(run()) == ([200] * 3, [200] * 12)


def test_passwords_and_pins_wait_by_themselves_at_the_addresses_that_the_pages_have() -> None:
    assert set(HASHING) == {reverse(f"access:{name}") for name in ("login", "sign_in", "station")} | {"/api/v1/token/"}


# --- connections -----------------------------------------------------------------------------------------------------


class Line:
    """A connection as the table of connections sees it."""

    def __init__(self, address: str, waits_for_client: bool = True) -> None:
        self.address, self.waits_for_client = address, waits_for_client
        self.open = True
        self.transport = SimpleNamespace(abort=self.close)

    def close(self) -> None:
        self.open = False


async def added(limit: int, *lines: Line) -> str:
    table = Connections(limit)
    for line in lines:
        table.add(line)  # type: ignore[arg-type]
    assert len(table) == sum(line.open for line in lines)
    return "".join(line.address if line.open else "-" for line in lines)


@pytest.mark.parametrize(
    ("limit", "lines", "left"),
    [
        (4, "aab b", "aabb"),
        (4, "aabbc", "-abbc"),  # of those with most connections the oldest
        (8, "aaaaaaa", "-aaaaaa"),  # more than three quarters
        (4, "AAbbc", "AA-bc"),  # A is being answered
        (4, "AABBc", "AABB-"),  # everybody is: the new one must wait
        (4, "AAAAb", "AAA-b"),
    ],
)
def test_who_waits_for_its_client_makes_room(limit: int, lines: str, left: str) -> None:
    crowd = [Line(each, each.islower()) for each in lines.replace(" ", "")]
    assert asyncio.run(added(limit, *crowd)) == left


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[int]:
    """The port of a server in this loop with our connections."""
    Connection.all = Connections(10)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=Connection, log_config=None, lifespan="off", ws="none"))
    task = asyncio.create_task(server.serve([listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task


@pytest.mark.parametrize("trickle", [b"", b"GET / HTTP/1.1\r\nX: ", b"\r\n"])
def test_a_head_that_does_not_end_ends_the_connection_however_its_bytes_come(
    monkeypatch: pytest.MonkeyPatch, trickle: bytes
) -> None:
    monkeypatch.setattr(connections, "WAIT_SECONDS", 0.2)

    async def run() -> int:
        async with served(None) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(trickle)
            ended = asyncio.create_task(reader.read())
            while not ended.done():
                writer.write(b"x" if trickle.strip() else b"")
                await asyncio.sleep(0.02)
            writer.close()
            return len(Connection.all)

    assert asyncio.run(asyncio.wait_for(run(), PATIENCE)) == 0


def test_who_takes_nothing_of_an_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WAIT_SECONDS", 0.2)
    ended = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await asyncio.sleep(0, send)) and len(Connection.all):
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        ended.set()

    async def run() -> None:
        async with served(app) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            writer.write(b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n")
            await ended.wait()
            writer.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


@pytest.mark.parametrize(
    ("files", "held", "streams"), [(256, 128, 96), (1024, 704, 528), (4096, 3520, 2640), (8192, 4096, 3072)]
)
def test_connections_and_streams_follow_from_the_files_that_may_be_open(files: int, held: int, streams: int) -> None:
    assert (open_files.most_connections(files), open_files.most_streams(files)) == (held, streams)
    assert held + open_files.backlog(files) + open_files.RESERVE <= files


def test_the_limit_of_open_files_is_raised_as_far_as_the_system_lets_it() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = open_files.MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, open_files.MOST_FILES)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert (open_files.raise_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0]) == (most, most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# --- bodies ----------------------------------------------------------------------------------------------------------


async def read(chunks: list[bytes | None], visitor: Visitor, length: int = 0) -> tuple[bytes, bool]:
    """What was read, and whether it was asked who sends it. A chunk None: nothing more comes."""
    left, asked = list(chunks), []

    async def receive() -> dict[str, Any]:
        if not left:
            return {"type": "http.disconnect"}
        if (chunk := left.pop(0)) is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": chunk, "more_body": bool(left)}

    async def who() -> Visitor:
        asked.append(True)
        return visitor

    body, size = await read_body(receive, length, who)
    with body:
        text = body.read()
    assert len(text) == size
    return text, bool(asked)


def test_small_bodies_are_read_and_nobody_is_asked() -> None:
    assert asyncio.run(read([b"a", b"b"], STRANGER)) == (b"ab", False)
    assert asyncio.run(read([b""], STRANGER)) == (b"", False)


@pytest.mark.parametrize(
    ("visitor", "most"), [(STRANGER, 64 * 1024), (PLAYER, 64 * 1024), (OFFICIAL, 52 * 1024 * 1024)]
)
def test_a_body_is_as_large_as_its_sender_may_send(visitor: Visitor, most: int) -> None:
    assert len(asyncio.run(read([b"x" * most], visitor))[0]) == most
    with pytest.raises(RequestRefused) as refusal:
        asyncio.run(read([b"x" * most, b"x"], visitor))
    assert refusal.value.status == 413
    with pytest.raises(RequestRefused):
        asyncio.run(read([None], visitor, length=most + 1))  # refused before a byte was read


def test_a_body_that_stops_coming_is_refused_and_one_that_breaks_off_is_nobodys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "PART_SECONDS", 0.05)
    with pytest.raises(RequestRefused) as refusal:
        asyncio.run(read([b"x", None], STRANGER))
    assert refusal.value.status == 408
    with pytest.raises(ClientGone):
        asyncio.run(read([], STRANGER))


def test_a_length_of_any_number_of_digits_is_only_a_large_one() -> None:
    assert announced([(b"content-length", b"9" * 4400)]) == 10**18
    assert (announced([(b"content-length", b"12")]), announced([])) == (12, 0)


# --- visitors --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_only_what_opens_something_makes_more_of_a_stranger() -> None:
    user = make_user("clerk")
    client = Client()
    client.force_login(user)
    token = make_token(by=user, name="clerk")
    senders = {
        f"sessionid={client.cookies['sessionid'].value}": OFFICIAL,
        f"Token {token}": OFFICIAL,
        "sessionid=0123456789abcdef0123456789abcdef": STRANGER,
        "Token 123": STRANGER,
        "Bearer invented": STRANGER,
        "Basic x": STRANGER,
        f"{players.COOKIE_PREFIX}1=a:b": STRANGER,
        f"{stations.COOKIE}=a:b": STRANGER,
    }
    for sender, visitor in senders.items():
        header = "HTTP_COOKIE" if "=" in sender else "HTTP_AUTHORIZATION"
        assert visitor_of(RequestFactory().get("/", **{header: sender})) is visitor, sender
