"""Trials of the rounds that are left, in whole numbers only: the same seed gives the same counts on every machine.

A row is one trial: a number a player, sorted after each round, the best first.  The number holds how far the player is
behind in half-wins and spread, and below these bits who it is, so a round is two additions and a sort.  Rows are played
in chunks; what they draw depends on the seed and the size of the field alone.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from .situation import Ints, Situation
from .trial_rounds import TrialRound

# How much a trial game is won by: half of a bell curve, as real margins are.  Of 6,787 real games the mean margin was
# 82.8, the median 70 and 29 were ties; a normal distribution of mean 0 and this standard deviation, without its signs,
# gives 83.0, 70 and 26.
STANDARD_DEVIATION = 104
# Who starts wins 54.3 % of 85,587 real games between established players, as 60 rating points would make it, and a point of spread is
# worth 5.09 of these.
START_RATING = 60
RATING_A_POINT = 5.09
MARGIN_BITS = 12
STEPS = 1 << MARGIN_BITS


def quantile(step: int) -> float:
    """The margin below which (step + 1/2) / STEPS of the games end, before it is rounded."""
    share = (2 * step + 1) / (2 * STEPS)
    return STANDARD_DEVIATION * NormalDist().inv_cdf((1 + share) / 2)


@cache
def margins(most: int) -> tuple[int, ...]:
    """The margins of STEPS equally likely games, lowest first, each capped at `most` points."""
    return tuple(min(most, round(quantile(step))) for step in range(STEPS))


def margin_table(most: int) -> Ints:
    """`margins` as an array."""
    return np.array(margins(most), dtype=np.int64)


Rows = npt.NDArray[np.signedinteger]
Draws = npt.NDArray[np.uint16]

GAME_BITS = MARGIN_BITS + 1
GAMES = 1 << GAME_BITS
COIN = 1 << MARGIN_BITS
UPPER_STARTS, LOWER_STARTS = 1, 2  # which GAMES of `Scores.gain` a board with a known starter takes
SEED_MASK = (1 << 64) - 1
CHUNK_NUMBERS = 1 << 17
WIN = 2


def _stream(*seed: int) -> np.random.PCG64:
    """The generator's own stream, which no version of numpy and no machine changes."""
    return np.random.PCG64(np.random.SeedSequence([part & SEED_MASK for part in seed]))


class Dice:
    """Seeded draws, each the number of an equally likely game."""

    def __init__(self, *seed: int) -> None:
        self._bits = _stream(*seed)

    def games(self, trials: int, boards: int) -> Draws:
        """(trials, boards) numbers below GAMES."""
        words = -(-trials * boards // 4)
        raw = np.asarray(self._bits.random_raw(words), dtype="<u8")
        draws = raw.view("<u2").astype(np.uint16)[: trials * boards]
        return (draws & np.uint16(GAMES - 1)).reshape(trials, boards)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring boards of a trial round whose ranks are equally far apart."""

    boards: slice
    upper: slice
    lower: slice


@dataclass(frozen=True, slots=True)
class Plan:
    """A trial round made ready.

    outcomes: what is added to the number drawn for each game, which says by whose start it goes; None where all are fair.
    bye: the rank whose opponent is nobody, -1 for none. The game against nobody is the last one drawn, won and lost as
    any other: so do the published trials.
    """

    boards: int  # how many games
    stretches: tuple[Stretch, ...]
    bye: int
    pairs: tuple[tuple[int, int], ...]
    outcomes: Draws | None = None


def plan_of(trial: TrialRound, size: int, starters: Collection[int] = ()) -> Plan:
    """Take the bye out and join boards into stretches.  starters: the ranks of those known to start."""
    games = [(first, second) for first, second in trial.pairs if max(first, second) < size]
    byes = [min(first, second) for first, second in trial.pairs if max(first, second) >= size]
    kinds = [UPPER_STARTS if upper in starters else LOWER_STARTS if lower in starters else 0 for upper, lower in games]
    outcomes = np.array([kind * GAMES for kind in (*kinds, *(0 for _ in byes))], dtype=np.uint16)
    stretches = tuple(_stretches(games))
    return Plan(len(outcomes), stretches, byes[0] if byes else -1, tuple(games), outcomes if any(kinds) else None)


def _stretches(games: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    begin = 0
    while begin < len(games):
        end, step = begin + 1, (1, 1)
        if end < len(games):
            step = (games[end][0] - games[begin][0], games[end][1] - games[begin][1])
            if min(step) < 1:
                step = (1, 1)
        while end < len(games) and games[end] == (games[end - 1][0] + step[0], games[end - 1][1] + step[1]):
            end += 1
        first, second = games[begin]
        last = end - begin - 1
        yield Stretch(
            slice(begin, end),
            slice(first, first + last * step[0] + 1, step[0]),
            slice(second, second + last * step[1] + 1, step[1]),
        )
        begin = end


@dataclass(frozen=True, slots=True)
class Scores:
    """How a row's numbers are made.

    gain: what the upper player of each equally likely game loses of his number; the lower one gets `win` less that.  GAMES
    without a starter, then, where the start is worth something, as many with the upper and with the lower player starting.
    """

    start: Rows  # the standings as one row
    win: int  # what a win is worth
    gain: Rows
    name_bits: int
    first_win: int = field(default=0)

    @property
    def names(self) -> int:
        """The mask of who a number belongs to."""
        return (1 << self.name_bits) - 1

    @property
    def point(self) -> int:
        """What a point of spread is worth."""
        return 1 << self.name_bits


def scores_of(situation: Situation, start: int = 0) -> Scores:
    """The scores of a situation.  start: points of spread that going first is worth."""
    most = situation.stakes.gibson_spread
    return scores_from(situation.halves, situation.spreads, situation.rounds_left, most, start)


def start_points(rating: int = START_RATING) -> int:
    """What going first is worth in points of spread, from what it is worth in rating points."""
    return round(rating / RATING_A_POINT)


def scores_from(all_halves: Sequence[int], all_spreads: Sequence[int], rounds: int, most: int, start: int) -> Scores:
    """The scores of a field, best first, in 32 bits where they fit.  most: points, the largest margin of a game.  start: as
    for `scores_of`."""
    size = len(all_halves)
    margins = margin_table(most)
    reach = int(margins.max()) * rounds
    halves = np.array(all_halves, dtype=np.int64)
    spreads = np.array(all_spreads, dtype=np.int64)
    half_win = 1 << int(spreads.max() - spreads.min() + 2 * reach + 1).bit_length()
    name_bits = max(1, (size - 1).bit_length())
    behind = (halves.max() + WIN * rounds - halves) * half_win + (spreads.max() + reach - spreads)
    signed = np.concatenate([-margins, margins])
    by_starter = [np.clip(signed + ahead, -most, most) for ahead in ((0, start, -start) if start else (0,))]
    won = np.concatenate(by_starter)
    gain = won + half_win * (1 + np.sign(won))
    shifted = 1 << name_bits
    wide = int(behind.max() + reach + half_win).bit_length() + name_bits > 31
    kind = np.int64 if wide else np.int32
    return Scores(
        start=(behind * shifted + np.arange(size)).astype(kind),
        win=WIN * half_win * shifted,
        gain=(gain * shifted).astype(kind),
        name_bits=name_bits,
        first_win=int(np.searchsorted(margins, 1)),
    )


def chunks(trials: int, size: int) -> Iterator[int]:
    """How many trials each chunk plays."""
    most = max(64, CHUNK_NUMBERS // size)
    for begin in range(0, trials, most):
        yield min(most, trials - begin)


def play(rows: Rows, plan: Plan, scores: Scores, draws: Draws) -> None:
    """Play one round of a chunk in place and sort it."""
    gains = scores.gain.take(draws if plan.outcomes is None else draws + plan.outcomes)
    for stretch in plan.stretches:
        gained = gains[:, stretch.boards]
        rows[:, stretch.upper] -= gained
        lower = rows[:, stretch.lower]
        lower += gained
        lower -= scores.win
    if plan.bye >= 0:
        rows[:, plan.bye] -= gains[:, -1]
    rows.sort(axis=1)


def final_places(situation: Situation, rounds: Sequence[TrialRound], trials: int, dice: Dice) -> Ints:
    """counts[player, place]: in how many trials the player now at a rank ends at a place, both from 0."""
    size = situation.size
    scores = scores_of(situation, situation.stakes.start_points)
    plans = [plan_of(trial, size, () if at else situation.starters(trial.pairs)) for at, trial in enumerate(rounds)]
    counts = np.zeros(size * size, dtype=np.int64)
    columns = np.arange(size, dtype=np.int64)
    for many in chunks(trials, size):
        rows = np.repeat(scores.start[None, :], many, axis=0)
        for plan in plans:
            play(rows, plan, scores, dice.games(many, plan.boards))
        names = (rows & scores.names).astype(np.int64)
        counts += np.bincount((names * size + columns).ravel(), minlength=size * size)
    return counts.reshape(size, size)
