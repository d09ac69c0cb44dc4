"""Is the model that formats are compared on true of real events?  Forecasts of what came of them, and how often that was inside.

`python -m benchmarks.forecast_calibration [--trials 100]`; `start-balance/real-fields.json` of the folder TDSUITE_ORACLES, else of
`../shared/oracles`.  Each real event is played many times as the comparison plays it, by its field and rounds alone; what really came of it is
held against the middle 90 % of these.  What falls on an edge counts as the share of the edge that belongs inside.  Form was fitted on
the years up to 2011; later ones never saw it.
"""

import argparse
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pairings.engine.checking.generator import BYE_SPREAD
from pairings.engine.contention.simulation import RATING_A_POINT, START_RATING
from pairings.engine.forecast import (
    FORM,
    Format,
    event_before,
    formats_for,
    kendall_tau,
    rounds_of,
    share,
    strengths_at,
)

FITTED_UNTIL = 2011
FEWEST_RATED, SMALLEST_FIELD, FEWEST_ROUNDS = 0.9, 8, 5
FULL = 0.95  # of the games that a field without absences would play
TOP_WINS = "the top rated wins"
LOW, HIGH = 0.05, 0.95


@dataclass(frozen=True, slots=True)
class RealEvent:
    """ratings: 0 where not known; games: rows of first, second, who starts (1, -1, 0), margin; byes a player.  The highest rated first."""

    year: int
    rounds: int
    ratings: tuple[int, ...]
    games: npt.NDArray[np.int64]
    byes: npt.NDArray[np.int64]

    @property
    def format(self) -> Format:
        """How it is simulated: a round robin where it was one, else the usual Swiss with a last round of King of the Hill."""
        return formats_for(len(self.ratings), self.rounds)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=100)
    trials = parser.parse_args().trials
    folder = Path(os.environ.get("TDSUITE_ORACLES", "../shared/oracles"))
    sections = json.loads((folder / "start-balance" / "real-fields.json").read_text())["sections"]
    events = list(real_events(sections))
    early = [event for event in events if event.year <= FITTED_UNTIL]
    print(
        f"form that fits the {len(early)} events until {FITTED_UNTIL}: {fitted_form(early):.0f} rating points, used {FORM}"
    )
    inside: dict[str, dict[bool, list[float]]] = defaultdict(lambda: {False: [], True: []})
    chances: list[tuple[float, float]] = []
    for event in events:
        later = event.year > FITTED_UNTIL
        forecast = [simulated_facts(event, number) for number in range(trials)]
        real = real_facts(event)
        for name in real:
            inside[name][later].append(share_inside(real[name], np.array([trial[name] for trial in forecast])))
        chances.append((float(np.mean([trial[TOP_WINS] for trial in forecast])), real[TOP_WINS]))
    del inside[TOP_WINS]
    print("| forecast | cases | inside 90 %, years of the fit | inside 90 %, later years |\n| --- | --- | --- | --- |")
    for name, cases in inside.items():
        print(f"| {name} | {sum(map(len, cases.values()))} | {percent(cases[False])} | {percent(cases[True])} |")
    every = [[case for cases in inside.values() for case in cases[later]] for later in (False, True)]
    print(f"| all | {sum(map(len, every))} | {percent(every[0])} | {percent(every[1])} |")
    print_chances(chances)
    print(f"inside 90 %, later years: {np.mean(every[1]):.3f}")


def real_events(sections: list[dict[str, Any]]) -> Iterator[RealEvent]:
    """The sections of real events in which nearly everybody has a rating and plays nearly every round."""
    for section in sections:
        ratings = [rating or 0 for rating in section["ratings"]]
        rated, rounds = sum(map(bool, ratings)), section["rounds_played"]
        order = sorted(range(len(ratings)), key=lambda number: -ratings[number])
        place = {number + 1: at for at, number in enumerate(order)}
        games = [
            (place[first], place[second], (starter == first) - (starter == second), ours - theirs)
            for played_round in rounds
            for first, second, starter, ours, theirs in played_round["games"]
            if ours or theirs
        ]
        if rated < max(SMALLEST_FIELD, FEWEST_RATED * len(ratings)) or len(rounds) < FEWEST_ROUNDS:
            continue
        if 2 * len(games) < FULL * (len(ratings) - len(ratings) % 2) * len(rounds):
            continue
        byes = np.zeros(len(ratings), dtype=np.int64)
        for played_round in rounds:
            np.add.at(byes, [place[number] for number in played_round.get("byes", ())], 1)
        in_order = tuple(ratings[number] for number in order)
        yield RealEvent(int(section["event"][:4]), len(rounds), in_order, np.array(games, dtype=np.int64), byes)


def real_facts(event: RealEvent) -> dict[str, float]:
    """What came of an event."""
    first, second, _, margins = event.games.T
    halves, spread = 2 * event.byes, BYE_SPREAD * event.byes
    np.add.at(halves, first, 1 + np.sign(margins))
    np.add.at(halves, second, 1 - np.sign(margins))
    np.add.at(spread, first, margins)
    np.add.at(spread, second, -margins)
    favourites = float(np.mean(np.sign(second - first) * margins > 0))
    return facts_of(event, halves.tolist(), spread.tolist(), favourites)


def simulated_facts(event: RealEvent, number: int) -> dict[str, float]:
    """What came of one simulated event with the same field."""
    simulated = event_before(event.format, number, strengths_at(number, len(event.ratings), event.ratings))
    for _ in rounds_of(event.format, simulated):
        pass
    players = sorted(simulated.contestants(), key=lambda player: player.number)
    results = [
        halves == 2
        for player in players
        for opponent, (halves, _) in zip(player.opponents, player.results, strict=True)
        if opponent > player.number
    ]
    halves, spread = [player.halves for player in players], [player.spread for player in players]
    return facts_of(event, halves, spread, float(np.mean(results)))


def facts_of(event: RealEvent, halves: list[int], spread: list[int], favourites: float) -> dict[str, float]:
    """The facts that are forecast, from half wins and spread by player."""
    order = sorted(range(len(halves)), key=lambda number: (-halves[number], -spread[number]))
    return {
        "wins of the winner": halves[order[0]],
        "spread of the winner": spread[order[0]],
        "wins of place 3": halves[order[2]],
        "wins of the last": halves[order[-1]],
        "wins of the top rated": halves[0],
        "spread of the top rated": spread[0],
        "place of the top rated": order.index(0),
        "wins of the middle of the list": halves[len(halves) // 2],
        "agreement of table and ratings (tau)": kendall_tau(order, event.ratings),
        "share of games won by the higher rated": favourites,
        TOP_WINS: float(order[0] == 0),
    }


def share_inside(value: float, trials: npt.NDArray[np.float64]) -> float:
    """How much of a value lies in the middle 90 % of the trials: 1 or 0, or a share where it stands on an edge."""
    below, upto = float(np.mean(trials < value)), float(np.mean(trials <= value))
    if upto == below:
        return float(LOW <= below <= HIGH)
    return max(0.0, min(upto, HIGH) - max(below, LOW)) / (upto - below)


def fitted_form(events: list[RealEvent]) -> float:
    """The deviation of form, in rating points, from how alike the surprises of one player's games at one event are."""
    means = []
    for event in events:
        first, second, starts, margins = event.games.T
        ratings = np.array(event.ratings, dtype=np.float64)
        rest = margins - (ratings[first] - ratings[second] + START_RATING * starts) / RATING_A_POINT
        rest[(ratings[first] == 0) | (ratings[second] == 0)] = np.nan
        for number in np.flatnonzero(ratings):
            own = np.concatenate([rest[first == number], -rest[second == number]])
            own = own[~np.isnan(own)]
            if len(own) >= FEWEST_ROUNDS:
                means.append(float(own.mean() ** 2 - own.var(ddof=1) / len(own)))
    return RATING_A_POINT * float(np.sqrt(max(0.0, np.mean(means))))


def percent(cases: list[float]) -> str:
    """A share in per cent with its interval."""
    estimate = share(sum(cases), len(cases))
    return f"{estimate.mean:.1%} ({estimate.low:.0%} to {estimate.high:.0%})"


def print_chances(chances: list[tuple[float, float]]) -> None:
    """Of the events in which the top rated won with about such a chance, how many they won."""
    print("\n| chance that the top rated wins | events | expected | happened |\n| --- | --- | --- | --- |")
    for low, high in ((0.0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 1.01)):
        cases = [case for case in chances if low <= case[0] < high]
        if cases:
            sums = [sum(column) for column in zip(*cases, strict=True)]
            print(f"| {low:.0%} to {min(high, 1):.0%} | {len(cases)} | {sums[0]:.1f} | {sums[1]:.0f} |")


if __name__ == "__main__":
    main()
