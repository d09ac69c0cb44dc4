"""Is our own contention-aware weighting better than the published one?  The study behind docs/rulebook/contenders.md.

`python -m benchmarks.contention_study [EVENTS] [SEED]`: so many generated events (200), each with the same first half and the same luck
for every method; the second half is paired by each.  Prints a table of means, then the paired differences from `cop` with
95 % confidence intervals, and ends with the difference in stakes.
"""

import random
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from benchmarks.fields import kendall_tau
from checklist.made_up_events import STRENGTH_SPREAD, MadeUpEvent
from pairings.engine.contention.board_stakes import board_stakes
from pairings.engine.contention.stakes import Before, Prizes
from pairings.engine.methods.registry import pair
from pairings.engine.model import Contestant, Pairing, PairingTask, Repeats
from pairings.engine.options import MethodOptions

EVENTS, SEED = 200, 2027
TRIALS, CONTROL_TRIALS, MEASURING_TRIALS = 5_000, 1_000, 1_000
MOST_POINTS = 250
EVEN = 1  # a start more or less than replies
REFERENCE, OURS = "cop", "contenders"
METHODS = {  # name: method, whether repeats cost something
    "cop": ("cop", Repeats.AVOID),
    "contenders": ("contenders", Repeats.AVOID),
    "swiss": ("swiss", Repeats.AVOID),
    "hill, repeats allowed": ("king_of_the_hill", Repeats.ALLOW),
    "chew": ("chew", Repeats.AVOID),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """players, rounds, place prizes, and how many prizes the class of the weaker half has, 0 for no class."""

    players: int
    rounds: int
    places: int
    class_prizes: int = 0


SHAPES = (
    Shape(16, 12, 3),
    Shape(24, 15, 4, 1),
    Shape(36, 16, 6, 2),
    Shape(48, 18, 8, 2),
    Shape(60, 20, 10),
    Shape(20, 12, 2),
    Shape(31, 14, 8),
    Shape(40, 16, 3),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One event's second half by one method.  stake: mean of all boards; top_stake: of the first boards, as many as there
    are prizes; late_stake: of the last three rounds.  repeats, back_to_back: boards.
    tau: final order against strengths.  strongest: whether the strongest player won.  uneven: share of the players
    whose starts and replies differ by more than one at the end."""

    stake: float
    top_stake: float
    late_stake: float
    repeats: float
    back_to_back: float
    tau: float
    strongest: float
    uneven: float


NAMES = tuple(field.name for field in fields(Measured))


def main() -> None:
    given = [int(one) for one in sys.argv[1:3]]
    events, seed = (*given, *(EVENTS, SEED)[len(given) :])
    measured: dict[str, list[Measured]] = {name: [] for name in METHODS}
    for number in range(events):
        for name, result in of_event(SHAPES[number % len(SHAPES)], seed * 100_003 + number):
            measured[name].append(result)
    print_means(measured)
    print_differences(measured)


def of_event(shape: Shape, seed: int) -> Iterator[tuple[str, Measured]]:
    """The second half of one event by every method."""
    rng = random.Random(seed)
    strengths = sorted((rng.gauss(0, STRENGTH_SPREAD) for _ in range(shape.players)), reverse=True)
    event, begun = event_of(shape, seed, strengths), []
    for _ in range((shape.rounds + 1) // 2):
        begun.append(pair(event.task("swiss")))
        event.play(begun[-1])
    for name, (method, repeats) in METHODS.items():
        event = event_of(shape, seed, strengths)
        for pairing in begun:
            event.play(pairing)
        yield name, second_half(event, shape, strengths, method, repeats)


def event_of(shape: Shape, seed: int, strengths: list[float]) -> MadeUpEvent:
    """An event before its first round."""
    return MadeUpEvent(shape.players, shape.rounds, seed, strengths=strengths, same_luck=True, options=options(shape))


def options(shape: Shape) -> MethodOptions:
    """What the methods are told: the same prizes for all."""
    return MethodOptions(
        place_prizes=shape.places,
        class_prizes=(("weaker half", shape.class_prizes),) if shape.class_prizes else (),
        prize_bands=(shape.places,),
        trials=TRIALS,
        control_trials=CONTROL_TRIALS,
    )


def second_half(event: MadeUpEvent, shape: Shape, strengths: list[float], method: str, repeats: Repeats) -> Measured:
    """Play an event to its end."""
    stakes, tops = [], []
    again = at_once = 0
    while event.round <= event.rounds:
        task = replace(event.task(method), repeats=repeats, contestants=with_classes(event, shape))
        pairing = pair(task)
        found = stakes_of(task, pairing, shape)
        stakes.append(statistics.mean(found))
        tops.append(statistics.mean(found[: shape.places]))
        more, back = repeats_of(task, pairing)
        again, at_once = again + more, at_once + back
        event.play(pairing)
    final = sorted(event.contestants(), key=lambda player: player.rank_order)
    return Measured(
        stake=statistics.mean(stakes),
        top_stake=statistics.mean(tops),
        late_stake=statistics.mean(stakes[-3:]),
        repeats=again,
        back_to_back=at_once,
        tau=kendall_tau([player.number - 1 for player in final], strengths),
        strongest=float(final[0].number == 1),
        uneven=statistics.mean(abs(record.balance) > EVEN for record in event.records.values()),
    )


def with_classes(event: MadeUpEvent, shape: Shape) -> tuple[Contestant, ...]:
    """The field, its weaker half in a class of its own where that has prizes."""
    field = event.contestants()
    if not shape.class_prizes:
        return field
    return tuple(
        replace(player, prize_class="weaker half" if player.number > shape.players // 2 else "") for player in field
    )


def stakes_of(task: PairingTask, pairing: Pairing, shape: Shape) -> list[float]:
    """The stake of every game, the best-ranked player's first."""
    players = task.present()
    place = {player.number: at for at, player in enumerate(players)}
    before = Before(
        halves=tuple(player.halves for player in players),
        spreads=tuple(player.spread for player in players),
        rounds_left=task.rounds_left + 1,
        prizes=Prizes((1,) * shape.places, (shape.class_prizes,) if shape.class_prizes else ()),
        classes=tuple(int(player.prize_class == "weaker half") for player in players),
        most=MOST_POINTS,
    )
    boards = [(place[board.first], None if board.second is None else place[board.second]) for board in pairing.boards]
    return [one.total for one in board_stakes(before, boards, trials=MEASURING_TRIALS, seed=task.seed)]


def repeats_of(task: PairingTask, pairing: Pairing) -> tuple[int, int]:
    """Repeats, and those of the round before."""
    by_number = {player.number: player for player in task.contestants}
    met = [by_number[board.first].rounds_met(board.second) for board in pairing.boards if board.second is not None]
    return sum(bool(rounds) for rounds in met), sum(task.round - 1 in rounds for rounds in met)


def print_means(measured: dict[str, list[Measured]]) -> None:
    print("| method |", " | ".join(NAMES), "|")
    print("| --- |", " | ".join("---" for _ in NAMES), "|")
    for name, results in measured.items():
        values = (statistics.mean(getattr(one, field) for one in results) for field in NAMES)
        print(f"| {name} |", " | ".join(f"{value:.4f}" for value in values), "|")


def print_differences(measured: dict[str, list[Measured]]) -> None:
    """From the published weighting, event by event; the last line is the figure of the study."""
    print(f"\n| less {REFERENCE} |", " | ".join(NAMES), "|")
    print("| --- |", " | ".join("---" for _ in NAMES), "|")
    for name, results in measured.items():
        if name != REFERENCE:
            cells = (difference(results, measured[REFERENCE], field) for field in NAMES)
            print(f"| {name} |", " | ".join(f"{mean:+.4f} ± {half:.4f}" for mean, half in cells), "|")
    print_by_shape(measured)
    mean, half = difference(measured[OURS], measured[REFERENCE], "stake")
    print(
        f"\n{OURS} less {REFERENCE}, {len(measured[OURS])} events: stake {mean:+.4f}, 95 % interval {mean - half:+.4f} to {mean + half:+.4f}"
    )


def print_by_shape(measured: dict[str, list[Measured]]) -> None:
    """Ours less the reference for each kind of event."""
    print(f"\n| {OURS} less {REFERENCE} | events | stake | repeats | tau |\n| --- | --- | --- | --- | --- |")
    for at, shape in enumerate(SHAPES):
        ours, theirs = (measured[name][at :: len(SHAPES)] for name in (OURS, REFERENCE))
        if len(ours) > 1:
            cells = (difference(ours, theirs, field) for field in ("stake", "repeats", "tau"))
            text = " | ".join(f"{mean:+.4f} ± {half:.4f}" for mean, half in cells)
            classes = f" + {shape.class_prizes} of a class" if shape.class_prizes else ""
            print(
                f"| {shape.players} players, {shape.rounds} rounds, {shape.places} prizes{classes} | {len(ours)} | {text} |"
            )


def difference(ours: list[Measured], theirs: list[Measured], field: str) -> tuple[float, float]:
    """The mean of the paired differences, and half of its 95 % confidence interval."""
    gaps = [getattr(one, field) - getattr(two, field) for one, two in zip(ours, theirs, strict=True)]
    return statistics.mean(gaps), 1.96 * statistics.stdev(gaps) / len(gaps) ** 0.5


if __name__ == "__main__":
    main()
