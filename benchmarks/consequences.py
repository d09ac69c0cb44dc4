"""What follows from a withdrawal of 100 players after 15 of 16 rounds, with the facts of the event before and after it.

`python -m benchmarks.consequences [--runs 5]`. Processor time of this process, median of the runs, in a database of its own.
"""

import argparse
import os
import statistics
import tempfile
import time

from benchmarks import judge

PLAYERS, PLAYED, ROUNDS = 100, 15, 16
LIMIT = 0.3  # seconds


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=5)
    runs = options.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        figure = statistics.median(measured(runs))
    print(f"{figure:.3f} s of processor time (at most {LIMIT})")
    judge({f"list of {PLAYERS} players after {PLAYED} rounds / {LIMIT} s": figure / LIMIT})


def measured(runs: int) -> list[float]:
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.tournaments.models import Round
    from tdsuite.tournaments.services.consequences import what_follows
    from tdsuite.tournaments.services.entries import withdraw_entry
    from tests.factories import make_played_event, make_round

    division = make_played_event(players=PLAYERS, played=PLAYED, rounds=ROUNDS)
    make_round(division, ROUNDS, status=Round.Status.PUBLISHED)
    entry = division.entries.with_people().get(number=3)
    seconds = []
    for _ in range(runs):
        begun = time.process_time()
        what_follows(
            division.tournament,
            lambda: withdraw_entry(by=COMMAND_LINE, entry=entry, from_round=ROUNDS, reason="Ill"),
        )
        seconds.append(time.process_time() - begun)
    return seconds


if __name__ == "__main__":
    main()
