"""Ratings worked out a second time, the long way round, to judge the engine's answers: a game at a time, a point at a time."""

import math
from collections import defaultdict
from collections.abc import Callable

from results.ratings.engine.model import RatingTask

STEP = 0.05  # of a win: how finely the reference spends an excess


def naspa_expects(own: float, other: float) -> float:
    return 1 / (1 + math.exp(-0.0031879 * (own - other)))


def wespa_expects(own: float, other: float) -> float:
    return 1 / (1 + math.exp((other - own) / 172))


def multiplier(rating: float, games: int | None) -> int:
    few = games is not None and games < 50
    if rating < 1800:
        return 30 if few else 20
    if rating < 2000:
        return 24 if few else 16
    return 15 if few else 10


def spend(rating: float, excess: float, games: int | None, below: int = 1) -> float:
    """The new rating, by handing the excess out in crumbs, each at the multiplier of the rating reached so far.

    A fall goes on at the upper multiplier to `below` points under 2000 or 1800, and a whole number is never stepped over.
    """
    left = abs(excess)
    sign = 1 if excess > 0 else -1
    while left > 1e-12:
        now = multiplier(rating if sign > 0 else _seen_from_above(rating, below), games)
        crumb = min(left, STEP, _to_next_edge(rating, sign, below) / now)
        rating += sign * crumb * now
        if abs(rating - round(rating)) < 1e-9:
            rating = float(round(rating))
        left -= crumb
    return rating


def _seen_from_above(rating: float, below: int) -> float:
    """A falling rating has the multiplier of the band it comes from until it is `below` points under that band."""
    lowest, highest = next(
        band for band in ((2000, math.inf), (1800, 1999), (-math.inf, 1799)) if band[0] - below < rating
    )
    return min(highest, max(lowest, rating))


def _to_next_edge(rating: float, sign: int, below: int) -> float:
    edges = (1800, 2000) if sign > 0 else (2000 - below, 1800 - below)
    ahead = [abs(edge - rating) for edge in edges if (edge - rating) * sign > 1e-9]
    return min(ahead, default=math.inf)


def parts(rounds: int) -> list[range]:
    """The rounds of each segment."""
    count = 1 + (rounds > 16) + (rounds > 35)
    lengths = [rounds // count + (index < rounds % count) for index in range(count)]
    starts = [1 + sum(lengths[:index]) for index in range(count)]
    return [range(start, start + length) for start, length in zip(starts, lengths, strict=True)]


def naspa(task: RatingTask) -> dict[int, int]:
    """Final ratings of a division in which everybody is rated."""
    ratings = {one.number: one.rating for one in task.players}
    for rounds in parts(task.planned_rounds):
        ratings = _segment(task, ratings, rounds, naspa_expects, bonuses=True)
    return ratings


def wespa(task: RatingTask) -> dict[int, int]:
    """The same by WESPA's rules of 2011: no bonuses, and 2000 and 1800 are the edges for a falling rating too."""
    ratings = {one.number: one.rating for one in task.players}
    rounds = range(1, task.planned_rounds + 1)
    return _segment(task, ratings, rounds, wespa_expects, bonuses=False, below=0)


def _segment(
    task: RatingTask,
    ratings: dict[int, int],
    rounds: range,
    expects: Callable[[float, float], float],
    *,
    bonuses: bool,
    below: int = 1,
) -> dict[int, int]:
    games = [one for one in task.games if one.round in rounds and one.rated]
    excess: dict[int, float] = defaultdict(float)
    met: dict[int, list[int]] = defaultdict(list)
    for one in games:
        for own, other, halves in ((one.first, one.second, one.halves), (one.second, one.first, 2 - one.halves)):
            excess[own] += halves / 2 - expects(ratings[own], ratings[other])
            met[own].append(other)
    before = {one.number: one.games for one in task.players}
    gained = {
        number: spend(rating, excess[number], before[number], below) - rating if met[number] else 0.0
        for number, rating in ratings.items()
    }
    extra = {number: max(0.0, gained[number] - 5 * len(met[number])) if bonuses else 0.0 for number in ratings}
    return {
        number: max(1, math.floor(rating + gained[number] + extra[number] + _feedback(met[number], extra) + 0.5))
        for number, rating in ratings.items()
    }


def _feedback(met: list[int], extra: dict[int, float]) -> float:
    return sum(extra[other] for other in met) / 20
