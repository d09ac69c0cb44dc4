"""Contender limits, and what more or fewer hopes do to them."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pairings.engine.contention.settled import outlook_of, settled
from pairings.engine.contention.trials import outlook_from, run_trials
from tests.pairings.engine.contention.made_up import random_situation, stakes

EVENTS = st.builds(
    lambda size, seed: random_situation(size, seed, rounds=15, stakes=stakes(division_sims=200)),
    st.integers(2, 20),
    st.integers(0, 2**20),
)


def test_the_limit_of_a_place_is_the_lowest_who_can_hope_for_it():
    outlook = outlook_of((0, 1, 0, 3), (0, 0, 0, 2), (2, 3, 3, 3))
    assert outlook.limits == (2, 2, 2, 3)


def test_a_place_nobody_can_hope_for_is_its_own_limit():
    assert outlook_of((1, 1), (0, 0), (1, 1)).limits == (0, 1)


@pytest.mark.parametrize(("prizes", "hopeful", "possible"), [(1, 1, 2), (2, 2, 3), (3, 3, 3), (4, 3, 3)])
def test_who_can_hope_for_a_prize_and_who_won_one_in_any_trial(prizes, hopeful, possible):
    outlook = outlook_of((0, 0, 1, 2), (0, 0, 0, 1), (3, 3, 3, 3))
    assert (outlook.hopeful_casher(prizes), outlook.possible_casher(prizes)) == (hopeful, possible)


@given(EVENTS, st.integers(0, 99))
def test_a_lower_place_is_in_reach_of_no_fewer_players(made, seed):
    limits = run_trials(made, settled(made), seed).outlook.limits
    assert list(limits) == sorted(limits)
    assert all(limit >= place for place, limit in enumerate(limits))


@given(EVENTS, st.integers(0, 99), st.sampled_from([0.005, 0.05, 0.5]))
def test_hopes_and_fears_are_what_the_trials_counted(made, seed, hopefulness):
    counts = run_trials(made, settled(made), seed).counts.tolist()
    outlook = outlook_from(np.array(counts), hopefulness)
    places = range(len(counts))
    for rank, row in enumerate(counts):
        assert outlook.hopeful[rank] == next(
            place for place in places if sum(row[: place + 1]) >= hopefulness * sum(row)
        )
        reached = [place for place in places if row[place]]
        assert (outlook.best[rank], outlook.worst[rank]) == (reached[0], reached[-1])
