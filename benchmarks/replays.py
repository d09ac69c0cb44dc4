"""Two real events of many rounds against our pairings: repeats, starts and stakes.

`python -m benchmarks.replays [--events N] [--method M]`; the events are read in place from `TDSUITE_ORACLES`, else from
`../shared/oracles`.  First our boards beside the real ones, from the very same standings, round by round.  Then N whole
events of the same players: exact Swiss in the first half, the contention-aware method after it, results drawn from the
ratings.  docs/replays.md says what came out.
"""

import argparse
import json
import os
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checklist.made_up_events import MadeUpEvent
from pairings.engine.exploring import stakes_of_games
from pairings.engine.methods.registry import pair
from pairings.engine.model import NO_OPPONENT, PairingTask
from pairings.engine.options import MethodOptions
from tdsuite.formats.model import FileDivision, Outcome
from tdsuite.formats.reading import read_file

ORACLES = Path(os.environ.get("TDSUITE_ORACLES", Path(__file__).resolve().parents[1].parent / "shared" / "oracles"))
POINTS_A_RATING_POINT = (
    0.2  # a game's margin of 100 is one deviation: 0.0031879 / 4 = 0.2 * 0.3989 / 100 (field/tsh.md 7.1)
)
PRIZES_ONE_IN = 4  # as the prize bands of the field's usual program
BYE, NO_SHOW = 50, -50


@dataclass(frozen=True, slots=True)
class RealRound:
    """games: (starter, other, margin of the starter).  idle: spread by player without an opponent.  tables: as played."""

    games: tuple[tuple[int, int, int], ...]
    idle: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class RealEvent:
    """Players are numbered by rating, the highest first.  ratings: in that order.  rounds: from the first."""

    name: str
    ratings: tuple[int, ...]
    rounds: tuple[RealRound, ...]

    @property
    def prizes(self) -> int:
        """Places that win something."""
        return max(1, len(self.ratings) // PRIZES_ONE_IN)

    @property
    def half(self) -> int:
        """The last round of the first half."""
        return len(self.rounds) // 2

    @property
    def away(self) -> dict[int, set[int]]:
        """Who was on no board and had no bye: forfeits, and finalists who played a match of their own."""
        everyone = range(1, len(self.ratings) + 1)
        playing = [{one for game in row.games for one in game[:2]} for row in self.rounds]
        byes = [{one for one, spread in row.idle.items() if spread == BYE} for row in self.rounds]
        return {
            number: set(everyone) - seated - idle
            for number, (seated, idle) in enumerate(zip(playing, byes, strict=True), start=1)
        }

    def replica(self, seed: int, played: int, *, trials: int) -> MadeUpEvent:
        """The event after `played` real rounds; the seed draws what comes later."""
        event = MadeUpEvent(
            len(self.ratings),
            len(self.rounds),
            seed,
            strengths=[rating * POINTS_A_RATING_POINT for rating in self.ratings],
            away=self.away,
            options=MethodOptions(place_prizes=self.prizes, trials=trials),
        )
        for row in self.rounds[:played]:
            event.record(row.games, row.idle)
        return event


def csw_2023() -> RealEvent:
    """24 players, 23 rounds, from a tsh division file."""
    division = read_file("csw.t", (ORACLES / "csw-2023-24x23.t").read_bytes()).divisions[0]
    order = sorted(division.players, key=lambda player: (-(player.rating or 0), player.number or 0))
    number = {player.number: at for at, player in enumerate(order, start=1)}
    rounds = []
    for row in range(1, division.rounds + 1):
        games = [
            (number[game.first], number[game.second], (game.first_score or 0) - (game.second_score or 0))
            for game in played_in(division, row)
        ]
        rounds.append(RealRound(tuple(games), {}))
    return RealEvent("24 players, 23 rounds (Collins, 2023)", tuple(one.rating or 0 for one in order), tuple(rounds))


def played_in(division: FileDivision, row: int) -> Iterator:
    """The games of a round against an opponent."""
    return (
        game
        for game in division.games
        if game.round == row and game.second is not None and game.outcome is Outcome.PLAYED
    )


def spc_2024() -> RealEvent:
    """47 players, 31 rounds; the two who never came are left out."""
    data = json.loads((ORACLES / "tsh_2024_spc_div1.json").read_text(encoding="utf-8"))
    players = [one for one in data["players"] if one["id"] not in data["withdrawn_or_no_show"]]
    players.sort(key=lambda one: (-one["rating_before"], one["id"]))
    number = {one["id"]: at for at, one in enumerate(players, start=1)}
    by_id = {one["id"]: one for one in players}
    rounds = []
    for row in range(data["rounds_recorded"]):
        games, idle = [], {}
        for one in players:
            other = by_id.get(one["opponents"][row])
            if other is None:
                idle[number[one["id"]]] = one["scores"][row]
            elif one["first_or_second"][row] == 1:
                games.append((number[one["id"]], number[other["id"]], one["scores"][row] - other["scores"][row]))
        rounds.append(RealRound(tuple(games), idle))
    ratings = tuple(one["rating_before"] for one in players)
    return RealEvent("45 players, 31 rounds (North America, 2024)", ratings, tuple(rounds))


@dataclass(slots=True)
class Tally:
    """What one event's rounds came to."""

    boards: int = 0
    repeats: int = 0
    back_to_back: int = 0
    thrice: int = 0
    within_one: float = 0.0
    longest_run: int = 0
    stakes: list[float] = field(default_factory=list)  # the mean of every round of the second half

    @property
    def stake(self) -> float:
        """Summed prize chance that hangs on one board of the second half."""
        return statistics.fmean(self.stakes)


def tally(event: MadeUpEvent) -> Tally:
    """Repeats and starts of an event as it stands.  A repeat: a game of two who had met; thrice: from their third game on."""
    result = Tally()
    for player in event.contestants():
        met: Counter[int] = Counter()
        last = NO_OPPONENT
        for name in player.opponents:
            if name > player.number:
                result.boards += 1
                result.repeats += met[name] > 0
                result.thrice += met[name] > 1
                result.back_to_back += name == last
            met[name] += 1
            last = name
    records = [record for record in event.records.values() if record.games]
    result.within_one = sum(abs(record.balance) <= 1 for record in records) / len(records)
    result.longest_run = max(record.longest_run for record in records)
    return result


def mean_stake(task: PairingTask, games: Sequence[tuple[int, int]], trials: int) -> float:
    """Mean stake of a round's games between numbers."""
    return statistics.fmean(stakes_of_games(task, games, task.options.place_prizes, trials))


@dataclass(slots=True)
class Beside:
    """The second half, each round paired from the real standings: ours beside what was played."""

    ours: Tally = field(default_factory=Tally)
    real: Tally = field(default_factory=Tally)

    @property
    def gain(self) -> tuple[float, float]:
        """Mean of the difference of a round's stakes, ours less theirs, and the half width of its 95 % interval."""
        return mean_and_error([one - two for one, two in zip(self.ours.stakes, self.real.stakes, strict=True)])


def side_by_side(event: RealEvent, method: str, trials: int) -> Beside:
    """Pair every round of the second half from the standings that the real round was paired from."""
    both = Beside()
    for played in range(event.half, len(event.rounds)):
        task = event.replica(played, played, trials=trials).task(method)
        met = {player.number: player.opponents for player in task.contestants}
        boards = [(board.first, board.second) for board in pair(task).boards if board.second is not None]
        real = [(first, second) for first, second, _ in event.rounds[played].games]
        for result, games in ((both.ours, boards), (both.real, real)):
            result.boards += len(games)
            result.repeats += sum(two in met[one] for one, two in games)
            result.back_to_back += sum(two == met[one][-1] for one, two in games)
            result.stakes.append(mean_stake(task, games, trials))
    return both


def play(event: RealEvent, method: str, seed: int, trials: int) -> Tally:
    """One whole event of the same players with our pairings and drawn results."""
    made = event.replica(seed, 0, trials=trials)
    stakes = []
    while made.round <= made.rounds:
        task = made.task("swiss" if made.round <= event.half else method)
        pairing = pair(task)
        if made.round > event.half:
            games = [(board.first, board.second) for board in pairing.boards if board.second is not None]
            stakes.append(mean_stake(task, games, trials))
        made.play(pairing)
    result = tally(made)
    result.stakes = stakes
    return result


def real_tally(event: RealEvent, beside: Beside) -> Tally:
    """What the real event had."""
    result = tally(event.replica(0, len(event.rounds), trials=1))
    result.stakes = beside.real.stakes
    return result


def report(event: RealEvent, method: str, events: int, trials: int) -> float:
    """Print one event's figures; the ratio of our stakes to the real ones."""
    beside = side_by_side(event, method, trials)
    real = real_tally(event, beside)
    print(f"{event.name}: {real.boards} games, {event.prizes} prizes, second half from round {event.half + 1}")
    print(f"  as played: {words(real)}")
    ours, gain = beside.ours, beside.gain
    print(
        f"  from the real standings, second half: stake {ours.stake:.3f} a board against {real.stake:.3f}, "
        f"difference {gain[0]:+.3f} +- {gain[1]:.3f}; repeats {ours.repeats} against {beside.real.repeats}, "
        f"back to back {ours.back_to_back} against {beside.real.back_to_back}"
    )
    played = [play(event, method, seed, trials) for seed in range(1, events + 1)]
    for name in ("boards", "repeats", "thrice", "back_to_back", "within_one", "longest_run", "stake"):
        values = [getattr(one, name) for one in played]
        mean, error = mean_and_error(values)
        print(
            f"  {events} events, {name:<12} {mean:8.3f} +- {error:.3f}, worst {max(values):.3f}, best {min(values):.3f}"
            f"; as played {getattr(real, name):.3f}",
            flush=True,
        )
    return statistics.fmean(one.stake for one in played) / real.stake


def words(result: Tally) -> str:
    """One line of a real event."""
    return (
        f"{result.repeats} repeats ({result.thrice} of them a third game or more, {result.back_to_back} back to back), "
        f"{result.within_one:.1%} within 1 start of even, longest run {result.longest_run}, stake {result.stake:.3f}"
    )


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and 1.96 standard errors of it; 0.0 for a single value."""
    if len(values) < 2:
        return values[0], 0.0
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20, help="made-up events for each real one")
    parser.add_argument("--method", default="contenders", help="the method of the second half")
    parser.add_argument("--trials", type=int, default=20_000, help="simulated rests of an event, a round")
    options = parser.parse_args()
    ratios = [report(event, options.method, options.events, options.trials) for event in (csw_2023(), spc_2024())]
    print(f"our stakes / the real ones: {' and '.join(f'{ratio:.2f}' for ratio in ratios)}")


if __name__ == "__main__":
    main()
