"""How trials pair the rounds that are left."""

from hypothesis import given, strategies as st

from pairings.engine.contention.settled import Settled, settled
from pairings.engine.contention.trial_rounds import trial_round, trial_rounds
from tests.pairings.engine.contention.made_up import random_situation


def free(size):
    return Settled((False,) * size, (0,) * size)


def test_factor_pairing_by_rounds_left_and_the_rest_in_halves():
    assert trial_round(free(12), 2, 12).pairs == ((0, 2), (1, 3), (4, 8), (5, 9), (6, 10), (7, 11))
    assert trial_round(free(12), 3, 12).pairs == ((0, 3), (1, 4), (2, 5), (6, 9), (7, 10), (8, 11))


def test_the_factor_is_capped():
    assert trial_round(free(8), 6, 2).pairs == ((0, 2), (1, 3), (4, 6), (5, 7))
    assert trial_round(free(8), 6, 8).pairs == ((0, 4), (1, 5), (2, 6), (3, 7))


def test_the_last_round_is_king_of_the_hill():
    assert trial_round(free(6), 1, 6).pairs == ((0, 1), (2, 3), (4, 5))


def test_an_odd_field_has_nobody_below_the_last():
    assert trial_round(free(5), 1, 5).pairs == ((0, 1), (2, 3), (4, 5))


def test_settled_players_meet_at_the_end():
    places = Settled((True, False, False, True, False, False), (0, 1, 1, 0, 0, 0))
    assert trial_round(places, 2, 6).pairs == ((1, 2), (4, 5), (0, 3))


def test_the_last_of_an_odd_group_meets_the_settled_player():
    places = Settled((True, False, False, False), (0, 0, 0, 0))
    assert trial_round(places, 2, 6).pairs == ((1, 2), (3, 0))


def test_rounds_come_in_the_order_they_are_played():
    rounds = trial_rounds(free(8), 3, 8)
    assert [one.pairs[0] for one in rounds] == [(0, 3), (0, 2), (0, 1)]


@given(st.integers(2, 30), st.integers(0, 2**20), st.integers(1, 8), st.integers(1, 30))
def test_everybody_plays_once_in_every_trial_round(size, seed, left, factor):
    places = settled(random_situation(size, seed, rounds=12 + left))
    ranks = [rank for board in trial_round(places, left, factor).pairs for rank in board]
    assert sorted(ranks) == list(range(size + size % 2))
