"""A played result for a player who has left is asked about, by whichever road it comes."""

import pytest
from rest_framework.test import APIClient

from results.games.engine.entry_line import Mode
from results.games.services.keyboard import Desk, Typed, take
from results.games.services.outcomes import PlayerGone, correct_result, played, replace_own_result
from results.rulings.services.forfeits import HowItEnded, decide
from results.sheets.services import entering, officials
from tdsuite.tournaments.engine.tie_breaks import WITHDRAWN_UNRANKED
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.entries import withdraw_entry
from tdsuite.tournaments.services.roads import Road
from tests.results.rulings.cases import logged_in, url
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    hall = make_hall()
    withdraw_entry(by=hall.director, entry=hall.event.entry(4), from_round=1, reason="Called away")
    return hall


@pytest.mark.parametrize("unranked", [False, True], ids=["with a rank", "with no rank any more"])
def test_the_keyboard_asks_whether_a_player_who_left_has_played(hall: Hall, unranked: bool) -> None:
    hall.division.standings_options[WITHDRAWN_UNRANKED] = unranked
    line = "1 431 388"
    desk = Desk(hall.scorer, history(hall.division), 1, Mode.TABLE)
    asked = take(desk, Typed(line))
    name = hall.event.entry(4).player
    assert (asked.kind, asked.parked[0].questions) == ("ask", (f"{name} has left: was table 1 played?",))
    assert hall.game().outcome == Game.Outcome.AWAITED
    assert take(desk, Typed("y", asked.parked)).kind == "saved"
    assert hall.scores() == (431, 388)


def test_a_phone_asks_before_it_signs_a_game_against_a_player_who_left(hall: Hall) -> None:
    with pytest.raises(entering.OddFigures) as asked:
        entering.enter_sheet(by=hall.player(1), game=hall.game(), figures=hall.figures(), confirmed="")
    name = hall.event.entry(4).player
    assert asked.value.asked.questions == (f"{name} has left the event: did you play this game?",)
    digest = asked.value.asked.digest
    answer = entering.enter_sheet(by=hall.player(1), game=hall.game(), figures=hall.figures(), confirmed=digest)
    assert answer.version == 1


def test_paper_of_a_player_who_left_needs_both_signatures(hall: Hall) -> None:
    with pytest.raises(PlayerGone):
        officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=hall.figures(), both_seen=False)
    officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=hall.figures(), both_seen=True)
    assert hall.scores() == (431, 388)


def test_a_played_ending_for_a_player_who_left_needs_a_reason_and_a_forfeit_is_not_asked_about(hall: Hall) -> None:
    ended = HowItEnded(Game.Outcome.PLAYED, first_score=431, second_score=388)
    with pytest.raises(PlayerGone):
        decide(by=hall.director, game=hall.game(), ended=ended)
    decide(by=hall.director, game=hall.game(), ended=ended, reason="They finished before they left")
    assert hall.scores() == (431, 388)
    no_show = HowItEnded(Game.Outcome.NO_SHOW, "second", begun=False)
    other = hall.game(2)
    gone = other.second
    assert gone is not None
    withdraw_entry(by=hall.director, entry=gone, from_round=1, reason="Called away")
    assert decide(by=hall.director, game=other, ended=no_show, reason="Left").game.outcome == Game.Outcome.NO_SHOW


def forfeited(hall: Hall) -> Game:
    """The API's: the same person may type over it without a reason."""
    ended = HowItEnded(Game.Outcome.NO_SHOW, "second", begun=False)
    return decide(by=hall.director, game=hall.game(), ended=ended, reason="Left", road=Road.API).game


def test_a_correction_of_a_forfeit_asks_whether_the_player_who_left_has_played(hall: Hall) -> None:
    forfeited(hall)
    correct = {"by": hall.director, "game": hall.game(), "outcome": played(431, 388)}
    with pytest.raises(PlayerGone):
        correct_result(**correct, reason="They did play")
    with pytest.raises(PlayerGone):
        replace_own_result(**correct)
    correct_result(**correct, reason="They did play", gone_played=True)
    correct_result(**correct | {"outcome": played(421, 388)}, reason="A score read wrongly")
    assert hall.scores() == (421, 388)


@pytest.mark.parametrize(("method", "given"), [("post", 201), ("put", 200)])
def test_the_call_refuses_scores_until_it_is_said_that_they_played(hall: Hall, method: str, given: int) -> None:
    """A first result, and the correction of a forfeit, which the keyboard and the page ask about too."""
    name, scores = hall.event.entry(4).player, {"first_score": 431, "second_score": 388, "reason": "They did play"}
    if method == "put":
        forfeited(hall)
        asked = take(Desk(hall.director, history(hall.division), 1, Mode.TABLE), Typed("1 431 388"))
        assert asked.parked[0].questions[0] == f"{name} has left: was table 1 played?"
        shown = logged_in(hall.director).post(url("correct", hall.game().pk), {**scores, "kind": "played"})
        assert f"{name} has left the event: the game was played all the same" in shown.text
        assert shown.context["preview"] is None
    api = APIClient()
    api.force_authenticate(hall.director)
    address = f"/api/v1/tournaments/{hall.division.tournament.slug}/games/{hall.game().pk}/result/"
    refused = getattr(api, method)(address, scores, format="json")
    assert (refused.status_code, refused.json()["code"], refused.json()["players"]) == (409, "player_gone", [4])
    assert getattr(api, method)(address, scores | {"gone_played": True}, format="json").status_code == given
    assert hall.scores() == (431, 388)
