"""The clients of `benchmarks.load`: players' phones, spectators, visitors and a director, in one process over 127.0.0.1."""

import argparse
import asyncio
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import quote, urlencode

TOKEN = "a" * 32  # of a form: the browser's own
PATIENCE, TRIES = 30.0, 24
POLL, LONGEST_POLL, SLOW = (
    15.0,
    120.0,
    3.0,
)  # seconds, of live.js: how often a page without a stream asks, and when it asks less often
SPREAD = 0.8  # of an own page, where the news does not name more
ROWS = ("HX-Request: true", "Accept-Encoding: gzip")
REPORT = "pairings-by-table"
PACKED = "content-encoding"


class Lost(OSError):
    """No whole answer came."""


class Refused(Exception):
    """The stream is not to be had; a browser's EventSource gives up, and the page asks from time to time instead."""


@dataclass
class Tally:
    """What the clients saw.

    Attributes:
        seconds: by kind of request, of whatever was not sent away for later.
        answers: by kind and status; 0 where none came.
        counted: by game, the score that the server answered for, and when.
        seen: (game, entry): when that player's own page showed the score.
    """

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    counted: dict[int, tuple[int, int, float]] = field(default_factory=dict)
    seen: dict[tuple[int, int], float] = field(default_factory=dict)


class Client:
    """One browser: a connection a request, as phones that were asleep have it, from an address of its own on this computer."""

    _addresses = count()

    def __init__(self, port: int, tally: Tally, cookies: dict[str, str] | None = None, token: str = "") -> None:
        self._port, self._tally = port, tally
        number = next(self._addresses) % 60_000
        self._address = f"127.0.{number // 250 + 1}.{number % 250 + 1}"
        jar = {**(cookies or {}), "csrftoken": TOKEN}
        self._lines = [f"Host: 127.0.0.1:{port}"]
        self._lines += [
            f"Authorization: Token {token}"
            if token
            else f"Cookie: {'; '.join(f'{name}={value}' for name, value in jar.items())}"
        ]

    async def ask(self, kind: str, path: str, body: str = "", *lines: str) -> tuple[int, str]:
        """Status and text; the time is counted under its kind. Raises Lost."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                status, text = await self._answer(path, body, lines)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            self._tally.answers[kind, 0] += 1
            raise Lost(kind) from error
        if status != 503:
            self._tally.seconds[kind].append(time.monotonic() - begun)
        self._tally.answers[kind, status] += 1
        return status, text

    async def _answer(self, path: str, body: str, lines: tuple[str, ...]) -> tuple[int, str]:
        reader, writer = await self._open(path, body, (*lines, "Connection: close"))
        try:
            status, headers = await _head(reader)
            answer = await reader.read()
            if PACKED in headers:  # a spectator's page: weighed, not read
                return status, ""
            return status, answer.decode("utf-8", "replace")
        finally:
            writer.close()

    async def _open(
        self, path: str, body: str, lines: tuple[str, ...]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._port, limit=2**20, local_addr=(self._address, 0)
        )
        data = body.encode()
        kind = "application/json" if body.startswith("{") else "application/x-www-form-urlencoded"
        sent = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", *self._lines, *lines]
        if body:
            sent += [f"Content-Type: {kind}", f"Content-Length: {len(data)}"]
        writer.write("\r\n".join([*sent, "", ""]).encode() + data)
        return reader, writer

    async def stream(self, topics: list[str]) -> AsyncIterator[dict[str, Any]]:
        """What the event stream says, without end; nothing where it breaks off.  Raises Refused."""
        try:
            path = f"/live/stream?topics={quote(','.join(topics))}"
            reader, writer = await self._open(path, "", ())
        except OSError:
            return
        try:
            status, _ = await _head(reader)
            self._tally.answers["stream", status] += 1
            if status != 200:
                raise Refused
            text = b""
            while status == 200 and (size := int(await reader.readline() or b"0", 16)):
                text += (await reader.readexactly(size + 2))[:-2]
                *events, text = text.split(b"\n\n")
                for each in events:
                    if each.startswith(b"event: "):
                        kind, _, data = each.decode().removeprefix("event: ").partition("\ndata: ")
                        yield {"kind": kind, **json.loads(data)}
        except (OSError, ValueError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    return int(first.split()[1]), {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}


def longer(pause: float, begun: float) -> float:
    """Seconds until a page without a stream asks again, where it asked last after `pause` and at `begun`."""
    return min(2 * pause, LONGEST_POLL) if time.monotonic() - begun > SLOW else POLL


def hidden(page: str, name: str) -> str:
    value = re.search(rf'name="{name}"\s+value="([^"]*)"', page)
    return value[1] if value else ""


@dataclass
class Hall:
    """Everybody in it.

    Attributes:
        facts: cookies by entry, boards, the director's token.
        published, printed: by division, seconds from its last answered result to round 3 as a stranger sees it, and from then until
            its pairing sheet is there.
    """

    port: int
    facts: dict[str, Any]
    options: argparse.Namespace
    tally: Tally = field(default_factory=Tally)
    luck: random.Random = field(default_factory=lambda: random.Random(17))
    over: asyncio.Event = field(default_factory=asyncio.Event)
    published: dict[str, float] = field(default_factory=dict)
    printed: dict[str, float] = field(default_factory=dict)

    async def run(self) -> None:
        boards = self.facts["boards"]
        codes = sorted({(board["code"], board["division"]) for board in boards})
        watching = [self.own_page(int(entry), cookies) for entry, cookies in self.facts["phones"].items()]
        watching += [self.spectator(*codes[turn % len(codes)]) for turn in range(self.options.spectators)]
        watching += [self.visitor(codes[turn % len(codes)][0]) for turn in range(self.options.visitors)]
        warming = Client(self.port, Tally())
        for _ in range(20):  # the doors open when every process has made a page
            await warming.ask("", f"/t/load/{codes[0][0]}/standings/")
        crowd = [asyncio.create_task(each) for each in watching]
        await asyncio.sleep(self.arriving + 2)
        begun = time.monotonic()
        playing = [self.enter_as_director(board) if board["by_director"] else self.play(board) for board in boards]
        everything = asyncio.gather(*playing)
        waiting = [asyncio.create_task(self.next_round(code)) for code, _ in codes]
        await everything
        print(f"{len(boards)} boards in {time.monotonic() - begun:.0f} s", flush=True)
        await asyncio.gather(*waiting)
        await asyncio.sleep(3)
        self.over.set()
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    @property
    def arriving(self) -> float:
        """Seconds in which the crowd opens its pages: forty a second."""
        return 2 + (len(self.facts["phones"]) + self.options.spectators) / 40

    async def play(self, board: dict[str, Any]) -> None:
        """Both phones of one board, at a moment of their own."""
        await asyncio.sleep(self.luck.uniform(0, self.options.seconds))
        first, second = (
            Client(self.port, self.tally, self.facts["phones"][str(board[side])]) for side in ("first", "second")
        )
        score = self.score()
        figures = {f"score_{board['first']}": score[0], f"score_{board['second']}": score[1], "started": board["first"]}
        await self.press(first, board, "enter", figures)
        await self.press(second, board, "sign", {})
        self.tally.counted[board["game"]] = (*score, time.monotonic())
        await self.press(first if score[0] > score[1] else second, board, "hand-in", {})

    def score(self) -> tuple[int, int]:
        """Scores that no page questions."""
        return (left := self.luck.randint(350, 480)), left + self.luck.choice([-1, 1]) * self.luck.randint(1, 90)

    async def press(self, phone: Client, board: dict[str, Any], name: str, values: dict[str, Any]) -> None:
        """Open the sheet and press its button; what gets lost is sent again with the same key."""
        path, page = f"/s/load/{board['game']}/", ""
        for turn in range(TRIES):
            try:
                if not page:
                    status, page = await phone.ask("sheet", path)
                    page = page if status == 200 else ""
                if page:
                    sent = {**values, **{key: hidden(page, key) for key in ("key", "version", "sha256")}}
                    status, text = await phone.ask(
                        "submission", f"{path}{name}/", urlencode(sent), f"X-CSRFToken: {TOKEN}", "X-Sheet: 1"
                    )
                    if status == 200:
                        return
                    if status < 500:
                        raise SystemExit(f"{name} of game {board['game']}: {status} {text[:2000]}")
            except Lost:
                pass
            await asyncio.sleep(min(2**turn, 16))
        raise SystemExit(f"{name} of game {board['game']} was never answered")

    async def enter_as_director(self, board: dict[str, Any]) -> None:
        await asyncio.sleep(self.luck.uniform(0, self.options.seconds))
        director, score = Client(self.port, self.tally, token=self.facts["token"]), self.score()
        sent = json.dumps({"first_score": score[0], "second_score": score[1]})
        path, key = f"/api/v1/tournaments/load/games/{board['game']}/result/", f"Idempotency-Key: {board['game']}"
        for turn in range(TRIES):
            try:
                status, text = await director.ask("director's result", path, sent, key)
                if status == 201:
                    self.tally.counted[board["game"]] = (*score, time.monotonic())
                    return
                if status < 500:
                    raise SystemExit(f"The director's result: {status} {text[:500]}")
            except Lost:
                pass
            await asyncio.sleep(min(2**turn, 16))
        raise SystemExit("The director's result was never answered")

    async def own_page(self, entry: int, cookies: dict[str, str]) -> None:
        """A player's page as live.js keeps it."""
        phone, shown, wanted, spread = Client(self.port, self.tally, cookies), {}, asyncio.Event(), [SPREAD]
        own = [board for board in self.facts["boards"] if entry in (board["first"], board["second"])]

        async def load() -> None:
            for turn in range(TRIES):
                try:
                    status, page = await phone.ask("own page", "/me/load/", "", "HX-Request: true")
                except Lost:
                    continue
                if status == 200:
                    topics, versions = (
                        re.findall(rf'data-live{which}="([^"]*)"', page)[0].split() for which in ("", "-version")
                    )
                    shown.update(zip(topics, map(int, versions), strict=True))
                    self.look(own, entry, page)
                    return
                await asyncio.sleep(min(2 ** (turn + 1), 30) * self.luck.uniform(1, 2))

        async def follow() -> None:
            pause = POLL
            while True:
                try:
                    async for event in phone.stream(list(shown)):
                        pause = POLL
                        if event["kind"] == "change" and event["version"] > shown.get(event["topic"], 0):
                            shown[event["topic"]] = event["version"]
                            spread[0] = max(SPREAD, event.get("spread", 0) / 1000)
                            wanted.set()
                except Refused:
                    await asyncio.sleep(pause)
                    begun = time.monotonic()
                    await load()
                    pause = longer(pause, begun)
                else:
                    await asyncio.sleep(2)

        await asyncio.sleep(self.luck.uniform(0, self.arriving))
        await load()
        following = asyncio.create_task(follow())
        try:
            while await wanted.wait():
                await asyncio.sleep(0.02 + self.luck.uniform(0, spread[0]))
                wanted.clear()
                await load()
        finally:
            following.cancel()

    def look(self, own: list[dict[str, Any]], entry: int, page: str) -> None:
        for board in own:
            if counted := self.tally.counted.get(board["game"]):
                mine, theirs = counted[:2] if entry == board["first"] else counted[1::-1]
                if f">{mine}–{theirs}<" in page:
                    self.tally.seen.setdefault((board["game"], entry), time.monotonic())

    async def spectator(self, code: str, division: int) -> None:
        """Somebody on the standings as live.js keeps them: fetched after a change."""
        stranger, topic, path = Client(self.port, self.tally), f"division:{division}", f"/t/load/{code}/standings/"
        known = -1
        await asyncio.sleep(self.luck.uniform(0, self.arriving))
        await self.fetch(stranger, path)
        pause = POLL
        while not self.over.is_set():
            try:
                async for event in stranger.stream([topic]):
                    pause = POLL
                    if event["kind"] == "change" and event["version"] > known >= 0:
                        await asyncio.sleep(0.02 + self.luck.uniform(0, 1))
                        await self.fetch(stranger, path)
                    if event["kind"] == "change":
                        known = max(known, event["version"])
            except Refused:
                await asyncio.sleep(pause)
                begun = time.monotonic()
                await self.fetch(stranger, path)
                pause = longer(pause, begun)
            else:
                await asyncio.sleep(2)

    async def fetch(self, stranger: Client, path: str) -> None:
        for turn in range(TRIES):
            try:
                if (await stranger.ask("standings", path, "", *ROWS))[0] != 503:
                    return
            except Lost:
                pass
            await asyncio.sleep(min(2 ** (turn + 1), 30) * self.luck.uniform(1, 2))

    async def visitor(self, code: str) -> None:
        """Somebody who looks the standings up every ten seconds, without any stream."""
        stranger = Client(self.port, self.tally)
        while not self.over.is_set():
            await asyncio.sleep(self.luck.uniform(5, 15))
            await self.fetch(stranger, f"/t/load/{code}/standings/")

    async def next_round(self, code: str) -> None:
        """From the division's last answered result to the page with round 3, and from there to its pairing sheet."""
        stranger, games = (
            Client(self.port, self.tally),
            {board["game"] for board in self.facts["boards"] if board["code"] == code},
        )
        while not games <= self.tally.counted.keys():
            await asyncio.sleep(0.2)
        last = max(self.tally.counted[game][2] for game in games)
        self.published[code] = self.printed[code] = float("inf")
        while time.monotonic() - last < 120:
            try:
                if "<h2>Round 3</h2>" in (await stranger.ask("pairings", f"/t/load/{code}/pairings/"))[1]:
                    self.published[code] = time.monotonic() - last
                    break
            except Lost:
                pass
            await asyncio.sleep(0.2)
        await self.print_pairings(code)

    async def print_pairings(self, code: str) -> None:
        director, begun = Client(self.port, self.tally, token=self.facts["token"]), time.monotonic()
        sent = json.dumps({"report": REPORT, "division": code, "round": 3, "paper": "A4"})
        status, text = await director.ask("print", "/api/v1/tournaments/load/prints/", sent)
        if status != 202:
            raise SystemExit(f"The pairing sheet: {status} {text[:500]}")
        path = f"/api/v1/tournaments/load/jobs/{json.loads(text)['job']}/"
        while time.monotonic() - begun < 120:
            status, text = await director.ask("job", path)
            if status == 200 and json.loads(text)["files"]:
                self.printed[code] = time.monotonic() - begun
                return
            await asyncio.sleep(0.25)
