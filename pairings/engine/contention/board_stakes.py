"""What the games of a paired round decide, by simulation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .simulation import Dice
from .stakes import Before, decided_games, play_out, prizes_won, trial_rows

BOARDS_RUN = 20  # which dice of a seed the trials use
BYE_POINTS = 50


@dataclass(frozen=True, slots=True)
class PlayerStake:
    """Expected prizes of one player after a win and after a loss of the board, in first prizes (chances where all
    prizes are worth the same).
    """

    player: int
    after_win: float
    after_loss: float

    @property
    def change(self) -> float:
        """What the game is worth to this player."""
        return self.after_win - self.after_loss


@dataclass(frozen=True, slots=True)
class BoardStake:
    """The stake of a board that is played."""

    first: PlayerStake
    second: PlayerStake

    @property
    def total(self) -> float:
        """What the game decides, from 0 to 2 but for the noise of the trials."""
        return self.first.change + self.second.change


def board_stakes(
    before: Before, boards: Sequence[tuple[int, int | None]], *, trials: int, seed: int
) -> tuple[BoardStake, ...]:
    """The stake of each game of a paired round, in the order given; byes (second None) have none and count as wins.

    Whoever is on no board gets nothing in this round.  The error of a stake is about 1.5 / sqrt(trials) at most.
    """
    rank = {player: at for at, player in enumerate(before.order)}
    games = [(rank[first], rank[second]) for first, second in boards if second is not None]
    byes = [rank[first] for first, second in boards if second is None]
    upper, lower = np.array(games, dtype=np.int64).reshape(-1, 2).T
    scores, dice = before.scores, Dice(seed, BOARDS_RUN)
    sums = np.zeros((2, 2, len(games)), dtype=np.int64)  # by who of the two, by whether the upper one won
    counts = np.zeros((2, len(games)), dtype=np.int64)
    for rows in trial_rows(before, trials):
        draws = dice.games(len(rows), len(games))
        gains = scores.gain.take(draws)
        rows[:, upper] -= gains
        rows[:, lower] -= scores.win - gains
        rows[:, byes] -= scores.win + BYE_POINTS * scores.point
        won = prizes_won(before, play_out(before, rows, dice))
        for upper_won, cases in enumerate(decided_games(scores, draws)):
            counts[upper_won] += cases.sum(axis=0)
            sums[0, upper_won] += (won[:, upper] * cases).sum(axis=0)
            sums[1, upper_won] += (won[:, lower] * cases).sum(axis=0)
    expected = sums / np.maximum(counts, 1) / before.prizes.places[0]
    return tuple(
        BoardStake(
            PlayerStake(before.order[first], float(expected[0, 1, at]), float(expected[0, 0, at])),
            PlayerStake(before.order[second], float(expected[1, 0, at]), float(expected[1, 1, at])),
        )
        for at, (first, second) in enumerate(games)
    )
