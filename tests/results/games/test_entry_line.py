"""The entry line: four modes, overrides, commands; what is asked, and what is refused with the remedy."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from results.games.engine.entry_line import (
    SHAPES,
    Action,
    Command,
    Doubt,
    EntryError,
    Mode,
    ParsedResult,
    Question,
    asked_digest,
    help_lines,
    parse_line,
    score_questions,
)
from results.games.engine.round_view import BoardPlayer, BoardView, RoundView

ADA, BO = BoardPlayer(12, "Ada Winterbourne", 4, 2, 100), BoardPlayer(3, "Bo Lindqvist", 5, 1, -8)
CY, DEE = BoardPlayer(1, "Cy Okafor"), BoardPlayer(2, "Dee Marchetti")
EVE = BoardPlayer(4, "Eve Silva")
BOARDS = (
    BoardView(101, "7", ADA, BO),
    BoardView(102, "8", CY, DEE, starts_by="draw"),
    BoardView(103, "", EVE, None, outcome="bye"),
)
VIEW = RoundView(4, BOARDS)


def enter(text: str, mode: Mode = Mode.PLAYER, view: RoundView = VIEW, **options) -> ParsedResult:
    result = parse_line(text, view, mode, **options)
    assert isinstance(result, ParsedResult)
    return result


def figures(result: ParsedResult) -> tuple[int, int | None, int | None, int]:
    return result.board.key, result.first_score, result.second_score, result.first_spread


def doubts(result: ParsedResult) -> list[Doubt]:
    return [question.doubt for question in result.questions]


@pytest.mark.parametrize(
    ("mode", "text", "expected"),
    [
        (Mode.PLAYER, "12 431 388", (101, 431, 388, 43)), (Mode.PLAYER, "3 431 388", (101, 388, 431, -43)),
        (Mode.TABLE, "7 431 388", (101, 431, 388, 43)), (Mode.SPREAD, "12 43", (101, None, None, 43)),
        (Mode.SPREAD, "3 43", (101, None, None, -43)), (Mode.SPREAD, "3 +43", (101, None, None, -43)),
        (Mode.BOTH, "12 431 388 43", (101, 431, 388, 43)), (Mode.BOTH, "3 431 388 43", (101, 388, 431, -43)),
        (Mode.SPREAD, "t7 43", (101, None, None, 43)), (Mode.BOTH, "p3 431 388 43", (101, 388, 431, -43)),
    ],
)  # fmt: skip
def test_each_mode_reads_its_own_line_without_a_question(mode: Mode, text: str, expected: tuple):
    result = enter(text, mode)
    assert (figures(result), result.questions) == (expected, ())


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p12 431 388", (101, 431, 388, 43)), ("P3 431 388", (101, 388, 431, -43)),
        ("p 3 431 388", (101, 388, 431, -43)), ("t7 431 388", (101, 431, 388, 43)),
        ("T 7 388 431", (101, 388, 431, -43)),
    ],
)  # fmt: skip
def test_p_and_t_name_a_player_or_a_table_in_any_mode(mode: Mode, text: str, expected: tuple):
    assert figures(enter(text, mode)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "12 431 388", "  12\t431   388 ", "12,431,388", "12, 431, 388", "12 431-388", "12 431 - 388", "12-431-388",
        "12 431–388", "012 0431 +388", "12\u00a0431\u00a0388",
    ],
)  # fmt: skip
def test_blanks_commas_and_hyphens_part_the_figures(text: str):
    assert figures(enter(text)) == (101, 431, 388, 43)


def test_the_echo_shows_round_table_names_and_both_new_records():
    expected = "Round 4, table 7: Ada Winterbourne 388 - 431 Bo Lindqvist · now 2-2 +57, 3.5-0.5 +35"
    assert enter("3 431 388").echo == expected


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("12 43", "Ada Winterbourne beat Bo Lindqvist by 43 · now 3-1 +143, 2.5-1.5 -51"),
        ("3 43", "Ada Winterbourne lost to Bo Lindqvist by 43 · now 2-2 +57, 3.5-0.5 +35"),
        ("3 0", "Ada Winterbourne tied with Bo Lindqvist · now 2.5-1.5 +100, 3-1 -8"),
    ],
)
def test_the_echo_of_a_spread_names_the_winner(text: str, what: str):
    assert enter(text, Mode.SPREAD).echo == f"Round 4, table 7: {what}"


def test_the_echo_counts_the_spread_up_to_the_cap():
    capped = replace(VIEW, spread_cap=150)
    assert enter("12 600 200", view=capped).echo.endswith("now 3-1 +250, 2.5-1.5 -158")
    assert enter("12 200 600", view=capped).echo.endswith("now 2-2 -50, 3.5-0.5 +142")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("12 431 -5", Question(Doubt.NEGATIVE, "Bo Lindqvist scored -5, below zero?")),
        ("12 851 300", Question(Doubt.HIGH, "Ada Winterbourne scored 851, over 850?")),
        ("12 43 388", Question(Doubt.LOW, "Ada Winterbourne scored only 43?")),
        ("12 400 400", Question(Doubt.TIE, "A tie between Ada Winterbourne and Bo Lindqvist?")),
    ],
)
def test_a_score_out_of_the_ordinary_is_asked_about(text: str, question: Question):
    assert enter(text).questions == (question,)


@pytest.mark.parametrize(
    ("mode", "text"), [(Mode.PLAYER, "3 301 811"), (Mode.SPREAD, "12 510"), (Mode.BOTH, "12 811 301 510")]
)
def test_a_rare_margin_is_asked_about_once(mode: Mode, text: str):
    assert enter(text, mode).questions == (Question(Doubt.MARGIN, "Ada Winterbourne won by 510, over 350?"),)


def test_850_100_and_a_margin_of_350_are_ordinary_and_an_odd_score_is_one_question_not_two():
    assert [enter(text).questions for text in ("12 850 600", "12 300 100", "12 650 300")] == [(), (), ()]
    assert enter("12 350", Mode.SPREAD).questions == ()
    assert doubts(enter("12 901 388")) == [Doubt.HIGH]
    assert doubts(enter("12 400 400 0", Mode.BOTH)) == [Doubt.TIE]


@pytest.mark.parametrize(
    ("mode", "text", "expected", "question"),
    [
        (Mode.SPREAD, "3 -43", (101, None, None, 43), "The winner comes first: did Bo Lindqvist lose by 43?"),
        (
            Mode.BOTH, "3 388 431 43", (101, 388, 431, -43),
            "The winner's score comes first: did Bo Lindqvist win 431-388?",
        ),
        (Mode.BOTH, "3 388 431 -43", (101, 431, 388, 43), "The winner comes first: did Bo Lindqvist lose 388-431?"),
    ],
)  # fmt: skip
def test_a_loser_or_the_lower_score_where_the_winner_belongs_is_asked_about(
    mode: Mode, text: str, expected: tuple, question: str
):
    result = enter(text, mode)
    assert (figures(result), result.questions) == (expected, (Question(Doubt.SWAPPED, question),))


def with_result(board: BoardView, first: int | None, second: int | None, outcome: str = "played") -> RoundView:
    done = replace(board, first_score=first, second_score=second, outcome=outcome)
    return RoundView(4, tuple(done if one.key == board.key else one for one in BOARDS))


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (with_result(BOARDS[0], 400, 390), "Table 7 already has Ada Winterbourne 400 - 390 Bo Lindqvist: replace it?"),
        (
            with_result(BOARDS[0], 431, 388),
            "Table 7 already has Ada Winterbourne 431 - 388 Bo Lindqvist: enter it again?",
        ),
        (
            with_result(BOARDS[0], None, None, "double_forfeit"),
            "Table 7 already has the result double forfeit: replace it?",
        ),
    ],
)
def test_a_result_already_there_is_asked_about(view: RoundView, text: str):
    assert enter("12 431 388", view=view).questions == (Question(Doubt.ALREADY, text),)


def test_by_table_the_starter_must_be_known_or_is_asked():
    assert enter("8 431 388", Mode.TABLE).questions == (
        Question(
            Doubt.STARTER_UNKNOWN, "Who started at table 8 is not known: does the first figure belong to Cy Okafor?"
        ),
    )
    assert enter("1 431 388").questions == ()


def test_the_scores_of_the_line_before_at_another_table_are_asked_about_and_a_spread_is_not():
    before = enter("12 431 388")
    assert enter("2 431 388", previous=before).questions == (
        Question(Doubt.REPEATED, "431-388 is the line before too (table 7): is it right here as well?"),
    )
    # the last of them is the same board: a correction, asked about when it has a result
    lines = ("1 431 388", "1 431 389", "12 431 388")
    assert [doubts(enter(text, previous=before)) for text in lines] == [[Doubt.REPEATED], [], []]
    assert enter("1 43", Mode.SPREAD, previous=enter("12 43", Mode.SPREAD)).questions == ()


def test_several_doubts_are_all_asked():
    view = with_result(BOARDS[1], 1, 2)
    assert doubts(enter("t8 900 -20", view=view)) == [Doubt.HIGH, Doubt.NEGATIVE, Doubt.STARTER_UNKNOWN, Doubt.ALREADY]


@pytest.mark.parametrize(
    ("mode", "text", "message"),
    [
        (Mode.PLAYER, "", "Type player score score, such as 12 431 388. ? shows all commands."),
        (Mode.PLAYER, " , ", "Type player score score, such as 12 431 388. ? shows all commands."),
        (Mode.SPREAD, " ", "Type winner spread, such as 12 43. ? shows all commands."),
        (Mode.PLAYER, "31 431 388", "Player 31 is not in this round; players in it: 1-4, 12."),
        (
            Mode.PLAYER,
            "Zed 431 388",
            "No player 'Zed' in this round: type a number from 1-4, 12, or the first letters of a name.",
        ),
        (Mode.PLAYER, "e 431 388", "Eve Silva (4) has a bye in round 4: nothing to enter."),
        (Mode.TABLE, "40 431 388", "Table 40: this round has tables 7-8."),
        (Mode.TABLE, "101 431 388", "Table 101: this round has tables 7-8."),
        (Mode.PLAYER, "t9 431 388", "Table 9: this round has tables 7-8."),
        (Mode.PLAYER, "4 431 388", "Eve Silva (4) has a bye in round 4: nothing to enter."),
        (Mode.PLAYER, "12 431", "Something is missing in '12 431': type player score score, such as 12 431 388."),
        (Mode.PLAYER, "12", "Something is missing in '12': type player score score, such as 12 431 388."),
        (Mode.PLAYER, "12 431 388 43", "Too much in '12 431 388 43': type player score score, such as 12 431 388."),
        (Mode.SPREAD, "12 431 388", "Too much in '12 431 388': type winner spread, such as 12 43."),
        (
            Mode.BOTH,
            "12 431 388",
            "Something is missing in '12 431 388': type winner score score spread, such as 12 431 388 43.",
        ),
        (Mode.PLAYER, "12 431 38B", "'38B' is not a number: type player score score, such as 12 431 388."),
        (Mode.PLAYER, "12 4.31 388", "'4.31' is not a number: type player score score, such as 12 431 388."),
        (Mode.PLAYER, "12 1501 388", "1501 cannot be a score: type player score score, such as 12 431 388."),
        (Mode.PLAYER, "12 431 -388", "-388 cannot be a score: type player score score, such as 12 431 388."),
        (Mode.SPREAD, "12 1501", "1501 cannot be a spread: type the winner and the difference, such as 12 43."),
        (Mode.BOTH, "12 431 388 53", "431 and 388 differ by 43, not 53: check the sheet and type the line again."),
        (Mode.PLAYER, "u 3", "u stands alone: type u and nothing after it."),
        (Mode.PLAYER, "m fast", "There is no mode 'fast': type m player, m table, m spread or m both."),
    ],
)
def test_what_cannot_be_a_result_is_refused_with_what_to_type(mode: Mode, text: str, message: str):
    with pytest.raises(EntryError) as refused:
        parse_line(text, VIEW, mode)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("boards", "text", "message"),
    [
        ((), "t1 431 388", "No board of this round is published yet: publish its pairings first."),
        (BOARDS[:1], "t9 431 388", "Table 9: this round has table 7."),
    ],
)
def test_a_round_of_no_table_or_of_a_single_table_is_told_so(boards: tuple[BoardView, ...], text: str, message: str):
    with pytest.raises(EntryError) as refused:
        parse_line(text, RoundView(1, boards), Mode.PLAYER)
    assert str(refused.value) == message


def test_tables_have_names_and_case_and_leading_zeros_do_not_matter():
    view = RoundView(
        1, (BoardView(1, "A3", ADA, BO), BoardView(2, "T7", CY, DEE), BoardView(3, "05", EVE, BoardPlayer(5, "F G")))
    )
    assert enter("t a3 431 388", view=view).board.key == 1
    assert enter("A3 431 388", Mode.TABLE, view).board.key == 1
    assert enter("t7 431 388", view=view).board.key == 2
    assert enter("5 431 388", Mode.TABLE, view).board.key == 3
    with pytest.raises(EntryError, match=r"^Table 9: this round has tables 05, A3, T7\.$"):
        parse_line("9 431 388", view, Mode.TABLE)


def test_in_a_match_the_first_open_game_is_meant():
    games = tuple(replace(BOARDS[0], key=key) for key in (1, 2))
    played = replace(games[0], outcome="played", first_score=400, second_score=300)
    assert enter("12 431 388", view=RoundView(1, games)).board.key == 1
    assert enter("12 431 388", view=RoundView(1, (played, games[1]))).board.key == 2
    over = RoundView(1, (played, replace(played, key=2)))
    assert (enter("12 431 388", view=over).board.key, doubts(enter("12 431 388", view=over))) == (2, [Doubt.ALREADY])


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("u", Command(Action.UNDO)), (" Undo ", Command(Action.UNDO)), ("?", Command(Action.HELP)),
        ("help", Command(Action.HELP)), ("m", Command(Action.MODE)), ("m table", Command(Action.MODE, Mode.TABLE)),
        ("M T", Command(Action.MODE, Mode.TABLE)), ("mode both", Command(Action.MODE, Mode.BOTH)),
        ("m s", Command(Action.MODE, Mode.SPREAD)), ("m player", Command(Action.MODE, Mode.PLAYER)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("mode", list(Mode))
def test_commands_work_in_every_mode(mode: Mode, text: str, command: Command):
    assert parse_line(text, VIEW, mode) == command


@pytest.mark.parametrize("mode", list(Mode))
def test_help_names_the_current_mode_first_with_a_line_of_it_and_every_command(mode: Mode):
    lines = help_lines(mode)
    assert lines[0] == f"Now {mode.value}: {SHAPES[mode][0]}, such as {SHAPES[mode][1]}"
    assert [line.split(":")[0] for line in lines[1:4]] == [f"m {other.value}" for other in Mode if other is not mode]
    assert [word in lines[-1] for word in ("u:", "?:")] == [True, True]
    assert figures(enter(SHAPES[mode][1], mode))[0] == 101


WORDS = st.sampled_from(
    ["12", "3", "431", "388", "43", "-5", "0", "p12", "t7", "p", "t", "u", "m", "?", "-", ",", "x", "²"]
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=30)), st.sampled_from(list(Mode)))
def test_any_line_is_a_result_of_the_round_a_command_or_a_refusal_that_helps(text: str, mode: Mode):
    try:
        answer = parse_line(text, VIEW, mode)
    except EntryError as refused:
        assert len(str(refused)) > 20
        return
    if isinstance(answer, ParsedResult):
        assert answer.board in VIEW.boards
        assert answer.board.second is not None
        if answer.first_score is not None:
            assert answer.first_spread == answer.first_score - answer.second_score


@settings(max_examples=200, deadline=None)
@given(st.integers(100, 850), st.integers(100, 850))
def test_all_modes_agree_on_the_same_game(own: int, other: int):
    high, low = max(own, other), min(own, other)
    winner = 12 if own >= other else 3
    by_player, by_loser = enter(f"12 {own} {other}"), enter(f"3 {other} {own}")
    by_table = enter(f"t7 {own} {other}")
    both = enter(f"{winner} {high} {low} {high - low}", Mode.BOTH)
    assert (
        figures(by_player) == figures(by_loser) == figures(by_table) == figures(both) == (101, own, other, own - other)
    )
    assert by_player.echo == by_loser.echo == by_table.echo == both.echo
    assert enter(f"{winner} {high - low}", Mode.SPREAD).first_spread == own - other


def test_a_name_from_right_to_left_does_not_change_the_order_of_the_scores_beside_it():
    sara, ada = BoardPlayer(4, "\u05e9\u05e8\u05d4"), BoardPlayer(12, "Ada Winterbourne")
    board = BoardView(101, "7", sara, ada)
    typed = enter("4 431 388", view=RoundView(4, (board,)))
    assert typed.echo.startswith("Round 4, table 7: \u2068\u05e9\u05e8\u05d4\u2069 431 - 388 Ada Winterbourne")
    again = replace(board, outcome="played", first_score=431, second_score=388)
    asked = enter("4 430 388", view=RoundView(4, (again,))).questions
    assert "\u2069 431 - 388 Ada Winterbourne: replace it?" in asked[0].text


@pytest.mark.parametrize("text", ["12 431 -5", "12 1400 388", "12 431 1", "12 400 400", "12 1400 -5", "12 431 388"])
def test_figures_entered_elsewhere_are_asked_about_in_the_same_words(text: str):
    typed = enter(text)
    scores = typed.first_score, typed.second_score
    assert tuple(score_questions((ADA.name, BO.name), scores, typed.first_spread)) == typed.questions


def test_a_yes_names_the_game_and_every_question_but_a_line_typed_twice():
    tie, low = Question(Doubt.TIE, "A tie between Ada and Bo?"), Question(Doubt.LOW, "Bo scored only 1?")
    again = Question(Doubt.REPEATED, "400-400 is the line before too (table 7): is it right here as well?")
    assert asked_digest(101, [tie, again]) == asked_digest(101, [tie])
    assert (
        len({asked_digest(101, [tie]), asked_digest(102, [tie]), asked_digest(101, [low]), asked_digest(101, [])}) == 4
    )
