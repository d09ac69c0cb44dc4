"""The parts of a rating: curves, multipliers, segments, first ratings (docs/rulebook/ratings-*.md)."""

import math

import pytest
from hypothesis import given, strategies as st

from results.ratings.engine import curves
from results.ratings.engine.bands import Bands, flat
from results.ratings.engine.curves import attainable, logistic, nsa_table, performance, straight_line
from results.ratings.engine.model import PlayerRating, Side, rounded
from results.ratings.engine.newcomers import Limits, approximate, iterated, starting_at
from results.ratings.engine.segments import segments

CURVES = [curves.naspa, logistic(172), logistic(300), straight_line, curves.normal, nsa_table]
RATINGS = st.floats(1, 2600)


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (50, (0.5398, 0.5722, 0.5416, 0.5417, 0.5702)), (100, (0.5790, 0.6414, 0.5826, 0.5833, 0.6382)),
        (200, (0.6542, 0.7618, 0.6608, 0.6667, 0.7602)), (300, (0.7224, 0.8512, 0.7311, 0.7500, 0.8556)),
        (400, (0.7816, 0.9110, 0.7914, 0.8333, 0.9214)),
    ],
)  # fmt: skip
def test_expected_share_of_the_five_curves(difference, expected):
    five = (curves.naspa, logistic(172), logistic(300), straight_line, curves.normal)
    assert [curve(difference) for curve in five] == pytest.approx(expected, abs=0.00006)


@pytest.mark.parametrize(("difference", "share"), [(72, 0.6), (148, 0.7), (239, 0.8), (362, 0.9)])
def test_nsa_is_expected_to_win_6_to_9_of_10_at_the_published_differences(difference, share):
    assert round(nsa_table(difference), 2) == share


def test_nsa_table_has_whole_points_seven_decimals_and_ends_at_700():
    assert (nsa_table(1), nsa_table(100), nsa_table(700)) == pytest.approx(
        (0.5014107, 0.6381634, 0.9933360), abs=2.5e-7
    )
    assert nsa_table(5000) == nsa_table(700)
    assert nsa_table(1.9) == nsa_table(1)
    assert nsa_table(-100) == 1 - nsa_table(100)


def test_straight_line_stops_at_5_and_95_percent():
    assert (straight_line(540), straight_line(2000), straight_line(-2000)) == (0.95, 0.95, 0.05)


@pytest.mark.parametrize("curve", CURVES)
@given(difference=st.floats(-1500, 1500))
def test_the_two_shares_of_a_game_are_one_win(curve, difference):
    assert curve(difference) + curve(-difference) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("curve", CURVES[:4])
@given(opponents=st.lists(RATINGS, min_size=1, max_size=20), data=st.data())
def test_at_the_performance_rating_the_wins_are_the_expected_ones(curve, opponents, data):
    wins = data.draw(st.integers(0, 2 * len(opponents))) / 2
    found = performance(curve, opponents, wins)
    goal = attainable(wins, len(opponents))
    expected = sum(curve(found - one) for one in opponents)
    if found in (curves.LOWEST, curves.HIGHEST):
        assert (expected >= goal - 1e-6) if found == curves.LOWEST else (expected <= goal + 1e-6)
    else:
        assert expected == pytest.approx(goal, abs=1e-6)


def test_performance_where_the_curve_is_flat_is_the_rating_nearest_to_the_opponents():
    assert performance(straight_line, [1000], 1) == pytest.approx(1540, abs=0.01)
    assert performance(straight_line, [1000], 0) == pytest.approx(460, abs=0.01)


def test_performance_of_a_step_table_is_found_too():
    assert performance(nsa_table, [1500, 1600], 1.4) == pytest.approx(1550 + 148, abs=4)


def test_all_and_nothing_count_as_95_and_5_percent():
    assert (attainable(0, 8), attainable(8, 8), attainable(3.5, 8)) == (0.4, 7.6, 3.5)


@pytest.mark.parametrize(
    ("rating", "games", "multiplier"),
    [
        (1799, 50, 20), (1800, 50, 16), (1999, 50, 16), (2000, 50, 10),
        (1799, 49, 30), (1800, 49, 24), (1999, 0, 24), (2000, 49, 15), (1500, None, 20),
    ],
)  # fmt: skip
def test_multiplier_by_rating_and_games_before(rating, games, multiplier):
    assert Bands().multiplier(rating, games) == multiplier


@pytest.mark.parametrize(
    ("rating", "excess", "games", "new"),
    [
        (1787, 7.0 - 6.2334, 1588, 1801.87),  # 13 points at 20, the rest at 16
        (1810, -1.0, 100, 1799 - (1 - 11 / 16) * 20),
        (2004, -1.0, 100, 1999 - (1 - 5 / 10) * 16),
        (1795, 20.0, 100, 2000 + (20 - 5 / 20 - 200 / 16) * 10),
        (2045, -4.0, 49, 1999 - (4 - 46 / 15) * 24),
        (1500, 0.0, 100, 1500),
    ],
)
def test_a_change_across_a_boundary_is_spent_at_each_bands_multiplier(rating, excess, games, new):
    assert rating + Bands().change(rating, excess, games) == pytest.approx(new, abs=0.005)


def test_without_refraction_the_band_of_the_old_rating_counts_for_all():
    assert Bands(refracted=False).change(1790, 2, 100) == 40
    assert flat(20).change(2100, -2, 10) == -40


def test_the_old_nsa_lets_a_player_on_the_boundary_drop_at_the_upper_multiplier():
    quirk = Bands(steady_at_edge=True)
    assert (quirk.change(1800, -2, 100), Bands().change(1800, -2, 100)) == (-32, pytest.approx(-1 - (2 - 1 / 16) * 20))
    assert quirk.change(2000, -2, 100) == -20
    assert quirk.change(2000, -30, 100) == pytest.approx(-201 - (30 - 201 / 10) * 20)


@given(
    rating=st.integers(1, 2400), one=st.floats(-8, 8), more=st.floats(0, 4), games=st.sampled_from([0, 49, 50, None])
)
def test_a_larger_excess_never_gives_less(rating, one, more, games):
    assert Bands().change(rating, one + more, games) >= Bands().change(rating, one, games) - 1e-9


@pytest.mark.parametrize(
    ("planned", "cut"),
    [
        (1, [(1, 1)]), (16, [(1, 16)]), (17, [(1, 9), (10, 17)]), (23, [(1, 12), (13, 23)]),
        (28, [(1, 14), (15, 28)]), (31, [(1, 16), (17, 31)]), (35, [(1, 18), (19, 35)]),
        (36, [(1, 12), (13, 24), (25, 36)]), (38, [(1, 13), (14, 26), (27, 38)]),
    ],
)  # fmt: skip
def test_segments_by_planned_rounds(planned, cut):
    assert list(segments(planned)) == cut


@given(st.integers(1, 99))
def test_segments_cover_every_round_once_and_the_earlier_are_no_shorter(planned):
    cut = segments(planned)
    assert [number for first, last in cut for number in range(first, last + 1)] == list(range(1, planned + 1))
    lengths = [last - first + 1 for first, last in cut]
    assert lengths == sorted(lengths, reverse=True)
    assert max(lengths) - min(lengths) <= 1


def sides(*results: tuple[int, int]) -> list[Side]:
    return [Side(round_, opponent, halves, 0) for round_, (opponent, halves) in enumerate(results, start=1)]


def test_a_newcomer_of_even_results_gets_the_middle_of_the_opponents():
    first = iterated(curves.naspa, Limits())
    assert first({9: sides((1, 2), (2, 0))}, {1: 1400.0, 2: 1600.0})[9] == pytest.approx(1500, abs=0.01)


def test_a_newcomers_rating_is_at_least_500_and_at_most_400_above_the_best_opponent():
    first = iterated(curves.naspa, Limits())
    rated = {1: 1200.0, 2: 1300.0}
    assert first({9: sides((1, 2), (2, 2))}, rated)[9] == 1700
    assert first({9: sides((1, 0), (2, 0))}, {1: 600.0, 2: 700.0})[9] == 500
    assert first({9: sides((1, 2), (2, 0))}, {1: 300.0, 2: 1000.0})[9] == pytest.approx(650, abs=0.01)


def test_without_a_rated_opponent_the_best_unrated_one_bounds_and_the_start_is_1500():
    found = iterated(curves.naspa, Limits())({8: sides((9, 1)), 9: sides((8, 1))}, {})
    assert found == {8: pytest.approx(1500), 9: pytest.approx(1500)}
    lopsided = iterated(curves.naspa, Limits())({8: sides((9, 2)), 9: sides((8, 0))}, {})
    assert lopsided[8] - lopsided[9] > 300


def test_newcomers_who_met_agree_with_each_other():
    games = {8: sides((1, 2), (9, 2)), 9: sides((1, 0), (8, 0), (2, 2))}
    rated = {1: 1500.0, 2: 1300.0}
    found = iterated(logistic(172))(games, rated)
    for number, own in games.items():
        expected = sum(logistic(172)(found[number] - {**rated, **found}[side.opponent]) for side in own)
        goal = attainable(sum(side.halves for side in own) / 2, len(own))
        assert expected == pytest.approx(goal, abs=1e-4)


def test_a_newcomer_without_a_game_gets_no_rating():
    assert iterated(curves.naspa)({9: []}, {1: 1500.0}) == {}
    assert starting_at(1500)({9: []}, {1: 1500.0}) == {}
    assert starting_at(1500)({9: sides((1, 2))}, {1: 1200.0}) == {9: 1500}


def test_the_old_nsa_adds_a_whole_difference_to_the_mean_opponent():
    first = approximate(nsa_table, Limits())
    own = sides((1, 2), (2, 2), (3, 2), (4, 0), (5, 0))
    mean = dict.fromkeys(range(1, 6), 1400.0)
    assert first({9: own}, mean)[9] == 1400 + 72  # 60%
    assert first({9: [Side(one.round, one.opponent, 2 - one.halves, 0) for one in own]}, mean)[9] == 1400 - 72


@given(st.floats(-3000, 3000))
def test_rounding_goes_to_the_nearest_and_halves_go_up(value):
    assert abs(rounded(value) - value) <= 0.5
    assert rounded(math.floor(value) + 0.5) == math.floor(value) + 1


def test_the_change_is_only_told_where_there_was_a_rating():
    assert PlayerRating(1, 1500, 1510, 3, 2, 1.5).change == 10
    assert PlayerRating(1, 0, 1510, 3, 2, 1.5).change is None
