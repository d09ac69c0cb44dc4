"""Levels packed into one exact integer."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pairings.engine.errors import WeightOverflow
from pairings.engine.matching.costs import Criterion, level_values, pack, pack_with_tie_break
from pairings.engine.matching.potentials import potentials
from tests.pairings.engine.fields import random_costs


def ints(*values):
    return np.array(values, dtype=np.int64)


def test_criteria_of_one_level_are_added_with_their_weights():
    level = (Criterion("wins", ints(1, 2)), Criterion("starts", ints(3, 0), weight=10))
    assert level_values(level).tolist() == [31, 2]


@pytest.mark.parametrize("values", [ints(4, -1), np.array([0.5, 1.0]), np.array([True, False])])
def test_a_cost_that_could_not_be_added_up_exactly_is_refused(values):
    with pytest.raises(ValueError, match=r"The cost 'wins' must be whole numbers \(int64\), none below 0\."):
        Criterion("wins", values)


def test_one_unit_of_a_level_outweighs_all_a_round_can_add_up_to_below_it():
    one_worse, all_worst = pack([ints(1, 0), ints(0, 9)], boards=7).exact()
    assert one_worse > 7 * all_worst


@given(st.integers(1, 300), st.data())
def test_packed_sums_compare_as_the_levels_do(boards, data):
    rows = data.draw(st.lists(st.tuples(*[st.integers(0, 2**12)] * 4), min_size=2, max_size=8))
    packed = pack([ints(*column) for column in zip(*rows, strict=True)], boards).exact()
    picks = st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=boards)
    one, two = data.draw(picks), data.draw(picks)
    by_levels = [tuple(sum(rows[at][level] for at in pick) for level in range(4)) for pick in (one, two)]
    by_packed = [sum(packed[at] for at in pick) for pick in (one, two)]
    assert (by_levels[0] < by_levels[1]) == (by_packed[0] < by_packed[1])
    assert (by_levels[0] == by_levels[1]) == (by_packed[0] == by_packed[1])


def test_a_level_in_which_all_cost_nothing_takes_no_room():
    assert pack([ints(0, 0), ints(5, 6), ints(0, 0)], boards=10).exact() == [5, 6]


def test_costs_over_sixty_bits_are_kept_in_two_parts():
    packed = pack([ints(2**40), ints(2**30), ints(2**20)], boards=2)
    assert (packed.upper.tolist(), packed.exact()[0].bit_length()) == ([2**40], 40 + packed.shift + 1)


def test_levels_that_do_not_fit_are_refused_with_the_bits_they_need():
    with pytest.raises(WeightOverflow, match="need 162 bits") as refused:
        pack([ints(2**50), ints(2**50), ints(2**50)], boards=4)
    assert refused.value.bits == 162


def test_a_single_level_has_sixty_bits_and_no_more():
    assert pack([ints(2**60 - 2)], boards=1).exact() == [2**60 - 2]
    with pytest.raises(WeightOverflow):
        pack([ints(2**60 - 1)], boards=1)


@given(st.integers(0, 10**6), st.integers(2, 12))
def test_potentials_leave_no_edge_below_nothing_and_each_vertex_an_edge_at_nothing(seed, size):
    upper, lower = random_costs(size, seed, most=5), random_costs(size, seed + 1)
    one, two = ints(*(edge[0] for edge in upper)), ints(*(edge[1] for edge in upper))
    high, low = ints(*upper.values()), ints(*(lower[edge] for edge in upper))
    u_high, u_low = potentials(size, one, two, high, low)
    rest = list(zip((high - u_high[one] - u_high[two]).tolist(), (low - u_low[one] - u_low[two]).tolist(), strict=True))
    assert min(rest) == (0, 0)
    assert all(
        (0, 0) in [rest[at] for at in range(len(rest)) if vertex in (one[at], two[at])] for vertex in range(size)
    )


def test_a_vertex_without_an_edge_has_no_potential():
    u_high, u_low = potentials(3, ints(0), ints(1), ints(4), ints(2))
    assert (u_high[2], u_low[2]) == (0, 0)


@pytest.mark.parametrize(("width", "bits"), [(30, 24), (60, 24), (84, 16), (100, 8)])
def test_the_tie_break_gets_the_most_bits_that_fit_below_the_levels(width, bits):
    levels = [ints(2 ** (width // 2)), ints(2 ** (width // 2))]
    asked = []
    pack_with_tie_break(levels, 1, lambda room: asked.append(room) or ints(2**room - 1))
    assert asked[-1] == bits


def test_a_tie_break_that_does_not_fit_at_all_is_refused():
    with pytest.raises(WeightOverflow):
        pack_with_tie_break([ints(2**58), ints(2**58)], 1, lambda room: ints(2**room - 1))
