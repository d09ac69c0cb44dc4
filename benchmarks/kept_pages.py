"""What each public page costs a server: made anew after a result, and kept, in milliseconds; a limit for each, and for the news of a result.

`python -m benchmarks.kept_pages [--only NAME ...] [--runs 3]`. Two events of four divisions, 100 players and 15 rounds each, one of
them finished, and enough others for a full home page; a real server on SQLite. An empty page is the base template with nothing in it, through the
same middleware. Made anew: the processor time of the whole server process for one request of a stranger, the first after a result that no page has
shown yet. What the server does by itself when the news of a result arrives, before anybody asks, is the line below the table: it reads the division,
once for all pages. Before each page the server answers a few empty pages, of which the last ones are what it is
compared with: after a rest a processor needs several times as long for the same. Kept: what one client waits; then a hall of phones that ask for the
pairings at once, and clients that are logged in, for whom every page is made. How fast the computer is says one loop of 10^7 additions.
"""

import argparse
import gzip
import http.client
import os
import statistics
import tempfile
import time
import timeit
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks import judge
from tests.journeys.installation import Installation

PLAYERS, ROUNDS, DIVISIONS = 100, 15, "abcd"
KEPT_RUNS, PHONES, CLIENTS = 20, 200, 8
LIMIT_ANEW, LIMIT_KEPT, LIMIT_NEWS = 80.0, 3.0, 40.0
REST_SECONDS = 1.05  # a division has one new version a second
HALL = "/t/hall/a/pairings/14/"
# Of each kind one; those below /t/over/ are of the event that is finished.
PAGES = {
    "event": "/t/hall/",
    "event, finished": "/t/over/",
    "home": "/",
    "names": "/t/hall/names/",
    "names, search": "/t/hall/names/?q=ada",
    "rules": "/t/hall/rules/",
    "pairings": "/t/hall/a/pairings/",
    "pairings by name": "/t/hall/a/pairings/?by=name",
    "pairings as text": "/t/hall/a/pairings/?as=text",
    "pairings, search": "/t/hall/a/pairings/?q=ada",
    "standings": "/t/hall/a/standings/",
    "standings as text": "/t/hall/a/standings/?as=text",
    "players": "/t/hall/a/players/",
    "players, search": "/t/hall/a/players/?q=ada",
    "player": "/t/hall/a/players/3/",
    "next game": "/t/hall/a/players/3/next/",
    "cross table": "/t/hall/a/cross-table/",
    "wall chart": "/t/hall/a/wall-chart/",
    "statistics": "/t/hall/a/statistics/",
    "statistics of a round": "/t/hall/a/statistics/7/",
    "chances": "/t/hall/a/chances/",
    "ratings": "/t/hall/a/ratings/",
    "ratings after a round": "/t/hall/a/ratings/7/",
    "a rating": "/t/hall/a/ratings/15/player/3/",
    "wall": "/t/hall/a/wall/",
    "screen of five panels": "/t/hall/screen/1/",
    "screen, clock": "/t/hall/screen/2/",
    "overlay, player": "/t/hall/overlay/1/",
    "overlay, table": "/t/hall/overlay/2/",
    "overlay, standings": "/t/hall/overlay/3/",
    "overlay, pairings": "/t/hall/overlay/4/",
    "overlay, clock": "/t/hall/overlay/5/",
    "final": "/t/over/final/",
    "its picture": "/t/over/final/picture.png",
}
SEARCHES = {"names, search", "pairings, search", "players, search"}
NEVER_KEPT = SEARCHES | {"home", "next game", "rules", "screen, clock", "overlay, clock"}
EVENTS = 60  # on the home page
WARM = 3  # empty pages before each page
EMPTY = "/empty/"
EMPTY_PAGE = {
    "empty_settings.py": 'from tdsuite.settings import *\n\nROOT_URLCONF = "empty_urls"\n',
    "empty_urls.py": (
        "from django.shortcuts import render\nfrom django.urls import include, path\n\n"
        'empty = path("empty/", lambda request: render(request, "base.html"))\n'
        'urlpatterns = [empty, path("", include("tdsuite.urls"))]\n'
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=list(PAGES), metavar="NAME")
    parser.add_argument("--runs", type=int, default=3, help="results before each page (3)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in EMPTY_PAGE.items():
            Path(folder, name).write_text(text, "utf-8")
        paths = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
        alone = {"WEB_PROCESSES": "1", "PYTHONPATH": paths, "DJANGO_SETTINGS_MODULE": "empty_settings"}
        site = Installation(Path(folder, "data"), variables=alone)
        cookie = set_up(site.folder)
        site.start()
        try:
            anew, news = made_anew(site, options.only, options.runs)
        finally:
            site.kill()
        site.variables = {}  # as many processes as it has by itself, with the cache that they share
        site.start()
        try:
            kept = {name: kept_ms(site, PAGES[name]) for name in options.only if name not in NEVER_KEPT}
            crowd = hall(site, {"Cookie": f"sessionid={cookie}"}), hall(site, {})
            late = [followed(site) for _ in range(5)]
        finally:
            site.kill()
    report(anew, news, kept, crowd, late)


def set_up(folder: Path) -> str:
    """The two events, and the session of somebody who is logged in."""
    os.environ.update(TDSUITE_DATA=str(folder), DJANGO_SETTINGS_MODULE="tdsuite.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    from tests.factories import make_tournament, make_user

    for slug, status in (("hall", "running"), ("over", "finished")):
        event = make_tournament(slug, status=status)
        for code in DIVISIONS:
            add_division(event, code)
        add_screens(event)
    for number in range(2, EVENTS):
        make_tournament(f"earlier-{number}", status="finished")
    browser = Client()
    browser.force_login(make_user(is_superuser=True))
    return str(browser.cookies["sessionid"].value)


def add_division(event: Any, code: str) -> None:
    """With prizes, ratings, times of rounds and chances; in the last round of a running event half the results are in."""
    from django.utils import timezone

    from pairings.models import RoundChances
    from results.prizes.models import Prize
    from tests.factories import make_division, make_round

    options = {"rating_system": "wespa-2020"}
    division = make_division(event, code=code, players=PLAYERS, rounds=ROUNDS, standings_options=options)
    for number in range(1, ROUNDS + 1):
        playing = number == ROUNDS and event.status == "running"
        make_round(division, number, status="playing" if playing else "closed", results=25 if playing else None)
    division.rounds.update(scheduled_at=timezone.now())
    entries = list(division.entries.order_by("number").values_list("pk", flat=True)[:24])
    Prize.objects.bulk_create(
        Prize(
            division=division, position=place, title=f"Place {place}", basis="place", place=place, money=90000 // place
        )
        for place in range(1, 11)
    )
    RoundChances.objects.bulk_create(
        RoundChances(
            division=division,
            number=number,
            key="",
            trials=10_000,
            shares=[[entry, [(10_000 >> place) - number] * 5] for place, entry in enumerate(entries[:8])],
        )
        for number in range(1, ROUNDS)
    )


def add_screens(event: Any) -> None:
    """A screen of a hall, one that follows the time, and an overlay of each kind."""
    from tdsuite.tournaments.models import Overlay, Screen

    division = event.divisions.get(code="a")
    screens = (("names", "tables", "standings", "missing", "notices"), ("clock",))
    for number, kinds in enumerate(screens, start=1):
        panels = [{"shows": kind, "division": "", "seconds": 20} for kind in kinds]
        Screen.objects.create(tournament=event, number=number, name=kinds[0], panels=panels)
    for slot, kind in enumerate(Overlay.Shows.values, start=1):
        entry = division.entries.get(number=3) if kind == "player" else None
        table = "5" if kind == "table" else ""
        Overlay.objects.create(tournament=event, slot=slot, shows=kind, division=division, entry=entry, table=table)


def made_anew(site: Installation, names: Sequence[str], runs: int) -> tuple[dict[str, float], float]:
    """Milliseconds of the server's processor, by page; "" is the empty one.  Then those of the news of a result."""
    times, empty, news = {"": 0.0}, [], []
    idle = -processor_ms(site)
    time.sleep(REST_SECONDS)
    idle += processor_ms(site)
    for name in names:
        ask(site, PAGES[name])
        each = []
        for turn in range(runs):
            before = processor_ms(site)
            result("over" if PAGES[name].startswith("/t/over/") else "hall", turn)
            time.sleep(REST_SECONDS)
            news.append(processor_ms(site) - before - idle)
            for _ in range(WARM):
                ask(site, EMPTY)
            empty += [used(site, EMPTY) for _ in range(WARM)]
            each.append(used(site, PAGES[name]))
        times[name] = statistics.median(each)
    return {**times, "": statistics.median(empty)}, statistics.median(news)


def used(site: Installation, path: str) -> float:
    before = processor_ms(site)
    ask(site, path)
    time.sleep(0.005)  # what the server does behind its answer
    return processor_ms(site) - before


def processor_ms(site: Installation) -> float:
    """What all threads of the server have used so far."""
    assert site.server is not None
    threads = Path(f"/proc/{site.server.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text("ascii").split()[0]) for thread in threads) / 1e6


def result(slug: str, turn: int) -> int:
    """Another score in the last round of division A: the row, and the division's version.  Returns the score."""
    from django.db import transaction

    from tdsuite.platform.live.services import bump
    from tdsuite.tournaments.models import Division, Game

    division = Division.objects.get(tournament__slug=slug, code="a")
    with transaction.atomic():
        games = Game.objects.filter(round__division=division, outcome=Game.Outcome.PLAYED)
        game = games.order_by("-round__number", "pk")[turn]
        game.first_score = (game.first_score or 0) + 1
        game.save()
        bump(division.live_topic)
    return game.first_score


def kept_ms(site: Installation, path: str) -> float:
    """What a client waits for a page that is kept."""
    for _ in range(5):  # in each of the server's processes its topics are known then
        ask(site, path)
    time.sleep(0.5)
    return statistics.median(ask(site, path)[0] for _ in range(KEPT_RUNS))


def hall(site: Installation, headers: dict[str, str]) -> tuple[float, list[float]]:
    """Seconds for all phones, and milliseconds of each."""
    ask(site, HALL, headers)
    begun = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        times = list(clients.map(lambda _: ask(site, HALL, headers)[0], range(PHONES)))
    return time.perf_counter() - begun, times


def ask(site: Installation, path: str, headers: dict[str, str] | None = None) -> tuple[float, bytes]:
    """Milliseconds, and the page."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", **(headers or {})})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, (path, answer.status)
    return 1000 * (time.perf_counter() - begun), body


def followed(site: Installation) -> float:
    """Seconds from another process's commit until the kept page shows it."""
    score = f">{result('hall', 0)}<".encode()
    begun = time.perf_counter()
    while score not in gzip.decompress(ask(site, PAGES["pairings"])[1]):
        time.sleep(0.02)
        assert time.perf_counter() - begun < 20
    return time.perf_counter() - begun


def addition_seconds() -> float:
    """Of three loops the fastest."""
    return min(timeit.repeat("total += 1", "total = 0", number=10**7, repeat=3))


def report(
    anew: dict[str, float],
    news: float,
    kept: dict[str, float],
    crowd: Sequence[tuple[float, list[float]]],
    late: Sequence[float],
) -> None:
    empty = anew.pop("")
    print(
        f"10^7 additions of one loop take {addition_seconds():.2f} s here; an empty page: {empty:.1f} ms of processor\n\n| page | made anew, ms | empty pages | kept, ms |"
    )
    print("| --- | --- | --- | --- |")
    for name, cost in anew.items():
        print(f"| {name} | {cost:.1f} | {cost / empty:.1f} | {f'{kept[name]:.1f}' if name in kept else '–'} |")
    print(f"the news of a result, before anybody asks: {news:.1f} ms of processor")
    for name, (seconds, times) in zip(("made anew", "kept"), crowd, strict=True):
        worst = sorted(times)[int(0.99 * len(times)) - 1]
        print(f"{CLIENTS} clients at once, {name}: {PHONES / seconds:.0f} pages/s, p99 {worst:.1f} ms")
    print(f"a change by another process stands on the kept page after {statistics.median(late):.2f} s")
    over = [name for name, cost in anew.items() if cost > LIMIT_ANEW]
    over += [f"{name} (kept)" for name, wait in kept.items() if wait > LIMIT_KEPT]
    print(f"over a bar: {', '.join(over) or 'none'}")
    judge(
        {
            f"worst made anew / limit of {LIMIT_ANEW:g} ms": max(anew.values()) / LIMIT_ANEW,
            f"worst kept / limit of {LIMIT_KEPT:g} ms": max(kept.values(), default=0) / LIMIT_KEPT,
            f"news of a result / limit of {LIMIT_NEWS:g} ms": news / LIMIT_NEWS,
        }
    )


if __name__ == "__main__":
    main()
