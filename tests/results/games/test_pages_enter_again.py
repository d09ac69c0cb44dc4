"""The keyboard page where a result is there already: replaced, mended, undone; the reason follows the yes."""

import pytest

from results.games.services.outcomes import record_result
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_round
from tests.results.games.keyboard import Keyboard, parked_lines
from tests.results.looking import text

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


@pytest.fixture
def theirs(desk: Keyboard) -> Keyboard:
    """The director's page; table 1, 431-388, was entered by a scorer."""
    record_result(by=desk.scorer(), game=desk.board(), first_score=431, second_score=388)
    return desk


def test_somebody_elses_result_is_replaced_after_a_yes_and_a_reason(theirs: Keyboard) -> None:
    asked = theirs.types("1 421 388")
    assert "Table 1 already has Ada Winterbourne 431 - 388 Bruno Tilefield: replace it?" in text(asked)
    reason = theirs.answers(asked, "y")
    assert "Why is the result of table 1 changed? Type 1 y and the reason." in text(reason)
    assert theirs.result() == "431-388"
    theirs.answers(reason, "1 y slip recounted")
    assert (theirs.result(), why()) == ("421-388", "slip recounted")
    undone = theirs.types("u")
    assert "Ada Winterbourne 421 - 388 Bruno Tilefield. Table 1 is back to 431-388." in text(undone)
    assert theirs.result() == "431-388"


def test_ones_own_line_is_mended_after_a_yes_alone_while_the_round_is_open(desk: Keyboard, director: User) -> None:
    desk.types("1 431 388")
    saved = desk.asked("1 421 388", "y")
    assert (parked_lines(saved), desk.result()) == ([], "421-388")
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
    desk.answers(reason, "1 y slip recounted")
    desk.types("u")
    assert (desk.result(), why()) == ("431-388", "undone by whoever changed it")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("y", "missing bingo bonus"), ("1 y", "they said 421"), ("y", "2 tiles forgotten"), ("t1 yes", "they said 421")],
)
def test_the_reason_may_follow_the_yes(theirs: Keyboard, answer: str, reason: str) -> None:
    theirs.answers(theirs.types("1 421 388"), f"{answer} {reason}")
    assert (theirs.result(), why()) == ("421-388", reason)


def test_the_reason_may_stand_in_the_field_of_the_question(theirs: Keyboard) -> None:
    asked = theirs.types("1 421 388")
    theirs.answers(asked, "1 y", **{f"reason-{theirs.board().pk}": "slip recounted"})
    assert (theirs.result(), why()) == ("421-388", "slip recounted")


def test_a_result_line_typed_for_a_reason_is_a_result_line(theirs: Keyboard) -> None:
    asked = theirs.answers(theirs.types("1 421 388"), "y")
    saved = theirs.answers(asked, "3 377 388")
    assert (theirs.result(1), theirs.result(2), parked_lines(saved)) == ("431-388", "377-388", ["1 421 388"])


def test_a_replaced_result_names_the_rounds_paired_from_the_old_one(theirs: Keyboard) -> None:
    Round.objects.filter(pk=make_round(theirs.row.division, 2).pk).update(paired_after=1)
    saved = theirs.asked("1 388 431", "y wrong way round")
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
