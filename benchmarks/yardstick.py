"""The yardstick: real fields played to the end by each method, by another program, and as they were played.  The figures of docs/yardstick.md.

`python -m benchmarks.yardstick [--fields FILE] [--every N] [--methods swiss chew] [--program COMMAND] [--picture FILE.svg]`.  FILE as in
`benchmarks.fields`; by default `start-balance/real-fields.json` of the folder TDSUITE_ORACLES.  The program is run before each round with two
paths: a `.t` of the event so far, and the file to write, a `.t` or event JSON with one more round (docs/yardstick.md).
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from benchmarks.fields import PLAYERS_A_PRIZE, SMALLEST_FIELD, kendall_tau, stake_of
from benchmarks.interval_chart import chart
from checklist.made_up_events import MadeUpEvent, Pair
from pairings.engine.contention.clinching import can_catch, swing_of
from pairings.engine.contention.simulation import RATING_A_POINT, START_RATING
from pairings.engine.methods.registry import METHODS, pair
from pairings.engine.model import Board, Pairing, PairingTask
from pairings.engine.options import MethodOptions
from tdsuite.formats.model import FileDivision, FileGame, Outcome, RosterRow, StartsBy
from tdsuite.formats.reading import read_file
from tdsuite.formats.tsh.writer import write_tsh
from tdsuite.tournaments.engine.starts import START

PLAYED = "as played"
FORM = 95  # rating points: one standard deviation of a player's form at an event
LARGEST_SWING = 250  # points of spread that a player can gain or lose in a game
TRIALS = MethodOptions(trials=2_000, control_trials=500)  # of a contention-aware round
EVERY_METHOD = (
    "swiss", "swiss_fold", "swiss_adjacent", "king_of_the_hill", "factor", "australian", "chew", "quads", "round_robin",
    "random", "contenders", "cop",
)  # fmt: skip
SIGNED_IN = 400  # points of a loser in the files that another program reads: only margins are simulated


@dataclass(frozen=True, slots=True)
class Field:
    """One section of a real event: ratings, 0 where unknown, in the order of the list, and its rounds."""

    ratings: tuple[int, ...]
    rounds: int
    played: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Measured:
    """One event.  Shares in per cent: repeats, repeats_at_once, floats (boards of unequal wins) of the boards; uneven, runs of the players
    (two starts or more from even, three after an odd number of games; four starts or replies running); decided_early of the prize
    places before the last round.  difference: mean difference in wins.  stake: of the last round's boards together.  tau: of the final order to
    the ratings.  None where the event does not say."""

    repeats: float
    repeats_at_once: float
    uneven: float | None
    runs: float | None
    floats: float
    difference: float
    stake: float
    decided_early: float
    tau: float


HEADINGS = {
    "repeats": "repeats, % of boards",
    "repeats_at_once": "of the round before, %",
    "uneven": "uneven starts, % of players",
    "runs": "four running, % of players",
    "floats": "boards of unequal wins, %",
    "difference": "difference in wins",
    "stake": "stake of the last round",
    "decided_early": "prizes decided early, %",
    "tau": "tau to the ratings",
}
PICTURED = ("repeats", "uneven", "difference", "tau")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fields", type=Path, help="a JSON file of sections of real events")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="play every Nth field")
    parser.add_argument("--methods", nargs="*", default=list(EVERY_METHOD), choices=sorted(METHODS))
    parser.add_argument("--program", help="a command of another program, run with the paths of two files")
    parser.add_argument("--picture", type=Path, help="an SVG to write")
    options = parser.parse_args()
    folder = Path(os.environ.get("TDSUITE_ORACLES", "../shared/oracles"))
    sections = json.loads((options.fields or folder / "start-balance" / "real-fields.json").read_text())["sections"]
    known = list(fields_of(sections))[:: options.every]
    print(f"{len(known)} real fields; mean and 95 % interval over the fields\n", flush=True)
    print(f"| method | {' | '.join(HEADINGS.values())} |\n|{' --- |' * (len(HEADINGS) + 1)}")
    pairs: dict[str, tuple[str, Pair]] = {METHODS[name].label: (name, pair) for name in options.methods}
    if options.program:
        pairs["another program"] = ("swiss", other_program(options.program))
    rows = {PLAYED: summary([measured(event_as_played(field), field) for field in known])}
    print_row(PLAYED, rows[PLAYED])
    for label, (method, by) in pairs.items():
        rows[label] = summary(
            [measured(event_of(field, number, method, by), field) for number, field in enumerate(known)]
        )
        print_row(label, rows[label])
    if options.picture:
        options.picture.write_text(
            chart({HEADINGS[name]: {key: row[name] for key, row in rows.items()} for name in PICTURED})
        )
    print(
        f"uneven starts, Swiss / as played: {rows[METHODS['swiss'].label]['uneven'][0] / rows[PLAYED]['uneven'][0]:.3f}"
    )


def fields_of(sections: Sequence[dict[str, Any]]) -> Iterator[Field]:
    """The sections with ratings, the highest rated first."""
    for section in sections:
        ratings = [rating or 0 for rating in section["ratings"]]
        if not any(ratings) or section["players"] < SMALLEST_FIELD:
            continue
        order = sorted(range(len(ratings)), key=lambda number: -ratings[number])
        place = {number + 1: at for at, number in enumerate(order, start=1)}
        rounds = [
            {
                "games": [
                    (place[first], place[second], place.get(starter, 0), ours - theirs)
                    for first, second, starter, ours, theirs in played["games"]
                ],
                "byes": [place[number] for number in played.get("byes", ())],
            }
            for played in section["rounds_played"]
        ]
        yield Field(tuple(ratings[number] for number in order), len(rounds), rounds)


Rounds = Iterator[tuple[PairingTask, Pairing]]


@dataclass(frozen=True, slots=True)
class Played:
    """An event that plays itself while its rounds are read.  starts: whether every game says who started."""

    event: MadeUpEvent
    rounds: Rounds
    starts: bool = True


def event_of(field: Field, number: int, method: str, by: Pair) -> Played:
    """A field simulated to the end, with a form a player and what a start is worth."""
    strengths = [rating / RATING_A_POINT for rating in strengths_at(number, field.ratings)]
    start = START_RATING / RATING_A_POINT
    event = MadeUpEvent(
        len(strengths), field.rounds, number, strengths=strengths, options=TRIALS, same_luck=True, start_points=start
    )
    return Played(event, event.play_through(method, by=by))


def strengths_at(event: int, ratings: Sequence[float]) -> list[float]:
    """Strengths in rating points for one simulated event, the highest rating first: the same for every method.

    A player without a rating (0) is as strong as the weakest, but for the form.
    """
    rng = random.Random(f"strengths {event}")
    weakest = min(rating for rating in ratings if rating)
    return [rating + rng.gauss(0, FORM) for rating in sorted((each or weakest for each in ratings), reverse=True)]


def open_places(event: MadeUpEvent, prizes: int) -> int:
    """How many of the first places two players or more can still get with one round to play."""
    table = sorted(event.contestants(), key=lambda player: player.rank_order)
    swing = swing_of((LARGEST_SWING,), 1)
    catches = [can_catch(ahead, behind, 1, swing) for ahead, behind in pairwise(table)]
    return sum(any(catches[max(0, place - 1) : place + 1]) for place in range(min(prizes, len(table))))


def event_as_played(field: Field) -> Played:
    """The event as it was: its boards and its results."""
    event = MadeUpEvent(len(field.ratings), field.rounds, 0)

    def rounds() -> Rounds:
        for played in field.played:
            games = [
                (second, first, -margin) if starter == second else (first, second, margin)
                for first, second, starter, margin in played["games"]
            ]
            boards = tuple(Board(first, second, "assigned", PLAYED) for first, second, _ in games)
            yield event.task(), Pairing(event.round, PLAYED, 0, boards)
            event.record(games, dict.fromkeys(played["byes"], 50))

    return Played(event, rounds(), all(starter for played in field.played for _, _, starter, _ in played["games"]))


def measured(played: Played, field: Field) -> Measured:
    """Every figure of one event."""
    counts = dict.fromkeys(("boards", "repeats", "repeats_at_once", "floats", "difference"), 0.0)
    prizes = max(3, len(field.ratings) // PLAYERS_A_PRIZE)
    stake = decided = 0.0
    for task, pairing in played.rounds:
        before = {player.number: player for player in task.contestants}
        for board in pairing.boards:
            if board.second is None:
                continue
            first, second = before[board.first], before[board.second]
            counts["boards"] += 1
            counts["repeats"] += board.second in first.opponents
            counts["repeats_at_once"] += first.opponents[-1:] == (board.second,)
            counts["floats"] += first.halves != second.halves
            counts["difference"] += abs(first.halves - second.halves) / 2
        if task.rounds_left == 0:
            stake = stake_of(task, pairing)
            decided = 100 - 100 * open_places(played.event, prizes) / prizes
    boards = counts.pop("boards")
    difference = counts.pop("difference") / boards
    records = list(played.event.records.values())
    order = sorted(played.event.contestants(), key=lambda player: player.rank_order)
    return Measured(
        **{name: 100 * count / boards for name, count in counts.items()},
        difference=difference,
        uneven=100 * fmean(abs(record.balance) >= 2 for record in records) if played.starts else None,
        runs=100 * fmean(record.longest_run > 3 for record in records) if played.starts else None,
        stake=stake,
        decided_early=decided,
        tau=kendall_tau([player.number - 1 for player in order], field.ratings),
    )


Summary = dict[str, tuple[float, float]]


def summary(events: Sequence[Measured]) -> Summary:
    """Mean and half of the 95 % interval of each figure."""
    result = {}
    for name in (entry.name for entry in fields(Measured)):
        values = [value for value in (getattr(event, name) for event in events) if value is not None]
        result[name] = (fmean(values), 1.96 * stdev(values) / sqrt(len(values)))
    return result


def print_row(label: str, row: Summary) -> None:
    cells = " | ".join(f"{row[name][0]:.2f} ± {row[name][1]:.2f}" for name in HEADINGS)
    print(f"| {label} | {cells} |", flush=True)


def other_program(command: str) -> Callable[[PairingTask], Pairing]:
    """A way to pair by another program; the starts are those it writes."""

    def by(task: PairingTask) -> Pairing:
        with tempfile.TemporaryDirectory() as folder:
            before, after = Path(folder) / "event.t", Path(folder) / "paired.t"
            before.write_text(write_tsh(division_of(task)).text)
            subprocess.run([*shlex.split(command), str(before), str(after)], check=True)
            return pairing_in(after, task)

    return by


def division_of(task: PairingTask) -> FileDivision:
    """The event so far as a file holds it."""
    games = []
    for player in task.contestants:
        sides = iter(player.record.sides)
        for round_, (opponent, (_, spread)) in enumerate(zip(player.opponents, player.results, strict=True), start=1):
            if not opponent:
                games.append(
                    FileGame(round_, None, player.number, outcome=Outcome.BYE, first_halves=2, first_spread=spread)
                )
            elif next(sides) == START:
                scores = (SIGNED_IN + max(spread, 0), SIGNED_IN - min(spread, 0))
                games.append(
                    FileGame(round_, None, player.number, opponent, *scores, StartsBy.ASSIGNED, Outcome.PLAYED)
                )
    rows = tuple(
        RosterRow(
            f"{word(player.number)} Player", f"Player, {word(player.number)}", player.number, 2000 - player.number
        )
        for player in sorted(task.contestants, key=lambda player: player.number)
    )
    boards = sorted(games, key=lambda game: (game.round, game.first))
    numbered = tuple(replace(game, board=at) if game.second else game for at, game in enumerate(boards, start=1))
    return FileDivision("A", rows, numbered, rounds=task.round - 1)


def word(number: int) -> str:
    """A forename for a number, as names hold no digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number)).title()


def pairing_in(path: Path, task: PairingTask) -> Pairing:
    """The boards of the round that another program added.  Raises ValueError where they are not everybody's, once."""
    event = read_file(path.name, path.read_bytes())
    games = [game for division in event.divisions for game in division.games if game.round == task.round]
    paired = sorted(number for game in games for number in game.players)
    if paired != sorted(player.number for player in task.contestants):
        raise ValueError(f"Round {task.round} pairs {paired}. " + " ".join(problem.text for problem in event.problems))
    boards = tuple(Board(game.first, game.second, "assigned" if game.second else "none", str(path)) for game in games)
    return Pairing(task.round, "program", 0, boards)


if __name__ == "__main__":
    main()
