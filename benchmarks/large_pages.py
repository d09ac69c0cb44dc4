"""Wall chart and rosters of 100, 300 and 1,000 players after seven rounds: what a large division's page costs beside one of 100.

`python -m benchmarks.large_pages [--rounds 7]`. Milliseconds of processor time of one process, the request whole, on a database of its own in
a temporary folder. An official asks, whose pages are made anew each time; nothing is kept for them but the division's history.
The last line names the dearest page of each size, in pages of 100 players.
"""

import argparse
import os
import tempfile
import time
from typing import Any

from benchmarks import judge

SIZES, RUNS, LIMIT = (100, 300, 1000), 15, 2.0
PAGES = {
    "wall chart": "/t/large-{size}/a/wall-chart/",
    "players": "/t/large-{size}/a/players/",
    "roster": "/console/large-{size}/a/roster/",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(TDSUITE_DATA=folder, DJANGO_SETTINGS_MODULE="tdsuite.settings", ALLOWED_HOSTS="testserver")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        measure(options.rounds)


def measure(rounds: int) -> None:
    from django.test import Client

    from tdsuite.platform.live import known_versions
    from tests.factories import make_played_event, make_user

    for size in SIZES:
        make_played_event(players=size, played=rounds, rounds=rounds, slug=f"large-{size}")
    known_versions.process.serves = True
    official = Client()
    official.force_login(make_user(is_superuser=True))
    dearest = dict.fromkeys(SIZES, 0.0)
    for name, address in PAGES.items():
        costs = {size: least(official, address.format(size=size)) for size in SIZES}
        for size, cost in costs.items():
            dearest[size] = max(dearest[size], cost / costs[SIZES[0]])
        print(f"{name}: " + ", ".join(f"{size} players {cost:.1f} ms" for size, cost in costs.items()), flush=True)
    several = f"{LIMIT:g} times the cost of {SIZES[0]} players"
    judge({f"{size} players / {several}": ratio / LIMIT for size, ratio in dearest.items() if size != SIZES[0]})


def least(official: Any, address: str) -> float:
    """The cheapest of some requests: the one that other work on the computer disturbed least."""
    costs = []
    for _ in range(RUNS + 1):
        begun = time.process_time()
        response = official.get(address)
        costs.append(1000 * (time.process_time() - begun))
        assert response.status_code == 200, response
    return min(costs[1:])


if __name__ == "__main__":
    main()
