"""Ratings from spread (Norway, CoCo): each game is a noisy measurement of the difference between two players.

Five rating points are one point of expected spread; a game's spread has a standard deviation of 90 points. A rating is a
normal distribution, updated by every game of the event at once. Numbers: docs/rulebook/ratings-norway.md.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from tdsuite.platform.words.sentences import Figure, Sentence, clauses
from .model import (
    GameLine,
    PlayerRating,
    RatedPlayer,
    RatingTask,
    Side,
    games_text,
    rounded,
    sides_of,
    unplayed,
)

NEW_RATING = 1500.0
WIDEST = 150.0
WIDENS = 100.0  # variance a day without an event
LEAST_KNOWN = 100  # a lower rating is none
PASSES = 50
LOWEST = 300
DEVIATION = 90.0  # standard deviation of a game's spread, in points
POINTS = 5.0  # rating points for one point of spread
MOSTLY_NEW = 0.4  # share of games against newcomers


def norwegian_damping(rating: float, games: int | None) -> float:
    """The share of a change that counts: less for strong and much-played ratings; unknown games count as in between."""
    if games is not None and games < 200:
        return 1.0
    if games is not None and games > 1000:
        return 0.5
    return 0.5 if rating > 2000 else 0.75 if rating > 1800 else 1.0


def coco_damping(rating: float, games: int | None) -> float:
    """As Norway's, with the event's games counted too, and from 200 to 1,000 games never more than 1 - games / 1800."""
    share = norwegian_damping(rating, games)
    return min(share, 1.0 - games / 1800) if games is not None and 200 <= games <= 1000 else share


@dataclass(frozen=True, slots=True)
class _Estimate:
    """A rating as a normal distribution."""

    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class _Update:
    after: _Estimate
    measured: float | None  # performance
    shares: tuple[float, ...]  # each game's part of the change, before damping


def rate(task: RatingTask, *, coco: bool = False) -> tuple[PlayerRating, ...]:
    """Every player's rating after the task's games; `task` as `model.checked` leaves it.

    coco: newcomers are rated before everybody else, a deviation grows with the days away, a game with a score of 0 is none.
    """
    sides = sides_of([game for game in task.games if not (coco and game.scoreless)], task.players)
    left_out = Counter(number for game in task.games if coco and game.scoreless for number in (game.first, game.second))
    byes = {player.number: player.byes + left_out[player.number] if coco else 0 for player in task.players}
    task = replace(task, players=tuple(replace(player, byes=byes[player.number]) for player in task.players))
    before = {player.number: _start(player, task.day, coco=coco) for player in task.players}
    new = [player for player in task.players if _is_new(player, coco=coco) and sides[player.number]]
    if coco:
        _settle(new, sides, before)
    return tuple(_rated(player, sides[player.number], before, coco=coco) for player in task.players)


def _is_new(player: RatedPlayer, *, coco: bool) -> bool:
    return player.rating < (LEAST_KNOWN if coco else 1)


def _start(player: RatedPlayer, day: date | None, *, coco: bool) -> _Estimate:
    if _is_new(player, coco=coco):
        return _Estimate(NEW_RATING, WIDEST)
    deviation = player.deviation or WIDEST
    if coco and day and player.last_played and day > player.last_played:
        deviation = math.sqrt(deviation**2 + WIDENS * (day - player.last_played).days)
    return _Estimate(float(player.rating), min(WIDEST, deviation))


def _settle(new: list[RatedPlayer], sides: Mapping[int, list[Side]], before: dict[int, _Estimate]) -> None:
    """Start the new players where their games put them, one after the other, in whole points, until nobody moves.

    Who plays mostly other newcomers starts every pass from the same rating: what all players have on average, newcomers as 0.
    """
    numbers = {player.number for player in new}
    playing = [number for number, own in sides.items() if own]
    known = sum(before[number].mean for number in playing if number not in numbers)
    average = known / len(playing) if playing else 0.0
    common = average if average >= LOWEST else NEW_RATING
    for _ in range(PASSES):
        moved = False
        for player in new:
            own, current = sides[player.number], before[player.number]
            mostly_new = sum(side.opponent in numbers for side in own) >= MOSTLY_NEW * len(own)
            after = _after(player, own, _Estimate(common, WIDEST) if mostly_new else current, before, coco=True)
            moved |= after != current.mean
            before[player.number] = _Estimate(after, WIDEST)
        if not moved:
            return


def _after(
    player: RatedPlayer, own: list[Side], start: _Estimate, field: Mapping[int, _Estimate], *, coco: bool
) -> float:
    """The new rating in whole points."""
    change = _update(own, start, field).after.mean - start.mean
    return float(max(rounded(start.mean + _damped(player, own, start, coco=coco) * change), LOWEST))


def _damped(player: RatedPlayer, own: list[Side], start: _Estimate, *, coco: bool) -> float:
    """The share of a change that counts."""
    if not coco:
        return norwegian_damping(start.mean, player.games) if player.rating else 1.0
    elsewhere = player.games is None and player.deviation is None  # CoCo counts the games from this event on
    before = 0 if elsewhere or _is_new(player, coco=True) else player.games
    return coco_damping(start.mean, None if before is None else before + len(own) + player.byes)


def _update(own: list[Side], start: _Estimate, field: Mapping[int, _Estimate]) -> _Update:
    """The new distribution: the old one and every game, each weighted by one over its variance."""
    game_variance = (POINTS * DEVIATION) ** 2
    weights = [1.0 / (game_variance + field[side.opponent].deviation ** 2) for side in own]
    measured = [field[side.opponent].mean + POINTS * side.spread for side in own]
    variance = 1.0 / (1.0 / start.deviation**2 + sum(weights))
    shares = tuple(variance * weight * (value - start.mean) for weight, value in zip(weights, measured, strict=True))
    mean = sum(value * weight for weight, value in zip(weights, measured, strict=True)) / sum(weights) if own else None
    return _Update(_Estimate(start.mean + sum(shares), math.sqrt(variance)), mean, shares)


def _rated(player: RatedPlayer, own: list[Side], field: Mapping[int, _Estimate], *, coco: bool) -> PlayerRating:
    start = field[player.number]
    if not own:
        return unplayed(player, round(start.deviation, 2))
    update = _update(own, start, field)
    settled = coco and _is_new(player, coco=coco)
    new = int(start.mean) if settled else int(_after(player, own, start, field, coco=coco))
    deviation = WIDEST if settled else round(update.after.deviation, 2)
    lines = tuple(
        _line(side, start, field[side.opponent], points) for side, points in zip(own, update.shares, strict=True)
    )
    spread = sum(side.spread for side in own)
    measured = Sentence(
        "{games}, spread {spread}, measured at {rating}",
        games=games_text(len(own)),
        spread=f"{spread:+d}",
        rating=Figure(f"{update.measured:.1f}"),
    )
    if settled:
        then = Sentence("first rating {rating}, deviation {deviation}", rating=new, deviation=Figure(f"{WIDEST:g}"))
    else:
        then = Sentence(
            "from {old} with deviation {deviation}: {change}, of which {share} counts: {rating}",
            old=Figure(f"{start.mean:g}"),
            deviation=Figure(f"{start.deviation:.1f}"),
            change=Figure(f"{update.after.mean - start.mean:+.2f}"),
            share=Figure(f"{_damped(player, own, start, coco=coco):g}"),
            rating=new,
        )
    reason = clauses(measured, then)
    return PlayerRating(
        number=player.number,
        old=player.rating,
        new=new,
        games=len(own),
        wins=sum(side.halves for side in own) / 2,
        expected=sum(line.expected for line in lines),
        make_performance=lambda: update.measured,
        deviation=deviation,
        lines=lines,
        reasons=(reason,),
        byes=player.byes,
    )


def _line(side: Side, start: _Estimate, opponent: _Estimate, points: float) -> GameLine:
    noise = math.sqrt((POINTS * DEVIATION) ** 2 + start.deviation**2 + opponent.deviation**2)
    expected = 0.5 * (1.0 + math.erf((start.mean - opponent.mean) / noise / math.sqrt(2)))
    return GameLine(side.round, side.opponent, opponent.mean, expected, side.halves, side.spread, points)
