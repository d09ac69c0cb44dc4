"""A large field's round is proved over every board: bounds hold, and no board that a cheaper round needs is left out."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.matching import optimum
from pairings.engine.matching.costs import level_values
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.optimum import open_boards
from pairings.engine.matching.proving import bounded, still_open
from pairings.engine.methods import king_of_the_hill, queen_of_the_hill, swiss
from pairings.engine.model import Proof, Repeats
from pairings.engine.rules import Apart, Rules, Strength
from tests.pairings.engine.fields import every_pairing, fresh, task

LEVELS = {"swiss": swiss.levels, "king": king_of_the_hill.levels, "queen": queen_of_the_hill.levels}


def ints(*values):
    return np.array(values, dtype=np.int64)


def boards_of(size):
    return np.triu_indices(size, 1)


def in_order(made):
    """The table of an even number of a task's players, in the order of a Swiss."""
    players = tuple(sorted(made.present(), key=lambda one: one.score_order))
    return cross_table(players[: len(players) // 2 * 2], made)


def sums(table, levels, pairs):
    one, two = ints(*(pair[0] for pair in pairs)), ints(*(pair[1] for pair in pairs))
    return [int(level_values(level).sum()) for level in levels(table, one, two)]


def left_of(table, levels, pairs):
    """The boards that a round cheaper than `pairs` could use."""
    one, two = open_boards(table)
    places = np.arange(table.size - 1)
    values, steps = (
        [level_values(level) for level in levels(table, *ends)] for ends in ((one, two), (places, places + 1))
    )
    left = still_open(values, steps, sums(table, levels, pairs), one, two)
    return set(zip(one[left].tolist(), two[left].tolist(), strict=True))


# ── The bound ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_round_that_costs_nothing_leaves_no_board_open():
    one, two = boards_of(4)
    assert still_open([abs(one - two) - 1], [ints(0, 0, 0)], [0], one, two).tolist() == []


def test_two_odd_groups_need_one_board_between_them_and_no_round_is_cheaper():
    wins = ints(2, 2, 2, 0, 0, 0)
    one, two = boards_of(6)
    costs, steps = (wins[one] - wins[two]) ** 2, (wins[:-1] - wins[1:]) ** 2
    assert still_open([costs], [steps], [4], one, two).tolist() == []
    left = still_open([costs], [steps], [12], one, two)
    assert len(left) == len(one)


def test_a_board_that_costs_more_than_the_round_in_hand_has_to_give_is_out():
    one, two = boards_of(6)
    costs = (one - two) ** 2 - 1
    left = still_open([costs], [ints(*[0] * 5)], [3], one, two)
    assert sorted(set((two - one)[left].tolist())) == [1, 2]


def test_a_lower_level_counts_only_where_the_one_above_meets_its_bound():
    one, two = boards_of(4)
    above, below, steps = (one == 0).astype(np.int64), abs(one - two) - 1, ints(0, 0, 0)
    assert len(still_open([above, below], [steps, steps], [2, 0], one, two)) == len(one)
    assert still_open([above * 0, below], [steps, steps], [0, 1], one, two).tolist() == [0, 1, 3, 4, 5]


def test_cuts_that_cost_more_than_a_board_across_them_are_no_bound():
    one, two = boards_of(4)
    costs = np.where((one == 0) & (two == 3), 0, 1).astype(np.int64)
    left = still_open([costs], [ints(5, 5, 5)], [2], one, two)
    assert len(left) == len(one)


@given(st.integers(2, 4), st.sampled_from(sorted(LEVELS)), st.integers(0, 9), st.integers(0, 2**31))
def test_every_cheaper_round_has_only_boards_that_are_left(half, name, rounds, seed):
    table = in_order(MadeUpEvent(2 * half, rounds + 2, seed).play_quickly(rounds).task())
    every = list(every_pairing(list(range(table.size))))
    totals = [sums(table, LEVELS[name], pairs) for pairs in every]
    for at in (seed % len(every), min(range(len(every)), key=totals.__getitem__)):
        left = left_of(table, LEVELS[name], every[at])
        for pairs, total in zip(every, totals, strict=True):
            assert total >= totals[at] or set(pairs) <= left


# ── A whole field ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def small_is_large(monkeypatch):
    """Fields of more than eight players count as large."""
    monkeypatch.setattr(optimum, "WHOLE_LIMIT", 8)


def neighbours(width):
    """Too few likely boards, so that the optimum is often not among them."""
    return lambda table, _: king_of_the_hill.neighbours(table, width)


@given(
    st.sampled_from(sorted(LEVELS)), st.tuples(st.integers(5, 16), st.integers(0, 6)), st.integers(0, 2**31),
    st.sampled_from([Repeats.AVOID, Repeats.ALLOW]),
    st.sampled_from([Rules(), Rules(apart=(Apart("club", 0, Strength.AVOID),))]),
)  # fmt: skip
def test_the_round_proved_costs_what_the_whole_problem_says(name, sizes, seed, repeats, rules):
    half, rounds = sizes
    event = MadeUpEvent(2 * half, rounds + 3, seed, repeats=repeats, rules=rules, clubs=3).play_quickly(rounds)
    table = in_order(event.task())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(optimum, "WHOLE_LIMIT", 8)
        found = optimum.optimum(table, LEVELS[name], repeats, neighbours(4), prove=True)
    every = optimum.optimum(table, LEVELS[name], repeats, neighbours(4), whole=True)
    assert (found.proof, every.proof) == (Proof.WHOLE, Proof.WHOLE)
    assert totals_of(found) == totals_of(every)


@given(
    st.sampled_from(sorted(LEVELS)), st.tuples(st.integers(3, 16), st.integers(0, 9), st.integers(1, 3)),
    st.integers(0, 2**31), st.sampled_from([Repeats.AVOID, Repeats.ALLOW]),
    st.sampled_from([Rules(), Rules(apart=(Apart("club", 0, Strength.AVOID),))]),
)  # fmt: skip
def test_boards_ruled_out_first_change_no_board_of_the_round(name, sizes, seed, repeats, rules):
    half, rounds, to_come = sizes
    event = MadeUpEvent(2 * half, rounds + to_come, seed, repeats=repeats, rules=rules, clubs=3).play_quickly(rounds)
    table = in_order(event.task())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(optimum, "NARROWED_FROM", 2)
        narrowed = optimum.optimum(table, LEVELS[name], repeats, neighbours(2))
    assert narrowed == optimum.optimum(table, LEVELS[name], repeats, neighbours(2), whole=True)


def test_what_every_board_of_a_player_costs_is_in_the_bound():
    one, two = boards_of(4)
    costs = np.where(one == 0, two + 4, 0).astype(np.int64)  # 5, 6 or 7 for the first player, nothing for the others
    reduced, bound = bounded(costs, ints(0, 0, 0), one, two)
    assert (reduced.tolist(), bound) == ([0, 1, 2, 0, 0, 0], 5)


def totals_of(best):
    sums_by_name = {}
    for parts in best.parts:
        for part in parts:
            sums_by_name[part.criterion] = sums_by_name.get(part.criterion, 0) + part.value
    return sums_by_name


def test_a_round_that_the_likely_boards_miss_is_found_by_the_proof(small_is_large):
    table = in_order(task(fresh(12)))
    found = optimum.optimum(table, swiss.levels, Repeats.AVOID, neighbours(2), prove=True)
    assert found.proof is Proof.WHOLE
    assert found.pairs == tuple((place, place + 6) for place in range(6))


@pytest.mark.parametrize("limit", ["PROVED_UP_TO", "MOST_LEFT"])
def test_a_field_too_large_to_prove_says_so(small_is_large, monkeypatch, limit):
    monkeypatch.setattr(optimum, limit, 0)
    table = in_order(task(fresh(12)))
    assert optimum.optimum(table, swiss.levels, Repeats.AVOID, neighbours(2), prove=True).proof is Proof.CANDIDATES


def test_a_method_without_costs_has_nothing_to_prove(small_is_large):
    table = in_order(task(fresh(12)))
    assert optimum.optimum(table, lambda *_: (), Repeats.AVOID, neighbours(2), prove=True).proof is Proof.WHOLE


@pytest.mark.parametrize(("players", "rounds"), [(420, 1), (500, 6), (600, 9)])
def test_fields_over_400_are_proved(players, rounds):
    table = in_order(MadeUpEvent(players, 14, players).play_quickly(rounds).task())
    found = optimum.optimum(table, swiss.levels, Repeats.AVOID, swiss.likely, prove=True)
    every = optimum.optimum(table, swiss.levels, Repeats.AVOID, swiss.likely, whole=True)
    assert found.proof is Proof.WHOLE
    assert totals_of(found) == totals_of(every)
