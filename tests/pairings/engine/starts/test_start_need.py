"""The start term of the matching, and the seeded choices."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pairings.engine.matching.tie_break import coin, pair_bits, player_bits, seeded_bits, shuffled
from pairings.engine.starts.need import need_growth, start_needs
from pairings.engine.starts.starters import starter_of
from tdsuite.tournaments.engine.starts import REPLY, START, StartMode, record_of, who_starts
from tests.pairings.engine.fields import contestant

SIDES = st.lists(st.sampled_from([START, REPLY]), max_size=12)
S, R = START, REPLY


def cost(one, two, mode=StartMode.ASSIGNED, number=1, planned=20):
    """The start cost of a board between players with these sides so far."""
    needs = start_needs((record_of(one), record_of(two)), mode, number, planned)
    return int(needs.of_pairs(np.array([0]), np.array([1]))[0])


@pytest.mark.parametrize(
    ("one", "two", "value"),
    [
        ([], [], 0),
        ([S, R], [R, S], 0),
        ([S], [R], 0),
        ([S], [S], 2),  # one starts again: balance 2 costs 1, doubled
        ([R, R], [R, R], 16 + 8),  # one replies again: balance 3 costs 8, run of 3 costs 4, both doubled
        ([S, S], [R, R], 0),
    ],
)
def test_a_board_costs_the_imbalance_and_the_run_that_it_leaves(one, two, value):
    assert cost(one, two) == value


def test_an_imbalance_costs_more_towards_the_last_round_and_a_run_does_not():
    assert [cost([S], [S], number=number) for number in (1, 5, 6, 11, 16, 20)] == [2, 2, 4, 6, 8, 8]
    assert [cost([R, R, R, S, S], [S, R, S, R, S], number=number) for number in (1, 20)] == [8, 8]
    assert [need_growth(number, 4) for number in (1, 2, 3, 4, 9)] == [1, 2, 3, 4, 4]


def test_one_bad_record_costs_more_than_two_fair_ones():
    assert cost([S, S], [S, S]) > 2 * cost([S], [S])


def test_where_tiles_decide_between_equal_records_both_ways_are_averaged():
    assert cost([S, R], [R, S], StartMode.BALANCE) == 0
    assert cost([S, S, R], [S, S, R], StartMode.BALANCE) == cost([S, S, R], [S, S, R], StartMode.ASSIGNED)


def test_drawn_starts_cost_nothing():
    assert cost([S] * 6, [S] * 6, StartMode.DRAW) == 0


@given(SIDES, SIDES, st.sampled_from([StartMode.ASSIGNED, StartMode.BALANCE, StartMode.NSA]))
def test_the_one_who_is_due_is_the_one_who_starts(one, two, mode):
    records = record_of(one), record_of(two)
    due = start_needs(records, mode, 1, 20, ahead=False).due
    starter = who_starts(*records, mode, tie_break=0).starter
    if due[0] == due[1]:
        assert who_starts(*records, mode, tie_break=1).starter != 0
    else:
        assert starter == int(due[1] < due[0])


@given(SIDES, SIDES)
def test_whoever_is_further_behind_even_starts_and_the_two_end_as_near_to_even_as_they_can(one, two):
    players = [contestant(1, record=record_of(one)), contestant(2, record=record_of(two))]
    due = start_needs(tuple(player.record for player in players), StartMode.ASSIGNED, 1, 20).due
    decisions = [starter_of(*players, StartMode.ASSIGNED, toss) for toss in (0, 1)]
    full = any(player.record.run >= 3 for player in players)
    for decision in decisions:
        ways = [(sum(one) + step) ** 2 + (sum(two) - step) ** 2 for step in (1, -1)]
        assert full or ways[decision.starter] == min(ways)
        assert full or due[decision.starter] <= due[1 - decision.starter]


@given(SIDES, SIDES, st.sampled_from(StartMode))
def test_a_board_costs_the_same_whoever_is_named_first(one, two, mode):
    assert cost(one, two, mode) == cost(two, one, mode)


# ── seeded choices ──────────────────────────────────────────────────────────────────────────────────────────


def test_seeded_bits_are_these_on_every_machine():
    assert seeded_bits(1, "pair", 2, 3) == 0x33A6_8CF9_0F0F_C1A9
    assert shuffled(7, "x", (1, 2, 3, 4, 5)) == shuffled(7, "x", (5, 4, 3, 2, 1)) == [1, 4, 3, 2, 5]
    assert pair_bits(player_bits(1, 1, (4,)), player_bits(1, 1, (9,)), 24).tolist() == [7710826]


@given(st.integers(0, 2**31), st.integers(1, 40), st.integers(1, 500), st.integers(501, 999))
def test_a_coin_favours_the_same_player_whoever_is_named_first(seed, number, one, two):
    assert coin(seed, number, one, two) == 1 - coin(seed, number, two, one)


def test_coins_are_fair():
    heads = Counter(coin(5, 1, one, two) for one in range(1, 60) for two in range(one + 1, 60))
    assert abs(heads[0] - heads[1]) < 140  # 1,711 coins: three standard deviations are 125


@given(st.integers(1, 62))
def test_pair_bits_are_symmetric_and_within_their_width(bits):
    words = player_bits(3, 4, tuple(range(1, 21)))
    one, two = np.triu_indices(20, 1)
    values = pair_bits(words[one], words[two], bits)
    assert values.tolist() == pair_bits(words[two], words[one], bits).tolist()
    assert 0 <= values.min() <= values.max() < 2**bits


def test_pair_bits_spread_evenly():
    words = player_bits(3, 4, tuple(range(1, 201)))
    one, two = np.triu_indices(200, 1)
    assert len(set(pair_bits(words[one], words[two], 62).tolist())) == len(one)
    halves = Counter(pair_bits(words[one], words[two], 1).tolist())
    assert abs(halves[0] - halves[1]) < 450  # 19,900 pairs: three standard deviations are 423
