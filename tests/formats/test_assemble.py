"""Games put together from lines: boards of their own, forfeits and no-shows."""

import pytest
from hypothesis import given, strategies as st

from tdsuite.formats.assemble import absentees, is_forfeit, with_boards
from tdsuite.formats.model import FileGame, Outcome
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tests.formats.test_writing import bye, game, player


def test_a_score_below_0_against_one_below_150_is_how_programs_write_a_forfeit():
    told = {(-1, 149): True, (149, -1): True, (-1, 150): False, (0, 100): False, (-9, -5): True}
    assert {scores: is_forfeit(*scores) for scores in told} == told


@given(st.lists(st.lists(st.none() | st.integers(0, 4), max_size=6), min_size=2, max_size=2))
def test_a_game_keeps_a_board_that_no_lower_number_has_and_else_gets_the_lowest_that_is_free(rounds):
    games = [
        FileGame(number, board, 2 * at + 2, 2 * at + 1)
        for number, wanted in enumerate(rounds, 1)
        for at, board in enumerate(wanted)
    ]
    byes = [bye(number, 99, Outcome.BYE, 2, 50) for number in (1, 2)]
    placed, notes = with_boards([*byes, *games][::-1])
    assert [one for one in placed if one.second is None] == byes
    told = []
    for number, wanted in enumerate(rounds, 1):
        boards = {board: wanted.index(board) for board in sorted(set(wanted) - {None, 0})}
        for at, board in enumerate(wanted):
            if at not in boards.values():
                free = next(each for each in range(1, 20) if each not in boards)
                boards[free] = at
                told += [f"round {number}: board {board} is used twice; moved to {free}."] if board else []
        found = [(one.board, one.first) for one in placed if one.round == number and one.second]
        assert found == [(board, 2 * boards[board] + 2) for board in sorted(boards)]
    assert [note.message for note in notes] == told


def test_more_rounds_than_a_division_may_have_are_named():
    (problem,) = with_boards([game(MOST_ROUNDS + number, 1, 1, 2) for number in (0, 1, 2)])[1]
    assert problem.message == f"{MOST_ROUNDS + 2} rounds."


@pytest.mark.parametrize(
    ("forfeits", "rounds", "off", "missing"),
    [(2, 2, None, True), (1, 1, None, False), (1, 2, None, False), (1, 2, 3, True), (3, 3, None, True), (0, 2, 3, False)],
)  # fmt: skip
def test_who_forfeits_every_round_of_two_or_more_or_left_without_a_game_is_a_no_show(forfeits, rounds, off, missing):
    games = [game(number, 1, 1, 2, (400, 300)) for number in range(1, rounds + 1)]
    games += [bye(number, 3, Outcome.FORFEIT, 0, -50) for number in range(1, forfeits + 1)]
    rows = [player(1), player(2, off=3), player(3, off=off)]
    assert absentees(rows, games) == ({3} if missing else set())
    met = game(rounds + 1, 1, 1, 3, (400, 300))
    assert absentees(rows, [*games, met]) == set()
