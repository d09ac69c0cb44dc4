"""The keyboard page where a result is there already: replaced, mended, undone; a line typed for a reason is never lost."""

from typing import Any

import pytest

from results.games.services.outcomes import record_result
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_round
from tests.results.games.keyboard import Keyboard
from tests.results.looking import field, text

pytestmark = pytest.mark.django_db
ALL_IN = ("1 431 388", "3 400 300", "5 401 300", "7 402 300")


def why() -> str:
    return Record.objects.latest("seq").why


@pytest.mark.parametrize("again", ["1 431 388", "2 388 431"])
def test_the_same_result_sent_twice_from_either_side_is_one_and_no_error(desk: Keyboard, again: str) -> None:
    desk.types("1 431 388")
    response = desk.types(again)
    assert response.status_code == 200
    assert "Already entered: Round 1, table 1:" in text(response)
    assert [record.action for record in Record.objects.all()] == ["result.entered"]
    assert text(response).count("now 1-0 +43") == 1


@pytest.fixture
def theirs(desk: Keyboard) -> Keyboard:
    """The director's page; table 1, 431-388, was entered by a scorer."""
    record_result(by=desk.scorer(), game=desk.board(), first_score=431, second_score=388)
    return desk


def test_somebody_elses_result_is_replaced_after_a_yes_and_a_reason(theirs: Keyboard) -> None:
    asked = theirs.types("1 421 388")
    assert "Table 1 already has Ada Winterbourne 431 - 388 Bruno Tilefield: replace it?" in text(asked)
    reason = theirs.answers(asked, "y")
    assert "Why is the result of table 1 changed?" in text(reason)
    assert theirs.result() == "431-388"
    empty = theirs.answers(reason, " ")
    assert field(empty, "stage") == "reason"
    theirs.answers(empty, "slip recounted")
    assert (theirs.result(), why()) == ("421-388", "slip recounted")
    undone = theirs.types("u")
    assert "Ada Winterbourne 421 - 388 Bruno Tilefield. Table 1 is back to 431-388." in text(undone)
    assert theirs.result() == "431-388"


def test_ones_own_line_is_mended_after_a_yes_alone_while_the_round_is_open(desk: Keyboard, director: User) -> None:
    desk.types("1 431 388")
    saved = desk.asked("1 421 388", "y")
    assert (field(saved, "stage"), desk.result()) == ("", "421-388")
    last = Record.objects.latest("seq")
    assert (last.action, last.actor_id, last.why) == (
        "result.corrected", director.pk, "their own line, while the round is open",
    )  # fmt: skip
    assert (last.before["first_score"], last.after["first_score"]) == (431, 421)


def test_a_scorer_mends_a_typo_two_lines_ago(desk: Keyboard) -> None:
    scorer = desk.of_a_scorer()
    for line in ALL_IN[:3]:
        scorer.types(line)
    scorer.asked("1 413 388", "y")
    assert desk.result() == "413-388"
    for _ in range(4):
        scorer.types("u")
    assert set(Game.objects.filter(round=desk.row).values_list("outcome", flat=True)) == {""}


def test_a_closed_round_wants_a_reason_for_ones_own_line_and_undoes_with_its_own(desk: Keyboard) -> None:
    for line in ALL_IN:
        assert desk.types(line).status_code == 200
    reason = desk.asked("1 421 388", "y")
    assert "Why is the result of table 1 changed?" in text(reason)
    desk.answers(reason, "slip recounted")
    desk.types("u")
    assert (desk.result(), why()) == ("431-388", "undone by whoever changed it")


@pytest.mark.parametrize(
    "line", ["3 377 388", "p3 377 388", "t2 377 388", "99 377 388", "3 377", "3,377,388", "3 377-388"]
)
def test_a_result_line_is_no_reason_and_waits_until_the_reason_is_there(theirs: Keyboard, line: str) -> None:
    again = theirs.answers(theirs.asked("1 421 388", "y"), line)
    assert f"{line} is a result line, not a reason: it waits and comes back next." in text(again)
    assert (field(again, "stage"), field(again, "pending")) == ("reason", "1 421 388")
    assert (field(again, "line"), field(again, "aside")) == ("", line)
    assert theirs.result() == "431-388"
    saved = theirs.answers(again, "slip recounted", aside=line)
    assert (theirs.result(), why()) == ("421-388", "slip recounted")
    assert (field(saved, "line"), field(saved, "aside")) == (line, "")
    assert "The line that waited is in the input: press Enter to send it." in text(saved)


def test_several_lines_typed_for_a_reason_come_back_one_after_the_other(theirs: Keyboard) -> None:
    reason = theirs.asked("1 421 388", "y")
    theirs.answers(reason, "3 377 388")
    both: dict[str, Any] = {"aside": ["3 377 388", "5 400 300"]}
    saved = theirs.answers(reason, "slip recounted", **both)
    assert (field(saved, "line"), field(saved, "aside")) == ("3 377 388", "5 400 300")
    assert field(theirs.types("3 377 388", aside="5 400 300"), "line") == "5 400 300"
    assert (theirs.result(1), theirs.result(2)) == ("421-388", "377-388")


@pytest.mark.parametrize("aside", [{}, {"aside": "3 377 388"}])
def test_n_for_a_reason_leaves_the_result_and_brings_a_waiting_line_back(
    theirs: Keyboard, aside: dict[str, str]
) -> None:
    response = theirs.answers(theirs.asked("1 421 388", "y"), "n", **aside)
    assert (field(response, "line"), theirs.result()) == (aside.get("aside", "1 421 388"), "431-388")


@pytest.mark.parametrize(
    ("word", "what"), [("u", "a command"), ("m spread", "a command"), ("?", "a command"), ("Y", "an answer")]
)
def test_a_command_is_no_reason(theirs: Keyboard, word: str, what: str) -> None:
    again = theirs.answers(theirs.asked("1 421 388", "y"), word)
    assert f"{word} is {what}, not a reason. Why is the result of table 1 changed? n leaves it as it is." in text(again)
    assert (field(again, "line"), field(again, "stage"), theirs.result()) == (word, "reason", "431-388")


@pytest.mark.parametrize("reason", ["missing bingo bonus", "undo of my own slip", "2 tiles forgotten", "they said 421"])
def test_words_that_begin_like_a_line_are_a_reason(theirs: Keyboard, reason: str) -> None:
    theirs.answers(theirs.asked("1 421 388", "y"), reason)
    assert why() == reason


def test_an_empty_enter_after_a_saved_answer_does_nothing(desk: Keyboard) -> None:
    saved = desk.asked("1 901 388", "y")
    again = desk.types("", saved=field(saved, "saved"))
    assert again.status_code == 200
    assert "Round 1, table 1: Ada Winterbourne 901 - 388 Bruno Tilefield now 1-0 +513, 0-1 -513" in text(again)
    assert "Type player score score" not in text(again)
    assert Record.objects.count() == 1
    assert desk.types("", saved=field(again, "saved")).status_code == 200


def test_a_replaced_result_names_the_rounds_paired_from_the_old_one(theirs: Keyboard) -> None:
    Round.objects.filter(pk=make_round(theirs.row.division, 2).pk).update(paired_after=1)
    saved = theirs.answers(theirs.asked("1 388 431", "y"), "wrong way round")
    assert "Paired from the standings before: round 2. Their boards stay." in text(saved)


def test_u_takes_the_last_line_back_and_then_the_one_before(desk: Keyboard) -> None:
    desk.types("1 431 388")
    desk.types("3 400 300")
    assert "Undone: Round 1, table 2:" in text(desk.types("u"))
    assert desk.outcomes(1, 2) == ["played", ""]
    assert "Table 1 awaits a result again." in text(desk.types("u"))
    assert desk.board().outcome == ""
    assert "There is no line to undo" in text(desk.types("u"))


def test_a_scorer_neither_replaces_nor_undoes_what_a_director_entered(desk: Keyboard, director: User) -> None:
    record_result(by=director, game=desk.board(), first_score=431, second_score=388)
    scorer = desk.of_a_scorer()
    response = scorer.types("1 421 388")
    assert response.status_code == 422
    assert "Table 1 has a result already (431-388): ask a director" in text(response)
    assert "There is no line to undo" in text(scorer.types("u"))
    assert desk.result() == "431-388"
