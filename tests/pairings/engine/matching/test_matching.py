"""The exact matching and its traps: width, completeness, order of edges."""

import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st

from pairings.engine.errors import SolverFailed, WeightOverflow
from pairings.engine.matching.costs import PackedCosts
from pairings.engine.matching.matching import LIMIT_BITS, cheapest_perfect_matching, heaviest_matching, largest_matching
from tests.pairings.engine.fields import every_pairing, random_costs


def solve(size, costs, *, upper=None, shift=40):
    """Solve {(one, two): cost}; upper: the same for the part above the shift."""
    edges = list(costs)
    one = np.array([edge[0] for edge in edges], dtype=np.int64)
    two = np.array([edge[1] for edge in edges], dtype=np.int64)
    lower = np.array([costs[edge] for edge in edges], dtype=np.int64)
    above = np.array([upper[edge] if upper else 0 for edge in edges], dtype=np.int64)
    return cheapest_perfect_matching(size, one, two, PackedCosts(above, lower, shift))


def total(costs, pairs):
    return sum(costs[pair] for pair in pairs)


@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6), st.sampled_from([0.4, 0.7, 1.0]))
def test_the_cost_equals_brute_force(size, seed, share):
    costs = random_costs(size, seed, share=share)
    possible = [pairs for pairs in every_pairing(list(range(size))) if all(pair in costs for pair in pairs)]
    found = solve(size, costs)
    if not possible:
        assert found is None
    else:
        assert total(costs, found) == min(total(costs, pairs) for pairs in possible)


@given(st.integers(6, 20), st.integers(0, 10**6), st.sampled_from([0.3, 0.6, 1.0]))
def test_the_cost_equals_an_independent_solver(half, seed, share):
    costs = random_costs(2 * half, seed, share=share)
    graph = nx.Graph()
    graph.add_nodes_from(range(2 * half))
    graph.add_weighted_edges_from((one, two, -cost) for (one, two), cost in costs.items())
    theirs = [tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
    found = solve(2 * half, costs)
    if len(theirs) < half:
        assert found is None
    else:
        assert total(costs, found) == total(costs, theirs)


@given(st.sampled_from([4, 6, 8]), st.integers(0, 10**6))
def test_the_part_above_the_shift_outweighs_the_part_below(size, seed):
    upper, lower = random_costs(size, seed, most=4), random_costs(size, seed + 1, most=2**30)
    best = min((total(upper, pairs), total(lower, pairs)) for pairs in every_pairing(list(range(size))))
    found = solve(size, lower, upper=upper)
    assert (total(upper, found), total(lower, found)) == best


@given(st.integers(0, 10**6))
def test_the_order_of_the_edges_does_not_matter_where_the_optimum_is_unique(seed):
    costs = random_costs(12, seed, most=2**30)
    shuffled = list(costs.items())
    random.Random(seed).shuffle(shuffled)
    assert solve(12, costs) == solve(12, dict(shuffled))


def test_a_smaller_matching_of_more_weight_is_never_taken():
    assert solve(4, {(0, 1): 1000, (1, 2): 0, (2, 3): 1000}) == [(0, 1), (2, 3)]


def test_no_perfect_matching_is_none_and_not_a_part_of_one():
    assert solve(4, {(0, 1): 1, (0, 2): 1, (0, 3): 1}) is None


def test_an_odd_number_of_vertices_has_no_perfect_matching():
    assert solve(3, {(0, 1): 1, (1, 2): 1}) is None


def test_nobody_is_paired_at_no_cost():
    assert solve(0, {}) == []


@pytest.mark.parametrize("bits", [LIMIT_BITS - 1, 100, 70])
def test_costs_up_to_the_limit_are_exact(bits):
    upper = {(0, 1): 1 << 50, (2, 3): 1 << 50, (0, 2): (1 << 50) - 1, (1, 3): 1 << 50, (0, 3): 1 << 50, (1, 2): 1 << 50}
    assert solve(4, dict.fromkeys(upper, 0), upper=upper, shift=bits - 51) == [(0, 2), (1, 3)]


def test_a_cost_beyond_the_solvers_range_is_refused():
    upper = {(0, 1): 1 << 59, (2, 3): 0, (0, 2): 0, (1, 3): 1 << 58, (0, 3): 1 << 59, (1, 2): 1 << 59}
    with pytest.raises(WeightOverflow, match=r"need 12[1-9] bits, more than the exact solver holds"):
        solve(4, dict.fromkeys(upper, 0), upper=upper, shift=64)


def test_an_answer_the_solver_cannot_prove_is_an_error_and_not_an_answer():
    rng = random.Random(0)
    outcomes = set()
    for _ in range(60):
        edges = [(one, two, rng.getrandbits(127) | 1 << 126) for one in range(8) for two in range(one + 1, 8)]
        try:
            heaviest_matching(8, edges)
            outcomes.add("answered")
        except SolverFailed as problem:
            outcomes.add(str(problem))
    assert "The solver could not prove its pairing, so it is not used. Please report this." in outcomes


@given(st.integers(0, 10**6), st.integers(2, 12), st.sampled_from([0.1, 0.3, 0.5]))
def test_a_largest_matching_is_as_large_as_an_independent_one(seed, size, share):
    edges = list(random_costs(size, seed, share=share))
    graph = nx.Graph(edges)
    assert len(largest_matching(size, edges)) == len(nx.max_weight_matching(graph, maxcardinality=True))
