"""A federation that hosts 500 events at once: how many web processes the busiest hour needs.

`python -m benchmarks.growth [--events 500] [--together]`. First the processor time of each kind of request is measured in this process, on a database of its
own; then an hour is played through with those times: events of 16 to 120 players whose rounds end when they end (`--together`: all within the same
ten minutes), every sheet opened and signed by both players, own pages and standings asked for again. Requests wait for the first free process in
the order in which they come. docs/operations.md says what follows.
"""

import argparse
import heapq
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

RUNS, PLAYERS, ROUNDS = 20, 40, 8
HOUR, ROUND_LASTS, WINDOW = 3600.0, 3300.0, 1200.0  # seconds; boards of a round end within the window
SPECTATORS = 0.75  # a player
PROCESSES = (1, 2, 4, 8, 16, 32)
STREAMS = 3_072  # open pages that one process follows (docs/operations.md)
LIMIT = 1.0  # seconds, of the slowest of a hundred submissions
FORM = "application/x-www-form-urlencoded"
SUBMISSIONS = {"sheet", "enter"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--together", action="store_true", help="all rounds end within the same ten minutes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    costs = measured()
    for kind, seconds in costs.items():
        print(f"{kind}: {seconds * 1000:.1f} ms of a processor")
    requests, streams = an_hour(random.Random(options.seed), options.events, together=options.together)
    busiest = max(minutes(requests).values())
    work = sum(costs[kind] for _at, kind in requests) / HOUR
    print(
        f"{options.events} events: {streams} open pages, {len(requests)} requests in the hour, {busiest / 60:.0f} a second in the busiest minute"
    )
    print(f"processors that the hour fills: {work:.2f}")
    print(f"web processes that the open pages need: {-(-streams // STREAMS)}")
    enough = 0
    for processes in PROCESSES:
        waits = played(requests, costs, processes)
        slowest = statistics.quantiles(waits, n=100)[98]
        print(f"{processes} web processes: a submission takes {statistics.median(waits):.3f} s, p99 {slowest:.2f} s")
        enough = enough or (processes if slowest <= LIMIT else 0)
    print(f"web processes for a p99 of {LIMIT:.0f} s: {enough or 'more than ' + str(PROCESSES[-1])}")


def measured() -> dict[str, float]:
    """Seconds of processor time by kind of request, the median of some."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(TDSUITE_DATA=folder, DJANGO_SETTINGS_MODULE="tdsuite.settings", ALLOWED_HOSTS="testserver")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        return _measured()


def _measured() -> dict[str, float]:
    from django.test import Client

    from results.sheets.services.entering import issue_key
    from tdsuite.platform.access.actors import Means, PlayerActor
    from tdsuite.platform.live import known_versions
    from tests.factories import make_played_event, make_round
    from tests.platform.access.signing import signed_in

    division = make_played_event(players=PLAYERS, played=ROUNDS - 1, rounds=ROUNDS, slug="growth")
    make_round(division, ROUNDS, status="playing")
    known_versions.process.serves = True
    stranger, times = Client(), dict[str, list[float]]()

    def take(kind: str, ask: Callable[[], Any]) -> None:
        begun = time.process_time()
        assert ask().status_code in (200, 302, 303), kind
        times.setdefault(kind, []).append(time.process_time() - begun)

    games = division.rounds.get(number=ROUNDS).games.filter(second__isnull=False)
    for game in games.select_related("first__division__tournament", "second__division__tournament")[:RUNS]:
        for entry in (game.first, game.second):
            phone = signed_in(Client(), entry)
            actor = PlayerActor(entry.pk, division.tournament_id, division.pk, Means.LINK, "device")
            figures = {f"score_{game.first_id}": 401, f"score_{game.second_id}": 352, "started": game.first_id}
            body = urlencode({**figures, "key": issue_key(by=actor, game=game)})
            page = f"/s/growth/{game.pk}/"
            take("sheet", lambda phone=phone, page=page: phone.get(page))
            take(
                "enter", lambda phone=phone, page=page, body=body: phone.post(f"{page}enter/", body, content_type=FORM)
            )
            take("own page", lambda phone=phone: phone.get("/me/growth/"))
        take("standings anew", lambda: stranger.get("/t/growth/a/standings/"))
        take("standings", lambda: stranger.get("/t/growth/a/standings/"))
    return {kind: statistics.median(seconds) for kind, seconds in times.items()}


def an_hour(luck: random.Random, events: int, *, together: bool) -> tuple[list[tuple[float, str]], int]:
    """(when, kind) of each request of an hour, in order; how many pages are open."""
    requests: list[tuple[float, str]] = []
    streams = 0
    for _ in range(events):
        players = min(120, max(16, int(luck.lognormvariate(3.6, 0.5)) // 2 * 2))
        streams += round(players * (1 + SPECTATORS))
        ends = luck.uniform(HOUR / 2 - 300, HOUR / 2 + 300) if together else luck.uniform(0, HOUR)
        requests += [(at % HOUR, kind) for at, kind in a_round(luck, players, ends)]
    return sorted(requests), streams


def a_round(luck: random.Random, players: int, ends: float) -> Iterator[tuple[float, str]]:
    """What the end of a round brings: `ends` is when its last board does."""
    spectators = round(players * SPECTATORS)
    for _ in range(players // 2):
        at = ends - luck.triangular(0, WINDOW, WINDOW / 3)
        for later in (luck.uniform(0, 60), luck.uniform(20, 90)):
            yield at + later, "sheet"
            yield at + later + luck.uniform(10, 40), "enter"
            yield at + later + luck.uniform(41, 45), "own page"
        yield at + 91, "standings anew"
    for _ in range(spectators):  # each looks twice around the end; what changes is pushed to open pages meanwhile
        yield ends + luck.uniform(-300, 120), "standings"
        yield ends + luck.uniform(120, 600), "standings"
    for _ in range(players):  # the next round is published
        yield ends + 120 + luck.uniform(0, 20), "own page"


def minutes(requests: list[tuple[float, str]]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for at, _kind in requests:
        counts[int(at // 60)] = counts.get(int(at // 60), 0) + 1
    return counts


def played(requests: list[tuple[float, str]], costs: dict[str, float], processes: int) -> list[float]:
    """Seconds from each submission to its answer, where so many processes take the requests in turn."""
    free = [0.0] * processes
    waits = []
    for at, kind in requests:
        done = max(at, heapq.heappop(free)) + costs[kind]
        heapq.heappush(free, done)
        if kind in SUBMISSIONS:
            waits.append(done - at)
    return waits


if __name__ == "__main__":
    main()
