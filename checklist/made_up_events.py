"""Seeded made-up events: players with a strength, simulated games, and the history that grows from them."""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from types import MappingProxyType

from pairings.engine.matching.tie_break import coin, seeded_bits
from pairings.engine.methods.registry import pair
from pairings.engine.model import NO_OPPONENT, Contestant, Pairing, PairingTask, Repeats
from pairings.engine.options import NO_OPTIONS, MethodOptions
from pairings.engine.rules import NO_RULES, Rules
from tdsuite.tournaments.engine.starts import REPLY, SECOND, START, StartMode, StartRecord, who_starts

MARGIN_SPREAD = 100  # points: one standard deviation of a game's margin
STRENGTH_SPREAD = 60  # points a game: one standard deviation among players
TIE_SHARE = 0.01
BYE_SPREAD = 50

NOBODY_AWAY: Mapping[int, Collection[int]] = MappingProxyType({})

Pair = Callable[[PairingTask], Pairing]


@dataclass(slots=True)
class _Line:
    """One player's results so far."""

    strength: float
    halves: int = 0
    half_losses: int = 0
    spread: int = 0
    byes: int = 0
    record: StartRecord = field(default_factory=StartRecord)
    opponents: list[int] = field(default_factory=list)
    last_starts: set[int] = field(default_factory=set)
    results: list[tuple[int, int]] = field(default_factory=list)


class MadeUpEvent:
    """An event that plays itself.  Players are numbered from 1, the strongest first, as a seeding would have it.

    players: how many.  rounds: planned.  seed: everything random follows from it.  absences: the share of players who
    miss a round, drawn anew each round.  clubs: how many clubs, teams, families, countries and classes the players are
    drawn from; 0 for none.  rules, options: of every round's task.  strengths: points a game by number, the strongest
    first, instead of drawn ones.  away: who misses which rounds, on top of those drawn.  same_luck: a player's luck in a
    round does not depend on whom he meets, so that events that differ in their pairings alone can be compared.  start_points: points of spread
    that starting is worth.  ahead: whether its rounds look ahead at those to come.
    """

    def __init__(
        self,
        players: int,
        rounds: int,
        seed: int,
        *,
        start_mode: StartMode = StartMode.ASSIGNED,
        repeats: Repeats = Repeats.AVOID,
        absences: float = 0.0,
        clubs: int = 0,
        rules: Rules = NO_RULES,
        options: MethodOptions = NO_OPTIONS,
        strengths: Sequence[float] = (),
        away: Mapping[int, Collection[int]] = NOBODY_AWAY,
        same_luck: bool = False,
        start_points: float = 0.0,
        ahead: bool = True,
    ) -> None:
        self._rng = random.Random(seed)
        strengths = strengths or sorted((self._rng.gauss(0, STRENGTH_SPREAD) for _ in range(players)), reverse=True)
        self._lines = {number: _Line(strength) for number, strength in enumerate(strengths, start=1)}
        self.away, self.same_luck, self.start_points = away, same_luck, start_points
        self.rounds, self.seed, self.round, self.ahead = rounds, seed, 1, ahead
        self.start_mode, self.repeats, self.absences = start_mode, repeats, absences
        self.clubs, self.rules, self.options = clubs, rules, options
        self.block_began = 1

    @property
    def records(self) -> dict[int, StartRecord]:
        """Starts and replies by player."""
        return {number: line.record for number, line in self._lines.items()}

    def contestants(self) -> tuple[Contestant, ...]:
        """The field before the round to come; equal players share a rank."""
        keys = sorted((-line.halves, -line.spread) for line in self._lines.values())
        away = {number for number in self._lines if self._is_absent(number)}
        return tuple(
            Contestant(
                number=number,
                rank=keys.index((-line.halves, -line.spread)) + 1,
                halves=line.halves,
                half_losses=line.half_losses,
                spread=line.spread,
                seed=number,
                record=line.record,
                byes=line.byes,
                opponents=tuple(line.opponents),
                last_starts=frozenset(line.last_starts),
                absent=number in away,
                results=tuple(line.results),
                club=self._one_of("club", number),
                family=self._one_of("family", number),
                team=self._one_of("team", number),
                country=self._one_of("country", number),
                prize_class=self._one_of("class", number),
            )
            for number, line in self._lines.items()
        )

    def task(self, method: str = "swiss") -> PairingTask:
        """The task of the round to come."""
        return PairingTask(
            contestants=self.contestants(),
            round=self.round,
            planned_rounds=self.rounds,
            method=method,
            seed=seeded_bits(self.seed, "round", self.round) >> 33,
            start_mode=self.start_mode,
            repeats=self.repeats,
            rounds_free=self.rounds - self.round if self.ahead else None,
            schedule_round=self.round - self.block_began,
            rules=self.rules,
            options=self.options,
        )

    def play(self, pairing: Pairing) -> None:
        """Play a paired round: results are drawn, the histories grow by one round."""
        self._begin_round()
        for board in pairing.boards:
            if board.second is None:
                self._give_bye(self._lines[board.first])
            elif board.starts_by == "compare":
                records = self._lines[board.first].record, self._lines[board.second].record
                starter = who_starts(*records, self.start_mode).starter
                first, second = (board.second, board.first) if starter == SECOND else (board.first, board.second)
                self._play_game(first, second, drawn=starter is None)
            else:
                self._play_game(board.first, board.second, drawn=board.starts_by == "draw")
        self.round += 1

    def record(self, games: Collection[tuple[int, int, int]], idle: Mapping[int, int]) -> None:
        """Write one round that was played elsewhere.  games: (starter, other, margin of the starter in points).  idle: the
        spread of those without an opponent, above 0 for a bye and below for a forfeit; others missed the round."""
        self._begin_round()
        for first, second, margin in games:
            self._enter(first, second, margin)
        for number, spread in idle.items():
            if spread > 0:
                self._give_bye(self._lines[number], spread)
            else:
                self._lines[number].half_losses += 2
                self._lines[number].spread += spread
                self._lines[number].results[-1] = (0, spread)
        self.round += 1

    def play_through(self, method: str = "swiss", *, by: Pair = pair) -> Iterator[tuple[PairingTask, Pairing]]:
        """Pair and play the remaining rounds; each round's task and pairing."""
        while self.round <= self.rounds:
            task = self.task(method)
            pairing = by(task)
            yield task, pairing
            self.play(pairing)

    def play_quickly(self, rounds: int) -> "MadeUpEvent":
        """Play rounds in which neighbours who have not met play each other: a fast way to a large field's mid-event."""
        for _ in range(rounds):
            self._begin_round()
            waiting = [
                player.number for player in sorted(self.contestants(), key=lambda contestant: contestant.rank_order)
            ]
            while len(waiting) > 1:
                first = waiting.pop(0)
                second = next((name for name in waiting if name not in self._lines[first].opponents), waiting[0])
                waiting.remove(second)
                self._play_game(*self._by_claim(first, second), drawn=False)
            for number in waiting:
                self._give_bye(self._lines[number])
            self.round += 1
        return self

    def _one_of(self, kind: str, number: int) -> str:
        """A player's club, family, team, country or class, drawn each on its own."""
        return f"{kind} {seeded_bits(self.seed, kind, number) % self.clubs + 1}" if self.clubs else ""

    def _is_absent(self, number: int) -> bool:
        drawn = seeded_bits(self.seed, "absent", self.round, number) < self.absences * 2**64
        return drawn or number in self.away.get(self.round, ())

    def _by_claim(self, first: int, second: int) -> tuple[int, int]:
        records = self._lines[first].record, self._lines[second].record
        if records[0].balance != records[1].balance:
            return (first, second) if records[0].balance < records[1].balance else (second, first)
        return (first, second) if coin(self.seed, self.round, first, second) == 0 else (second, first)

    def _begin_round(self) -> None:
        for line in self._lines.values():
            line.opponents.append(NO_OPPONENT)
            line.results.append((0, 0))

    def _give_bye(self, line: _Line, spread: int = BYE_SPREAD) -> None:
        line.halves += 2
        line.spread += spread
        line.byes += 1
        line.results[-1] = (2, spread)

    def _play_game(self, first: int, second: int, *, drawn: bool) -> None:
        if drawn and self._rng.random() < 0.5:
            first, second = second, first
        ahead = self._lines[first].strength - self._lines[second].strength + self.start_points
        if self.same_luck:
            luck = self._luck(first) - self._luck(second)
            self._enter(first, second, round(ahead + MARGIN_SPREAD / 2**0.5 * luck))
            return
        margin = 0
        if self._rng.random() >= TIE_SHARE:
            margin = round(self._rng.gauss(ahead, MARGIN_SPREAD)) or 1
        self._enter(first, second, margin)

    def _luck(self, number: int) -> float:
        """A player's luck in the round being played: standard normal."""
        return NormalDist().inv_cdf(((seeded_bits(self.seed, "luck", self.round, number) >> 12) + 0.5) / 2**52)

    def _enter(self, first: int, second: int, margin: int) -> None:
        starter, other = self._lines[first], self._lines[second]
        for line, name, side, points in ((starter, second, START, margin), (other, first, REPLY, -margin)):
            line.halves += 1 + (points > 0) - (points < 0)
            line.half_losses += 1 + (points < 0) - (points > 0)
            line.spread += points
            line.results[-1] = (1 + (points > 0) - (points < 0), points)
            line.record = line.record.then(side)
            line.opponents[-1] = name
            line.last_starts.discard(name)
        starter.last_starts.add(second)
