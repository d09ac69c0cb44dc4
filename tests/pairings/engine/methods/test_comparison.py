"""Two lists of boards are priced by the costs of the method."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from pairings.engine.errors import BadRequest
from pairings.engine.methods.comparison import can_be_compared, priced
from pairings.engine.methods.registry import pair
from pairings.engine.model import Board, Contestant, ManualBoard, PairingTask
from pairings.engine.options import options_from
from pairings.engine.rules import Rules


def task(method: str = "swiss", count: int = 8) -> PairingTask:
    players = tuple(
        Contestant(
            number, number, halves=2 * (number <= 4), half_losses=2 * (number > 4), seed=number, opponents=(9 - number,)
        )
        for number in range(1, count + 1)
    )
    return PairingTask(players, 2, 7, method, seed=1)


def test_a_list_is_priced_by_the_methods_costs_and_the_optimum_is_what_the_method_found() -> None:
    made = pair(task())
    now = [ManualBoard(board.first, board.second) for board in made.boards]
    then = [ManualBoard(1, 5), ManualBoard(2, 6), ManualBoard(3, 7), ManualBoard(4, 8)]
    found = priced(task(), now, then)
    assert found.now == made.total
    assert [name for name, _, _ in found.rows] == [part.criterion for part in made.total]
    assert ("wins", 0, 16) in found.rows


def test_a_bye_of_a_list_is_priced_too() -> None:
    odd = task(count=7)
    odd = replace(odd, contestants=tuple(replace(one, opponents=()) for one in odd.contestants))
    lines = [ManualBoard(1, 2), ManualBoard(3, 4), ManualBoard(5, 6), ManualBoard(7, None)]
    assert ("byes", 0, 0) in priced(odd, lines, lines).rows


@pytest.mark.parametrize("method", ["round_robin", "random", "knockout"])
def test_a_method_without_costs_is_not_compared(method: str) -> None:
    assert not can_be_compared(task(method))
    with pytest.raises(BadRequest, match="no cost to compare"):
        priced(task(method), [ManualBoard(1, 2)], [ManualBoard(1, 2)])


def test_nobody_is_compared_who_is_not_there_or_left_out() -> None:
    with pytest.raises(BadRequest, match="leave somebody out"):
        priced(task(), [ManualBoard(1, 2)], [ManualBoard(1, 2)])


# --- contention-aware: weights of one sum ----------------------------------------------------------


BOTH = pytest.mark.parametrize("method", ["cop", "contenders"])


def contention(method: str, **changes: Any) -> PairingTask:
    few = options_from({"place_prizes": 2, "trials": 2_000, "control_trials": 500})
    return replace(task(method), options=few, **changes)


def lines_of(boards: Sequence[Board]) -> list[ManualBoard]:
    return [ManualBoard(board.first, board.second) for board in boards]


@BOTH
def test_a_list_of_a_contention_aware_round_is_weighed_and_not_solved_anew(method: str) -> None:
    now = lines_of(pair(contention(method)).boards)
    then = [ManualBoard(1, 8), ManualBoard(2, 7), ManualBoard(3, 6), ManualBoard(4, 5)]
    name, before, after = priced(contention(method), now, then).rows[0]
    assert (name, before < after) == ("total", True)
    assert priced(contention(method), now, now).now == priced(contention(method), now, now).then


@BOTH
def test_the_sum_of_a_contention_aware_round_is_the_sum_of_its_rows(method: str) -> None:
    then = [ManualBoard(1, 8), ManualBoard(2, 7), ManualBoard(3, 6), ManualBoard(4, 5)]
    rows = priced(contention(method), then, then).rows
    assert rows[0][1] == sum(now for _, now, _ in rows[1:])
    made = pair(contention(method))
    mine = {name: now for name, now, _ in priced(contention(method), lines_of(made.boards), then).rows}
    assert {part.criterion: part.value for part in made.total}.items() <= mine.items()


@BOTH
def test_the_bye_of_a_contention_aware_round_is_weighed_too(method: str) -> None:
    odd = contention(method)
    odd = replace(odd, contestants=odd.contestants[:7])
    odd = replace(odd, contestants=tuple(replace(one, opponents=()) for one in odd.contestants))
    last = [ManualBoard(1, 2), ManualBoard(3, 4), ManualBoard(5, 6), ManualBoard(7, None)]
    first = [ManualBoard(7, 2), ManualBoard(3, 4), ManualBoard(5, 6), ManualBoard(1, None)]
    assert [row[1:] for row in priced(odd, last, first).rows if row[0] == "repeat_byes"] == [(0, 0)]
    with pytest.raises(BadRequest, match="each player must stand on one of them"):
        priced(odd, last, [ManualBoard(1, 2)])


def test_a_list_that_breaks_a_board_asked_for_is_priced_all_the_same() -> None:
    asked = task()
    asked = replace(asked, rules=Rules(forced=((1, 2),)))
    now = lines_of(pair(asked).boards)
    then = [ManualBoard(1, 5), ManualBoard(2, 6), ManualBoard(3, 7), ManualBoard(4, 8)]
    assert ("wins", 0, 16) in priced(asked, now, then).rows
