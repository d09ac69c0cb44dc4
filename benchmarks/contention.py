"""Contention-aware pairing, engine only: 8 rounds left, 100,000 trials of the division and 10,000 of control loss a run.

`python -m benchmarks.contention`: medians of CPU seconds on one core of `cop` and of `contenders`, which also pairs with 2 rounds left, where it weighs
stakes; and the most memory the process has held.
"""

import random
import resource
import statistics
import sys
import time
from dataclasses import replace

from benchmarks import judge
from pairings.engine.contention.method import situation_of
from pairings.engine.contention.solution import findings_of
from pairings.engine.methods.registry import pair
from pairings.engine.model import Contestant, PairingTask
from pairings.engine.options import MethodOptions

SIZES = {20: 5, 50: 5, 100: 3, 200: 3}  # players: runs
LIMITS = {20: 0.5, 50: 1.0, 100: 2.0, 200: 4.0}  # seconds
MEGABYTES = 300
ROUNDS, PLAYED = 20, 12


def main() -> None:
    claims = {}
    for size, runs in SIZES.items():
        made = task(size)
        ours_early = replace(made, method="contenders")
        ours_late = replace(ours_early, planned_rounds=PLAYED + 2)
        for name, ours in (("contenders", ours_early), ("contenders, 2 left", ours_late)):
            seconds = statistics.median(measure(ours) for _ in range(runs))
            print(f"{name}, {size:>3} players: {seconds:.3f} s, limit {LIMITS[size]} s", flush=True)
            claims[f"{name}, {size} players / limit"] = seconds / LIMITS[size]
        seconds = statistics.median(measure(made) for _ in range(runs))
        evidence = findings_of(situation_of(made, made.present()), made.seed).control.evidence
        print(
            f"cop, {size:>3} players, {len(evidence)} candidates: {seconds:.3f} s, limit {LIMITS[size]} s", flush=True
        )
        claims[f"cop, {size} players / limit"] = seconds / LIMITS[size]
    judge({**claims, f"most memory / limit of {MEGABYTES} MB": most_memory() / MEGABYTES})


def measure(made: PairingTask) -> float:
    """CPU seconds of one run; the solver and numpy stay on one core here."""
    began = time.process_time()
    pair(made)
    return time.process_time() - began


def most_memory() -> int:
    """Megabytes at the highest."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1024 * 1024)


def task(size: int) -> PairingTask:
    """Round 13 of 20 with a prize for one in five; neighbours were paired and coins thrown so far."""
    rng = random.Random(size)
    halves, spreads = [0] * size, [0] * size
    opponents: list[list[int]] = [[] for _ in range(size)]
    for _ in range(PLAYED):
        order = sorted(range(size), key=lambda one: (-halves[one], -spreads[one], rng.random()))
        for pair_of in zip(order[::2], order[1::2], strict=True):
            winner, loser = rng.sample(pair_of, 2)
            margin = 1 + round(abs(rng.gauss(0, 104)))
            halves[winner] += 2
            spreads[winner] += margin
            spreads[loser] -= margin
            opponents[winner].append(loser + 1)
            opponents[loser].append(winner + 1)
    order = sorted(range(size), key=lambda one: (-halves[one], -spreads[one], one))
    field = tuple(
        Contestant(
            number=one + 1,
            rank=rank,
            halves=halves[one],
            half_losses=2 * PLAYED - halves[one],
            spread=spreads[one],
            seed=one + 1,
            opponents=tuple(opponents[one]),
        )
        for rank, one in enumerate(order, start=1)
    )
    options = MethodOptions(
        place_prizes=size // 5, gibson_spreads=(200,), hopefulness=(0.02,), control_loss=0.25, control_loss_from=1
    )
    return PairingTask(field, PLAYED + 1, ROUNDS, "cop", seed=1, options=options)


if __name__ == "__main__":
    main()
