"""ABSP ratings: points a game from the opponents' ratings, averaged over the last 150 games with falling weights.

Numbers and sources: docs/rulebook/ratings-absp.md.
"""

from collections.abc import Iterable, Mapping, Sequence

from tdsuite.platform.words.sentences import Figure, Sentence
from .model import (
    GameLine,
    PastEvent,
    PlayerRating,
    RatedPlayer,
    RatingTask,
    Side,
    games_text,
    rounded,
    sides_of,
    unplayed,
)

CLAMP = 40  # an opponent further away than this counts as this far away
FOR_A_GAME = 50  # added for a win, taken for a loss
MOST_GAMES = 150
NEWEST_WEIGHT = 225  # of the newest game; one less for each older one
LOWEST = 50
FEW_GAMES = 30
TEN_POINTS = 10
WITHOUT_ANYBODY_RATED = 100.0


def rate(task: RatingTask) -> tuple[PlayerRating, ...]:
    """Every player's rating after the task's games; `task` as `model.checked` leaves it."""
    sides = sides_of(task.games, task.players)
    rated = {player.number: float(player.rating) for player in task.players if player.rating}
    results = _rate(task.players, sides, rated, {})
    if reset := _ten_point_rule(task.players, results):
        results = _rate(task.players, sides, rated, reset)
    return tuple(results[rated_player.number] for rated_player in task.players)


def _rate(
    players: Sequence[RatedPlayer],
    sides: Mapping[int, list[Side]],
    rated: Mapping[int, float],
    reset: Mapping[int, float],
) -> dict[int, PlayerRating]:
    """The division once. New players see each other's first result; the others see the new players' second one."""
    start = {**rated, **reset}
    seen = {**start, **_first_results([player for player in players if not player.rating], sides, start)}
    results = {player.number: _rated(player, sides[player.number], seen) for player in players if not player.rating}
    seen = {**start, **{number: row.performance or 0.0 for number, row in results.items()}}
    results |= {
        rated_player.number: _rated(rated_player, sides[rated_player.number], seen, rated_player.number in reset)
        for rated_player in players
        if rated_player.rating
    }
    return results


def event_points(own: float | None, sides: Sequence[Side], field: Mapping[int, float]) -> float:
    """Tournament points: each opponent's rating (at most 40 away from `own`, if that is known), 50 more for a win, 50 less for a loss."""
    return sum(_clamped(own, field[side.opponent]) + FOR_A_GAME * (side.halves - 1) for side in sides)


def weighted(events: Iterable[PastEvent]) -> float | None:
    """The mean points a game over the newest 150 games, weights 225 (newest) to 76; the oldest event may count in part.

    events: newest first. None without a game.
    """
    total = weights = 0.0
    used = 0
    for event in events:
        games = min(event.games, MOST_GAMES - used)
        if games <= 0:
            break
        weight = sum(range(NEWEST_WEIGHT - used - games + 1, NEWEST_WEIGHT - used + 1))
        total += weight * event.points / event.games
        weights += weight
        used += games
    return total / weights if weights else None


def _clamped(own: float | None, opponent: float) -> float:
    return opponent if own is None else min(own + CLAMP, max(own - CLAMP, opponent))


def _first_results(
    new: Sequence[RatedPlayer], sides: Mapping[int, list[Side]], rated: Mapping[int, float]
) -> dict[int, float]:
    """New players against the rated ones alone; the mean of the division for who met none of them."""
    mean = sum(rated.values()) / len(rated) if rated else WITHOUT_ANYBODY_RATED
    first: dict[int, float] = {}
    for rated_player in new:
        known = [side for side in sides[rated_player.number] if side.opponent in rated]
        estimate = event_points(None, known, rated) / len(known) if known else mean
        first[rated_player.number] = max(float(LOWEST), estimate)
    return first


def _ten_point_rule(players: Sequence[RatedPlayer], results: Mapping[int, PlayerRating]) -> dict[int, float]:
    """Players under 30 games whose rating moved by 10 or more: their new rating is their start for one recalculation."""
    return {
        player.number: float(results[player.number].new)
        for player in players
        if player.rating
        and player.games is not None
        and player.games < FEW_GAMES
        and abs(results[player.number].new - player.rating) >= TEN_POINTS
    }


def _rated(player: RatedPlayer, own: list[Side], start: Mapping[int, float], reset: bool = False) -> PlayerRating:
    if not own:
        return unplayed(player)
    mine = start[player.number]
    points = event_points(mine, own, start)
    event = points / len(own)
    lines = tuple(_line(side, mine, start[side.opponent]) for side in own)
    if player.rating:
        history, words = _history(player)
        new = weighted((PastEvent(len(own), points), *history)) or event
    else:
        new, words = event, Sentence("first rating: the event alone")
    rating = max(LOWEST, rounded(new))
    reasons = [
        Sentence(
            "{points} points in {games}: event rating {rating}",
            points=Figure(f"{points:g}"),
            games=games_text(len(own)),
            rating=rounded(event),
        ),
        Sentence("{what}: {result}, so {rating}", what=words, result=Figure(f"{new:.2f}"), rating=rating),
    ]
    if reset:
        reasons.insert(
            0,
            Sentence(
                "10 point rule: the start is reset from {old} to {new}, and the division is rated again",
                old=player.rating,
                new=Figure(f"{mine:g}"),
            ),
        )
    return PlayerRating(
        number=player.number,
        old=player.rating,
        new=rating,
        games=len(own),
        wins=sum(side.halves for side in own) / 2,
        expected=sum(line.expected for line in lines),
        make_performance=lambda: max(float(LOWEST), event),
        lines=lines,
        reasons=tuple(reasons),
    )


def _history(player: RatedPlayer) -> tuple[tuple[PastEvent, ...], Sentence]:
    """Earlier events; where they are not known, as many games as the player has, all at the old rating."""
    if player.earlier:
        return player.earlier, Sentence.counted(
            "weighted with {number} earlier event", "weighted with {number} earlier events", len(player.earlier)
        )
    games = MOST_GAMES if player.games is None else min(MOST_GAMES, player.games)
    words = Sentence(
        "earlier events are not known: weighted with {games} at {rating}", games=games_text(games), rating=player.rating
    )
    return ((PastEvent(games, games * player.rating),) if games else ()), words


def _line(side: Side, own: float, opponent: float) -> GameLine:
    """Even on points is what is expected: a share of 0.5 against an equal, 0.1 or 0.9 at 40 points or more."""
    seen = _clamped(own, opponent)
    points = seen + FOR_A_GAME * (side.halves - 1) - own
    return GameLine(side.round, side.opponent, opponent, 0.5 + (own - seen) / 100, side.halves, side.spread, points)
