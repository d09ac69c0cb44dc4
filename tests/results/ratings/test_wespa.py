"""WESPA's rules from 2012 to 2020, rule by rule (docs/rulebook/ratings-wespa.md)."""

import pytest

from results.ratings.engine.bands import Bands
from results.ratings.engine.model import RatedPlayer, RatingTask
from results.ratings.engine.systems import SYSTEMS, system
from tests.results.ratings.events import against, game, of

SPAN = 500 * 240 / 172


def new(name, player, opponents, results, **more):
    return of(player.number, system(name).rate(against(player, opponents, results, **more))).new


def test_a_falling_rating_turns_at_2000_and_1800():
    bands = Bands(turns_below=0)
    assert 2053 + bands.change(2053, 18.5 - 26.8630, None) == pytest.approx(1951.0, abs=0.05)
    assert bands.change(2000, -1, None) == -16
    assert bands.change(1800, -1, None) == -20
    assert bands.change(1990, 1, None) == pytest.approx(10 + (1 - 10 / 16) * 10)


def test_whoever_stands_lower_meets_the_new_ratings_of_those_above():
    players = (RatedPlayer(1, 1500), RatedPlayer(2, 1500), RatedPlayer(3, 1500))
    games = (game(1, 1, 2, 2), game(2, 1, 3, 2))
    table = system("wespa-2020").rate(RatingTask(players, games, 2))
    assert [line.opponent_rating for line in of(1, table).lines] == [1500, 1500]
    assert of(1, table).new == 1520
    assert [line.opponent_rating for line in of(2, table).lines] == [1520]
    turned = system("wespa-2020").rate(RatingTask(players[::-1], games, 2))
    assert of(2, turned).lines[0].opponent_rating == 1500


def test_the_scale_is_300():
    row = of(1, system("wespa-2020").rate(against(RatedPlayer(1, 1700), [1500], "w")))
    assert row.expected == pytest.approx(0.6608, abs=0.0001)


def test_published_newcomers_go_to_their_linear_performance():
    assert new("wespa-2020", RatedPlayer(1), [1500, 1700], "wl") == 1600
    assert new("wespa-2020", RatedPlayer(1), [1500] * 4, "wwwl") == round(1500 + SPAN / 2)


def test_published_no_win_counts_as_5_percent_and_nothing_but_wins_as_95():
    assert new("wespa-2020", RatedPlayer(1), [1500] * 4, "llll") == round(1500 - 0.9 * SPAN)
    assert new("wespa-2020", RatedPlayer(1), [1500] * 4, "wwww") == round(1500 + 0.9 * SPAN)


def test_published_newcomers_among_themselves_are_rated_again_until_they_stay():
    players = (RatedPlayer(1), RatedPlayer(2), RatedPlayer(3, 1500))
    games = (game(1, 1, 2, 1), game(2, 2, 3, 1), game(3, 1, 3, 1))
    table = system("wespa-2020").rate(RatingTask(players, games, 3))
    assert [row.new for row in table] == pytest.approx([1500, 1500, 1500], abs=3)


def test_published_provisional_rating_and_performance_are_weighed_by_games():
    assert new("wespa-2020", RatedPlayer(1, 1400, 10), [1600] * 10, "wl" * 5) == 1500
    assert new("wespa-2020", RatedPlayer(1, 1400, 20), [1600] * 10, "wl" * 5) == 1467


def test_published_games_beyond_the_30th_count_as_an_established_players():
    weighed = (28 * 1400 + 4 * 1600) / 32
    expected = 4 / (1 + 2.718281828 ** (200 / 300))
    established = 1400 + 20 * (2 - expected)
    assert new("wespa-2020", RatedPlayer(1, 1400, 28), [1600] * 4, "wlwl") == round((weighed + established) / 2)
    assert new("wespa-2020", RatedPlayer(1, 1400, 30), [1600] * 4, "wlwl") == round(established)


def test_published_short_events_count_whole_and_the_multiplier_below_1000_is_20():
    assert new("wespa-2020", RatedPlayer(1, 1500), [1500] * 4, "wwww") == 1540
    assert new("wespa-2020", RatedPlayer(1, 900), [900] * 8, "wwwwwlll") == 920


def test_more_than_35_rounds_are_rated_in_passes_on_the_ratings_of_the_pass_before():
    row = of(1, system("wespa-2020").rate(against(RatedPlayer(1, 1500), [1500] * 36, "w" * 27 + "l" * 9)))
    assert row.new < 1500 + 20 * 9
    assert row.lines[0].opponent_rating != 1500


def test_nobody_falls_below_300():
    assert new("wespa-2020", RatedPlayer(1, 310, 200), [310] * 16, "l" * 16) == 300


def test_the_estimate_of_earlier_versions_is_now_the_published_system():
    assert system("wespa-estimate") is SYSTEMS["wespa-2020"]
