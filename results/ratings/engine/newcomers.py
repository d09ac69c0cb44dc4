"""First ratings: unrated players are rated by performance, again and again until their ratings among themselves agree."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .curves import Curve, attainable, performance
from .model import Side

PASSES = 50
SETTLED = 1e-6  # rating points
WITHOUT_RATED_OPPONENT = 1500.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a first rating. lowest: points. above_best: points over the best rated opponent for a perfect score.

    The best rated opponent counts; without one, the best unrated one. None = no upper bound.
    """

    lowest: float = 500.0
    above_best: float | None = 400.0


UNLIMITED = Limits(0.0, None)
FirstRatings = Callable[[Mapping[int, Sequence[Side]], Mapping[int, float]], dict[int, float]]
"""Games of the unrated players by number, and the ratings of the rated ones; gives the unrated players' first ratings."""


def iterated(curve: Curve, limits: Limits = UNLIMITED) -> FirstRatings:
    """Performance ratings worked out anew until they settle, at most 50 times; else the mean of 50 more passes."""

    def one_pass(sides: Sequence[Side], rated: Mapping[int, float], current: Mapping[int, float]) -> float:
        against = [rated[side.opponent] if side.opponent in rated else current[side.opponent] for side in sides]
        estimate = performance(curve, against, sum(side.halves for side in sides) / 2)
        return _limited(estimate, sides, rated, current, limits)

    return _repeated(one_pass)


def approximate(curve: Curve, limits: Limits) -> FirstRatings:
    """The mean opponent plus the smallest whole difference whose expectation reaches the share of wins (the old NSA's way)."""

    def one_pass(sides: Sequence[Side], rated: Mapping[int, float], current: Mapping[int, float]) -> float:
        against = [rated[side.opponent] if side.opponent in rated else current[side.opponent] for side in sides]
        games = len(sides)
        share = attainable(sum(side.halves for side in sides) / 2, games) / games
        goal = max(share, 1 - share)
        step = next((points for points in range(700) if curve(points) >= goal), 700)
        estimate = sum(against) / games + (step if share >= 0.5 else -step)
        return float(int(_limited(estimate, sides, rated, current, limits) + 0.5))

    return _repeated(one_pass)


def starting_at(rating: float) -> FirstRatings:
    """Everybody new starts with the same rating."""

    def first_ratings(games: Mapping[int, Sequence[Side]], rated: Mapping[int, float]) -> dict[int, float]:
        return {number: rating for number, sides in games.items() if sides}

    return first_ratings


def _repeated(one_pass: Callable[[Sequence[Side], Mapping[int, float], Mapping[int, float]], float]) -> FirstRatings:
    def first_ratings(games: Mapping[int, Sequence[Side]], rated: Mapping[int, float]) -> dict[int, float]:
        playing = {number: sides for number, sides in games.items() if sides}
        current = {number: _start(sides, rated) for number, sides in playing.items()}
        for _ in range(PASSES):
            estimate = {number: one_pass(sides, rated, current) for number, sides in playing.items()}
            settled = all(abs(estimate[number] - current[number]) <= SETTLED for number in playing)
            current = estimate
            if settled:
                return current
        sums = dict.fromkeys(playing, 0.0)
        for _ in range(PASSES):
            current = {number: one_pass(sides, rated, current) for number, sides in playing.items()}
            for number, value in current.items():
                sums[number] += value
        return {number: total / PASSES for number, total in sums.items()}

    return first_ratings


def _start(sides: Sequence[Side], rated: Mapping[int, float]) -> float:
    known = [rated[side.opponent] for side in sides if side.opponent in rated]
    return sum(known) / len(known) if known else WITHOUT_RATED_OPPONENT


def _limited(
    estimate: float, sides: Sequence[Side], rated: Mapping[int, float], current: Mapping[int, float], limits: Limits
) -> float:
    estimate = max(estimate, limits.lowest)
    if limits.above_best is None:
        return estimate
    known = [rated[side.opponent] for side in sides if side.opponent in rated]
    best = max(known) if known else max(current[side.opponent] for side in sides)
    share = sum(side.halves for side in sides) / (2 * len(sides))
    return min(estimate, best + limits.above_best * share)
