"""What holds for every rating system whatever the event."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from results.ratings.engine.model import RatingTask
from results.ratings.engine.systems import SYSTEMS, system
from tests.results.ratings.events import EVENTS, RATED_EVENTS

BY_WINS = [key for key in SYSTEMS if key not in ("absp", "norway", "coco")]
IN_ORDER = ("coco", "wespa-2020", "wespa-program")  # whoever comes later meets new ratings
# Feedback can take back more than a win gives when two meet again and again: docs/rulebook/ratings-naspa.md.
WITHOUT_FEEDBACK = [key for key in BY_WINS if key not in ("naspa", "naspa-2024", "nsa", *IN_ORDER)]


def ratings(key: str, task: RatingTask) -> dict[int, int]:
    return {row.number: row.new for row in system(key).rate(task)}


@given(key=st.sampled_from(sorted(SYSTEMS)), task=EVENTS, luck=st.randoms(use_true_random=False))
def test_the_order_of_games_and_players_does_not_matter(key, task, luck):
    players, games = list(task.players), list(task.games)
    if key not in IN_ORDER:
        luck.shuffle(players)
    luck.shuffle(games)
    assert ratings(key, replace(task, players=tuple(players), games=tuple(games))) == ratings(key, task)


@given(key=st.sampled_from(sorted(SYSTEMS)), task=EVENTS)
def test_which_side_of_a_game_comes_first_does_not_matter(key, task):
    turned = tuple(
        replace(one, first=one.second, second=one.first, halves=2 - one.halves, spread=-one.spread)
        for one in task.games
    )
    assert ratings(key, replace(task, games=turned)) == ratings(key, task)


@given(key=st.sampled_from(sorted(SYSTEMS)), task=EVENTS)
def test_games_wins_and_expectations_add_up(key, task):
    table = system(key).rate(task)
    assert sum(row.games for row in table) == 2 * len(task.games)
    assert sum(row.wins for row in table) == len(task.games)
    for row in table:
        assert row.games == len(row.lines)
        assert row.wins == sum(line.wins for line in row.lines)
        assert row.expected == pytest.approx(sum(line.expected for line in row.lines))
        assert all(0 <= line.expected <= 1 for line in row.lines)
        assert row.reasons


@given(key=st.sampled_from([key for key in BY_WINS if key not in IN_ORDER]), task=RATED_EVENTS)
def test_expected_wins_of_all_are_the_games_played(key, task):
    assert sum(row.expected for row in system(key).rate(task)) == pytest.approx(len(task.games))


@given(key=st.sampled_from(["elo", "australia", "australia-2006"]), task=RATED_EVENTS)
def test_with_one_multiplier_what_one_gains_another_loses(key, task):
    table = system(key).rate(task)
    assert sum(line.points for row in table for line in row.lines) == pytest.approx(0, abs=1e-6)
    assert abs(sum(row.new - row.old for row in table)) <= len(table) / 2


@given(key=st.sampled_from(["elo", "australia", "wespa-2011"]), task=RATED_EVENTS)
def test_the_games_points_are_the_whole_change(key, task):
    for row in system(key).rate(task):
        assert max(1, row.old + sum(line.points for line in row.lines)) == pytest.approx(row.new, abs=0.5001)


@given(key=st.sampled_from([*WITHOUT_FEEDBACK, "absp"]), task=RATED_EVENTS, data=st.data())
def test_one_more_win_never_lowers_a_rating(key, task, data):
    if key == "absp":  # the 10 point rule resets opponents too
        task = replace(task, players=tuple(replace(one, games=100) for one in task.players))
    lost = [at for at, one in enumerate(task.games) if one.halves < 2]
    if not lost:
        return
    at = data.draw(st.sampled_from(lost))
    games = list(task.games)
    games[at] = replace(games[at], halves=2, spread=50)
    number = games[at].first
    assert ratings(key, replace(task, games=tuple(games)))[number] >= ratings(key, task)[number]


@given(key=st.sampled_from(["norway", "coco"]), task=RATED_EVENTS, more=st.integers(1, 300))
def test_more_spread_never_lowers_a_rating_by_spread(key, task, more):
    games = (replace(task.games[0], spread=task.games[0].spread + more), *task.games[1:])
    number = games[0].first
    assert ratings(key, replace(task, games=games))[number] >= ratings(key, task)[number]
