"""Several hands on one slip at the same instant, on real connections: one slip, one verdict, one line of the game."""

import pytest

from adjudication.challenges.services.slips import reissue, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip, Verdict
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused
from tests.adjudication.challenges.cases import Table
from tests.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_judging_key_pressed_four_times_at_once_gives_one_verdict_and_one_line(at: Table) -> None:
    slip = at.slip("AXLE")
    answers = at_once([lambda: adjudicate(by=at.judge, slip=slip, words=["AXLE"], request_key="v1")] * 4)
    assert len(set(answers)) == 1
    assert (Verdict.objects.count(), len(at.lines())) == (1, 1)
    assert verify(at.division.tournament).whole


def test_two_judges_at_once_one_judges_and_the_other_is_told(at: Table) -> None:
    slip = at.slip("AXLE")
    works = [lambda by=by: adjudicate(by=by, slip=slip, words=["AXLE"]) for by in (at.judge, at.other_judge)]
    answers = at_once(works)
    assert {type(one) for one in answers} == {Verdict, Refused}
    assert (Verdict.objects.count(), len(at.lines())) == (1, 1)


def test_two_slips_of_one_game_at_once_leave_one(at: Table) -> None:
    game = Game.objects.with_people().get(pk=at.game.pk)
    works = [
        lambda who=who: write_slip(by=at.judge, game=game, challenge=at.written("AXLE", challenger=who))
        for who in (at.first.pk, at.second.pk)
    ]
    answers = at_once(works)
    assert {type(one) for one in answers} == {ChallengeSlip, Refused}
    assert ChallengeSlip.objects.count() == 1


def test_slips_of_two_games_at_once_have_two_numbers(at: Table) -> None:
    games = list(Game.objects.with_people().filter(round=at.row))
    works = [
        lambda game=game: write_slip(by=at.judge, game=game, challenge=at.written("AXLE", challenger=game.first_id))
        for game in games
    ]
    slips = at_once(works)
    assert sorted(one.number for one in slips if isinstance(one, ChallengeSlip)) == [1, 2]


def test_a_slip_reissued_twice_at_once_is_reissued_once(at: Table) -> None:
    slip = at.slip("AXLE")
    answers = at_once([lambda: reissue(by=at.judge, slip=slip, words=("CWM",))] * 2)
    assert len({one.pk for one in answers if isinstance(one, ChallengeSlip)}) == 1
    assert ChallengeSlip.objects.count() == 2
