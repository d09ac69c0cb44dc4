"""Australian Draw: casement, highest first, reset round, the empty place."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.errors import NoPairingPossible
from pairings.engine.methods.australian import casement, highest_first, pairable
from pairings.engine.methods.registry import pair
from pairings.engine.rules import BYE, Rules
from tests.pairings.engine.fields import boards, every_pairing, fresh, pairs, task, with_meetings


def open_boards(size, seed, share):
    rng = random.Random(seed)
    may = np.zeros((size, size), dtype=bool)
    for one in range(size):
        for two in range(one + 1, size):
            may[one, two] = may[two, one] = rng.random() < share
    return may


def possible(may):
    return [found for found in every_pairing(list(range(len(may)))) if all(may[one, two] for one, two in found)]


@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6), st.sampled_from([0.3, 0.6, 0.9]))
def test_highest_first_is_the_first_of_all_rounds_in_reading_order(size, seed, share):
    may = open_boards(size, seed, share)
    every = possible(may)
    assert highest_first(may) == (list(min(every)) if every else None)


@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6), st.sampled_from([0.3, 0.6, 0.9]))
def test_a_casement_has_the_fewest_boards_inside_a_half_and_then_the_least_moving(size, seed, share):
    may, half = open_boards(size, seed, share), size // 2

    def cost(found):
        return (
            sum((one < half) == (two < half) for one, two in found),
            sum((two - one - half) ** 2 for one, two in found),
        )

    every = possible(may)
    found = casement(may)
    assert (cost(found) if found else None) == (min(map(cost, every)) if every else None)


@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6), st.sampled_from([0.2, 0.5, 0.8]))
def test_pairable_agrees_with_trying_every_round(size, seed, share):
    may = open_boards(size, seed, share)
    assert pairable(may, list(range(size))) is bool(possible(may))


def test_round_1_is_top_half_against_bottom_half():
    assert boards(pair(task(fresh(8), "australian"))) == pairs((1, 5), (2, 6), (3, 7), (4, 8))


def test_round_1_of_an_odd_field_gives_the_middle_the_bye():
    pairing = pair(task(fresh(7), "australian"))
    assert (boards(pairing), pairing.byes) == (pairs((1, 5), (2, 6), (3, 7)), (4,))


def test_meetings_before_the_reset_round_are_forgotten():
    field = with_meetings(fresh(4), {1: [(1, 2), (3, 4)], 3: [(1, 3), (2, 4)]}, 3)
    made = task(field, "australian", number=4)
    assert boards(pair(made)) == pairs((1, 4), (2, 3))
    assert boards(pair(replace(made, rules=Rules(repeats_from=2)))) == pairs((1, 2), (3, 4))
    assert pair(replace(made, rules=Rules(repeats_from=2))).warnings == ()


def test_the_reset_moves_on_one_round_at_a_time_and_a_warning_says_so():
    field = with_meetings(fresh(4), {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}, 3)
    pairing = pair(task(field, "australian", number=4))
    assert boards(pairing) == pairs((1, 2), (3, 4))
    assert pairing.warnings[0] == "Meetings before round 2 had to be forgotten to pair this round."


def test_a_board_may_be_played_so_often_as_the_cap_says():
    field = with_meetings(fresh(4), {1: [(1, 2)]}, 1)
    assert boards(pair(task(field, "australian", number=2, rules=Rules(most_meetings=2)))) == pairs((1, 2), (3, 4))


def test_the_empty_place_is_met_once_by_everybody_before_anybody_meets_it_twice():
    event = MadeUpEvent(7, 7, 4)
    byes = [pairing.byes[0] for _, pairing in event.play_through("australian")]
    assert sorted(byes) == [1, 2, 3, 4, 5, 6, 7]


def test_a_volunteer_has_the_bye_and_a_refusal_is_kept():
    field = tuple(replace(player, volunteers=player.number == 2) for player in fresh(5))
    assert pair(task(field, "australian", number=2)).byes == (2,)
    assert pair(task(fresh(5), "australian", number=2, rules=Rules(forbidden=((5, BYE),)))).byes == (4,)


def test_nobody_may_have_the_bye():
    with pytest.raises(NoPairingPossible, match="no bye above rank 6"):
        pair(task(fresh(5), "australian", number=2, rules=Rules(no_bye_above=5)))


def test_a_rule_that_leaves_no_round_is_named():
    with pytest.raises(NoPairingPossible, match="1 and 2 kept apart"):
        pair(task(fresh(2), "australian", number=2, rules=Rules(forbidden=((1, 2),))))


@given(st.integers(4, 24), st.integers(1, 30), st.integers(0, 2**31))
def test_over_a_whole_event_nobody_is_left_out_and_no_repeat_comes_while_there_is_a_round_without(
    players, rounds, seed
):
    event = MadeUpEvent(players, rounds, seed).play_quickly(min(rounds - 1, 8))
    made = event.task("australian")
    pairing = pair(made)
    assert check(made, pairing) == []
    players_of = {player.number: player for player in made.contestants}
    repeats = [board for board in boards(pairing) for one, two in [tuple(board)] if players_of[one].rounds_met(two)]
    assert bool(repeats) <= any("had to be forgotten" in line for line in pairing.warnings)


def test_a_large_field_is_drawn():
    made = MadeUpEvent(150, 20, 3).play_quickly(9).task("australian")
    assert check(made, pair(made)) == []
