"""Swiss with the other two shapes of a group: first against last, and neighbours."""

import networkx as nx
import numpy as np
import pytest

from checklist.made_up_events import MadeUpEvent
from pairings.engine.matching.costs import level_values, pack
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.optimum import not_met_boards, optimum
from pairings.engine.methods import swiss
from pairings.engine.methods.registry import pair
from pairings.engine.methods.swiss import Shape
from pairings.engine.model import Proof
from tests.pairings.engine.fields import boards, contestant, fresh, pairs, task

METHOD = {Shape.SLIDE: "swiss", Shape.FOLD: "swiss_fold", Shape.ADJACENT: "swiss_adjacent"}


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Shape.SLIDE, pairs((1, 4), (2, 5), (3, 6))),
        (Shape.FOLD, pairs((1, 6), (2, 5), (3, 4))),
        (Shape.ADJACENT, pairs((1, 2), (3, 4), (5, 6))),
    ],
)
def test_a_group_of_six(shape, expected):
    assert boards(pair(task(fresh(6), METHOD[shape]))) == expected


@pytest.mark.parametrize("shape", Shape)
def test_an_odd_group_sends_its_last_to_the_first_of_the_next_whatever_the_shape(shape):
    field = [contestant(number, halves=2 * (number <= 3)) for number in range(1, 7)]
    assert frozenset({3, 4}) in boards(pair(task(field, METHOD[shape], number=2)))


@pytest.mark.parametrize("shape", Shape)
def test_above_twelve_players_the_cost_equals_an_independent_solvers(shape):
    made = MadeUpEvent(30, 14, 4).play_quickly(6).task(METHOD[shape])
    table = cross_table(tuple(sorted(made.present(), key=lambda player: player.score_order)), made)
    one, two = not_met_boards(table)
    levels = [level_values(level) for level in swiss.levels(table, one, two, shape)]
    graph = nx.Graph()
    graph.add_weighted_edges_from(zip(one.tolist(), two.tolist(), [-c for c in pack(levels, 15).exact()], strict=True))
    theirs = sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    rows = np.array(theirs).T
    best = {c.name: int(c.values.sum()) for level in swiss.levels(table, rows[0], rows[1], shape) for c in level}
    ours = {part.criterion: part.value for part in pair(made).total}
    assert {name: ours[name] for name in best} == best


def test_a_large_field_is_solved_over_its_likely_boards_with_the_same_sums_as_over_all():
    made = MadeUpEvent(410, 14, 6).play_quickly(7).task("swiss_fold")
    table = cross_table(tuple(sorted(made.present(), key=lambda player: player.score_order)), made)

    def levels(rows, one, two):
        return swiss.levels(rows, one, two, Shape.FOLD)

    def likely(rows, width):
        return swiss.likely(rows, width, Shape.FOLD)

    few = optimum(table, levels, made.repeats, likely)
    every = optimum(table, levels, made.repeats, likely, whole=True)
    assert (few.pairs, few.proof, every.proof) == (every.pairs, Proof.CANDIDATES, Proof.WHOLE)
