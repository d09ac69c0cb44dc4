"""A slip that comes after the score: it is asked about, and what both players signed stays as it is (WESPA 5.4.1, NSA III.F)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from adjudication.challenges.pages import summary_of
from adjudication.challenges.services.misadjudications import settle_misadjudication
from adjudication.challenges.services.slips import NewChallenge, reissue, void_slip, write_slip
from adjudication.challenges.services.station import confirm_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip
from results.games.services.outcomes import played_by, record_outcome, record_result
from results.sheets.engine.states import State
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Round
from tdsuite.tournaments.services.score_there import ScoreMeaning, ScoreThere
from tests.factories import make_user
from tests.results.looking import text
from tests.results.rulings.cases import make_event, total
from tests.results.sheets.desk import Hall

pytestmark = [pytest.mark.django_db, pytest.mark.database]
WORDS = ["AXLE", "CWM"]  # 10 points off a challenger under WESPA's 5 a word


@pytest.fixture
def hall() -> Hall:
    hall = Hall(make_event())
    Round.objects.update(status=Round.Status.PLAYING)
    return hall


def slip_of(hall: Hall, by: User | None = None) -> ChallengeSlip:
    game = hall.game()
    written = NewChallenge(game.first_id, handed_over=True, agreed=True, another_turn=True)
    return write_slip(by=by or hall.director, game=game, challenge=written)


def judged(
    hall: Hall, *, by: User | None = None, acceptable: bool = True, meaning: ScoreMeaning | None = None
) -> ChallengeSlip:
    """A paper slip of the winner's, with the verdict that was given at the table."""
    by = by or hall.director
    meaning = meaning or ScoreMeaning()
    return adjudicate(by=by, slip=slip_of(hall, by), words=WORDS, stated=acceptable, meaning=meaning).slip


def judge_of(hall: Hall) -> User:
    return make_user("judge", tournament=hall.division.tournament, role=Role.JUDGE)


def test_wespa_5_4_1_a_slip_keyed_after_both_signatures_goes_to_the_register_alone(hall: Hall) -> None:
    hall.both_sign(400, 395)
    version = hall.latest().number
    slip = judged(hall, by=judge_of(hall))
    assert (slip.acceptable, slip.stands) == (True, True)
    assert (total(hall.game()), hall.latest().number, hall.sheet().state) == ((400, 395), version, State.SIGNED)
    assert summary_of(slip).cost == "The play stands; the score stays as both players signed it."


MIRRORS: dict[str, Callable[[Hall, ChallengeSlip, ScoreMeaning], object]] = {
    "strike out": lambda hall, slip, meaning: void_slip(
        by=hall.director, slip=slip, reason="Wrong table.", meaning=meaning
    ),
    "reissue": lambda hall, slip, meaning: reissue(by=hall.director, slip=slip, words=("CWM",), meaning=meaning),
    "misadjudication": lambda hall, slip, meaning: settle_misadjudication(
        by=hall.director, slip=slip, known={}, reason="Seen in the list.", correct=True, meaning=meaning
    ),
}


@pytest.mark.parametrize("mirror", MIRRORS)
def test_what_both_signed_stays_whatever_becomes_of_a_slip_that_came_before(hall: Hall, mirror: str) -> None:
    slip = judged(hall)
    hall.both_sign(410, 395)
    assert total(hall.game()) == (400, 395)
    MIRRORS[mirror](hall, slip, ScoreMeaning())
    assert (total(hall.game()), hall.sheet().state) == ((400, 395), State.SIGNED)


@pytest.mark.parametrize("mirror", MIRRORS)
def test_a_score_that_nobody_signed_is_asked_about_when_a_slip_loses_its_effect(hall: Hall, mirror: str) -> None:
    slip = judged(hall)
    record_result(by=hall.scorer, game=hall.game(), first_score=400, second_score=395, with_lines=True)
    with pytest.raises(ScoreThere):
        MIRRORS[mirror](hall, slip, ScoreMeaning())
    assert (total(hall.game()), ChallengeSlip.objects.get().ending) == ((400, 395), "")
    MIRRORS[mirror](hall, slip, ScoreMeaning(included=False))
    assert total(hall.game()) == (410, 395)


def test_the_director_changes_a_signed_score_with_a_finding_and_a_word_judge_may_not(hall: Hall) -> None:
    hall.both_sign(400, 395)
    finding = ScoreMeaning(finding="Both say at the table that the penalty was forgotten.")
    with pytest.raises(NotAllowed):
        judged(hall, by=judge_of(hall), meaning=finding)
    ChallengeSlip.objects.all().delete()
    slip = judged(hall, meaning=finding)
    assert summary_of(slip).cost == "The play stands; 10 points off the challenger's score."
    assert total(hall.game()) == (390, 395)
    assert "3.10.15(b)(ii)" in hall.latest().text
    assert hall.sheet().state == State.POSTED  # its scores count, and both players sign again


@pytest.mark.parametrize(("included", "counts"), [(True, (400, 395)), (False, (390, 395))])
def test_a_slip_after_a_typed_score_asks_whether_the_penalty_is_in_it(
    hall: Hall, included: bool, counts: tuple[int, int]
) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=400, second_score=395)
    with pytest.raises(ScoreThere) as asked:
        judged(hall)
    assert (str(asked.value), asked.value.facts, total(hall.game())) == (
        "Table 1 has its result, 400–395. Say whether the points for this are in it already: then it stays so.",
        {"totals": (400, 395)},
        (400, 395),
    )
    slip = ChallengeSlip.objects.get()
    adjudicate(by=hall.director, slip=slip, words=WORDS, stated=True, meaning=ScoreMeaning(included=included))
    assert total(hall.game()) == counts
    assert [line.points for line in hall.game().adjustments.all()] == [-10]


def test_a_slip_after_a_typed_spread_asks_too_and_a_spread_that_has_it_stays(hall: Hall) -> None:
    record_outcome(by=hall.scorer, game=hall.game(), outcome=played_by(5))
    with pytest.raises(ScoreThere, match=r"has its result, \+5\."):
        judged(hall)
    verdict = {"words": WORDS, "stated": True, "meaning": ScoreMeaning(included=True)}
    adjudicate(by=hall.director, slip=ChallengeSlip.objects.get(), **verdict)
    assert hall.game().first_spread == 15  # 10 of them are the penalty's


def test_nothing_is_asked_where_no_penalty_can_come_off(hall: Hall) -> None:
    hall.division.tournament.choices = {"challenge_penalty": "single"}
    hall.division.tournament.save()
    record_result(by=hall.scorer, game=hall.game(), first_score=400, second_score=395)
    judged(hall)
    assert total(hall.game()) == (400, 395)


def test_a_player_who_says_not_us_after_the_score_changes_nothing_until_an_official_has_asked(hall: Hall) -> None:
    slip = judged(hall)
    ChallengeSlip.objects.update(disputed_at=slip.adjudicated_at, disputed_by=slip.challenger)
    record_result(by=hall.scorer, game=hall.game(), first_score=400, second_score=395, with_lines=True)
    row = ChallengeSlip.objects.with_people().get()
    with pytest.raises(ScoreThere):
        confirm_slip(by=hall.director, slip=row)
    confirm_slip(by=hall.director, slip=row, meaning=ScoreMeaning(included=True))
    assert total(hall.game()) == (400, 395)


def test_pages_and_call_say_before_saving_what_becomes_of_a_score_that_is_there(hall: Hall) -> None:
    event, game = hall.division.tournament.slug, hall.game()
    desk, program = Client(), APIClient()
    desk.force_login(judge_of(hall))
    program.force_authenticate(judge_of(hall))
    record_result(by=hall.scorer, game=game, first_score=400, second_score=395)
    assert "The result is in: 400–395." in text(desk.get(reverse("challenges:slip_new", args=[event, game.pk])))
    slip = slip_of(hall)
    address = reverse("challenges:slip_judge", args=[event, slip.pk])
    assert "Are the points for this challenge in it already?" in text(
        desk.get(reverse("challenges:slip", args=[event, slip.pk]))
    )
    refused = desk.post(address, {"words": " ".join(WORDS), "stated": "stands"})
    assert (refused.status_code, ChallengeSlip.objects.get().acceptable) == (409, None)
    assert "Say whether the points for this are in it already" in text(refused)
    call = f"/api/v1/tournaments/{event}/slips/{slip.pk}/adjudicate/"
    asked = program.post(call, {"words": WORDS, "stated": True}, format="json")
    assert (asked.status_code, asked.json()["code"], asked.json()["totals"]) == (409, "score_there", [400, 395])
    done = desk.post(address, {"words": " ".join(WORDS), "stated": "stands", "penalty_included": "yes"})
    assert (done.status_code, total(game)) == (302, (400, 395))


def test_pages_say_before_saving_that_a_signed_result_is_final(hall: Hall) -> None:
    hall.both_sign(400, 395)
    event, game = hall.division.tournament.slug, hall.game()
    desk = Client()
    desk.force_login(judge_of(hall))
    new = text(desk.get(reverse("challenges:slip_new", args=[event, game.pk])))
    slip = slip_of(hall)
    judge = text(desk.get(reverse("challenges:slip", args=[event, slip.pk])))
    for page in (new, judge):
        assert (
            "Both players signed 400–395: the result is final. The slip goes into the register, and the score stays."
            in page
        )
    assert "Ruling:" not in judge
    desk.force_login(hall.director)
    assert "Ruling:" in text(desk.get(reverse("challenges:slip", args=[event, slip.pk])))
