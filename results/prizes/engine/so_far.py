"""What the rounds of a division up to one say of each player, put together round by round: after a result one round is added again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from results.prizes.engine.statistics import PlayedGame


class SoFar(NamedTuple):
    """What the rounds up to one say of each player, by number.

    Attributes:
        sums: games with two scores, points for, points against.
        games: in order of rounds.
        won, lost: by how much, smallest first.
        low_points: as `Facts.low_points`.
    """

    sums: dict[int, tuple[int, int, int]]
    games: dict[int, tuple[PlayedGame, ...]]
    won: dict[int, tuple[int, ...]]
    lost: dict[int, tuple[int, ...]]
    low_points: dict[int, tuple[int, int]]

    def and_round(self, number: int, games: Iterable[PlayedGame], ranks: Mapping[int, int]) -> SoFar:
        """With one round more, and the ranks after it."""
        after = SoFar(dict(self.sums), dict(self.games), dict(self.won), dict(self.lost), dict(self.low_points))
        for game in games:
            first, second = game.first_score, game.second_score
            for player, own, other in ((game.first, first, second), (game.second, second, first)):
                played, points_for, points_against = after.sums.get(player, (0, 0, 0))
                after.sums[player] = played + 1, points_for + own, points_against + other
                after.games[player] = (*after.games.get(player, ()), game)
                if own != other:
                    margins = after.won if own > other else after.lost
                    margins[player] = tuple(sorted((*margins.get(player, ()), abs(own - other))))
        for player, rank in ranks.items():
            if player not in after.low_points or rank >= after.low_points[player][0]:
                after.low_points[player] = rank, number
        return after


NOTHING_YET = SoFar({}, {}, {}, {}, {})
