"""Clinched places and the groups they keep apart."""

import pytest

from pairings.engine.contention.settled import settled
from tests.pairings.engine.contention.made_up import situation, stakes

EVEN = [0] * 12


def clinched(made):
    return [rank for rank, sure in enumerate(settled(made).clinched) if sure]


def test_a_leader_more_games_ahead_than_are_left_is_settled():
    assert clinched(situation([9, 6, 6, 5], left=2)) == [0]
    assert settled(situation([9, 6, 6, 5], left=2)).first


@pytest.mark.parametrize(("lead", "sure"), [(799, []), (800, []), (801, [0])])
def test_level_on_games_the_spread_that_can_swing_decides(lead, sure):
    """Two rounds left, 200 points gained and 200 lost a round: 800."""
    assert clinched(situation([8, 6, 6, 5], [lead, 0, -1, -2], left=2)) == sure


def test_third_place_can_be_settled_alone():
    made = situation([9, 9, 6, 3, 3, 3], left=1, stakes=stakes(place_prizes=5))
    assert clinched(made) == [2]
    assert not settled(made).first


def test_beyond_the_prizes_nobody_is_settled():
    assert clinched(situation([9, 6, 3, 0], left=1, stakes=stakes(place_prizes=2))) == [0, 1]


def test_the_players_between_settled_places_play_apart():
    made = situation([20, 12, 12, 9, 5, 5, 5, 5], left=1, rounds=30, stakes=stakes(place_prizes=4))
    assert clinched(made) == [0, 3]
    assert settled(made).groups == (0, 1, 1, 0, 0, 0, 0, 0)
    assert settled(made).takes_bye


def test_an_odd_group_takes_in_the_settled_player_below_it():
    made = situation([12, 12, 12, 9, 5, 5], left=1, rounds=30, stakes=stakes(place_prizes=5))
    assert clinched(made) == [3]
    assert settled(made).groups == (1, 1, 1, 1, 0, 0)
    assert not settled(made).takes_bye


def test_neighbours_who_are_both_settled_shut_nobody_in():
    made = situation([20, 16, 5, 5, 5, 5], left=2, rounds=30)
    assert settled(made).clinched[:2] == (True, True)
    assert settled(made).groups == (0,) * 6
    assert settled(made).top() == 2
