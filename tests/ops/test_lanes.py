"""Who waits for whom: a crowd that only looks is told to come again, and never holds up a result, a sheet or an official."""

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tdsuite.ops.server import threads
from tdsuite.ops.server.lanes import DOORS, PATIENCE, READING, WRITING, Lane, OneAtATime, lane_of
from tdsuite.ops.server.pages import CROWDED, Pages, refuse
from tdsuite.ops.server.threads import Crowded
from tdsuite.platform.access.visitors import Visitor

STRANGER, PLAYER, OFFICIAL = Visitor
STANDINGS, SHEET, OWN_PAGE, LINK = "/t/open/a/standings/", "/s/open/1/enter/", "/me/open/", "/l/token/"
PATIENT = 180.0
SCOPE = {
    "type": "http",
    "query_string": b"",
    "headers": [],
    "http_version": "1.1",
    "scheme": "http",
    "server": ("hall", 80),
}


class Hall(Pages):
    """Pages of which standings and own pages take until `calm`; who asks is said by the address."""

    def __init__(self) -> None:
        self.calm, self.begun = threading.Event(), threading.Semaphore(0)
        self.pages: Counter[str] = Counter()
        super().__init__(self.page)

    def page(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.pages[environ["REMOTE_ADDR"]] += 1
        if environ["PATH_INFO"] in (STANDINGS, OWN_PAGE):
            self.begun.release()
            assert self.calm.wait(PATIENT)
        start("200 OK", [])
        return [b"page"]

    async def visitor(self, scope: Any) -> Visitor:
        return {"player": PLAYER, "director": OFFICIAL}.get(scope["client"][0], STRANGER)

    async def asked(
        self, who: str, path: str, method: str = "GET", leaves: asyncio.Event | None = None, *, renews: bool = False
    ) -> dict[str, Any]:
        """The answer's status, headers and text; status 0 where none was sent.

        Args:
            leaves: when the client goes.
            renews: a page asks for a part of itself.
        """
        answer: dict[str, Any] = {"status": 0, "text": b""}
        body = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if body:
                return body.pop()
            await (leaves or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.update(status=message["status"], headers=dict(message["headers"]))
            answer["text"] += message.get("body", b"")

        scope = {**SCOPE, "method": method, "path": path, "raw_path": path.encode(), "client": (who, 1)}
        scope["headers"] = [(b"hx-request", b"true")] if renews else []
        await self(scope, receive, send)
        return answer

    async def crowd(self) -> list[asyncio.Task[dict[str, Any]]]:
        """As many spectators as may look at once, all at the standings."""
        looking = [asyncio.create_task(self.asked("hall", STANDINGS)) for _ in range(READING[Lane.SPECTATOR])]
        for _ in looking:
            await asyncio.to_thread(self.begun.acquire)
        return looking


def test_spectators_are_told_to_come_again_and_everybody_else_is_answered_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert PATIENCE == {Lane.SPECTATOR: 1.0, Lane.REFRESH: 2.0}
    monkeypatch.setitem(PATIENCE, Lane.SPECTATOR, 0.05)

    async def run() -> None:
        hall = Hall()
        looking = await hall.crowd()
        told = await asyncio.gather(*(hall.asked("hall", STANDINGS) for _ in range(20)), hall.asked("x", "/api/v1/x/"))
        assert {answer["status"] for answer in told} == {503}
        assert told[0]["text"] == CROWDED.encode()
        again = told[0]["headers"][b"retry-after"]
        assert 3 <= int(again) <= 8 and told[0]["headers"][b"refresh"] == again  # the browser comes by itself
        assert b"refresh" not in told[-1]["headers"] and b"retry-after" in told[-1]["headers"]  # a program is told
        others = [
            ("player", SHEET, "POST"),
            ("player", SHEET, "GET"),
            ("director", "/console/", "GET"),
            ("x", LINK, "GET"),
        ]
        assert [(await hall.asked(*each))["status"] for each in others] == [200] * 4
        hall.calm.set()
        assert [answer["status"] for answer in await asyncio.gather(*looking)] == [200] * len(looking)
        assert hall.pages["hall"] == len(looking)  # nothing was made for those who were sent away

    asyncio.run(asyncio.wait_for(run(), PATIENT))


@pytest.mark.parametrize(
    ("path", "headers", "says"),
    [
        (STANDINGS, [(b"accept-language", b"fr-CA,fr;q=0.8")], "Trop de demandes attendent."),
        (STANDINGS, [(b"accept-language", b"fr"), (b"cookie", b"a=b; language=es")], "Hay demasiadas peticiones"),
        (STANDINGS, [], "Too many requests are waiting."),
        ("/console/", [(b"accept-language", b"fr")], "Too many requests are waiting."),
        ("/api/v1/x/", [(b"accept-language", b"fr")], "Too many requests are waiting."),
    ],
)
def test_who_is_sent_away_reads_why_in_their_own_language(path: str, headers: list[Any], says: str) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(refuse({**SCOPE, "path": path, "headers": headers}, send, 503, CROWDED, None))  # type: ignore[arg-type]
    assert says in sent[1]["body"].decode()


def test_while_an_official_is_answered_one_of_the_others_begins_and_the_rest_when_it_is_done() -> None:
    async def run() -> None:
        hall = Hall()
        director = asyncio.create_task(hall.asked("director", STANDINGS, "POST"))
        await asyncio.to_thread(hall.begun.acquire)
        players = [asyncio.create_task(hall.asked("player", STANDINGS)) for _ in range(READING[Lane.PLAYER])]
        while len(hall._reading._waiting[Lane.PLAYER].get("player", ())) < len(players) - 1:
            await asyncio.sleep(0)
        await asyncio.to_thread(hall.begun.acquire)  # beside a director who writes one looks, and nobody else
        assert hall.pages == {"director": 1, "player": 1}
        assert (await hall.asked("director", SHEET))["status"] == 200  # another official does not wait
        hall.calm.set()
        assert [answer["status"] for answer in await asyncio.gather(director, *players)] == [200] * (1 + len(players))

    asyncio.run(asyncio.wait_for(run(), PATIENT))


def test_pages_that_renew_themselves_leave_the_threads_to_what_somebody_pressed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PATIENCE, Lane.REFRESH, 0.05)

    async def run() -> None:
        hall = Hall()
        pressed = [
            asyncio.create_task(hall.asked("player", STANDINGS, "POST")) for _ in range(WRITING[Lane.PLAYER] + 1)
        ]
        for _ in range(WRITING[Lane.PLAYER]):  # the last one waits
            await asyncio.to_thread(hall.begun.acquire)
        renewing = [asyncio.create_task(hall.asked("player", OWN_PAGE, renews=True)) for _ in range(2)]
        await asyncio.to_thread(hall.begun.acquire)
        done, _ = await asyncio.wait(renewing, return_when=asyncio.FIRST_COMPLETED)
        assert [task.result()["status"] for task in done] == [503]  # while presses wait one page renews itself, not two
        hall.calm.set()
        answers = await asyncio.gather(*pressed, *renewing)
        assert sorted(answer["status"] for answer in answers) == [200] * (len(pressed) + 1) + [503]

    asyncio.run(asyncio.wait_for(run(), PATIENT))


def test_an_official_is_known_before_the_phones_that_wait_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    calm = threading.Event()

    def asked(scope: Any) -> Visitor:
        official = any(name == b"authorization" for name, _ in scope["headers"])
        if not official:
            calm.wait(PATIENT)
        return Visitor.OFFICIAL if official else Visitor.PLAYER

    monkeypatch.setattr("tdsuite.ops.server.pages._ask", asked)

    async def run() -> None:
        server = Pages(lambda *_: [])
        phones = [
            {**SCOPE, "path": OWN_PAGE, "client": (str(who), 1), "headers": [(b"cookie", b"tdsuite_player_%d=x" % who)]}
            for who in range(9)
        ]
        waiting = [asyncio.create_task(server.visitor(phone)) for phone in phones]
        await asyncio.sleep(0.01)
        director = {
            **SCOPE,
            "path": "/console/",
            "client": ("director", 1),
            "headers": [(b"authorization", b"Token x")],
        }
        assert await server.visitor(director) is Visitor.OFFICIAL
        calm.set()
        assert await asyncio.gather(*waiting) == [Visitor.PLAYER] * 9

    asyncio.run(asyncio.wait_for(run(), PATIENT))


def test_nothing_is_made_for_a_client_that_has_gone_and_its_place_in_the_queue_is_free_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PATIENCE, Lane.SPECTATOR, PATIENT)
    monkeypatch.setattr(threads, "MOST_WAITING", 1)

    async def run() -> None:
        hall, leaves = Hall(), asyncio.Event()
        looking = await hall.crowd()
        impatient = asyncio.create_task(hall.asked("phone", STANDINGS, leaves=leaves))
        while not hall._reading._waiting[Lane.SPECTATOR]:
            await asyncio.sleep(0)
        leaves.set()
        assert (await impatient)["status"] == 0
        patient = asyncio.create_task(hall.asked("phone", STANDINGS))  # one of an address may wait
        await asyncio.sleep(0)
        hall.calm.set()
        assert [answer["status"] for answer in await asyncio.gather(*looking, patient)] == [200] * (len(looking) + 1)
        assert hall.pages["phone"] == 1

    asyncio.run(asyncio.wait_for(run(), PATIENT))


def test_one_password_is_tried_at_a_time_in_all_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(threads, "LONGEST_SECONDS", 0.05)
    here, there = (OneAtATime(tmp_path / "lock") for _ in range(2))

    async def run() -> None:
        async with here.place():
            with pytest.raises(Crowded):
                await there.place().__aenter__()
        async with there.place():
            pass

    asyncio.run(run())


@pytest.mark.parametrize(
    ("visitor", "path", "lane"),
    [
        (STRANGER, STANDINGS, Lane.SPECTATOR),
        (STRANGER, LINK, Lane.DOOR),
        (PLAYER, LINK, Lane.PLAYER),
        (PLAYER, STANDINGS, Lane.PLAYER),
        (OFFICIAL, STANDINGS, Lane.OFFICIAL),
        (OFFICIAL, OWN_PAGE, Lane.OFFICIAL),
        (PLAYER, OWN_PAGE, Lane.PLAYER),
    ],
)
def test_the_lane_of_a_request(visitor: Visitor, path: str, lane: Lane) -> None:
    assert lane_of(visitor, path) is lane


def test_an_own_page_that_renews_itself_has_a_lane_of_its_own() -> None:
    assert lane_of(PLAYER, OWN_PAGE, renews=True) is Lane.REFRESH
    assert lane_of(PLAYER, SHEET, renews=True) is Lane.PLAYER
    assert lane_of(STRANGER, OWN_PAGE, renews=True) is Lane.SPECTATOR


def test_the_doors_are_where_strangers_become_somebody() -> None:
    names = {"link": ["x"], "sign_in": [], "station": [], "login": [], "invited": ["x"]}
    paths = [*(reverse(f"access:{name}", args=args) for name, args in names.items()), "/api/v1/token/"]
    assert all(path.startswith(DOORS) for path in paths) and len(paths) == len(DOORS)
