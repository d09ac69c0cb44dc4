"""The entry line where lines stand with a game: what is asked, and an echo that says what counts."""

from dataclasses import replace

import pytest

from results.games.engine.entry_line import Doubt, Mode, ParsedResult, parse_line
from results.games.engine.round_view import BoardPlayer, BoardView, RoundView
from tdsuite.tournaments.engine.account import AccountLine

ADA, BO = BoardPlayer(1, "Ada Winterbourne"), BoardPlayer(2, "Bo Lindqvist")
CHALLENGE = AccountLine("first", "challenge", -15, rule="3.10.15(b)(ii)", source="slip")
THIRTY_OFF = AccountLine("first", "challenge", -30, rule="II.H.10.e", source="slip")
OVERTIME = AccountLine("second", "overtime", -30, 130, rule="5.3.2", source="endgame")
BOARD = BoardView(101, "1", ADA, BO, lines=(CHALLENGE,))
VIEW = RoundView(1, (BOARD,))


def typed(text: str, board: BoardView = BOARD, *, mode: Mode = Mode.PLAYER, within: bool = False) -> ParsedResult:
    answer = parse_line(text, replace(VIEW, boards=(board,)), mode, with_lines=within)
    assert isinstance(answer, ParsedResult)
    return answer


def test_wespa_3_10_15_three_good_words_challenged_are_in_the_echo() -> None:
    assert typed("1 400 390").echo == ("Round 1, table 1: Ada Winterbourne 385 - 390 Bo Lindqvist · now 0-1 -5, 1-0 +5")
    assert typed("1 400 390").working == (
        "Written: Ada Winterbourne 400, Bo Lindqvist 390.", "Ada Winterbourne: challenge -15 (3.10.15(b)(ii)).",
        "Counts: Ada Winterbourne 385, Bo Lindqvist 390.", "Bo Lindqvist wins by 5, rated.",
    )  # fmt: skip


def test_scores_with_the_lines_in_them_count_as_typed() -> None:
    answer = typed("1 400 390", within=True)
    assert answer.echo == "Round 1, table 1: Ada Winterbourne 400 - 390 Bo Lindqvist · now 1-0 +10, 0-1 -10"
    assert answer.working[0] == "Written: Ada Winterbourne 415, Bo Lindqvist 390."


def test_nsa_ii_h_10_e_thirty_points_off_are_in_the_echo() -> None:
    board = replace(BOARD, lines=(THIRTY_OFF,))
    assert typed("1 310 300", board).echo.endswith("Ada Winterbourne 280 - 300 Bo Lindqvist · now 0-1 -20, 1-0 +20")


@pytest.mark.parametrize(("within", "echo"), [(False, "lost to Bo Lindqvist by 5 · now 0-1 -5, 1-0 +5"),
                                              (True, "beat Bo Lindqvist by 10 · now 1-0 +10, 0-1 -10")])  # fmt: skip
def test_a_typed_spread_counts_with_its_lines_too(within: bool, echo: str) -> None:
    answer = typed("1 10", mode=Mode.SPREAD, within=within)
    assert answer.echo == f"Round 1, table 1: Ada Winterbourne {echo}"
    assert "Is the typed spread without them" in answer.questions[0].text


def test_the_question_names_every_line_and_what_counts_in_either_case() -> None:
    answer = typed("1 400 390")
    assert answer.asks_lines
    assert [question.text for question in answer.questions] == [
        "Table 1 has corrections already: Ada Winterbourne: challenge -15 (3.10.15(b)(ii)). Is the typed score without them "
        "(y: they are added, Ada Winterbourne 385 - 390 Bo Lindqvist counts) or with them "
        "(w: Ada Winterbourne 400 - 390 Bo Lindqvist counts)?"
    ]


def test_the_questions_are_the_same_whatever_is_answered() -> None:
    assert typed("1 400 390").questions == typed("1 400 390", within=True).questions


def test_a_tie_as_typed_is_not_asked_about_where_lines_decide_the_game() -> None:
    assert [question.doubt for question in typed("1 400 400").questions] == [Doubt.LINES]


def test_lines_without_points_are_told_and_not_asked_about() -> None:
    board = replace(BOARD, lines=(AccountLine("second", "time", seconds=60, rule="3.4.2(b)", source="incident"),))
    answer = typed("1 400 390", board)
    assert answer.questions == ()
    assert "Bo Lindqvist: time, +1:00 on the clock (3.4.2(b))." in answer.working


def test_the_lines_of_the_result_that_is_replaced_go_with_it_and_the_question_says_so() -> None:
    there = BoardView(101, "1", ADA, BO, "assigned", 400, 380, "played", (OVERTIME,))
    answer = typed("1 377 373", there)
    assert [question.text for question in answer.questions] == [
        "Table 1 already has Ada Winterbourne 400 - 350 Bo Lindqvist, with lines that go with it (Bo Lindqvist: "
        "overtime -30, 2:10 over time (5.3.2)): replace it?"
    ]
    assert answer.echo.endswith("Ada Winterbourne 377 - 373 Bo Lindqvist · now 1-0 +4, 0-1 -4")


def test_the_capped_spread_is_that_of_what_counts() -> None:
    answer = parse_line("1 500 390", RoundView(1, (BOARD,), spread_cap=80), Mode.PLAYER)
    assert isinstance(answer, ParsedResult)
    assert answer.echo.endswith("now 1-0 +80, 0-1 -80")
