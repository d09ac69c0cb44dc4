"""What becomes of every number that named a round when one is taken out or put in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdsuite.tournaments.engine.renumbering import How, Renumbering

OUT4, IN4 = Renumbering(4, How.OUT), Renumbering(4, How.IN)
ROUNDS = st.integers(1, 12)


def test_later_rounds_move_down_when_one_is_taken_out() -> None:
    assert [OUT4.round(number) for number in (1, 3, 4, 5, 9)] == [1, 3, None, 4, 8]
    assert OUT4.rounds([2, 4, 6]) == [2, 5]


def test_later_rounds_move_up_when_one_is_put_in() -> None:
    assert [IN4.round(number) for number in (1, 3, 4, 5, 9)] == [1, 3, 5, 6, 10]
    assert IN4.rounds([2, 4, 6]) == [2, 5, 7]


def test_what_holds_from_a_round_on_goes_with_it_and_reaches_a_round_put_in_just_before() -> None:
    assert [OUT4.since(number) for number in (3, 4, 5)] == [3, 4, 4]
    assert [IN4.since(number) for number in (3, 4, 5)] == [3, 4, 6]


def test_what_holds_until_a_round_ends_with_the_same_games() -> None:
    assert [OUT4.until(number) for number in (3, 4, 5)] == [3, 3, 4]
    assert [IN4.until(number) for number in (3, 4, 5)] == [3, 5, 6]
    assert Renumbering(1, How.OUT).until(1) == 0


@pytest.mark.parametrize(
    ("first", "last", "out", "into"),
    [
        (1, 3, (1, 3), (1, 3)),
        (1, 4, (1, 3), (1, 5)),
        (4, 4, None, (5, 5)),
        (4, 7, (4, 6), (5, 8)),
        (5, 7, (4, 6), (6, 8)),
        (2, 7, (2, 6), (2, 8)),
    ],
)
def test_rounds_in_a_row_shrink_stretch_or_move(
    first: int, last: int, out: tuple[int, int] | None, into: tuple[int, int]
) -> None:
    assert (OUT4.span(first, last), IN4.span(first, last)) == (out, into)


def test_a_value_a_round_stays_with_its_round_and_the_last_one_goes_on() -> None:
    assert OUT4.by_round([400, 300, 250, 200, 100]) == [400, 300, 250, 100]
    assert OUT4.by_round([400, 300, 250, 200]) == [400, 300, 250, 200]  # 200 holds for every later round too
    assert OUT4.by_round([400]) == [400]
    assert IN4.by_round([400, 300, 250, 200, 100]) == [400, 300, 250, 200, 200, 100]
    assert IN4.by_round([400, 300]) == [400, 300]


@given(st.lists(st.integers(0, 9), max_size=8), ROUNDS, ROUNDS)
def test_every_round_that_stays_keeps_its_value(values: list[int], at: int, number: int) -> None:
    for how in How:
        moved = Renumbering(at, how)
        new = moved.round(number)
        if new is not None and values:
            after = moved.by_round(values)
            assert after[min(new, len(after)) - 1] == values[min(number, len(values)) - 1]


@given(ROUNDS, ROUNDS, ROUNDS)
def test_a_span_holds_the_rounds_it_held(at: int, first: int, more: int) -> None:
    held = list(range(first, first + more))
    out = Renumbering(at, How.OUT)
    span = out.span(held[0], held[-1])
    assert list(range(span[0], span[1] + 1)) == out.rounds(held) if span else out.rounds(held) == []
    into = Renumbering(at, How.IN).span(held[0], held[-1])
    assert into is not None
    assert {*range(into[0], into[1] + 1)} - {at} == set(Renumbering(at, How.IN).rounds(held))


@given(ROUNDS, ROUNDS)
def test_putting_in_and_taking_out_the_same_round_changes_no_number(at: int, number: int) -> None:
    up = Renumbering(at, How.IN).round(number)
    assert up is not None
    assert Renumbering(at, How.OUT).round(up) == number
