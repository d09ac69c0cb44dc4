"""The keyboard page: one line, one result; every doubt asked; nothing typed is lost; nothing is entered twice."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from results.games.services.outcomes import record_result, result_text
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tests.factories import make_division, make_round, make_tournament, make_user, play

pytestmark = pytest.mark.django_db


def url(row: Round) -> str:
    return reverse("results:enter", args=[row.division.tournament.slug, row.division.code, row.number])


def board(row: Round, number: int) -> Game:
    return Game.objects.with_people().get(round=row, board=number)


def text(response: Any) -> str:
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").split())


def field(response: Any, name: str) -> str:
    """The value that a named input of the answer holds; "" where there is none."""
    found = re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())
    return found[1] if found else ""


def enter(client: Client, row: Round, line: str, *, script: bool = False, **sent: Any) -> Any:
    headers = {"HX-Request": "true"} if script else {}
    return client.post(url(row), {"line": line, **sent}, headers=headers)


def answer(client: Client, row: Round, asked: Any, line: str, **options: Any) -> Any:
    """Type `line` into the page that asked, with the hidden fields it sent."""
    hidden: dict[str, Any] = {name: field(asked, name) for name in ("pending", "asked", "stage")}
    return enter(client, row, line, **hidden, **options)


# --- who may ---------------------------------------------------------------------------------------


def test_a_stranger_is_sent_to_log_in(row: Round) -> None:
    assert Client().get(url(row))["Location"].startswith("/log-in/?next=")
    assert Client().post(url(row), {"line": "1 400 300"}).status_code == 302
    assert board(row, 1).outcome == ""


@pytest.mark.parametrize("role", [Role.PLAYER, Role.ORGANISER, Role.JUDGE])
def test_nobody_enters_results_but_directors_and_scorers(row: Round, client: Client, role: Role) -> None:
    client.force_login(make_user("somebody", tournament=row.division.tournament, role=role))
    assert client.get(url(row)).status_code == 403
    assert enter(client, row, "1 400 300").status_code == 403
    assert board(row, 1).outcome == ""


def test_the_line_is_sent_with_the_forms_token(row: Round) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username="director"))
    assert enter(client, row, "1 400 300").status_code == 403


def test_a_round_that_is_not_published_leads_to_where_it_is_paired(row: Round, client: Client) -> None:
    address = reverse("results:enter", args=[row.division.tournament.slug, "a", 2])
    assert client.get(address)["Location"] == reverse("pairings:round", args=[row.division.tournament.slug, "a", 2])


# --- the page --------------------------------------------------------------------------------------


def test_the_page_has_one_focused_input_the_prompt_and_the_missing_tables(row: Round, client: Client) -> None:
    play(board(row, 2))
    response = client.get(url(row))
    html = response.content.decode()
    assert re.findall(r"<input[^>]*autofocus[^>]*>", html) == re.findall(r'<input id="entry-line"[^>]*>', html)
    assert "player score score such as 12 431 388" in text(response)
    assert "3 missing 1 1" in text(response)


def test_no_style_and_no_script_stands_in_the_page(row: Round, client: Client) -> None:
    html = client.get(url(row)).content.decode()
    assert (re.search(r"<script(?![^>]*\bsrc=)", html), re.search(r"\sstyle=|\son\w+=", html)) == (None, None)


def test_a_script_gets_the_three_changing_parts_alone(row: Round, client: Client) -> None:
    html = enter(client, row, "1 431 388", script=True).content.decode()
    assert "<html" not in html
    assert re.findall(r'id="(entry-(?:ask|done|missing))"', html) == ["entry-ask", "entry-done", "entry-missing"]


# --- a line ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "line", "expected"),
    [
        ("player", "1 431 388", {1: "431-388"}),
        ("player", "2 431 388", {1: "388-431"}),
        ("player", "t3 431 388", {3: "431-388"}),
        ("table", "3 431 388", {3: "431-388"}),
        ("table", "p6 431 388", {3: "388-431"}),
        ("spread", "4 43", {2: "-43"}),
        ("both", "8 431 388 43", {4: "388-431"}),
    ],
)
def test_a_line_is_read_in_the_events_mode_and_saved(
    row: Round, client: Client, mode: str, line: str, expected: dict[int, str]
) -> None:
    Tournament.objects.update(entry_mode=mode)
    assert enter(client, row, line).status_code == 200
    decided = Game.objects.filter(round=row, outcome="played")
    assert {game.board: result_text(game) for game in decided} == expected


def test_the_echo_shows_both_names_the_round_and_both_new_records(row: Round, client: Client) -> None:
    response = enter(client, row, "1 431 388")
    one, two = board(row, 1).first.player, board(row, 1).second
    assert two is not None
    assert f"Round 1, table 1: {one} 431 - 388 {two.player} now 1-0 +43, 0-1 -43" in text(response)
    assert field(response, "line") == ""


def test_new_records_count_the_rounds_before_and_caps(division: Division, director: User, client: Client) -> None:
    Division.objects.filter(pk=division.pk).update(spread_caps=[100])
    for number in (1, 2):
        later = make_round(division, number, pairs=[(1, 2), (3, 4), (5, 6), (7, 8)])
        if number == 1:
            play(board(later, 1), 500, 300)
    assert "now 1-1 +50, 1-1 -50" in text(enter(client, later, "1 350 400"))


def test_the_last_lines_and_the_missing_tables_follow_every_line(row: Round, client: Client) -> None:
    enter(client, row, "1 431 388")
    page = text(enter(client, row, "4 400 410"))
    assert page.index("table 2:") < page.index("table 1:", page.index("Last lines"))
    assert "2 missing 3 5" in page
    enter(client, row, "5 400 300")
    assert "All results are in" in text(enter(client, row, "7 401 300"))


def test_the_next_missing_table_stands_first_and_none_is_marked_before_one_is_typed(row: Round, client: Client) -> None:
    html = enter(client, row, "1 431 388").content.decode()
    assert re.findall(r'<li data-board="\d+">\s*<b>([^<]+)</b>', html) == ["2", "3", "4"]
    assert "up-next" not in html


@pytest.mark.parametrize(
    ("line", "boards", "words"),
    [
        ("4", [2], "Table 2 3 Celeste Rackham-Vowel v 4 Dmitri Quillfeather"),
        ("t3 4", [3], "Table 3 5 "),
        ("quill", [2], "Table 2 3 Celeste Rackham-Vowel v 4 Dmitri Quillfeather"),
        ("2 388 431", [1], "Table 1 1 Ada Winterbourne v 2 Bruno Tilefield not saved yet"),
        ("99", [], ""),
        ("?", [], ""),
    ],
)
def test_who_is_meant_is_shown_while_a_line_is_typed(
    row: Round, client: Client, line: str, boards: list[int], words: str
) -> None:
    address = reverse("results:typing", args=[row.division.tournament.slug, row.division.code, 1])
    response = client.get(address, {"line": line})
    marked = re.findall(r'data-boards="([^"]*)"', response.content.decode())[0].split()
    assert marked == [str(board(row, number).pk) for number in boards]
    assert text(response).startswith(words)


def test_a_table_that_has_a_result_says_so_while_it_is_typed(row: Round, client: Client) -> None:
    play(board(row, 2))
    address = reverse("results:typing", args=[row.division.tournament.slug, row.division.code, 1])
    assert text(client.get(address, {"line": "4"})).endswith("Dmitri Quillfeather has a result")


def test_a_name_enters_a_result_and_two_that_begin_so_are_listed(row: Round, client: Client) -> None:
    enter(client, row, "tilef 431 388")
    assert result_text(board(row, 1)) == "388-431"
    refused = enter(client, row, "zzz 400 300")
    assert (refused.status_code, "No player 'zzz' in this round" in text(refused)) == (422, True)


def test_an_empty_line_says_what_to_type(row: Round, client: Client) -> None:
    response = enter(client, row, "  ")
    assert "Type player score score, such as 12 431 388" in text(response)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("99 431 388", "Player 99 is not in this round"),
        ("t9 431 388", "Table 9: this round has tables 1-4"),
        ("1 431", "Something is missing in '1 431'"),
        ("1 431 abc", "'abc' is not a number"),
        ("1 9431 388", "9431 cannot be a score"),
    ],
)
def test_a_line_that_is_no_result_stays_in_the_input(row: Round, client: Client, line: str, words: str) -> None:
    response = enter(client, row, line)
    assert (response.status_code, field(response, "line")) == (422, line)
    assert words in text(response)
    assert Record.objects.count() == 0


def test_a_line_that_holds_markup_is_shown_as_text(row: Round, client: Client) -> None:
    html = enter(client, row, '1 <b>431"</b> 388').content.decode()
    assert "<b>431" not in html
    assert 'value="1 &lt;b&gt;431&quot;&lt;/b&gt; 388"' in html


# --- questions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "question", "result"),
    [
        ("m player; 1 901 388", "scored 901, over 850?", "901-388"),
        ("m player; 1 431 -12", "scored -12, below zero?", "431--12"),
        ("m player; 1 811 301", "Ada Winterbourne won by 510, over 350?", "811-301"),
        ("m player; 1 400 400", "A tie between", "400-400"),
        ("m both; 1 388 431 -43", "did Ada Winterbourne lose 388-431?", "388-431"),
        ("m spread; 1 -43", "did Ada Winterbourne lose by 43?", "-43"),
    ],
)
def test_a_doubtful_result_is_saved_after_a_yes_only(
    row: Round, client: Client, line: str, question: str, result: str
) -> None:
    mode, line = line.split("; ")
    enter(client, row, mode)
    asked = enter(client, row, line)
    assert (question in text(asked), field(asked, "pending"), field(asked, "line")) == (True, line, "")
    assert board(row, 1).outcome == ""
    answer(client, row, asked, "y")
    assert result_text(board(row, 1)) == result


def test_a_no_gives_the_line_back_to_be_changed(row: Round, client: Client) -> None:
    response = answer(client, row, enter(client, row, "1 901 388"), "n")
    assert (field(response, "line"), field(response, "pending")) == ("1 901 388", "")
    assert board(row, 1).outcome == ""


def parked(response: Any) -> list[str]:
    """The lines whose questions wait, as the page sends them back."""
    return re.findall(r'name="parked" value="([^"]*)"', response.content.decode())


def go_on(client: Client, row: Round, response: Any, line: str) -> Any:
    """Type the next line into the page as it is."""
    hidden = {name: field(response, name) for name in ("pending", "asked", "stage")}
    return enter(client, row, line, parked=parked(response), **{name: text for name, text in hidden.items() if text})


def test_the_next_line_parks_the_question_and_is_saved(row: Round, client: Client) -> None:
    response = go_on(client, row, enter(client, row, "1 901 388"), "3 400 300")
    assert (field(response, "pending"), [text.split(" ", 2)[2] for text in parked(response)]) == ("", ["1 901 388"])
    assert [board(row, number).outcome for number in (1, 2)] == ["", "played"]
    go_on(client, row, response, "1 y")
    assert result_text(board(row, 1)) == "901-388"


def test_several_parked_questions_are_answered_by_their_tables_or_the_newest_first(row: Round, client: Client) -> None:
    asked = go_on(client, row, enter(client, row, "1 901 388"), "3 902 300")
    assert field(asked, "pending") == "3 902 300"
    left = go_on(client, row, asked, "t1 y")
    assert (result_text(board(row, 1)), board(row, 2).outcome, len(parked(left))) == ("901-388", "", 1)
    back = go_on(client, row, left, "n")
    assert (field(back, "line"), parked(back), board(row, 2).outcome) == ("3 902 300", [], "")


def test_a_new_line_for_a_table_takes_the_place_of_its_parked_question(row: Round, client: Client) -> None:
    waits = go_on(client, row, enter(client, row, "1 901 388"), "?")
    assert len(parked(waits)) == 1
    saved = go_on(client, row, waits, "1 401 388")
    assert (parked(saved), result_text(board(row, 1))) == ([], "401-388")


def test_a_parked_line_keeps_the_mode_it_was_typed_in(row: Round, client: Client) -> None:
    waits = go_on(client, row, enter(client, row, "3 901 388"), "m table")
    go_on(client, row, waits, "2 y")
    assert result_text(board(row, 2)) == "901-388"


def test_what_cannot_be_read_is_not_taken_for_a_yes_and_keeps_the_question(row: Round, client: Client) -> None:
    response = answer(client, row, enter(client, row, "1 901 388"), "3 400 3oo")
    assert "Answer y or n first" in text(response)
    assert (field(response, "line"), field(response, "pending")) == ("3 400 3oo", "1 901 388")
    assert Record.objects.count() == 0


def test_a_yes_to_other_questions_than_those_asked_asks_again(row: Round, client: Client, director: User) -> None:
    asked = enter(client, row, "1 901 388")
    record_result(by=director, game=board(row, 1), first_score=400, second_score=300)
    again = answer(client, row, asked, "y")
    assert "Table 1 already has" in text(again)
    assert result_text(board(row, 1)) == "400-300"


def test_the_same_figures_as_the_line_before_are_asked_about(row: Round, client: Client) -> None:
    enter(client, row, "1 431 388")
    asked = enter(client, row, "3 431 388")
    assert "431-388 is the line before too (table 1): is it right here as well?" in text(asked)
    answer(client, row, asked, "y")
    assert result_text(board(row, 2)) == "431-388"


# --- other commands --------------------------------------------------------------------------------


def test_m_changes_the_events_mode_where_the_user_manages_it(row: Round, client: Client) -> None:
    assert "table score score such as 7 431 388" in text(enter(client, row, "m"))
    assert Tournament.objects.get().entry_mode == "table"
    enter(client, row, "m both")
    assert Tournament.objects.get().entry_mode == "both"
    assert Record.objects.filter(action="tournament.changed").count() == 2


def test_m_of_a_scorer_is_for_this_scorer_until_the_event_is_changed(row: Round, client: Client) -> None:
    client.force_login(make_user("scorer", tournament=row.division.tournament, role=Role.SCORER))
    enter(client, row, "m table")
    assert Tournament.objects.get().entry_mode == "player"
    enter(client, row, "4 431 388")
    assert result_text(board(row, 4)) == "431-388"
    Tournament.objects.update(entry_mode="spread")
    assert "winner spread such as" in text(client.get(url(row)))


def test_question_mark_helps(row: Round, client: Client) -> None:
    assert "u: undo the last line" in text(enter(client, row, "?"))


# --- several people --------------------------------------------------------------------------------


def test_two_scorers_enter_side_by_side_and_each_undoes_his_own(row: Round, client: Client) -> None:
    other = Client()
    other.force_login(make_user("scorer", tournament=row.division.tournament, role=Role.SCORER))
    enter(client, row, "1 431 388")
    enter(other, row, "3 400 300")
    enter(client, row, "u")
    assert [board(row, number).outcome for number in (1, 2)] == ["", "played"]


def test_what_others_entered_leaves_the_missing_list(row: Round, client: Client, director: User) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    address = reverse("results:missing", args=[row.division.tournament.slug, row.division.code, 1])
    assert text(client.get(address)).startswith("3 missing 2 3")


# --- speed -----------------------------------------------------------------------------------------


def test_a_line_takes_the_same_queries_in_a_round_of_20_boards_and_of_200(client: Client) -> None:
    counts = []
    for players in (40, 400):
        division = make_division(make_tournament(f"event-{players}"), players=players)
        client.force_login(make_user(tournament=division.tournament))
        row = make_round(division, 1)
        enter(client, row, f"t1 431 {300 + players // 40}", script=True)
        with CaptureQueriesContext(connection) as captured:
            assert enter(client, row, "t2 432 301", script=True).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 47 + (connection.vendor == "postgresql")
