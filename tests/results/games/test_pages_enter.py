"""The keyboard page: one line, one result; every doubt asked; nothing typed is lost; nothing is entered twice."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from results.games.services.outcomes import record_result, result_text
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Game, Tournament
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.results.games.keyboard import Keyboard, parked, parked_lines
from tests.results.looking import field, text

pytestmark = pytest.mark.django_db


def test_the_line_is_sent_with_the_forms_token(desk: Keyboard) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username="director"))
    assert Keyboard(desk.row, client).types("1 400 300").status_code == 403


def test_the_page_has_one_focused_input_and_no_script_of_its_own(desk: Keyboard) -> None:
    html = desk.client.get(desk.url()).content.decode()
    assert re.findall(r"<input[^>]*autofocus[^>]*>", html) == re.findall(r'<input\s+id="line"[^>]*>', html)
    assert (re.search(r"<script(?![^>]*\bsrc=)", html), re.search(r"\sstyle=|\son\w+=", html)) == (None, None)


def test_a_script_gets_the_answer_alone(desk: Keyboard) -> None:
    html = desk.types("1 431 388", script=True).content.decode()
    assert "<html" not in html and "<tr" not in html
    assert f'data-row="table-{desk.board().pk}"' in html


@pytest.mark.parametrize(
    ("mode", "line", "table", "result"),
    [
        ("player", "2 431 388", 1, "388-431"), ("player", "tilef 431 388", 1, "388-431"),
        ("table", "3 431 388", 3, "431-388"), ("table", "p6 431 388", 3, "388-431"), ("spread", "4 43", 2, "-43"),
        ("both", "8 431 388 43", 4, "388-431"),
    ],
)  # fmt: skip
def test_a_line_is_read_in_the_events_mode_and_saved(
    desk: Keyboard, mode: str, line: str, table: int, result: str
) -> None:
    Tournament.objects.update(entry_mode=mode)
    assert desk.types(line).status_code == 200
    decided = Game.objects.filter(round=desk.row, outcome="played")
    assert {game.board: result_text(game) for game in decided} == {table: result}


def test_the_echo_shows_both_names_the_round_and_both_new_records(desk: Keyboard) -> None:
    response = desk.types("1 431 388")
    echo = "Round 1, table 1: Ada Winterbourne 431 - 388 Bruno Tilefield now 1-0 +43, 0-1 -43"
    assert echo in text(response) and field(response, "line") == ""


def test_new_records_count_the_rounds_before_and_caps(division: Division, director: User, client: Client) -> None:
    Division.objects.filter(pk=division.pk).update(spread_caps=[100])
    first, later = (make_round(division, number, pairs=[(1, 2), (3, 4)]) for number in (1, 2))
    play(first.games.get(board=1), 500, 300)
    assert "now 1-1 +50, 1-1 -50" in text(Keyboard(later, client).types("1 350 400"))


@pytest.mark.parametrize(
    ("line", "boards", "words"),
    [
        ("4", [2], "Table 2: Celeste Rackham-Vowel – Dmitri Quillfeather has a result"), ("t3 4", [3], "Table 3: "),
        ("2 388 431", [1], "Table 1: Ada Winterbourne – Bruno Tilefield "), ("99", [], ""),
    ],
)  # fmt: skip
def test_who_is_meant_is_shown_while_a_line_is_typed(desk: Keyboard, line: str, boards: list[int], words: str) -> None:
    play(desk.board(2))
    response = desk.client.get(desk.url("board_typing"), {"line": line})
    marked = re.findall(r'data-rows="([^"]*)"', response.content.decode())[0].split()
    assert marked == [f"table-{desk.board(number).pk}" for number in boards]
    assert text(response).startswith(words)


@pytest.mark.parametrize(
    ("line", "words"),
    [("99 431 388", "Player 99 is not in this round"), ("zzz 400 300", "No player 'zzz' in this round")],
)
def test_a_line_that_is_no_result_stays_in_the_input(desk: Keyboard, line: str, words: str) -> None:
    response = desk.types(line)
    assert (response.status_code, field(response, "line"), words in text(response)) == (422, line, True)
    assert Record.objects.count() == 0


def test_a_line_that_holds_markup_is_shown_as_text(desk: Keyboard) -> None:
    html = desk.types('1 <b>431"</b> 388').content.decode()
    assert "<b>431" not in html
    assert 'value="1 &lt;b&gt;431&quot;&lt;/b&gt; 388"' in html


@pytest.mark.parametrize(
    ("mode", "line", "question", "result"),
    [
        ("m player", "1 901 388", "scored 901, over 850?", "901-388"),
        ("m both", "1 388 431 -43", "did Ada Winterbourne lose 388-431?", "388-431"),
        ("m spread", "1 -43", "did Ada Winterbourne lose by 43?", "-43"),
    ],
)
def test_a_doubtful_result_is_saved_after_a_yes_only(
    desk: Keyboard, mode: str, line: str, question: str, result: str
) -> None:
    desk.types(mode)
    asked = desk.types(line)
    assert (question in text(asked), parked_lines(asked), field(asked, "line")) == (True, [line], "")
    assert desk.board().outcome == ""
    desk.answers(asked, "y")
    assert desk.result() == result


def test_a_no_gives_the_line_back_to_be_changed(desk: Keyboard) -> None:
    response = desk.asked("1 901 388", "n")
    assert (field(response, "line"), parked(response), desk.board().outcome) == ("1 901 388", [], "")


def test_the_next_line_parks_the_question_and_is_saved(desk: Keyboard) -> None:
    response = desk.answers(desk.types("1 901 388"), "3 400 300")
    assert parked_lines(response) == ["1 901 388"]
    assert desk.outcomes(1, 2) == ["", "played"]
    desk.answers(response, "1 y")
    assert desk.result() == "901-388"


def test_several_parked_questions_are_answered_by_their_tables_or_the_newest_first(desk: Keyboard) -> None:
    asked = desk.answers(desk.types("1 901 388"), "3 902 300")
    assert parked_lines(asked) == ["1 901 388", "3 902 300"]
    left = desk.answers(asked, "t1 y")
    assert (desk.result(), desk.board(2).outcome, len(parked(left))) == ("901-388", "", 1)
    back = desk.answers(left, "n")
    assert (field(back, "line"), parked(back), desk.board(2).outcome) == ("3 902 300", [], "")


def test_a_new_line_for_a_table_takes_the_place_of_its_parked_question(desk: Keyboard) -> None:
    waits = desk.answers(desk.types("1 901 388"), "?")
    assert len(parked(waits)) == 1 and "u: undo the last line" in text(waits)
    saved = desk.answers(waits, "1 401 388")
    assert (parked(saved), desk.result()) == ([], "401-388")


def test_a_parked_line_keeps_the_mode_it_was_typed_in(desk: Keyboard) -> None:
    desk.answers(desk.answers(desk.types("3 901 388"), "m table"), "2 y")
    assert desk.result(2) == "901-388"


def test_a_yes_to_other_questions_than_those_asked_asks_again(desk: Keyboard, director: User) -> None:
    asked = desk.types("1 901 388")
    record_result(by=director, game=desk.board(), first_score=400, second_score=300)
    assert "Table 1 already has" in text(desk.answers(asked, "y"))
    assert desk.result() == "400-300"


def test_the_same_figures_as_the_line_before_are_asked_about(desk: Keyboard) -> None:
    desk.types("1 431 388")
    asked = desk.types("3 431 388")
    assert "431-388 is the line before too (table 1): is it right here as well?" in text(asked)
    desk.answers(asked, "y")
    assert desk.result(2) == "431-388"


def test_m_changes_the_events_mode_where_the_user_manages_it(desk: Keyboard) -> None:
    assert "a line is: table score score, such as 7 431 388" in text(desk.types("m"))
    assert Tournament.objects.get().entry_mode == "table"
    desk.types("m both")
    assert Tournament.objects.get().entry_mode == "both"
    assert Record.objects.filter(action="tournament.changed").count() == 2


def test_m_of_a_scorer_is_for_this_scorer_until_the_event_is_changed(desk: Keyboard) -> None:
    scorer = desk.of_a_scorer()
    scorer.types("m table")
    assert Tournament.objects.get().entry_mode == "player"
    scorer.types("4 431 388")
    assert desk.result(4) == "431-388"
    Tournament.objects.update(entry_mode="spread")
    assert "winner spread" in text(scorer.types("?"))


def test_two_scorers_enter_side_by_side_and_each_undoes_his_own(desk: Keyboard) -> None:
    desk.types("1 431 388")
    desk.of_a_scorer().types("3 400 300")
    desk.types("u")
    assert desk.outcomes(1, 2) == ["", "played"]


def test_a_line_takes_the_same_queries_in_a_round_of_20_boards_and_of_200(client: Client) -> None:
    counts = []
    for players in (40, 400):
        division = make_division(make_tournament(f"event-{players}"), players=players)
        client.force_login(make_user(tournament=division.tournament))
        desk = Keyboard(make_round(division, 1), client)
        desk.types(f"t1 431 {300 + players // 40}", script=True)
        with CaptureQueriesContext(connection) as captured:
            assert desk.types("t2 432 301", script=True).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 47 + (connection.vendor == "postgresql")
