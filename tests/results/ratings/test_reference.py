"""The engine against a second, slower calculation that shares no code with it."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from results.ratings.engine.bands import Bands
from results.ratings.engine.model import RatingTask
from results.ratings.engine.segments import segments
from results.ratings.engine.systems import system
from tests.results.ratings import reference
from tests.results.ratings.events import RATED_EVENTS, made_up_event


def near_a_half(task: RatingTask) -> bool:
    """Whether a last digit could fall either way: the reference hands out crumbs and is not exact to the last bit."""
    table = system("wespa-2011").rate(task)
    return any(abs((row.old + sum(line.points for line in row.lines)) % 1 - 0.5) < 1e-4 for row in table)


@given(task=RATED_EVENTS)
def test_naspa_gives_what_the_reference_gives_to_the_last_digit(task):
    found = {row.number: row.new for row in system("naspa").rate(task)}
    expected = reference.naspa(task)
    assert all(abs(found[number] - expected[number]) <= 1 for number in found)


@pytest.mark.parametrize("seed", range(6))
def test_naspa_gives_exactly_what_the_reference_gives_on_these_events(seed):
    task = made_up_event(seed, players=8, rounds=7 + 5 * seed)
    assert {row.number: row.new for row in system("naspa").rate(task)} == reference.naspa(task)


@given(task=RATED_EVENTS)
def test_wespa_2011_gives_what_the_reference_gives(task):
    assume(not near_a_half(task))
    assert {row.number: row.new for row in system("wespa-2011").rate(task)} == reference.wespa(task)


@given(
    rating=st.integers(1, 2400),
    excess=st.floats(-12, 12).filter(lambda value: abs(value) > 1e-6),
    games=st.sampled_from([0, 49, 50, None]),
)
def test_a_change_handed_out_in_crumbs_is_the_same_change(rating, excess, games):
    assert rating + Bands().change(rating, excess, games) == pytest.approx(
        reference.spend(float(rating), excess, games), abs=1e-4
    )


@given(st.integers(1, 99))
def test_segments_are_those_of_the_reference(rounds):
    assert [(part[0], part[-1]) for part in reference.parts(rounds)] == list(segments(rounds))
