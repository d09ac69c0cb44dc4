"""A hall of phones asks for the pairings at once, after every result: pages kept in memory against pages made anew.

`python -m benchmarks.kept_pages`. 200 requests of 8 clients each, 100 players, a real server on SQLite; the second figure is of
clients that are logged in, for whom every page is made.
"""

import gzip
import http.client
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.journeys.installation import Installation

from .click_to_draft import SET_UP

PATH, PHONES, CLIENTS, LIMIT_MS = "/t/bench/a/pairings/4/", 200, 8, 25
LOG_IN = """
from django.test import Client
from tdsuite.platform.access.models import User
browser = Client()
browser.force_login(User.objects.get())
print(json.dumps(browser.cookies["sessionid"].value))
"""
RESULT = """
from django.db import transaction
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Game
with transaction.atomic():
    game = Game.objects.filter(round__number=4, second__isnull=False).first()
    game.first_score += 1
    game.save()
    bump(Division.objects.get().live_topic)
print(json.dumps(game.first_score))
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Installation(Path(folder))
        site.manage("migrate", "--verbosity", "0")
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        site.python(SET_UP)
        site.start()
        try:
            anew = hall(site, {"Cookie": f"sessionid={site.python(LOG_IN)}"})
            hall(site, {})
            time.sleep(1)
            kept = hall(site, {})
            late = [followed(site) for _ in range(5)]
        finally:
            site.kill()
    for name, (seconds, times) in (("made anew", anew), ("kept", kept)):
        worst = sorted(times)[int(0.99 * len(times)) - 1]
        print(f"{name}: {PHONES / seconds:.0f} pages/s, median {statistics.median(times):.1f} ms, p99 {worst:.1f} ms")
    print(
        f"a change by another process stands on the kept page after {statistics.median(late):.2f} s (worst {max(late):.2f} s)"
    )
    print(f"kept, median / limit of {LIMIT_MS} ms: {statistics.median(kept[1]) / LIMIT_MS:.2f}")


def hall(site: Installation, headers: dict[str, str]) -> tuple[float, list[float]]:
    """Seconds for all phones, and milliseconds of each."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        times = list(clients.map(lambda _: ask(site, headers)[0], range(PHONES)))
    return time.perf_counter() - begun, times


def ask(site: Installation, headers: dict[str, str]) -> tuple[float, str]:
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    connection.request("GET", PATH, headers={"HX-Request": "true", "Accept-Encoding": "gzip", **headers})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200
    text = gzip.decompress(body).decode() if answer.headers["Content-Encoding"] == "gzip" else body.decode()
    return 1000 * (time.perf_counter() - begun), text


def followed(site: Installation) -> float:
    """Seconds from another process's commit (and its end) until the kept page shows it."""
    score = site.python(RESULT)
    begun = time.perf_counter()
    while f">{score}<" not in ask(site, {})[1]:
        time.sleep(0.02)
        assert time.perf_counter() - begun < 20
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
