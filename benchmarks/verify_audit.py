"""How long `verify_audit` takes for an event of 500 players, and whether a record takes longer there than in a small event.

Runs on a database of its own in a temporary folder; `python -m benchmarks.verify_audit`.
"""

import os
import statistics
import tempfile
import time

from benchmarks import judge
from benchmarks.pairing_service import make_division

SIZES = (50, 500)
ROUNDS = 15
RUNS = 5
LIMIT_SECONDS = 10.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        figures = {size: measure(size) for size in SIZES}
    for size, (seconds, records) in figures.items():
        print(f"verify_audit, {size} players after {ROUNDS} rounds: {records} records in {seconds:.2f} s")
    few, many = (1000 * seconds / records for seconds, records in figures.values())
    print(f"a record at {SIZES[-1]} players {many:.2f} ms, at {SIZES[0]} players {few:.2f} ms: ratio {many / few:.2f}")
    judge({f"{SIZES[-1]} players / limit of {LIMIT_SECONDS:.0f} s": figures[SIZES[-1]][0] / LIMIT_SECONDS})


def measure(size: int) -> tuple[float, int]:
    """Median seconds, and how many records were checked."""
    from tdsuite.platform.audit.services import verify

    tournament = make_division(size, ROUNDS).tournament
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        verdict = verify(tournament)
        times.append(time.perf_counter() - began)
        assert verdict.whole, verdict
    return statistics.median(times), verdict.records


if __name__ == "__main__":
    main()
