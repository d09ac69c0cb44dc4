"""What is at stake on a board, by simulation of the rounds that are left.

The stake of a board is what its game decides: how much more of a prize its two players may expect after a win than after
a loss, both added up.  It is 0 where neither can gain or lose anything, and 2 where each gets a prize only by winning.
In a trial every game is a coin, the rounds after this one are paired as in `contention.trial_rounds`, and all sums are
whole numbers: the same seed gives the same stakes on every machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .settled import Settled
from .simulation import (
    COIN,
    GAMES,
    LOWER_STARTS,
    UPPER_STARTS,
    Dice,
    Draws,
    Rows,
    Scores,
    chunks,
    plan_of,
    play,
    scores_from,
)
from .situation import Flags, Ints
from .trial_rounds import trial_rounds

Floats = npt.NDArray[np.float64]

PAIRS_RUN = 21  # which dice of a seed the trials use


@dataclass(frozen=True, slots=True)
class Prizes:
    """What is played for.  places: what each place prize is worth, first place's first, whole numbers >= 1; all 1 where
    only the chance of any prize counts.  classes: how many prizes class 1, class 2 and so on have; each is worth the last
    place prize, and goes to members outside the place prizes.
    """

    places: tuple[int, ...]
    classes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError where nothing is played for or a prize is worth nothing."""
        if not self.places or min(self.places) < 1 or min(self.classes, default=1) < 1:
            raise ValueError("Prizes need at least one place, and each a worth and a number of 1 or more.")


@dataclass(frozen=True)
class Before:
    """An event before a round.

    Players are named by their place in these sequences, in any order.  halves, spreads: half-wins and points so far.
    """

    halves: tuple[int, ...]
    spreads: tuple[int, ...]
    rounds_left: int  # the round to come included, >= 1
    prizes: Prizes
    classes: tuple[int, ...] = ()  # 0 for players without class prizes, () for a field without classes
    most: int = 200  # points, the largest margin of a trial game
    ahead: tuple[int, ...] = ()  # starts less replies; () where nobody knows who will start
    start: int = 0  # points of spread that going first is worth

    @property
    def size(self) -> int:
        """How many players there are."""
        return len(self.halves)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The players, best first; equal ones as they are given."""
        return tuple(sorted(range(self.size), key=lambda player: (-self.halves[player], -self.spreads[player], player)))

    @cached_property
    def scores(self) -> Scores:
        """The standings as a trial begins with them, in the order of `order`."""
        halves = [self.halves[player] for player in self.order]
        spreads = [self.spreads[player] for player in self.order]
        return scores_from(halves, spreads, self.rounds_left, self.most, self.start)

    @cached_property
    def starts(self) -> Draws:
        """What is added to the number drawn for each player's next game, in the order of `order`: who is behind even will start, who is
        ahead will reply."""
        kinds = (
            [UPPER_STARTS if ahead < 0 else LOWER_STARTS if ahead > 0 else 0 for ahead in self.ahead]
            if self.start
            else []
        )
        return np.array([kinds[player] * GAMES if kinds else 0 for player in self.order], dtype=np.uint16)


@dataclass(frozen=True, slots=True)
class PairStakes:
    """after_win[i, j], after_loss[i, j]: expected prizes of player i after a win, a loss against j."""

    after_win: Floats
    after_loss: Floats

    @property
    def totals(self) -> Floats:
        """The stake of each possible board; its diagonal is 0."""
        change = self.after_win - self.after_loss
        return change + change.T


def pair_stakes(before: Before, *, trials: int, seed: int) -> PairStakes:
    """The stakes of all boards that the round could have, from the same trials.

    In these everybody's game of the round is a coin of its own, not a fair one for those known to start or to reply, and a board of i and j is read from the trials in which one
    of the two won and the other lost: half of all.
    """
    scores, dice, size = before.scores, Dice(seed, PAIRS_RUN), before.size
    after_win, after_loss, counts = (np.zeros((size, size), dtype=np.int64) for _ in range(3))
    for rows in trial_rows(before, trials):
        gains = scores.gain.take(dice.games(len(rows), size) + before.starts)
        np.subtract(rows, gains, out=rows)
        prizes = prizes_won(before, play_out(before, rows, dice)).astype(np.float32)
        lost, won = (cases.astype(np.float32) for cases in (gains < scores.win // 2, gains > scores.win // 2))
        # Sums of whole numbers, small enough to be exact in 32-bit floats in whatever order they are added.
        after_win += ((prizes * won).T @ lost).astype(np.int64)
        after_loss += ((prizes * lost).T @ won).astype(np.int64)
        counts += (won.T @ lost).astype(np.int64)
    named = np.argsort(np.array(before.order))
    share = np.ix_(named, named)
    worth = before.prizes.places[0]
    return PairStakes(
        (after_win / np.maximum(counts, 1) / worth)[share], (after_loss / np.maximum(counts.T, 1) / worth)[share]
    )


def trial_rows(before: Before, trials: int) -> Iterator[Rows]:
    for many in chunks(trials, before.size):
        yield np.repeat(before.scores.start[None, :], many, axis=0)


def decided_games(scores: Scores, draws: Draws) -> tuple[Flags, Flags]:
    """In which games the upper player lost, and in which he won; ties are neither."""
    decided = (draws & (COIN - 1)) >= scores.first_win
    return decided & (draws < COIN), decided & (draws >= COIN)


def play_out(before: Before, rows: Rows, dice: Dice) -> Ints:
    """Play the rounds after this one.  Who ends where, as ranks of before.order: [trial, place]."""
    rows.sort(axis=1)
    nobody = Settled((False,) * before.size, (0,) * before.size)
    for trial_round in trial_rounds(nobody, before.rounds_left - 1, before.size):
        plan = plan_of(trial_round, before.size)
        play(rows, plan, before.scores, dice.games(len(rows), plan.boards))
    return (rows & before.scores.names).astype(np.int64)


def prizes_won(before: Before, names: Ints) -> Ints:
    """What each player won in each trial: [trial, rank of before.order]."""
    places = before.prizes.places[: before.size]
    won = np.zeros(names.shape, dtype=np.int64)
    won[:, : len(places)] = places
    classes = np.array([before.classes[player] for player in before.order] if before.classes else [0] * before.size)
    for number, prizes in enumerate(before.prizes.classes, start=1):
        members = (classes == number)[names]
        members[:, : len(places)] = False
        won[members & (np.cumsum(members, axis=1) <= prizes)] = before.prizes.places[-1]
    paid = np.zeros_like(won)
    np.put_along_axis(paid, names, won, axis=1)
    return paid
