"""Standings after every round, ratings and all statistics of 1,000 players over 30 rounds: seconds of processor time.

`python -m benchmarks.standings`; `--players N --rounds N` for another size; `--systems` for every rating system.
"""

import argparse
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks import judge
from results.prizes.engine.statistics import (
    Facts,
    Kind,
    PlayedGame,
    averages,
    closest_games,
    listing,
)
from results.ratings.engine.model import PlayerRating, RatedGame, RatedPlayer, RatingTask
from results.ratings.engine.systems import SYSTEMS, system
from tdsuite.tournaments.engine.encounters import current_streaks, head_to_head
from tdsuite.tournaments.engine.reach import SWING, Left, reach
from tdsuite.tournaments.engine.standings import Entrant, GameSide, Standing, standings_by_round

LIMIT = 1.0  # seconds
RUNS = 3

Tables = tuple[tuple[Standing, ...], ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--systems", action="store_true", help="time every rating system too")
    options = parser.parse_args()
    event = Event(options.players, options.rounds)
    if options.systems:
        for key in SYSTEMS:
            _, seconds = timed(partial(event.ratings, key))
            print(f"ratings, {key}: {seconds:.3f} s", flush=True)
    parts = defaultdict(list)
    for _ in range(RUNS):
        for name, seconds in event.work().items():
            parts[name].append(seconds)
    medians = {name: statistics.median(seconds) for name, seconds in parts.items()}
    for name, median in medians.items():
        print(f"{name}: {median:.3f} s")
    size = f"{options.players:,} players, {options.rounds} rounds"
    judge({f"{size}: {sum(medians.values()):.3f} s / limit of {LIMIT:g} s": sum(medians.values()) / LIMIT})


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work gives, and its seconds of processor time: others may use the computer meanwhile."""
    began = time.process_time()
    found = work()
    return found, time.process_time() - began


class Event:
    """A made-up event in which stronger players win more often."""

    def __init__(self, players: int, rounds: int) -> None:
        luck = random.Random(players * rounds)
        self.rounds = rounds
        self.strength = {number: luck.randint(600, 2100) for number in range(1, players + 1)}
        self.games: list[PlayedGame] = []
        order = list(self.strength)
        for round_ in range(1, rounds + 1):
            luck.shuffle(order)
            for first, second in zip(order[::2], order[1::2], strict=False):
                lead = (self.strength[first] - self.strength[second]) / 10
                score = round(400 + lead / 2 + luck.gauss(0, 60))
                other = round(400 - lead / 2 + luck.gauss(0, 60))
                self.games.append(PlayedGame(len(self.games), round_, first, second, score, other, first))
        self.rows = self.sides()

    def work(self) -> dict[str, float]:
        """Seconds of each part."""
        tables, seconds = timed(self.tables)
        parts = {"standings after every round": seconds}
        _, parts["meetings, streaks, reach"] = timed(lambda: self.extras(tables))
        table, parts["ratings, NASPA"] = timed(lambda: self.ratings("naspa"))
        _, parts["statistics of the event and of every round"] = timed(lambda: self.statistics(tables, table))
        return parts

    def sides(self) -> list[GameSide]:
        rows = []
        for game in self.games:
            margin = game.first_score - game.second_score
            halves = 2 if margin > 0 else 1 if margin == 0 else 0
            rows.append(GameSide(game.round, game.first, game.second, halves, margin))
            rows.append(GameSide(game.round, game.second, game.first, 2 - halves, -margin))
        return rows

    def tables(self) -> Tables:
        field = [Entrant(number, rating, number) for number, rating in self.strength.items()]
        return standings_by_round(field, self.rows, self.rounds)

    def extras(self, tables: Tables) -> None:
        head_to_head(self.rows)
        current_streaks(self.rows)
        reach(tables[-1], {row.number: Left(1, SWING) for row in tables[-1]})

    def ratings(self, key: str) -> tuple[PlayerRating, ...]:
        players = tuple(RatedPlayer(number, rating, 100) for number, rating in self.strength.items())
        games = tuple(
            RatedGame(
                game.round,
                game.first,
                game.second,
                1 if game.winner is None else 2 if game.winner == game.first else 0,
                game.first_score - game.second_score,
            )
            for game in self.games
        )
        return system(key).rate(RatingTask(players, games, self.rounds))

    def statistics(self, tables: Tables, table: tuple[PlayerRating, ...]) -> None:
        facts = Facts(
            games=tuple(self.games),
            ratings=self.strength,
            ranks=tuple({row.number: row.rank for row in one} for one in tables),
            changes={row.number: row.change for row in table if row.change is not None},
            closest=closest_games(self.rounds),
        )
        [listing(kind, facts, 1) for kind in Kind]
        averages(facts.games)


if __name__ == "__main__":
    main()
