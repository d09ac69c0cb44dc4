"""Ratings from spread (Norway, CoCo): each game is a noisy measurement of the difference between two players.

Five rating points are one point of expected spread; a game's spread has a standard deviation of 90 points. A rating is a
normal distribution, updated by every game of the event at once. Numbers: docs/rulebook/ratings-norway.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from results.engine.ratings.model import GameLine, PlayerRating, RatedPlayer, RatingTask, Side, rounded, sides_of

NEW_RATING = 1500.0
WIDEST = 150.0
PASSES = 50
SETTLED = 1e-4


def norwegian_damping(rating: float, games: int | None) -> float:
    """The share of a change that counts: less for strong and much-played ratings; unknown games count as in between."""
    if games is not None and games < 200:
        return 1.0
    if games is not None and games > 1000:
        return 0.5
    return 0.5 if rating > 2000 else 0.75 if rating > 1800 else 1.0


def coco_damping(rating: float, games: int | None) -> float:
    """As Norway's, and from 200 to 1,000 games never more than 1 - games / 1800."""
    share = norwegian_damping(rating, games)
    return min(share, 1.0 - games / 1800) if games is not None and 200 <= games <= 1000 else share


@dataclass(frozen=True, slots=True)
class SpreadRules:
    """tau: standard deviation of a game's spread, in points. beta: rating points for one point of spread.

    floor: lowest rating. newcomers_settle: new players are rated again from their last result until it stays the same.
    """

    damping: Callable[[float, int | None], float] = norwegian_damping
    tau: float = 90.0
    beta: float = 5.0
    floor: int = 300
    newcomers_settle: bool = False


@dataclass(frozen=True, slots=True)
class _Estimate:
    """A rating as a normal distribution. noise: per opponent met, the variance of one game against that opponent."""

    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class _Update:
    after: _Estimate
    measured: float | None  # performance
    shares: tuple[float, ...]  # each game's part of the change, before damping


def rate(task: RatingTask, rules: SpreadRules) -> tuple[PlayerRating, ...]:
    """Every player's rating after the task's games; `task` as `model.checked` leaves it."""
    sides = sides_of(task.games, task.players)
    before = {one.number: _start(one) for one in task.players}
    new = [one for one in task.players if not one.rating and sides[one.number]]
    if rules.newcomers_settle:
        _settle(new, sides, before, rules)
    return tuple(_rated(one, sides[one.number], before, rules) for one in task.players)


def _start(player: RatedPlayer) -> _Estimate:
    deviation = min(WIDEST, player.deviation or WIDEST)
    return _Estimate(float(player.rating), deviation) if player.rating else _Estimate(NEW_RATING, WIDEST)


def _settle(
    new: list[RatedPlayer], sides: Mapping[int, list[Side]], before: dict[int, _Estimate], rules: SpreadRules
) -> None:
    """Start the new players where their games put them: from their last result, at the full deviation, up to 50 times."""
    for _ in range(PASSES):
        found = {one.number: _update(sides[one.number], before[one.number], before, rules).after.mean for one in new}
        still = all(abs(found[number] - before[number].mean) < SETTLED for number in found)
        before.update({number: _Estimate(max(mean, rules.floor), WIDEST) for number, mean in found.items()})
        if still:
            return


def _update(own: list[Side], start: _Estimate, field: Mapping[int, _Estimate], rules: SpreadRules) -> _Update:
    """The new distribution: the old one and every game, each weighted by one over its variance."""
    game_variance = (rules.beta * rules.tau) ** 2
    weights = [1.0 / (game_variance + field[side.opponent].deviation ** 2) for side in own]
    measured = [field[side.opponent].mean + rules.beta * side.spread for side in own]
    variance = 1.0 / (1.0 / start.deviation**2 + sum(weights))
    shares = tuple(variance * weight * (value - start.mean) for weight, value in zip(weights, measured, strict=True))
    mean = sum(value * weight for weight, value in zip(weights, measured, strict=True)) / sum(weights) if own else None
    return _Update(_Estimate(start.mean + sum(shares), math.sqrt(variance)), mean, shares)


def _rated(player: RatedPlayer, own: list[Side], field: Mapping[int, _Estimate], rules: SpreadRules) -> PlayerRating:
    start = field[player.number]
    if not own:
        return PlayerRating(
            player.number, player.rating, player.rating, 0, 0.0, 0.0, deviation=start.deviation,
            reasons=("No rated game: the rating stays.",),
        )  # fmt: skip
    update = _update(own, start, field, rules)
    damping = rules.damping(start.mean, player.games) if player.rating else 1.0
    change = damping * (update.after.mean - start.mean)
    new = max(rounded(start.mean + change), rules.floor)
    lines = tuple(
        _line(side, start, field[side.opponent], points, rules) for side, points in zip(own, update.shares, strict=True)
    )
    reason = (
        f"{len(own)} games, spread {sum(side.spread for side in own):+d}, measured at {update.measured:.1f}; from {start.mean:g}"
        f" with deviation {start.deviation:.1f}: {update.after.mean - start.mean:+.2f}, of which {damping:g} counts: {new}"
    )
    return PlayerRating(
        number=player.number,
        old=player.rating,
        new=new,
        games=len(own),
        wins=sum(side.halves for side in own) / 2,
        expected=sum(line.expected for line in lines),
        performance=update.measured,
        deviation=round(update.after.deviation, 2),
        lines=lines,
        reasons=(reason,),
    )


def _line(side: Side, start: _Estimate, opponent: _Estimate, points: float, rules: SpreadRules) -> GameLine:
    noise = math.sqrt((rules.beta * rules.tau) ** 2 + start.deviation**2 + opponent.deviation**2)
    expected = 0.5 * (1.0 + math.erf((start.mean - opponent.mean) / noise / math.sqrt(2)))
    return GameLine(side.round, side.opponent, opponent.mean, expected, side.halves, side.spread, points)
