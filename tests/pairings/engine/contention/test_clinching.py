"""Who can catch whom, and settled places."""

import pytest
from hypothesis import given, strategies as st

from pairings.engine.contention.clinching import best_finish, can_catch, settled_places, swing_of
from tests.pairings.engine.fields import contestant


def standing(*rows):
    """(half-wins, spread) a player, in the order of the standings."""
    return tuple(contestant(number, halves, spread=spread) for number, (halves, spread) in enumerate(rows, start=1))


@pytest.mark.parametrize(
    ("per_round", "rounds_left", "swing"),
    [
        ((500,), 1, 1000), ((500,), 3, 3000), ((250, 200), 1, 500), ((250, 200), 2, 900), ((250, 200), 4, 1700),
        ((500, 200, 200, 300), 4, 2400), ((0,), 5, 0),
    ],
)  # fmt: skip
def test_a_swing_counts_the_last_round_first_and_repeats_the_last_number(per_round, rounds_left, swing):
    assert swing_of(per_round, rounds_left) == swing


@pytest.mark.parametrize(
    ("ahead", "behind", "rounds_left", "answer"),
    [
        ((10, 0), (7, 0), 2, True),  # 1.5 wins behind with two left
        ((10, 0), (6, 0), 2, True),  # two wins behind with two left, spread level
        ((10, 400), (6, -600), 2, True),  # exactly the swing of 1,000
        ((10, 400), (6, -601), 2, False),
        ((10, -999), (5, 999), 2, False),  # 2.5 wins behind
        ((10, 9999), (10, -9999), 1, True),
    ],
)
def test_a_player_is_caught_by_wins_and_then_within_the_swing(ahead, behind, rounds_left, answer):
    one, two = standing(ahead, behind)
    assert can_catch(one, two, rounds_left, 1000) is answer


def test_the_best_finish_is_below_everyone_out_of_reach():
    field = standing((20, 900), (18, 100), (16, 50), (14, 0), (8, -500))
    assert [best_finish(field, at, 2, 1000) for at in range(5)] == [1, 1, 1, 2, 5]


def test_first_place_alone_can_be_settled():
    field = standing((20, 900), (12, 100), (12, 50), (11, 0))
    assert settled_places(field, 2, 1000, last_place=3) == (1,)


def test_third_place_alone_can_be_settled():
    field = standing((20, 900), (19, 100), (13, 50), (7, 0))
    assert settled_places(field, 2, 1000, last_place=3) == (3,)


def test_a_place_beyond_the_prizes_does_not_matter():
    field = standing((20, 900), (19, 100), (13, 50), (7, 0))
    assert settled_places(field, 2, 1000, last_place=2) == ()


def test_places_with_the_same_prize_are_settled_together():
    field = standing((20, 900), (19, 100), (13, 50), (12, 0))
    assert settled_places(field, 2, 1000, last_place=2) == ()
    assert settled_places(field, 2, 1000, last_place=2, equal_places=((1, 2),)) == (1, 2)


def test_nothing_is_settled_when_nobody_has_played():
    assert settled_places(standing(*[(0, 0)] * 6), 10, 10_000, last_place=6) == ()


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(-900, 900)), min_size=2, max_size=9), st.integers(1, 5))
def test_places_and_finishes_agree_with_counting_one_by_one(rows, rounds_left):
    field = standing(*sorted(rows, reverse=True))
    swing = swing_of((250, 200), rounds_left)
    places = settled_places(field, rounds_left, swing, last_place=len(field))
    for at, player in enumerate(field):
        catchable = [can_catch(other, player, rounds_left, swing) for other in field[:at]]
        assert best_finish(field, at, rounds_left, swing) == 1 + catchable.count(False)
        chased = any(can_catch(player, other, rounds_left, swing) for other in field[at + 1 :])
        assert (at + 1 in places) is (not chased and not any(catchable))
