"""Minimum-cost perfect matching, exact (Galil 1986, as solved by rustworkx).

The solver computes in 128-bit integers and answers wrongly without an error from 126 bits on, so a larger cost is
refused here.  It returns a smaller matching, again without an error, where no perfect one exists: checked here.
"""

from collections.abc import Iterable, Sequence
from math import gcd

import numpy as np
import rustworkx as rx

from pairings.engine.errors import SolverFailed, WeightOverflow
from .costs import LIMIT_BITS, Ints, PackedCosts
from .potentials import potentials

Edge = tuple[int, int]

GOLDEN = 0.618


def cheapest_perfect_matching(size: int, first: Ints, second: Ints, costs: PackedCosts) -> list[Edge] | None:
    """The perfect matching of vertices 0..size-1 with the least total cost, or None where there is none.

    first, second: the ends of the edges, each pair of different vertices at most once.  costs: one an edge.  The answer has
    the lower vertex first and is sorted; it does not depend on the order of the edges where the least total is unique.
    Raises WeightOverflow where a cost needs more than LIMIT_BITS bits, SolverFailed where the proof fails.
    """
    if size == 0:
        return []
    if size % 2 or len(first) < size // 2:
        return None
    # Exact costs less the potentials of both ends, none below 0.
    u_high, u_low = potentials(size, first, second, costs.upper, costs.lower)
    high = (costs.upper - u_high[first] - u_high[second]).tolist()
    low = (costs.lower - u_low[first] - u_low[second]).tolist()
    exact = [(above << costs.shift) + below for above, below in zip(high, low, strict=True)]
    least = min(exact)
    exact = [cost - least for cost in exact] if least < 0 else exact
    ceiling = max(exact) + 1
    if ceiling.bit_length() > LIMIT_BITS:
        raise WeightOverflow(ceiling.bit_length())
    spread = spread_out(size)
    weights = (ceiling - cost for cost in exact)
    pairs = heaviest_matching(size, zip(spread[first].tolist(), spread[second].tolist(), weights, strict=True))
    if 2 * len(pairs) != size:
        return None
    back = np.argsort(spread).tolist()
    return sorted((min(back[first], back[second]), max(back[first], back[second])) for first, second in pairs)


def spread_out(size: int) -> Ints:
    """A fixed renumbering of the vertices in which neighbours stand far apart.

    Where neighbours are alike, as in standings, the solver is up to twice as fast when it does not meet them in a row.
    """
    step = round(size * GOLDEN)
    while gcd(step, size) > 1:
        step += 1
    return np.arange(size, dtype=np.int64) * step % size


def largest_matching(size: int, edges: Sequence[Edge]) -> list[Edge]:
    """A matching with as many pairs as the graph allows, lower vertex first, sorted."""
    return heaviest_matching(size, ((first, second, 1) for first, second in edges))


def heaviest_matching(size: int, edges: Iterable[tuple[int, int, int]]) -> list[Edge]:
    """The heaviest of the matchings with the most pairs, lower vertex first, sorted; the solver proves it.

    edges: one vertex, another, a weight of at most LIMIT_BITS bits.  Raises SolverFailed where the proof fails.
    """
    graph: rx.PyGraph[int, int] = rx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(list(edges))
    try:
        pairs = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=True)
    except BaseException as problem:  # a failed proof is a Rust panic, which is no Exception
        if type(problem).__name__ != "PanicException":
            raise
        raise SolverFailed("The solver could not prove its pairing, so it is not used. Please report this.") from None
    return sorted((min(pair), max(pair)) for pair in pairs)
