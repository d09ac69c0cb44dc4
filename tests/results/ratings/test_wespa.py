"""WESPA's two sets of rules from 2012, rule by rule (docs/rulebook/ratings-wespa.md)."""

from datetime import date

import pytest

from results.ratings.engine.bands import Bands
from results.ratings.engine.model import RatedPlayer, RatingTask
from results.ratings.engine.systems import SYSTEMS, system
from tests.results.ratings.events import against, game, of

DAY = date(2016, 6, 15)
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


def test_the_scale_is_300_as_published_and_250_in_the_program():
    for name, share in (("wespa-2020", 0.6608), ("wespa-program", 0.6900)):
        row = of(1, system(name).rate(against(RatedPlayer(1, 1700), [1500], "w")))
        assert row.expected == pytest.approx(share, abs=0.0001)


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


def test_published_short_events_count_whole_and_the_program_takes_eighths():
    assert new("wespa-2020", RatedPlayer(1, 1500), [1500] * 4, "wwww") == 1540
    assert new("wespa-program", RatedPlayer(1, 1500), [1500] * 4, "wwww") == 1520


def test_program_multiplier_is_30_below_1000():
    assert new("wespa-program", RatedPlayer(1, 900), [900] * 8, "wwwwwlll") == 930
    assert new("wespa-2020", RatedPlayer(1, 900), [900] * 8, "wwwwwlll") == 920


@pytest.mark.parametrize(("rating", "points"), [(1500, 30), (1800, 24), (1900, 20), (2000, 10), (2100, 7.5)])
def test_program_provisional_players_move_faster_and_above_2000_slower(rating, points):
    assert new("wespa-program", RatedPlayer(1, rating, 49), [rating] * 8, "wwwwwlll") == int(rating + points + 0.5)


def test_program_half_of_what_a_player_gains_beyond_20_points_a_game_counts():
    assert new("wespa-program", RatedPlayer(1, 1000, 10), [1600] * 8, "w" * 8) == 1190


def test_program_rates_more_than_35_rounds_in_passes_on_the_ratings_of_the_pass_before():
    opponents, results = [1500] * 36, "w" * 27 + "l" * 9
    row = of(1, system("wespa-program").rate(against(RatedPlayer(1, 1500), opponents, results)))
    assert row.new < 1500 + 20 * 9
    assert row.lines[0].opponent_rating != 1500


@pytest.mark.parametrize(
    ("results", "start"),
    [
        ("wwwwwwwwll", 1515), ("wwwlllllll", 1490), ("wwllllllll", 1500 - 27), ("wlllllllll", 1500 - 76),
        ("llllllllll", 1500 - 150),
    ],
)  # fmt: skip
def test_program_newcomers_start_from_the_mean_opponent_and_the_fewer_wins_the_lower(results, start):
    row = of(1, system("wespa-program").rate(against(RatedPlayer(1), [1500] * 10, results)))
    assert row.reasons[0] == f"started at {start}"


def test_program_newcomers_start_is_drawn_in_above_1800_and_below_1000():
    start = lambda opponent, results: of(  # noqa: E731
        1, system("wespa-program").rate(against(RatedPlayer(1), [opponent] * 10, results))
    ).reasons[0]
    assert start(2100, "wlwlwlwlwl") == f"started at {int(1800 + (2000 + 100 * 0.625 - 1800) * 0.8)}"
    assert start(900, "wlwlwlwlwl") == "started at 920"


def test_program_newcomer_with_fewer_rated_opponents_than_half_the_rounds_starts_lower():
    players = (RatedPlayer(1), RatedPlayer(2), RatedPlayer(3), RatedPlayer(4), RatedPlayer(5, 1500))
    games = tuple(game(number, 1, number + 1, number % 2 * 2) for number in range(1, 5))
    row = of(1, system("wespa-program").rate(RatingTask(players, games, 4)))
    assert row.reasons[0] == "started at 1475"  # 100 x (1/2 - 1/4) lower


def test_program_newcomer_without_a_rated_opponent_starts_at_1000():
    table = system("wespa-program").rate(RatingTask((RatedPlayer(1), RatedPlayer(2)), (game(1, 1, 2, 1),), 1))
    assert [row.new for row in table] == [1000, 1000]


def test_program_players_back_after_three_years_change_by_a_fifth_more_and_lose_a_quarter_point_a_month():
    own = RatedPlayer(1, 1500, 200, last_played=date(2013, 6, 14))
    task = against(own, [1500] * 8, "wwwwwlll")
    assert of(1, system("wespa-program").rate(RatingTask(task.players, task.games, 8, day=DAY))).new == 1515
    later = (RatedPlayer(1, 1500, 200, last_played=date(2013, 6, 15)), *task.players[1:])
    assert of(1, system("wespa-program").rate(RatingTask(later, task.games, 8, day=DAY))).new == 1520


def test_program_players_back_after_five_years_start_where_a_newcomer_would():
    own = RatedPlayer(1, 2000, 200, last_played=date(2010, 1, 1))
    task = against(own, [1500] * 8, "wlwlwlwl")
    row = of(1, system("wespa-program").rate(RatingTask(task.players, task.games, 8, day=DAY)))
    assert (row.old, row.reasons[0]) == (2000, "started at 1500")


def test_nobody_falls_below_300():
    for name in ("wespa-2020", "wespa-program"):
        assert new(name, RatedPlayer(1, 310, 200), [310] * 16, "l" * 16) == 300


def test_the_estimate_of_earlier_versions_is_now_the_published_system():
    assert system("wespa-estimate") is SYSTEMS["wespa-2020"]
