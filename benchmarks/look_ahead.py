"""Is a repeat ever forced by an earlier round?  Made-up events of every small size, and of fields that change.

`python -m benchmarks.look_ahead [--events 50] [--most 40]`: events with a repeat, what looking ahead costs in win differences and in
processor time a round, and whether events of few rounds have the boards of before.
"""

import argparse
import statistics
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from benchmarks import judge
from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.methods.registry import pair
from pairings.engine.model import Board, Pairing, PairingTask

SIZES = (
    (4, 3),
    (6, 5),
    (8, 7),
    (8, 6),
    (10, 9),
    (12, 11),
    (14, 13),
    (16, 15),
    (5, 5),
    (7, 7),
    (9, 9),
    (11, 11),
    (13, 13),
)
LARGE = ((20, 19), (24, 23), (30, 29), (40, 39))
CHANGING = ((8, 6), (10, 8), (12, 9), (12, 10))
FEW_ROUNDS = ((10, 7), (12, 9), (16, 13), (20, 15))
SECONDS = {20: 0.005, 40: 0.040}  # a round more, median, by the largest size
WORST = 1.0
MORE_WINS = 0.07
SAME = 0.995


@dataclass
class Played:
    """What a number of events came to."""

    repeats: int = 0  # events with one
    findings: int = 0
    wins: int = 0
    seconds: list[float] = field(default_factory=list)
    boards: list[list[tuple[Board, ...]]] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=50)
    parser.add_argument("--most", type=int, default=40, help="players of the largest field")
    asked = parser.parse_args()
    claims: dict[str, float] = {}
    for players, rounds in (*SIZES, *LARGE):
        if players <= asked.most:
            claims |= unchanged(
                players, rounds, asked.events if (players, rounds) in SIZES else max(1, asked.events // 6)
            )
    for players, rounds in CHANGING:
        claims |= changing(players, rounds, asked.events)
    claims |= few_rounds(asked.events)
    judge(claims)


def unchanged(players: int, rounds: int, events: int) -> Mapping[str, float]:
    """Everybody stays to the end."""
    before = play(MadeUpEvent(players, rounds, seed, same_luck=True, ahead=False) for seed in range(events))
    ahead = play(MadeUpEvent(players, rounds, seed, same_luck=True) for seed in range(events))
    more = ahead.wins / max(1, before.wins) - 1
    median = statistics.median(ahead.seconds) - statistics.median(before.seconds)
    print(
        f"{players} players, {rounds} rounds: {before.repeats} of {events} with a repeat before, {ahead.repeats} now; "
        f"wins {more:+.1%}; {1000 * median:.1f} ms more a round, worst {1000 * max(ahead.seconds):.0f} ms",
        flush=True,
    )
    limit = next(seconds for size, seconds in SECONDS.items() if players <= size)
    return {
        f"{players}x{rounds}: events with a repeat or a finding": broken(ahead),
        f"{players}x{rounds}: time more / limit": median / limit,
        f"{players}x{rounds}: worst round / limit": max(ahead.seconds) / WORST,
        **(
            {f"{players}x{rounds}: win differences more / limit": more / MORE_WINS}
            if events >= 50 and players > 6
            else {}
        ),
    }


def changing(players: int, rounds: int, events: int) -> Mapping[str, float]:
    """One leaves, or comes late."""
    claims = {}
    for what in ("leaves", "comes late"):
        made = [
            MadeUpEvent(players, rounds, seed, away=dict.fromkeys(missed(what, seed, rounds), (1 + seed % players,)))
            for seed in range(events)
        ]
        played = play(made)
        print(f"{players} players, {rounds} rounds, one {what}: {played.repeats} of {events} with a repeat", flush=True)
        claims[f"{players}x{rounds}, one {what}: events with a repeat or a finding"] = broken(played)
    return claims


def missed(what: str, seed: int, rounds: int) -> range:
    at = 2 + seed % (rounds - 1)
    return range(at, rounds + 1) if what == "leaves" else range(1, at)


def few_rounds(events: int) -> Mapping[str, float]:
    """Where at least three opponents are left over the boards are those of before."""
    same = []
    for players, rounds in FEW_ROUNDS:
        before, ahead = (
            play(MadeUpEvent(players, rounds, seed, ahead=how) for seed in range(events)) for how in (False, True)
        )
        same += [first == second for first, second in zip(before.boards, ahead.boards, strict=True)]
    print(f"few rounds: {sum(same)} of {len(same)} events with the boards of before", flush=True)
    return {"few rounds: other boards / limit": (1 - sum(same) / len(same)) / (1 - SAME)}


def broken(played: Played) -> float:
    """Above 1 where there is one at all."""
    return 2.0 * (played.repeats + played.findings)


def play(events: Iterator[MadeUpEvent] | list[MadeUpEvent]) -> Played:
    """Play events through."""
    total = Played()
    for event in events:
        repeats, boards = 0, []
        for task, pairing in event.play_through(by=lambda task: timed(task, total)):
            repeats += any(met(task, board) for board in pairing.boards)
            boards.append(pairing.boards)
            total.wins += pairing.cost("wins")
            total.findings += bool(event.ahead and check(task, pairing))
        total.repeats += bool(repeats)
        total.boards.append(boards)
    return total


def timed(task: PairingTask, total: Played) -> Pairing:
    began = time.process_time()
    pairing = pair(task)
    total.seconds.append(time.process_time() - began)
    return pairing


def met(task: PairingTask, board: Board) -> bool:
    by_number = {player.number: player for player in task.contestants}
    return board.second is not None and bool(task.meetings(by_number[board.first], by_number[board.second]))


if __name__ == "__main__":
    main()
