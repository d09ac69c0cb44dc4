"""Multipliers: how many rating points a win above expectation is worth, by rating and by games played before."""

from bisect import bisect_right
from dataclasses import dataclass

UNBOUNDED = float("inf")


@dataclass(frozen=True, slots=True)
class Bands:
    """Multipliers by rating, from the lowest band up.

    Attributes:
        established: multipliers from `provisional_games` rated games on.
        edges: the ratings at which the next band begins.
        refracted: a change that crosses an edge spends each band's excess at that band's multiplier; otherwise the band
            of the old rating counts for the whole change.
        turns_below: points under an edge at which a falling rating changes its multiplier: 1 (1999) or 0 (2000).
        steady_at_edge: a player who stands exactly on an edge and drops keeps the upper multiplier (a quirk of the NSA's program).
    """

    established: tuple[float, ...] = (20, 16, 10)
    provisional: tuple[float, ...] = (30, 24, 15)
    edges: tuple[float, ...] = (1800, 2000)
    provisional_games: int = 50
    refracted: bool = True
    turns_below: float = 1
    steady_at_edge: bool = False

    def multiplier(self, rating: float, games: int | None) -> float:
        """Points for one win above expectation; unknown games count as established."""
        return self._table(games)[bisect_right(self.edges, rating)]

    def change(self, rating: float, excess: float, games: int | None) -> float:
        """Rating points for `excess` wins above expectation (negative: below), not rounded."""
        band, current, left = bisect_right(self.edges, rating), rating, excess
        while self.refracted:
            edge, beyond = self._next(band, current, rising=left > 0)
            multiplier = self._table(games)[band]
            target = current + multiplier * left
            if target < edge if left > 0 else target > edge:
                return target - rating
            left -= (edge - current) / multiplier
            band, current = beyond, edge
        return self._table(games)[band] * excess

    def _table(self, games: int | None) -> tuple[float, ...]:
        return self.provisional if games is not None and games < self.provisional_games else self.established

    def _next(self, band: int, current: float, *, rising: bool) -> tuple[float, int]:
        """The next rating on the way at which the multiplier changes, and the band beyond it."""
        if rising:
            return (self.edges[band], band + 1) if band < len(self.edges) else (UNBOUNDED, band)
        below = band - 2 if self.steady_at_edge and current in self.edges else band - 1
        return (self.edges[below] - self.turns_below, below) if below >= 0 else (-UNBOUNDED, band)


def flat(multiplier: float) -> Bands:
    """The same multiplier for everybody."""
    return Bands((multiplier,), (multiplier,), (), refracted=False)
