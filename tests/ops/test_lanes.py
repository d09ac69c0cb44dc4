"""Who waits for whom: a crowd that only looks is told to come again, and never holds up a result, a sheet or an official."""

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tdsuite.ops.server import threads
from tdsuite.ops.server.lanes import DOORS, PATIENCE, READING, Lane, OneAtATime, lane_of
from tdsuite.ops.server.pages import CROWDED, Pages
from tdsuite.ops.server.threads import Crowded
from tdsuite.platform.access.visitors import Visitor

STRANGER, PLAYER, OFFICIAL = Visitor
STANDINGS, SHEET, LINK = "/t/open/a/standings/", "/me/open/game/1/enter/", "/l/token/"
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
    """Pages whose standings take until `calm`; who asks is said by the address."""

    def __init__(self) -> None:
        self.calm, self.begun = threading.Event(), threading.Semaphore(0)
        self.pages: Counter[str] = Counter()
        super().__init__(self.page)

    def page(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.pages[environ["REMOTE_ADDR"]] += 1
        if environ["PATH_INFO"] == STANDINGS:
            self.begun.release()
            assert self.calm.wait(PATIENT)
        start("200 OK", [])
        return [b"page"]

    async def visitor(self, scope: Any) -> Visitor:
        return {"player": PLAYER, "director": OFFICIAL}.get(scope["client"][0], STRANGER)

    async def asked(
        self, who: str, path: str, method: str = "GET", leaves: asyncio.Event | None = None
    ) -> dict[str, Any]:
        """The answer's status, headers and text; status 0 where none was sent.  leaves: when the client goes."""
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
    assert PATIENCE == {Lane.SPECTATOR: 1.0}
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


def test_while_an_official_is_answered_two_of_the_others_begin_and_the_rest_when_it_is_done() -> None:
    async def run() -> None:
        hall = Hall()
        director = asyncio.create_task(hall.asked("director", STANDINGS, "POST"))
        await asyncio.to_thread(hall.begun.acquire)
        players = [asyncio.create_task(hall.asked("player", STANDINGS)) for _ in range(READING[Lane.PLAYER])]
        while len(hall._reading._waiting[Lane.PLAYER].get("player", ())) < len(players) - 2:
            await asyncio.sleep(0)
        for _ in range(2):  # beside a director who writes two look, and nobody else
            await asyncio.to_thread(hall.begun.acquire)
        assert hall.pages == {"director": 1, "player": 2}
        assert (await hall.asked("director", SHEET))["status"] == 200  # another official does not wait
        hall.calm.set()
        assert [answer["status"] for answer in await asyncio.gather(director, *players)] == [200] * (1 + len(players))

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
    ],
)
def test_the_lane_of_a_request(visitor: Visitor, path: str, lane: Lane) -> None:
    assert lane_of(visitor, path) is lane


def test_the_doors_are_where_strangers_become_somebody() -> None:
    names = {"link": ["x"], "sign_in": [], "station": [], "login": [], "invited": ["x"]}
    paths = [*(reverse(f"access:{name}", args=args) for name, args in names.items()), "/api/v1/token/"]
    assert all(path.startswith(DOORS) for path in paths) and len(paths) == len(DOORS)
