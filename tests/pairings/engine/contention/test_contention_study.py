"""The study of our own weighting: the same events for all methods, the same figures from the same seed."""

from dataclasses import replace

import pytest

from benchmarks.contention_study import (
    METHODS,
    NAMES,
    Measured,
    Shape,
    difference,
    event_of,
    of_event,
    repeats_of,
    stakes_of,
    with_classes,
)
from pairings.engine.model import Board, Pairing

SMALL = Shape(8, 6, 2, 1)
STRENGTHS = [80.0, 60.0, 40.0, 20.0, -20.0, -40.0, -60.0, -80.0]


def measured(**facts):
    return Measured(**{**dict.fromkeys(NAMES, 0.0), **facts})


def test_an_event_is_measured_once_by_every_method_and_the_same_from_the_same_seed():
    one, two = (dict(of_event(SMALL, 7)) for _ in range(2))
    assert list(one) == list(METHODS)
    assert one == two
    assert all(0 <= result.stake <= 2 and -1 <= result.tau <= 1 for result in one.values())


def test_differences_are_taken_event_by_event():
    ours = [measured(repeats=value) for value in (3.0, 5.0, 4.0)]
    theirs = [measured(repeats=value) for value in (1.0, 4.0, 4.0)]
    mean, half = difference(ours, theirs, "repeats")
    assert mean == 1.0
    assert half == pytest.approx(1.96 * 1.0 / 3**0.5)


def test_repeats_and_those_of_the_round_before_are_counted_apart():
    event = event_of(SMALL, 3, STRENGTHS)
    for boards in ([(1, 2), (3, 4), (5, 6), (7, 8)], [(1, 3), (2, 4), (5, 7), (6, 8)]):
        event.play(Pairing(event.round, "manual", 0, tuple(Board(one, two, "assigned", "") for one, two in boards)))
    again = [(1, 2), (3, 8), (5, 7), (4, 6)]
    pairing = Pairing(3, "manual", 0, tuple(Board(one, two, "assigned", "") for one, two in again))
    assert repeats_of(event.task(), pairing) == (2, 1)


def test_the_weaker_half_is_a_class_where_it_has_prizes():
    event = event_of(SMALL, 3, STRENGTHS)
    assert [player.prize_class for player in with_classes(event, SMALL)] == [*[""] * 4, *["weaker half"] * 4]
    assert {player.prize_class for player in with_classes(event, Shape(8, 6, 2))} == {""}


def test_byes_have_no_stake():
    event = event_of(Shape(7, 1, 1), 3, STRENGTHS[:7])
    boards = (
        Board(1, 2, "assigned", ""),
        Board(3, 4, "assigned", ""),
        Board(5, 6, "assigned", ""),
        Board(7, None, "", ""),
    )
    task = replace(event.task(), contestants=with_classes(event, Shape(7, 1, 1)))
    assert len(stakes_of(task, Pairing(1, "manual", 0, boards), Shape(7, 1, 1))) == 3
