"""How likely the better-rated player is to win: one function of the difference in ratings for each system."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

Curve = Callable[[float], float]
"""Own rating minus opponent's rating in; expected share of a win out, 0 to 1; curve(-d) = 1 - curve(d)."""

LOWEST, HIGHEST = 0.0, 3000.0  # where a performance rating is looked for
CLOSE_ENOUGH = 1e-9  # wins
NARROW = 1e-6  # rating points
MOST_STEPS = 200
MOST = 700.0  # beyond it a float has no exponential
NSA_CAP = 700


def logistic(scale: float) -> Curve:
    """1 / (1 + exp(-d / scale))."""
    exp = math.exp  # asked for every game of everybody

    def curve(difference: float) -> float:
        exponent = -difference / scale
        return 1.0 / (1.0 + exp(exponent if exponent < MOST else MOST))

    return curve


def naspa(difference: float) -> float:
    """1 / (1 + exp(-0.0031879 d)).  Source: NASPA, Rating system overview."""
    return 1.0 / (1.0 + math.exp(min(-0.0031879 * difference, MOST)))


def straight_line(difference: float) -> float:
    """Half a win plus a twelfth of a percent a point, from 5% to 95%.  Source: scrabble.org.au, ratings/system.htm."""
    return min(0.95, max(0.05, 0.5 + difference / 1200.0))


def normal(difference: float) -> float:
    """The area under a normal curve of standard deviation 400 / sqrt(2).  Source: J. Chew, How the NSA Ratings System Works."""
    return 0.5 * (1.0 + math.erf(difference / 400.0))


_NSA_TABLE = tuple(round(normal(step), 7) for step in range(NSA_CAP + 1))


def nsa_table(difference: float) -> float:
    """The normal curve as the NSA kept it: whole points, seven decimals, nothing beyond 700 points.

    The NSA's own table lies up to 0.0000002 beside the true curve; ours is the true curve.
    """
    step = min(NSA_CAP, math.floor(abs(difference)))
    return _NSA_TABLE[step] if difference >= 0 else 1.0 - _NSA_TABLE[step]


def attainable(wins: float, games: int) -> float:
    """The wins as a performance rating takes them: none as 5%, all as 95% of the games."""
    if wins <= 0:
        return games * 0.05
    return games * 0.95 if wins >= games else wins


def performance(curve: Curve, opponents: Sequence[float], wins: float) -> float:
    """The rating, from 0 to 3000, at which the expected wins against `opponents` are `wins`.

    Where a curve is flat, the rating nearest to the opponents: the lowest for half the games or more, else the highest.
    The expected wins never fall as the rating grows, so two ratings bracket the answer. They close in by false position
    (Illinois), from the mean opponent on, and by halving where four steps did not bring them four times closer.
    """
    return _performance(curve, tuple(opponents), wins)


@lru_cache(8192)  # after a result the games of everybody else are the same
def _performance(curve: Curve, opponents: tuple[float, ...], wins: float) -> float:
    goal = attainable(wins, len(opponents))
    goal += -CLOSE_ENOUGH if 2 * goal >= len(opponents) else CLOSE_ENOUGH
    low, high = LOWEST, HIGHEST
    short, over = _excess(curve, opponents, low, goal), _excess(curve, opponents, high, goal)
    if short >= 0 or over < 0:
        return low if short >= 0 else high
    guess = min(high - 1, max(low + 1, sum(opponents) / len(opponents)))
    width, moved_high = high - low, None
    for step in range(1, MOST_STEPS):
        excess = _excess(curve, opponents, guess, goal)
        if excess >= 0:
            high, over = guess, excess
            short = short / 2 if moved_high is True else short
        else:
            low, short = guess, excess
            over = over / 2 if moved_high is False else over
        moved_high = excess >= 0
        if high - low < NARROW or abs(excess) < CLOSE_ENOUGH / 100:
            return guess
        guess = (low * over - high * short) / (over - short)
        if step % 4 == 0:
            guess = (low + high) / 2 if high - low > width / 4 else guess
            width = high - low
    return high


def _excess(curve: Curve, opponents: Sequence[float], rating: float, goal: float) -> float:
    return sum([curve(rating - opponent) for opponent in opponents]) - goal
