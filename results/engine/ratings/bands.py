"""Multipliers: how many rating points a win above expectation is worth, by rating and by games played before."""

from __future__ import annotations

from dataclasses import dataclass

INFINITE = float("inf")


@dataclass(frozen=True, slots=True)
class Bands:
    """Multipliers of three bands: below 1800, below 2000, from 2000 on.

    established: at least `provisional_games` rated games. refracted: a change that crosses a boundary spends each band's
    excess at that band's multiplier; otherwise the band of the old rating counts for the whole change. steady_at_boundary: a
    player who stands exactly on 1800 or 2000 and drops keeps the upper multiplier (a quirk of the NSA's program).
    """

    established: tuple[float, float, float] = (20, 16, 10)
    provisional: tuple[float, float, float] = (30, 24, 15)
    provisional_games: int = 50
    refracted: bool = True
    steady_at_boundary: bool = False

    def multiplier(self, rating: float, games: int | None) -> float:
        """Points for one win above expectation; unknown games count as established."""
        table = self.provisional if games is not None and games < self.provisional_games else self.established
        return table[0] if rating < 1800 else table[1] if rating < 2000 else table[2]

    def change(self, rating: float, excess: float, games: int | None) -> float:
        """Rating points for `excess` wins above expectation (negative: below), not rounded.

        Up to 1800 and 2000, down to 1799 and 1999, as the ratings programs of NASPA and WESPA 2011 do.
        """
        current, left = rating, excess
        while left:
            multiplier = self.multiplier(current, games)
            target = current + multiplier * left
            border = self._border(current, left, target)
            if not self.refracted or border is None:
                return target - rating
            left -= (border - current) / multiplier
            current = border
        return current - rating

    def _border(self, current: float, left: float, target: float) -> float | None:
        """The boundary that lies on the way, or None."""
        if left > 0:
            border = 1800.0 if current < 1800 else 2000.0 if current < 2000 else INFINITE
            return border if target >= border else None
        if self.steady_at_boundary and current in (1800, 2000):
            return 1799.0 if current == 2000 and target < 1799 else None
        border = 1999.0 if current >= 2000 else 1799.0 if current >= 1800 else -INFINITE
        return border if target <= border else None


def flat(multiplier: float) -> Bands:
    """The same multiplier for everybody."""
    one = (multiplier, multiplier, multiplier)
    return Bands(one, one, refracted=False)
