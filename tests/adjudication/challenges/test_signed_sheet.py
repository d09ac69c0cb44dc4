"""A verdict after the sheet was signed: its penalty reaches the sheet as a new version that both sign again."""

import pytest

from adjudication.challenges.services.slips import NewChallenge, void_slip, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip
from results.sheets.engine.states import State
from tdsuite.tournaments.models import Round
from tests.results.rulings.cases import make_event
from tests.results.sheets.desk import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    hall = Hall(make_event())
    Round.objects.update(status=Round.Status.PLAYING)
    hall.both_sign(431, 388)
    return hall


def stated(hall: Hall, *, acceptable: bool) -> ChallengeSlip:
    """The director enters a paper slip of the game afterwards, with the verdict that was given at the table."""
    game = hall.game()
    written = NewChallenge(game.first_id, handed_over=True, agreed=True)
    slip = write_slip(by=hall.director, game=game, challenge=written)
    adjudicate(by=hall.director, slip=slip, words=["AXLE", "CWM"], stated=acceptable)
    return slip


def test_a_penalty_after_the_signatures_makes_a_new_version_with_the_line_and_its_rule(hall: Hall) -> None:
    before = hall.latest().number
    stated(hall, acceptable=True)
    latest = hall.latest()
    assert latest.number == before + 1
    assert "3.10.15(b)(ii)" in latest.text
    assert hall.sheet().state == State.POSTED  # its scores count, and both players sign again


def test_an_upheld_challenge_leaves_the_signed_sheet_as_it_is(hall: Hall) -> None:
    before = hall.latest().number
    stated(hall, acceptable=False)
    assert hall.latest().number == before


def test_a_penalty_struck_out_leaves_the_sheet_again(hall: Hall) -> None:
    slip = stated(hall, acceptable=True)
    with_line = hall.latest().number
    void_slip(by=hall.director, slip=slip, reason="Wrong table.")
    assert hall.latest().number == with_line + 1
    assert "3.10.15(b)(ii)" not in hall.latest().text
