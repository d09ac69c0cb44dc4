"""The director's list: checked, completed, taken as it is."""

import pytest

from pairings.engine.errors import BadManualPairing
from pairings.engine.methods.registry import pair
from pairings.engine.model import ManualBoard
from tdsuite.tournaments.engine.starts import REPLY, START
from tests.pairings.engine.fields import contestant, fresh, sides, task, with_meetings


def by_hand(players, *lines, number=1):
    return pair(task(players, "manual", number=number, manual=tuple(ManualBoard(*line) for line in lines)))


def test_the_list_is_taken_as_it_is_in_order_of_the_best_player():
    pairing = by_hand(fresh(6), (6, 5), (2, 3), (4, 1))
    assert [set(board.numbers) for board in pairing.boards] == [{4, 1}, {2, 3}, {6, 5}]
    assert (pairing.warnings, pairing.boards[0].reason) == ((), "set by the director; they have not met")


def test_a_start_left_open_goes_by_the_events_mode():
    field = [contestant(1, record=sides(START, START)), contestant(2, record=sides(REPLY, REPLY))]
    (board,) = by_hand(field, (1, 2), number=3).boards
    expected = (2, "fewer starts: 0 starts of 2 against 2 of 2; after it #2 is 1 behind and #1 is 1 ahead")
    assert (board.first, board.start_reason) == expected


def test_a_bye_set_by_the_director_comes_last():
    pairing = by_hand(fresh(3), (1, None), (2, 3))
    assert (pairing.boards[-1].numbers, pairing.boards[-1].reason) == ((1,), "bye: set by the director")


def test_a_repeat_is_played_and_warned_of():
    field = with_meetings(fresh(4), {1: [(1, 2)], 2: [(1, 2)]}, 2)
    pairing = by_hand(field, (1, 2), (3, 4), number=3)
    assert pairing.boards[0].reason == "set by the director; repeat of rounds 1 and 2"
    first, second = pairing.boards[0].numbers
    assert pairing.warnings == (f"{first} and {second} meet again: they met in rounds 1 and 2.",)


def test_more_byes_than_needed_are_warned_of():
    assert by_hand(fresh(4), (1, 2), (3, None), (4, None)).warnings == ("2 byes where 0 would do: 3, 4.",)


def test_a_second_bye_while_others_had_none_is_warned_of():
    field = [contestant(1, byes=1), contestant(2), contestant(3)]
    assert by_hand(field, (1, None), (2, 3), number=2).warnings == ("Byes so far: 1 1, 3 only 0.",)


@pytest.mark.parametrize(
    ("lines", "board", "problem"),
    [
        ([(1, 2), (3, 3)], 2, "player 3 cannot meet themselves"),
        ([(1, 2), (2, 3)], 2, "player 2 stands on board 1 too"), ([(1, 2), (3, 9)], 2, "there is no player 9"),
        ([(1, 5)], 1, "player 5 is absent this round"), ([(1, 2)], 0, "On no board: 3, 4"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_played_is_named(lines, board, problem):
    field = [*fresh(4), contestant(5, absent=True)]
    with pytest.raises(BadManualPairing, match=problem) as refused:
        by_hand(field, *lines)
    assert refused.value.board == board
