"""Real fields played to the end by a method, with and without even starts: who ends uneven, and what that costs.

`python -m benchmarks.fields [--fields FILE] [--method swiss] [--every 1]`.  FILE has the sections of real events (numbers,
ratings before, number of rounds; no names); without it, `start-balance/real-fields.json` of the folder TDSUITE_ORACLES.
Every field is played twice with the same seed: games are simulated from the ratings.  Where everyone ends as near to even as the
number of games allows, that is the proof that no choice of starts does better, and it is printed.  Else the boards that the
method fixed at once at the end (a table, a quad, the last round) are given the starts with the least sum of squared balances that
there is (`balanced_starts`), and the proof says whether these starts have it.
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from checklist.made_up_events import MadeUpEvent
from pairings.engine.contention.board_stakes import board_stakes
from pairings.engine.contention.stakes import Before, Prizes
from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.options import MethodOptions
from pairings.engine.starts.balance import balanced_starts

POINTS_OF_RATING = 5.09  # rating points worth one point of a game's margin
BELOW_THE_LAST = 100  # rating points of a player without a rating below the lowest rated one
SMALLEST_FIELD = 6
STAKE_TRIALS = 400
PLAYERS_A_PRIZE, FEWEST_PRIZES = 8, 3


@dataclass
class Tally:
    """What came of all events played one way."""

    counts: Counter[str] = field(default_factory=Counter)
    stakes: list[float] = field(default_factory=list)  # of all boards of an event's last round
    taus: list[float] = field(default_factory=list)

    def share(self, hits: str, of: str) -> tuple[float, float]:
        """A share, and half of its 95 % interval."""
        many = max(1, self.counts[of])
        share = self.counts[hits] / many
        return share, 1.96 * sqrt(share * (1 - share) / many)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fields", type=Path, help="a JSON file of sections of real events")
    parser.add_argument("--method", default="swiss", choices=sorted(METHODS))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="play every Nth field")
    options = parser.parse_args()
    folder = Path(os.environ.get("TDSUITE_ORACLES", "../shared/oracles"))
    sections = json.loads((options.fields or folder / "start-balance" / "real-fields.json").read_text())["sections"]
    fields = list(strengths_of(sections))[:: options.every]
    tallies = {even: play(fields, options.method, even_starts=even) for even in (False, True)}
    for even, tally in tallies.items():
        print(
            f"{options.method}, {len(fields)} fields, even starts {'yes' if even else 'no'}: {text(tally)}", flush=True
        )
    print(proof(tallies[True]))
    uneven = [tally.share("two off", "even games")[0] for tally in tallies.values()]
    print(f"two or more from even, even starts yes / no: {uneven[1] / max(uneven[0], 1e-9):.3f}")


def strengths_of(sections: Sequence[dict[str, Any]]) -> Iterator[tuple[int, list[float]]]:
    """(rounds, strengths in points a game, the strongest first) of each field with ratings."""
    for section in sections:
        ratings = [rating for rating in section["ratings"] if rating]
        if ratings and section["players"] >= SMALLEST_FIELD:
            unrated = min(ratings) - BELOW_THE_LAST
            every = [(rating or unrated) / POINTS_OF_RATING for rating in section["ratings"]]
            yield section["rounds"], sorted(every, reverse=True)


def play(fields: Sequence[tuple[int, list[float]]], method: str, *, even_starts: bool) -> Tally:
    """Play every field to its end."""
    tally = Tally()
    for seed, (planned, strengths) in enumerate(fields):
        options = MethodOptions(even_starts=even_starts, starts_ahead=even_starts, even_everywhere=even_starts)
        rounds = options.fontes_rounds if method == "initial_fontes" else planned
        if method == "initial_fontes" and len(strengths) < 2 * (rounds + 1):
            continue
        event = MadeUpEvent(len(strengths), rounds, seed, strengths=strengths, options=options)
        before: dict[int, int] = {}
        games: list[tuple[int, ...]] = []  # of the boards fixed at once that are played now
        for task, pairing in event.play_through(method):
            if METHODS[method].block is None or task.round == 1 or (method == "quads" and not task.schedule_round % 3):
                before, games = {player.number: player.record.balance for player in task.contestants}, []
            games += [board.numbers for board in pairing.boards if board.second is not None]
            tally.counts["boards"] += len(pairing.boards)
            tally.counts["repeats"] += pairing.cost("repeats")
            tally.counts["wins"] += pairing.cost("wins")
            if task.rounds_left == 0:
                tally.stakes.append(stake_of(task, pairing))
        for record in event.records.values():
            side = "odd games" if record.games % 2 else "even games"
            tally.counts[side] += 1
            tally.counts["three off" if record.games % 2 else "two off"] += abs(record.balance) >= 2
            tally.counts["runs"] += record.longest_run > 3
            tally.counts["nearest"] += abs(record.balance) == record.games % 2
            tally.counts["players"] += 1
        tally.counts["squares"] += sum(record.balance**2 for record in event.records.values())
        tally.counts["least squares"] += least_squares(games, before)
        final = sorted(event.contestants(), key=lambda player: player.rank_order)
        tally.taus.append(kendall_tau([player.number - 1 for player in final], strengths))
    return tally


def proof(tally: Tally) -> str:
    """Whether the starts could not be closer to even: nobody's starts less replies can be below 0 or 1, as their games are even or odd."""
    nearest, players = tally.counts["nearest"], tally.counts["players"]
    if nearest < players:
        least, squares = tally.counts["least squares"], tally.counts["squares"]
        proved = "proof: " if least == squares else ""
        return (
            f"{proved}{players - nearest} of {players} players could be closer to even; no assignment of starts to the boards fixed at "
            f"the end has a smaller sum of squared balances than {least}, and these starts have {squares}"
        )
    return f"proof: all {players} players are at 0 after an even number of games and at 1 after an odd one, as near as there is"


def least_squares(games: Sequence[tuple[int, ...]], before: dict[int, int]) -> int:
    """The least sum of squared balances that starts of these games can lead to, all at once."""
    balance = dict(before)
    for starter, other in balanced_starts([(first, second) for first, second in games], before):
        balance[starter] += 1
        balance[other] -= 1
    return sum(ahead**2 for ahead in balance.values())


def kendall_tau(order: Sequence[int], strengths: Sequence[float]) -> float:
    """How well a final order agrees with strengths: pairs in the right order less pairs in the wrong one, as a share of
    all pairs, from -1 to 1.  order: the players, best first.  strengths: of each player, by the number `order` uses.
    """
    ranked = np.array([strengths[player] for player in order], dtype=np.float64)
    if len(ranked) < 2:
        raise ValueError("An order of fewer than two players agrees with nothing.")
    signs = np.sign(ranked[:, None] - ranked[None, :])
    return float(np.triu(signs).sum() / (len(ranked) * (len(ranked) - 1) / 2))


def stake_of(task: PairingTask, pairing: Pairing) -> float:
    """What the boards of a last round decide about the prizes, added up."""
    players = task.contestants
    place = {player.number: at for at, player in enumerate(players)}
    prizes = Prizes((1,) * max(FEWEST_PRIZES, len(players) // PLAYERS_A_PRIZE))
    before = Before(tuple(player.halves for player in players), tuple(player.spread for player in players), 1, prizes)
    boards = [(place[board.first], place[board.second]) for board in pairing.boards if board.second is not None]
    return sum(stake.total for stake in board_stakes(before, boards, trials=STAKE_TRIALS, seed=1))


def text(tally: Tally) -> str:
    even, odd = tally.share("two off", "even games"), tally.share("three off", "odd games")
    error = 1.96 * float(np.std(tally.stakes)) / sqrt(max(1, len(tally.stakes)))
    return (
        f"two or more from even {even[0]:.4f} ± {even[1]:.4f}, three or more (odd games) {odd[0]:.4f} ± {odd[1]:.4f}, "
        f"four times running {tally.counts['runs']}, repeats {tally.counts['repeats']}, "
        f"win difference squared {tally.counts['wins'] / max(1, tally.counts['boards']):.3f}, "
        f"stakes of the last round {np.mean(tally.stakes):.3f} ± {error:.3f}, tau {np.mean(tally.taus):.4f}"
    )


if __name__ == "__main__":
    main()
