"""Made-up events of every format, each second with a planted fault, and real ones, judged: what crashes, what is not found.

`python -m checklist.benchmark [--count N] [--first SEED] [--real]`; real files are read in place from `TDSUITE_ORACLES`, else from
`../shared/oracles`.
"""

import argparse
import os
import random
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from checklist.judging import judge
from checklist.made_files import SUFFIXES, WrittenFormat, made_division, written_event
from checklist.planted import FAULTS
from checklist.questions.model import Weight
from tdsuite.formats.reading import read_file

ORACLES = Path(os.environ.get("TDSUITE_ORACLES", Path(__file__).resolve().parents[1].parent / "shared" / "oracles"))
PATTERNS = ("*.t", "*.tou", "*.TOU", "*.tourney.js")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="made-up events")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--real", action="store_true", help="real events too")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    began = time.perf_counter()
    for seed in range(options.first, options.first + options.count):
        counts.update(outcome_of(seed))
    print(", ".join(f"{what} {count:,}" for what, count in sorted(counts.items())))
    print(f"{options.count:,} made-up events in {time.perf_counter() - began:.1f} s")
    crashes = counts["crashed"]
    if options.real:
        crashes += real_events()
    print(f"crashes / none: {crashes}")


def outcome_of(seed: int) -> Iterator[str]:
    """What became of one event: its format, and whether its fault was found."""
    rng = random.Random(seed)
    faults = list(FAULTS.values())
    fault = faults[seed // 2 % len(faults)] if seed % 2 else None
    format_ = WrittenFormat(rng.choice(fault.formats if fault else tuple(WrittenFormat)))
    yield f"as {format_.value}"
    try:
        division = made_division(rng.randint(10, 24), rng.randint(5, 9), seed)
        text = written_event(division, format_, seed=seed, fault=fault)
        answers = judge(read_file(f"a{SUFFIXES[format_]}", text.encode()))
    except Exception:
        print(f"seed {seed}, {format_.value}, {fault.name if fault else 'no fault'}:")
        traceback.print_exc()
        yield "crashed"
        return
    if fault is None:
        serious = any(answer.question.weight is not Weight.SLIGHT for answer in answers)
        yield "sound, a grave or serious question fails" if serious else "sound, passed but for slight questions"
    elif fault.question in {answer.question.number for answer in answers}:
        yield "faults found"
    else:
        print(f"seed {seed}, {format_.value}: {fault.name} is not found")
        yield "faults not found"


def real_events() -> int:
    """Judge every real event and print which questions fail in how many; how many crashed."""
    failing: Counter[int] = Counter()
    crashes, slowest = 0, (0.0, "")
    paths = sorted({path for pattern in PATTERNS for path in ORACLES.rglob(pattern)})
    for path in paths:
        began = time.perf_counter()
        try:
            failing.update({answer.question.number for answer in judge(read_file(path.name, path.read_bytes()))})
        except Exception:
            print(f"{path}:")
            traceback.print_exc()
            crashes += 1
        slowest = max(slowest, (time.perf_counter() - began, path.name))
    print(f"{len(paths)} real files; the slowest took {slowest[0]:.1f} s ({slowest[1]})")
    print("questions that fail, in how many files: " + ", ".join(f"{key}: {failing[key]}" for key in sorted(failing)))
    return crashes


if __name__ == "__main__":
    main()
