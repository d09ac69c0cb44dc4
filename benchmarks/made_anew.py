"""Pages of 100 players after 15 rounds, made anew after each result: a player's own page and the public ones.

`python -m benchmarks.made_anew [--players 100] [--rounds 15] [--profile PAGE]`. Milliseconds of processor time of one process, the request
whole, on a database of its own in a temporary folder; each page is asked for after a result that it has not shown yet, then once more.
"""

import argparse
import cProfile
import os
import pstats
import tempfile
import time
from collections.abc import Callable
from typing import Any

from benchmarks import judge

LIMIT_MS, RUNS = 80, 15


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--profile", metavar="PAGE", help="print where the time of this page goes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(TDSUITE_DATA=folder, DJANGO_SETTINGS_MODULE="tdsuite.settings", ALLOWED_HOSTS="testserver")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        measure(options)


def measure(options: argparse.Namespace) -> None:
    from django.test import Client

    from tdsuite.platform.live import known_versions
    from tests.factories import make_played_event, make_round
    from tests.platform.access.signing import signed_in

    division = make_played_event(players=options.players, played=options.rounds - 1, rounds=options.rounds, slug="anew")
    make_round(division, options.rounds, status="playing", results=options.players // 4)
    known_versions.process.serves = True
    phone, stranger = signed_in(Client(), division.entries.get(number=3)), Client()
    public = "/t/anew/a/"
    pages: dict[str, Callable[[], Any]] = {
        "own page": lambda: phone.get("/me/anew/", headers={"HX-Request": "true"}),
        "standings": lambda: stranger.get(f"{public}standings/", headers={"HX-Request": "true"}),
        "pairings": lambda: stranger.get(f"{public}pairings/", headers={"HX-Request": "true"}),
        "pairings by name": lambda: stranger.get(f"{public}pairings/?by=name", headers={"HX-Request": "true"}),
        "a player": lambda: stranger.get(f"{public}players/3/", headers={"HX-Request": "true"}),
        "line of a next game": lambda: stranger.get(f"{public}players/3/next/"),
        "wall screen": lambda: stranger.get(f"{public}wall/?at=1", headers={"HX-Request": "true"}),
    }
    worst = 0.0
    for name, ask in pages.items():
        ask()
        anew, again = [], []
        for turn in range(RUNS):
            result(division, turn)
            anew.append(timed(ask))
            again.append(timed(ask))
        median = min(anew)
        worst = max(worst, median)
        print(f"{name}: after a result {median:.1f} ms, once more {min(again):.1f} ms", flush=True)
        if options.profile == name:
            profiler = cProfile.Profile()
            for turn in range(RUNS):
                result(division, turn)
                profiler.runcall(ask)
            pstats.Stats(profiler).sort_stats("tottime").print_stats(45)
    size = f"{options.players} players, {options.rounds} rounds"
    judge({f"{size}: worst {worst:.1f} ms / limit of {LIMIT_MS} ms": worst / LIMIT_MS})


def result(division: Any, turn: int) -> None:
    """One more result, or another score where all are in: the rows, and the division's version."""
    from django.db import transaction

    from tdsuite.platform.live.services import bump
    from tdsuite.tournaments.models import Game
    from tests.factories import play

    with transaction.atomic():
        games = Game.objects.of_division(division).with_people().filter(second__isnull=False)
        game = games.awaiting_result().first() or games.order_by("-pk")[turn]
        play(game, 350 + turn, 390)
        bump(division.live_topic)


def timed(ask: Callable[[], Any]) -> float:
    begun = time.process_time()
    response = ask()
    assert response.status_code == 200, response
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
