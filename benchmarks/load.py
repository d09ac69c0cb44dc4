"""A whole hall at once, on this computer alone: every sheet entered, signed and handed in by phones, every own page open, a crowd on the standings.

`python -m benchmarks.load [--players 60] [--divisions 2] [--seconds 40] [--spectators 60]`. A real server and a real worker on
SQLite, clients in this process over 127.0.0.1. Each board is played out at its own moment of the time given; one board in twelve is entered by
the director. The plan then pairs and publishes the next round. In the end every answered result is compared with the rows: none may be
missing, doubled or another.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from tests.journeys.installation import Installation

SET_UP = """
from django.test import Client
from tdsuite.platform.access.models import User
from tdsuite.platform.access.tokens import make_token
from tests.factories import make_division, make_round, make_tournament
from tests.platform.access.signing import signed_in
event = make_tournament("load")
plan = [{"first": 1, "last": 4, "method": "swiss", "when_ready": "publish"}]
phones, boards = {}, []
for number in range(DIVISIONS):
    division = make_division(event, players=PLAYERS, rounds=4, code="abcdefgh"[number], pairing_plan=plan)
    make_round(division, 1, status="closed")
    games = make_round(division, 2, status="playing").games.filter(second__isnull=False)
    for entry in division.entries.select_related("division__tournament"):
        phones[entry.pk] = {name: cookie.value for name, cookie in signed_in(Client(), entry).cookies.items()}
    boards += [{"code": division.code, "division": division.pk, "game": game.pk, "first": game.first_id, "second": game.second_id} for game in games]
token = make_token(by=User.objects.create_superuser("director"), name="load")
print(json.dumps({"phones": phones, "boards": boards, "token": token}))
"""
ROWS = """
from collections import Counter
from results.models import Sheet
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game
entered = Counter(Record.objects.filter(action="result.entered").values_list("object_id", flat=True))
print(json.dumps({
    game.pk: [game.first_score, game.second_score, entered[str(game.pk)] or entered[game.pk],
              [[sheet.number, sheet.state, sheet.versions.get(number=sheet.number).signatures.count()] for sheet in Sheet.objects.filter(game=game) if sheet.number]]
    for game in Game.objects.filter(round__number=2, second__isnull=False)
}))
"""
LIMITS = {
    "submission": 1.0,
    "standings": 1.0,
    "own page fresh": 2.0,
    "director's result": 1.0,
    "next round published": 10.0,
}
TOKEN = "a" * 32  # of a form: the browser's own
PATIENCE, TRIES = 30.0, 6


class Lost(OSError):
    """No whole answer came."""


@dataclass
class Tally:
    """What the clients saw.

    Attributes:
        seconds: by kind of request.
        answers: by kind and status.
        counted: by game, the score that the server answered for, and when.
        seen: (game, entry): when that player's own page showed the score.
    """

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    counted: dict[int, tuple[int, int, float]] = field(default_factory=dict)
    seen: dict[tuple[int, int], float] = field(default_factory=dict)


class Client:
    """One browser: a connection a request, as phones that were asleep have it."""

    def __init__(self, port: int, tally: Tally, cookies: dict[str, str] | None = None, token: str = "") -> None:
        self._port, self._tally = port, tally
        jar = {**(cookies or {}), "csrftoken": TOKEN}
        self._lines = [
            f"Host: 127.0.0.1:{port}",
            f"Cookie: {'; '.join(f'{name}={value}' for name, value in jar.items())}",
        ]
        if token:
            self._lines[1] = f"Authorization: Token {token}"

    async def ask(self, kind: str, path: str, body: str = "", *lines: str) -> tuple[int, str]:
        """Status and text; the time is counted under its kind. Raises Lost."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                status, text = await self._answer(path, body, lines)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            self._tally.answers[kind, 0] += 1
            raise Lost(kind) from error
        self._tally.seconds[kind].append(time.monotonic() - begun)
        self._tally.answers[kind, status] += 1
        return status, text

    async def _answer(self, path: str, body: str, lines: tuple[str, ...]) -> tuple[int, str]:
        reader, writer = await self._open(path, body, (*lines, "Connection: close"))
        try:
            status, _ = await _head(reader)
            return status, (await reader.read()).decode("utf-8", "replace")
        finally:
            writer.close()

    async def _open(
        self, path: str, body: str, lines: tuple[str, ...]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
        data = body.encode()
        kind = "application/json" if body.startswith("{") else "application/x-www-form-urlencoded"
        sent = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", *self._lines, *lines]
        if body:
            sent += [f"Content-Type: {kind}", f"Content-Length: {len(data)}"]
        writer.write("\r\n".join([*sent, "", ""]).encode() + data)
        return reader, writer

    async def stream(self, topics: list[str]) -> AsyncIterator[dict[str, Any]]:
        """What the event stream says, without end; nothing where it is refused or breaks off."""
        try:
            reader, writer = await self._open(f"/live/stream?topics={','.join(topics)}", "", ())
        except OSError:
            return
        try:
            status, _ = await _head(reader)
            self._tally.answers["stream", status] += 1
            kind = ""
            while status == 200 and (line := (await reader.readline()).decode().strip("\r\n")) is not None:
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield {"kind": kind, **json.loads(line.removeprefix("data: "))}
                elif reader.at_eof():
                    return
        except (OSError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    return int(first.split()[1]), {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}


def hidden(page: str, name: str) -> str:
    value = re.search(rf'name="{name}"\s+value="([^"]*)"', page)
    return value[1] if value else ""


@dataclass
class Hall:
    """Everybody in it."""

    port: int
    facts: dict[str, Any]
    options: argparse.Namespace
    tally: Tally = field(default_factory=Tally)
    luck: random.Random = field(default_factory=lambda: random.Random(17))
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> dict[str, float]:
        """Seconds from each division's last result to its next round, as a stranger sees it."""
        boards = self.facts["boards"]
        by_director = boards[::12]
        watching = [self.own_page(int(entry), cookies) for entry, cookies in self.facts["phones"].items()]
        codes = sorted({(board["code"], board["division"]) for board in boards})
        watching += [self.spectator(*codes[turn % len(codes)]) for turn in range(self.options.spectators)]
        crowd = [asyncio.create_task(each) for each in watching]
        await asyncio.sleep(2)
        begun = time.monotonic()
        playing = [self.enter_as_director(board) if board in by_director else self.play(board) for board in boards]
        await asyncio.gather(*playing)
        print(f"{len(boards)} boards in {time.monotonic() - begun:.0f} s", flush=True)
        published = await asyncio.gather(*(self.published(code) for code, _ in codes))
        await asyncio.sleep(3)
        self.over.set()
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        return dict(zip([code for code, _ in codes], published, strict=True))

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
        return (left := self.luck.randint(250, 520)), left + self.luck.choice([-1, 1]) * self.luck.randint(1, 200)

    async def press(self, phone: Client, board: dict[str, Any], name: str, values: dict[str, Any]) -> None:
        """Open the sheet and press its button; what gets lost is sent again with the same key."""
        path, page = f"/s/load/{board['game']}/", ""
        for turn in range(TRIES):
            try:
                page = page or (await phone.ask("sheet", path))[1]
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
            await asyncio.sleep(2**turn)
        raise SystemExit(f"{name} of game {board['game']} was never answered")

    async def enter_as_director(self, board: dict[str, Any]) -> None:
        await asyncio.sleep(self.luck.uniform(0, self.options.seconds))
        director, score = Client(self.port, self.tally, token=self.facts["token"]), self.score()
        sent = json.dumps({"first_score": score[0], "second_score": score[1]})
        status, text = await director.ask(
            "director's result", f"/api/v1/tournaments/load/games/{board['game']}/result/", sent
        )
        if status != 201:
            raise SystemExit(f"The director's result: {status} {text[:500]}")
        self.tally.counted[board["game"]] = (*score, time.monotonic())

    async def own_page(self, entry: int, cookies: dict[str, str]) -> None:
        """A player's page as live.js keeps it."""
        phone, shown, wanted = Client(self.port, self.tally, cookies), {}, asyncio.Event()
        own = [board for board in self.facts["boards"] if entry in (board["first"], board["second"])]

        async def load() -> None:
            for _ in range(TRIES):
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
                await asyncio.sleep(5)

        async def follow() -> None:
            while True:
                async for event in phone.stream(list(shown)):
                    if event["kind"] == "change" and event["version"] > shown.get(event["topic"], 0):
                        shown[event["topic"]] = event["version"]
                        wanted.set()
                await asyncio.sleep(2)

        await asyncio.sleep(self.luck.uniform(0, 1.5))
        await load()
        following = asyncio.create_task(follow())
        try:
            while await wanted.wait():
                await asyncio.sleep(0.02 + self.luck.uniform(0, 0.8))
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
        """Somebody on the standings as live.js keeps them."""
        stranger = Client(self.port, self.tally)
        while not self.over.is_set():
            async for event in stranger.stream([f"division:{division}"]):
                if event["kind"] == "change":
                    await asyncio.sleep(0.02 + self.luck.uniform(0, 1.5))
                    try:
                        await stranger.ask(
                            "standings", f"/t/load/{code}/standings/", "", "HX-Request: true", "Accept-Encoding: gzip"
                        )
                    except Lost:
                        continue
            await asyncio.sleep(2)

    async def published(self, code: str) -> float:
        """Seconds from the division's last answered result to the page with round 3."""
        stranger = Client(self.port, self.tally)
        games = {board["game"] for board in self.facts["boards"] if board["code"] == code}
        last = max(at for game, (*_, at) in self.tally.counted.items() if game in games)
        while time.monotonic() - last < 120:
            try:
                if "<h2>Round 3</h2>" in (await stranger.ask("pairings", f"/t/load/{code}/pairings/"))[1]:
                    return time.monotonic() - last
            except Lost:
                pass
            await asyncio.sleep(0.2)
        return float("inf")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=60, help="of each division")
    parser.add_argument("--divisions", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=40, help="in which every board is played out")
    parser.add_argument("--spectators", type=int, default=60)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
    import django

    django.setup()
    from tests.journeys.installation import Installation

    with tempfile.TemporaryDirectory() as folder:
        site = Installation(Path(folder) / "data")
        site.prepare()
        facts = site.python(f"PLAYERS, DIVISIONS = {options.players}, {options.divisions}\n{SET_UP}")
        site.start()
        site.start_worker()
        try:
            used, begun = cpu_of(site), time.monotonic()
            hall = Hall(site.port, facts, options)
            published = asyncio.run(hall.run())
            server = (cpu_of(site) - used) / (time.monotonic() - begun)
            rows = site.python(ROWS)
        finally:
            site.kill()
    report(hall, published, rows)
    own = resource.getrusage(resource.RUSAGE_SELF)
    clients = (own.ru_utime + own.ru_stime) / (time.monotonic() - begun)
    print(f"processor: server {100 * server:.0f} %, clients {100 * clients:.0f} % of one core")
    worst = max(worst_of(hall, published).items(), key=lambda item: item[1] / LIMITS[item[0]])
    print(f"worst, {worst[0]} {worst[1]:.2f} s / limit of {LIMITS[worst[0]]:g} s: {worst[1] / LIMITS[worst[0]]:.2f}")


def cpu_of(site: "Installation") -> float:
    """Seconds of processor that the server has used."""
    assert site.server is not None
    fields = Path(f"/proc/{site.server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def worst_of(hall: Hall, published: dict[str, float]) -> dict[str, float]:
    seconds = {kind: p99(hall.tally.seconds[kind]) for kind in ("submission", "standings", "director's result")}
    return {**seconds, "own page fresh": p99(freshness(hall)), "next round published": max(published.values())}


def freshness(hall: Hall) -> list[float]:
    """Seconds from each answered result until each of its two players' pages showed it; 99 where it never did."""
    return [
        max(0.0, hall.tally.seen.get((board["game"], board[side]), at + 99) - at)
        for board in hall.facts["boards"]
        for side in ("first", "second")
        for at in [hall.tally.counted[board["game"]][2]]
    ]


def p99(seconds: list[float]) -> float:
    return (
        statistics.quantiles(seconds, n=100, method="inclusive")[-1] if len(seconds) > 1 else max(seconds, default=0.0)
    )


def report(hall: Hall, published: dict[str, float], rows: dict[str, Any]) -> None:
    """What was measured, and the ledger.

    Raises:
        SystemExit: a result that was answered is not what stands in the rows.
    """
    for kind, seconds in {**hall.tally.seconds, "own page fresh": freshness(hall)}.items():
        print(
            f"{kind}: {len(seconds)}, median {statistics.median(seconds):.3f} s, p99 {p99(seconds):.3f} s, worst {max(seconds):.3f} s"
        )
    print(
        "answers:",
        ", ".join(f"{kind} {status}: {count}" for (kind, status), count in sorted(hall.tally.answers.items())),
    )
    print("next round published after", ", ".join(f"{code} {seconds:.1f} s" for code, seconds in published.items()))
    wrong = []
    for board in hall.facts["boards"]:
        first, second, entered, sheets = rows[str(board["game"])]
        signed = [[1, "handed_in", 2]] if board not in hall.facts["boards"][::12] else []
        if [first, second, entered] != [*hall.tally.counted[board["game"]][:2], 1] or sheets != signed:
            wrong.append((board["game"], hall.tally.counted[board["game"]], first, second, entered, sheets))
    print(f"ledger: {len(hall.tally.counted)} results answered, {len(wrong)} lost, doubled or another")
    if wrong:
        raise SystemExit(f"wrong: {wrong[:5]}")


if __name__ == "__main__":
    main()
