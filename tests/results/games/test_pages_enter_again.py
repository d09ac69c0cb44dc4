"""The keyboard page where a result is there already: replaced, mended, undone; a line typed for a reason is never lost."""

from typing import Any

import pytest
from django.test import Client

from results.games.services.outcomes import record_result, result_text
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_round, make_user
from tests.results.games.test_pages_enter import answer, board, enter, field, text

pytestmark = pytest.mark.django_db


# --- a result that is there ------------------------------------------------------------------------


def test_the_same_line_sent_twice_is_one_result_and_no_error(row: Round, client: Client) -> None:
    enter(client, row, "1 431 388")
    again = enter(client, row, "1 431 388")
    assert again.status_code == 200
    assert "Already entered: Round 1, table 1:" in text(again)
    assert [record.action for record in Record.objects.all()] == ["result.entered"]
    assert text(again).count("now 1-0 +43") == 1


def test_the_other_players_view_of_the_same_result_is_already_entered_too(row: Round, client: Client) -> None:
    enter(client, row, "1 431 388")
    assert "Already entered" in text(enter(client, row, "2 388 431"))


@pytest.fixture
def of_a_scorer(row: Round) -> Game:
    """Table 1, 431-388, entered by somebody else than the director."""
    scorer = make_user("scorer", tournament=row.division.tournament, role=Role.SCORER)
    return record_result(by=scorer, game=board(row, 1), first_score=431, second_score=388)


def test_somebody_elses_result_is_replaced_after_a_yes_and_a_reason(
    row: Round, client: Client, of_a_scorer: Game
) -> None:
    asked = enter(client, row, "1 421 388")
    assert "Table 1 already has Ada Winterbourne 431 - 388 Bruno Tilefield: replace it?" in text(asked)
    why = answer(client, row, asked, "y")
    assert "Why is the result of table 1 changed?" in text(why)
    assert result_text(board(row, 1)) == "431-388"
    empty = answer(client, row, why, " ")
    assert field(empty, "stage") == "reason"
    answer(client, row, empty, "slip recounted")
    assert result_text(board(row, 1)) == "421-388"
    assert Record.objects.order_by("-seq")[0].why == "slip recounted"


def test_a_reason_of_n_leaves_the_result_as_it_is(row: Round, client: Client, of_a_scorer: Game) -> None:
    why = answer(client, row, enter(client, row, "1 421 388"), "y")
    response = answer(client, row, why, "n")
    assert (field(response, "line"), result_text(board(row, 1))) == ("1 421 388", "431-388")


def test_ones_own_line_is_mended_after_a_yes_alone_while_the_round_is_open(
    row: Round, client: Client, director: User
) -> None:
    enter(client, row, "1 431 388")
    saved = answer(client, row, enter(client, row, "1 421 388"), "y")
    assert (field(saved, "stage"), result_text(board(row, 1))) == ("", "421-388")
    last = Record.objects.order_by("-seq")[0]
    assert (last.action, last.actor_id, last.why) == (
        "result.corrected", director.pk, "their own line, while the round is open",
    )  # fmt: skip
    assert (last.before["first_score"], last.after["first_score"]) == (431, 421)


def test_a_scorer_mends_a_typo_two_lines_ago(row: Round, client: Client) -> None:
    client.force_login(make_user("scorer", tournament=row.division.tournament, role=Role.SCORER))
    for line in ("1 431 388", "3 400 300", "5 401 300"):
        enter(client, row, line)
    answer(client, row, enter(client, row, "1 413 388"), "y")
    assert result_text(board(row, 1)) == "413-388"
    for _ in range(4):
        enter(client, row, "u")
    assert set(Game.objects.filter(round=row).values_list("outcome", flat=True)) == {""}


def test_a_closed_round_wants_a_reason_for_ones_own_line_too(row: Round, client: Client) -> None:
    for number, line in enumerate(("1 431 388", "3 400 300", "5 401 300", "7 402 300"), start=1):
        assert enter(client, row, line).status_code == 200, number
    why = answer(client, row, enter(client, row, "1 413 388"), "y")
    assert "Why is the result of table 1 changed?" in text(why)


# --- D2: a line typed where a reason is wanted ---


@pytest.mark.parametrize(
    "line", ["3 377 388", "p3 377 388", "t2 377 388", "99 377 388", "3 377", "3,377,388", "3 377-388"]
)
def test_a_result_line_is_no_reason_and_waits_until_the_reason_is_there(
    row: Round, client: Client, of_a_scorer: Game, line: str
) -> None:
    why = answer(client, row, enter(client, row, "1 421 388"), "y")
    again = answer(client, row, why, line)
    assert f"{line} is a result line, not a reason: it waits and comes back next." in text(again)
    assert (field(again, "stage"), field(again, "pending")) == ("reason", "1 421 388")
    assert (field(again, "line"), field(again, "aside")) == ("", line)
    assert result_text(board(row, 1)) == "431-388"
    saved = answer(client, row, again, "slip recounted", aside=line)
    assert (result_text(board(row, 1)), Record.objects.order_by("-seq")[0].why) == ("421-388", "slip recounted")
    assert (field(saved, "line"), field(saved, "aside")) == (line, "")
    assert "The line that waited is in the input: press Enter to send it." in text(saved)


def test_several_lines_typed_for_a_reason_come_back_one_after_the_other(
    row: Round, client: Client, of_a_scorer: Game
) -> None:
    why = answer(client, row, enter(client, row, "1 421 388"), "y")
    answer(client, row, why, "3 377 388")
    both: dict[str, Any] = {"aside": ["3 377 388", "5 400 300"]}
    saved = answer(client, row, why, "slip recounted", **both)
    assert (field(saved, "line"), field(saved, "aside")) == ("3 377 388", "5 400 300")
    assert field(enter(client, row, "3 377 388", aside="5 400 300"), "line") == "5 400 300"
    assert (result_text(board(row, 1)), result_text(board(row, 2))) == ("421-388", "377-388")


def test_a_change_that_is_left_alone_brings_the_waiting_line_back(
    row: Round, client: Client, of_a_scorer: Game
) -> None:
    why = answer(client, row, enter(client, row, "1 421 388"), "y")
    response = answer(client, row, why, "n", aside="3 377 388")
    assert (field(response, "line"), result_text(board(row, 1))) == ("3 377 388", "431-388")


@pytest.mark.parametrize(
    ("word", "what"), [("u", "a command"), ("m spread", "a command"), ("?", "a command"), ("Y", "an answer")]
)
def test_a_command_is_no_reason(row: Round, client: Client, of_a_scorer: Game, word: str, what: str) -> None:
    why = answer(client, row, enter(client, row, "1 421 388"), "y")
    again = answer(client, row, why, word)
    assert f"{word} is {what}, not a reason. Why is the result of table 1 changed? n leaves it as it is." in text(again)
    assert (field(again, "line"), field(again, "stage"), result_text(board(row, 1))) == (word, "reason", "431-388")


@pytest.mark.parametrize("reason", ["missing bingo bonus", "undo of my own slip", "2 tiles forgotten", "they said 421"])
def test_words_that_begin_like_a_line_are_a_reason(row: Round, client: Client, of_a_scorer: Game, reason: str) -> None:
    answer(client, row, answer(client, row, enter(client, row, "1 421 388"), "y"), reason)
    assert Record.objects.order_by("-seq")[0].why == reason


# --- D9: y, then Enter ---


def test_an_empty_enter_after_a_saved_answer_does_nothing(row: Round, client: Client) -> None:
    saved = answer(client, row, enter(client, row, "1 901 388"), "y")
    again = enter(client, row, "", saved=field(saved, "saved"))
    assert again.status_code == 200
    assert "Round 1, table 1: Ada Winterbourne 901 - 388 Bruno Tilefield now 1-0 +513, 0-1 -513" in text(again)
    assert "Type player score score" not in text(again)
    assert Record.objects.count() == 1
    assert enter(client, row, "", saved=field(again, "saved")).status_code == 200


def test_a_replaced_result_names_the_rounds_paired_from_the_old_one(
    row: Round, client: Client, of_a_scorer: Game
) -> None:
    Round.objects.filter(pk=make_round(row.division, 2).pk).update(paired_after=1)
    why = answer(client, row, enter(client, row, "1 388 431"), "y")
    assert "Paired from the standings before: round 2. Their boards stay." in text(
        answer(client, row, why, "wrong way round")
    )


def test_a_scorer_is_sent_to_a_director_for_a_result_that_is_there(row: Round, client: Client, director: User) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    client.force_login(make_user("scorer", tournament=row.division.tournament, role=Role.SCORER))
    response = enter(client, row, "1 421 388")
    assert response.status_code == 422
    assert "Table 1 has a result already (431-388): ask a director" in text(response)


# --- undo ------------------------------------------------------------------------------------------


def test_u_takes_the_last_line_back_and_then_the_one_before(row: Round, client: Client) -> None:
    enter(client, row, "1 431 388")
    enter(client, row, "3 400 300")
    assert "Undone: Round 1, table 2:" in text(enter(client, row, "u"))
    assert [board(row, number).outcome for number in (1, 2)] == ["played", ""]
    enter(client, row, "u")
    assert board(row, 1).outcome == ""
    assert "There is no line to undo" in text(enter(client, row, "u"))


def test_u_after_a_change_says_what_is_back(row: Round, client: Client, of_a_scorer: Game) -> None:
    answer(client, row, answer(client, row, enter(client, row, "1 411 388"), "y"), "slip recounted")
    undone = enter(client, row, "u")
    assert "Ada Winterbourne 411 - 388 Bruno Tilefield. Table 1 is back to 431-388." in text(undone)
    assert result_text(board(row, 1)) == "431-388"


def test_u_after_a_new_line_says_that_the_table_awaits_a_result(row: Round, client: Client) -> None:
    enter(client, row, "1 431 388")
    assert "Table 1 awaits a result again." in text(enter(client, row, "u"))


def test_u_in_a_closed_round_brings_the_old_result_back_with_a_reason_of_its_own(row: Round, client: Client) -> None:
    for line in ("1 431 388", "3 400 300", "5 401 300", "7 402 300"):
        enter(client, row, line)
    answer(client, row, answer(client, row, enter(client, row, "1 421 388"), "y"), "slip recounted")
    enter(client, row, "u")
    assert result_text(board(row, 1)) == "431-388"
    assert Record.objects.order_by("-seq")[0].why == "undone by whoever changed it"


def test_u_does_not_take_back_what_somebody_else_did(row: Round, client: Client, director: User) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    client.force_login(make_user("scorer", tournament=row.division.tournament, role=Role.SCORER))
    assert "There is no line to undo" in text(enter(client, row, "u"))
    assert result_text(board(row, 1)) == "431-388"
