"""ABSP and Norway against second calculations: every game's weight written out, every normal distribution multiplied in turn."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from results.ratings.engine import absp
from results.ratings.engine.model import PastEvent, RatedPlayer, RatingTask
from results.ratings.engine.systems import system
from tests.results.ratings.events import RATED_EVENTS, game, of

PAST = st.lists(st.builds(PastEvent, st.integers(1, 60), st.integers(3000, 12000)), max_size=6)


def weighted_game_by_game(events: list[PastEvent]) -> float | None:
    """Every game of every event, newest first, with its own weight."""
    games = [event.points / event.games for event in events for _ in range(event.games)][:150]
    weights = range(225, 225 - len(games), -1)
    return sum(a * b for a, b in zip(games, weights, strict=True)) / sum(weights) if games else None


@given(events=PAST)
def test_absp_mean_is_that_of_the_games_one_by_one(events):
    found, expected = absp.weighted(events), weighted_game_by_game(events)
    assert found == (None if expected is None else pytest.approx(expected))


@given(task=RATED_EVENTS, past=PAST.filter(bool))
def test_absp_established_players_get_the_mean_of_this_event_and_the_earlier_ones(task, past):
    rated = tuple(replace(one, rating=60 + one.number * 15, games=500, earlier=tuple(past)) for one in task.players)
    ratings = {one.number: one.rating for one in rated}
    for row in system("absp").rate(RatingTask(rated, task.games, task.planned_rounds)):
        points = 0
        for one in task.games:
            for own, other, halves in ((one.first, one.second, one.halves), (one.second, one.first, 2 - one.halves)):
                if own == row.number:
                    seen = min(max(ratings[other], ratings[own] - 40), ratings[own] + 40)
                    points += seen + {0: -50, 1: 0, 2: 50}[halves]
        if row.games:
            assert row.performance == pytest.approx(max(50, points / row.games))
            mean = weighted_game_by_game([PastEvent(row.games, points), *past])
            assert abs(row.new - max(50, mean)) <= 0.5 + 1e-9


@given(task=RATED_EVENTS)
def test_norway_takes_the_games_one_after_the_other_to_the_same_end(task):
    ratings = {one.number: one.rating for one in task.players}
    for row in system("norway").rate(task):
        mean, variance = float(row.old), 150.0**2
        for line in row.lines:
            noise = (5 * 90) ** 2 + 150.0**2
            measured = ratings[line.opponent] + 5 * line.spread
            gain = variance / (variance + noise)
            mean, variance = mean + gain * (measured - mean), variance * (1 - gain)
        if row.games:
            before = next(one for one in task.players if one.number == row.number)
            share = _share(row.old, before.games)
            assert row.new == pytest.approx(max(300, row.old + share * (mean - row.old)), abs=0.5001)
            assert row.deviation == pytest.approx(variance**0.5, abs=0.006)


def _share(rating: int, games: int | None) -> float:
    if games is not None and games < 200:
        return 1
    return 1 if rating <= 1800 else 0.75 if rating <= 2000 else 0.5


@pytest.mark.parametrize("spread", [0, 40, 200])
def test_norway_even_players_move_apart_by_the_same(spread):
    players = (RatedPlayer(1, 1500, 100), RatedPlayer(2, 1500, 100))
    table = system("norway").rate(RatingTask(players, (game(1, 1, 2, 2, spread),), 1))
    assert of(1, table).new - 1500 == pytest.approx(1500 - of(2, table).new, abs=1)
    assert of(1, table).deviation == of(2, table).deviation
