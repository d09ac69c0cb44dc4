"""Boards of a large field are ruled out before it is solved: bounds hold, and no board of the cheapest round is left out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.checking.generator import MadeUpEvent
from pairings.engine.matching import optimum
from pairings.engine.matching.costs import level_values
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.optimum import open_boards
from pairings.engine.matching.proving import bounded
from pairings.engine.methods import king_of_the_hill, queen_of_the_hill, swiss
from pairings.engine.model import Repeats
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


# ── The bound ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_board_costs_what_it_costs_above_the_bound():
    one, two = boards_of(6)
    costs = (one - two) ** 2 - 1
    reduced, bound = bounded(costs, ints(*[0] * 5), one, two)
    assert (reduced.tolist(), bound) == (costs.tolist(), 0)


def test_two_odd_groups_need_one_board_between_them_and_no_round_is_cheaper():
    wins = ints(2, 2, 2, 0, 0, 0)
    one, two = boards_of(6)
    costs, steps = (wins[one] - wins[two]) ** 2, (wins[:-1] - wins[1:]) ** 2
    reduced, bound = bounded(costs, steps, one, two)
    assert (reduced.tolist(), bound) == ([0] * len(one), 4)


def test_cuts_that_cost_more_than_a_board_across_them_are_no_bound():
    one, two = boards_of(4)
    costs = np.where((one == 0) & (two == 3), 0, 1).astype(np.int64)
    reduced, bound = bounded(costs, ints(5, 5, 5), one, two)
    assert (reduced.tolist(), bound) == ([0, 1, 0, 0, 0, 1], 1)  # as the cheapest round: 0-3 and 1-2


def test_what_every_board_of_a_player_costs_is_in_the_bound():
    one, two = boards_of(4)
    costs = np.where(one == 0, two + 4, 0).astype(np.int64)  # 5, 6 or 7 for the first player, nothing for the others
    reduced, bound = bounded(costs, ints(0, 0, 0), one, two)
    assert (reduced.tolist(), bound) == ([0, 1, 2, 0, 0, 0], 5)


@given(st.integers(2, 4), st.sampled_from(sorted(LEVELS)), st.integers(0, 9), st.integers(0, 2**31))
def test_every_round_costs_the_bound_and_the_reduced_costs_of_its_boards_or_more(half, name, rounds, seed):
    table = in_order(MadeUpEvent(2 * half, rounds + 2, seed).play_quickly(rounds).task())
    one, two = open_boards(table)
    places = np.arange(table.size - 1)
    values, steps = (level_values(LEVELS[name](table, *ends)[0]) for ends in ((one, two), (places, places + 1)))
    reduced, bound = bounded(values, steps, one, two)
    boards = list(zip(one.tolist(), two.tolist(), strict=True))
    costs, above = (dict(zip(boards, each.tolist(), strict=True)) for each in (values, reduced))
    assert min(above.values(), default=0) >= 0
    for pairs in every_pairing(list(range(table.size))):
        assert sum(costs[pair] for pair in pairs) >= bound + sum(above[pair] for pair in pairs)


# ── A whole field ───────────────────────────────────────────────────────────────────────────────────────────


@given(
    st.sampled_from(sorted(LEVELS)),
    st.tuples(st.integers(3, 16), st.integers(0, 9), st.integers(1, 3)),
    st.integers(0, 2**31),
    st.sampled_from([Repeats.AVOID, Repeats.ALLOW]),
    st.sampled_from([Rules(), Rules(apart=(Apart("club", 0, Strength.AVOID),))]),
)
def test_boards_ruled_out_first_change_no_board_of_the_round(name, sizes, seed, repeats, rules):
    half, rounds, to_come = sizes
    event = MadeUpEvent(2 * half, rounds + to_come, seed, repeats=repeats, rules=rules, clubs=3).play_quickly(rounds)
    table = in_order(event.task())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(optimum, "NARROWED_FROM", 2)
        narrowed = optimum.optimum(table, LEVELS[name], repeats)
    assert narrowed == optimum.optimum(table, LEVELS[name], repeats)


@pytest.mark.parametrize(("players", "rounds"), [(200, 5), (420, 1), (500, 6)])
def test_a_large_field_costs_what_all_its_boards_say(players, rounds, monkeypatch):
    table = in_order(MadeUpEvent(players, 14, players).play_quickly(rounds).task())
    narrowed = optimum.optimum(table, swiss.levels, Repeats.AVOID)
    monkeypatch.setattr(optimum, "NARROWED_FROM", players + 1)
    assert narrowed == optimum.optimum(table, swiss.levels, Repeats.AVOID)


def test_a_method_without_costs_is_paired_whole(monkeypatch):
    monkeypatch.setattr(optimum, "NARROWED_FROM", 2)
    table = in_order(task(fresh(12)))
    assert len(optimum.optimum(table, lambda *_: (), Repeats.AVOID).pairs) == 6
