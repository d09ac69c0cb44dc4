"""Exact Swiss pairing in mid-event, engine only: median seconds of processor time, how much longer the proof takes, and all boards at once.

`python -m benchmarks.pairing`; `--prove` solves every size up to 1,000 over all boards too and compares the boards and
the costs; `--peer PATH` times that bbpPairings program (its Burstein system) on the same events; `--starts N` plays N events of 24 players over 23 rounds and prints the balance of starts; `--service` runs
the benchmark of the whole service at the end.
"""

import argparse
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmarks import judge
from checklist.made_up_events import MadeUpEvent
from pairings.engine.boards import make_pairing
from pairings.engine.matching.matched import matched_boards, part_forced
from pairings.engine.methods import swiss
from pairings.engine.methods.registry import pair
from pairings.engine.model import Contestant, Pairing, PairingTask
from pairings.engine.presence import present_players
from tdsuite.tournaments.engine.starts import START, StartRecord

SIZES = {50: 15, 200: 9, 400: 7, 1000: 5, 2000: 3}  # players: runs
LIMITS = {200: 0.05, 400: 0.2, 1000: 0.3, 2000: 1.0}  # seconds
PROVED_UP_TO = 1000
ROUNDS_PLAYED = 7
ROUNDS = 14
RATIO_AT = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prove", action="store_true", help="compare with the optimum over all boards up to 1,000")
    parser.add_argument("--peer", type=Path, metavar="PATH", help="a bbpPairings program to time side by side")
    parser.add_argument("--starts", type=int, default=0, metavar="N", help="measure starts over N events of 24 x 23")
    parser.add_argument("--service", action="store_true", help="measure the whole service too")
    options = parser.parse_args()
    tasks = {size: MadeUpEvent(size, ROUNDS, seed=size).play_quickly(ROUNDS_PLAYED).task() for size in SIZES}
    seconds = {}
    for size, runs in SIZES.items():
        seconds[size], pairing = median(pair, tasks[size], runs)
        limit = f", limit {LIMITS[size]} s" if size in LIMITS else ""
        print(f"swiss, {size:>5} players: {seconds[size]:.4f} s ({pairing.proof}){limit}", flush=True)
        if options.peer:
            peer = peer_seconds(options.peer, tasks[size], runs)
            print(f"    its Burstein: {peer:.4f} s; ours / theirs {seconds[size] / peer:.2f}", flush=True)
        if options.prove and size <= PROVED_UP_TO:
            prove(tasks[size], pairing)
    if options.starts:
        measure_starts(options.starts)
    if options.service:
        from benchmarks import pairing_service

        pairing_service.main()
    whole, _ = median(over_all_boards, tasks[RATIO_AT], 1)
    print(f"{RATIO_AT} players, all boards at once / likely boards: {whole / seconds[RATIO_AT]:.1f}")
    proved, _ = median(with_proof, tasks[RATIO_AT], 1)
    print(f"{RATIO_AT} players, likely boards and proof / likely boards: {proved / seconds[RATIO_AT]:.1f}")
    judge({f"swiss, {size} players / limit of {limit} s": seconds[size] / limit for size, limit in LIMITS.items()})


def median(solve: Callable[[PairingTask], Pairing], task: PairingTask, runs: int) -> tuple[float, Pairing]:
    """Median seconds of `runs` runs, and the pairing."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        pairing = solve(task)
        times.append(time.process_time() - began)
    return statistics.median(times), pairing


def peer_seconds(program: Path, task: PairingTask, runs: int) -> float:
    """Median seconds of processor time of the program for the next round: start, reading, pairing, writing."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder) / "event.trf"
        event.write_text(trf_text(task))
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([program, "--burstein", event, "-p", Path(folder) / "round.txt"], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def trf_text(task: PairingTask) -> str:
    """The event so far as a FIDE tournament report file (TRF16), as other pairing programs read it."""
    lines = [f"XXR {task.planned_rounds}"]
    for player in sorted(task.contestants, key=lambda player: player.number):
        rating = 3000 - player.number
        points = f"{player.halves / 2:.1f}"
        head = (
            f"001 {player.number:>4}      {f'Player {player.number}':<33} {rating}{'':28}{points:>4} {player.rank:>4}"
        )
        lines.append(head + "".join(map(trf_game, rounds_of(player))))
    return "\n".join(lines) + "\n"


def rounds_of(player: Contestant) -> list[tuple[int, int, int]]:
    """(opponent or 0, half-wins, side) of each round played."""
    sides = iter(player.record.sides)
    return [
        (opponent, halves, next(sides) if opponent else 0)
        for opponent, (halves, _) in zip(player.opponents, player.results, strict=True)
    ]


def trf_game(game: tuple[int, int, int]) -> str:
    """One round of a player: ten columns."""
    opponent, halves, side = game
    if not opponent:
        return "  0000 - U" if halves else "  0000 - Z"
    return f"  {opponent:>4} {'w' if side == START else 'b'} {'0=1'[halves]}"


def with_proof(task: PairingTask) -> Pairing:
    """The same round, proved over every board by what its likely boards cost."""
    return pair(replace(task, options=replace(task.options, prove=True)))


def over_all_boards(task: PairingTask) -> Pairing:
    """The same round solved over every board whatever the size."""
    asked, rest = part_forced(task, present_players(task))
    players = tuple(sorted(rest, key=lambda player: player.score_order))
    boards, proof = matched_boards(task, players, swiss.levels, swiss.likely, swiss.why, whole=True)
    return make_pairing(task, asked + boards, proof=proof)


def prove(task: PairingTask, pairing: Pairing) -> None:
    """Compare a pairing with the optimum over all boards; AssertionError where they differ."""
    whole = over_all_boards(task)
    assert whole.total == pairing.total, (whole.total, pairing.total)
    assert whole.boards == pairing.boards
    print(f"    equal to the optimum over all boards: {', '.join(f'{p.criterion} {p.value}' for p in whole.total)}")


def measure_starts(events: int) -> None:
    """Balance of starts after 23 rounds of 24 players, exact Swiss."""
    records: list[StartRecord] = []
    for seed in range(events):
        event = MadeUpEvent(24, 23, seed)
        for _ in event.play_through():
            pass
        records.extend(event.records.values())
    for text, hits in (
        ("within 1 start of even", [abs(record.balance) <= 1 for record in records]),
        ("no run over 3", [record.longest_run <= 3 for record in records]),
        ("both", [abs(record.balance) <= 1 and record.longest_run <= 3 for record in records]),
    ):
        print(f"starts, {events} events of 24 x 23, {text}: {sum(hits) / len(hits):.4f}")
    print(
        f"starts, furthest from even {max(abs(record.balance) for record in records)}, "
        f"longest run {max(record.longest_run for record in records)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
