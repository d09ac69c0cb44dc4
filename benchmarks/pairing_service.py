"""The whole service, from reading the division to the stored draft: seconds and queries at 20 and 200 players.

Runs on a database of its own in a temporary folder; `python -m benchmarks.pairing_service`, or as the last part of
`benchmarks.pairing`.
"""

import os
import statistics
import tempfile
import time
from typing import Any

from benchmarks import judge

SIZES = (20, 200)
ROUNDS_PLAYED = 8
RUNS = 7
LIMIT_SECONDS = 0.25


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        figures = {size: measure(size) for size in SIZES}
    for size, (seconds, queries) in figures.items():
        print(f"service, {size} players after {ROUNDS_PLAYED} rounds: {seconds:.3f} s, {queries} queries")
    seconds, queries = figures[SIZES[-1]]
    assert queries == figures[SIZES[0]][1], "the number of queries grows with the players"
    judge({f"service at {SIZES[-1]} players / limit of {LIMIT_SECONDS} s": seconds / LIMIT_SECONDS})


def measure(size: int) -> tuple[float, int]:
    """Median seconds and the number of queries of one draft."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from pairings.services.drafts import make_draft
    from tdsuite.platform.access.guard import COMMAND_LINE

    division = make_division(size)
    times = []
    for seed in range(RUNS):
        began = time.perf_counter()
        make_draft(by=COMMAND_LINE, division=division, method="swiss", seed=seed)
        times.append(time.perf_counter() - began)
    with CaptureQueriesContext(connection) as seen:
        make_draft(by=COMMAND_LINE, division=division, method="swiss", seed=RUNS)
    return statistics.median(times), len(seen)


def make_division(size: int, rounds: int = ROUNDS_PLAYED) -> Any:
    """A division after so many rounds, all decided by services."""
    from tdsuite.console.simulation import play_event
    from tdsuite.exchange.events import SourceFile
    from tdsuite.exchange.roster import apply_roster
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.tournaments.services.events import create_tournament

    values = {"name": f"Bench {size}", "starts_on": "2026-01-01", "ends_on": "2026-01-02"}
    spec = {"name": "A", "code": "a", "planned_rounds": rounds + 6}
    tournament = create_tournament(by=COMMAND_LINE, slug=f"bench-{size}", values=values, divisions=[spec])
    division = tournament.divisions.get()
    lines = "\n".join(f"{name(index)},{2000 - min(5, 1900 // size) * index}" for index in range(size))
    apply_roster(by=COMMAND_LINE, division=division, source=SourceFile("a.csv", f"name,rating\n{lines}\n".encode()))
    play_event(by=COMMAND_LINE, divisions=[division], seed=1, rounds=rounds)
    return division


def name(index: int) -> str:
    """A made-up name that looks like no other."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return f"Test{letters[index % 26] * 3} Player{letters[index // 26] * 3}"


if __name__ == "__main__":
    main()
