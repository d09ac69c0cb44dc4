"""Damaged files through import, every rating system, every export, its reading and a published site: what crashes.

`python -m benchmarks.mutated_files [--count N] [--first SEED]`; real files are read in place from `TDSUITE_ORACLES`, else from
`../shared/oracles`.  On a database of its own in a temporary folder, one file after the other.
"""

import argparse
import logging
import os
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=66, help="damaged files")
    parser.add_argument("--first", type=int, default=0, help="the first seed; each seed is one damaged file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        logging.disable(logging.WARNING)
        crashes = drive_all(range(options.first, options.first + options.count), Path(folder))
    print(f"crashes of {options.count:,} damaged files / none: {crashes}")


def drive_all(seeds: range, folder: Path) -> int:
    """Drive the file of each seed and print what was done, how often, and each crash with its place; how many crashed."""
    from tests.exchange.test_mutated_files import COMPOSED, cases, drive, real_files

    real = real_files()
    print(f"{len(real)} real files and {len(COMPOSED)} made-up ones")
    counts: Counter[str] = Counter()
    slowest = (0.0, "")
    site = folder / "site"
    site.mkdir()
    for seed, name, data in cases([*COMPOSED.items(), *real], seeds):
        began = time.perf_counter()
        try:
            for stage in drive(name, data, site):
                counts[stage] += 1
        except Exception as error:
            counts["crashed"] += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}:{place.lineno}"
            print(f"seed {seed}, {name}: {where}: {type(error).__name__}: {str(error)[:200]}", flush=True)
        slowest = max(slowest, (time.perf_counter() - began, f"seed {seed}, {name}"))
    print(", ".join(f"{stage} {count:,}" for stage, count in counts.items()))
    print(f"slowest: {slowest[0]:.1f} s, {slowest[1]}")
    return counts["crashed"]


if __name__ == "__main__":
    main()
