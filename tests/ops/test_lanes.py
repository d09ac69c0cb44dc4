"""Who waits for whom: readers are told to come again, and never hold up a result, a sheet or an official."""

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tdsuite.ops.server import threads
from tdsuite.ops.server.lanes import READERS_PATIENCE, READING, Lane, OneAtATime
from tdsuite.ops.server.pages import CROWDED, refuse
from tdsuite.ops.server.threads import Crowded
from tdsuite.platform.access.visitors import Visitor
from tests.ops.asking import SCOPE, Asked

STRANGER, PLAYER, OFFICIAL = Visitor
STANDINGS, SHEET = "/t/open/a/standings/", "/s/open/1/enter/"
PATIENT = 180.0


class Hall(Asked):
    """Pages of which standings and own pages take until `calm`."""

    def __init__(self, patience: float = 0.05) -> None:
        self.calm, self.begun = threading.Event(), threading.Semaphore(0)
        self.pages: Counter[str] = Counter()
        super().__init__(self.page)
        self._reading._patience = patience

    def page(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.pages[environ["REMOTE_ADDR"]] += 1
        if environ["PATH_INFO"] == STANDINGS:
            self.begun.release()
            assert self.calm.wait(PATIENT)
        start("200 OK", [])
        return [b"page"]

    async def visitor(self, scope: Any) -> Visitor:
        return {"player": PLAYER, "director": OFFICIAL}.get(scope["client"][0], STRANGER)

    async def crowd(self) -> list[asyncio.Task[dict[str, Any]]]:
        """As many spectators as may look at once, all at the standings."""
        looking = [asyncio.create_task(self.asked("hall", STANDINGS)) for _ in range(READING[Lane.EVERYBODY])]
        for _ in looking:
            await asyncio.to_thread(self.begun.acquire)
        return looking


def test_readers_are_told_to_come_again_and_presses_and_officials_are_answered_meanwhile() -> None:
    assert READERS_PATIENCE == 1.0

    async def run() -> None:
        hall = Hall()
        looking = await hall.crowd()
        told = await asyncio.gather(*(hall.asked("hall", STANDINGS) for _ in range(20)), hall.asked("x", "/api/v1/x/"))
        assert {answer["status"] for answer in told} == {503}
        assert told[0]["text"] == CROWDED.encode()
        again = told[0]["headers"][b"retry-after"]
        assert 3 <= int(again) <= 8 and told[0]["headers"][b"refresh"] == again  # the browser comes by itself
        assert b"refresh" not in told[-1]["headers"] and b"retry-after" in told[-1]["headers"]  # a program is told
        others = [("player", SHEET, "POST"), ("director", "/console/", "GET")]
        assert [(await hall.asked(*each))["status"] for each in others] == [200] * 2
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


def test_nothing_is_made_for_a_client_that_has_gone_and_its_place_in_the_queue_is_free_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "MOST_WAITING", 1)

    async def run() -> None:
        hall, leaves = Hall(PATIENT), asyncio.Event()
        looking = await hall.crowd()
        impatient = asyncio.create_task(hall.asked("phone", STANDINGS, leaves=leaves))
        while not hall._reading._waiting[Lane.EVERYBODY]:
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
