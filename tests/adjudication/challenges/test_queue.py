"""The judges' queue: what waits, oldest first, for whom, and nothing that the next adjudicator should not see."""

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.challenges.pages import summary_of
from adjudication.challenges.services.queue import queue_of
from adjudication.challenges.services.verdicts import adjudicate, ask_second_opinion
from adjudication.models import ChallengeSlip
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game
from tests.adjudication.challenges.cases import Table, fresh
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_what_was_handed_over_waits_oldest_first_and_what_is_at_the_table_does_not(at: Table) -> None:
    other = Game.objects.with_people().get(round=at.row, board=2)
    at.slip("AXLE")
    at.slip("CWM", game=other, challenger=other.first_id, handed_over=False)
    (waiting,) = queue_of(by=at.judge, tournament=at.division.tournament)
    expected = (1, "1", ["AXLE"], "")
    assert (waiting.slip.number, waiting.slip.game.table, waiting.slip.written, waiting.why_not) == expected
    assert (waiting.slip.challenger, waiting.slip.challenged) == (at.second, at.first)
    assert (waiting.slip.state, waiting.slip.way) == ("with-runner", "runner")
    adjudicate(by=at.judge, slip=ChallengeSlip.objects.get(number=1), words=["AXLE"])
    assert queue_of(by=at.judge, tournament=at.division.tournament) == []


def test_a_second_opinion_waits_for_another_and_shows_neither_keys_nor_verdict(at: Table) -> None:
    slip = at.slip()
    adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    ask_second_opinion(by=at.player(at.first), slip=slip)
    mine, others = (queue_of(by=by, tournament=at.division.tournament)[0] for by in (at.judge, at.other_judge))
    assert mine.why_not.startswith("You have judged this slip already")
    assert others.why_not == ""
    client = Client()
    client.force_login(at.other_judge)
    address = reverse("challenges:queue", args=[at.division.tournament.slug])
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "awaiting a second opinion" in part and "acceptable" not in part
    assert "AXLE" not in client.get(address).content.decode() + part


def test_the_queue_is_for_those_who_adjudicate(at: Table) -> None:
    scorer = make_user("scorer", tournament=at.division.tournament, role=Role.SCORER)
    for by in (scorer, at.player(at.first), at.station):
        with pytest.raises(NotAllowed):
            queue_of(by=by, tournament=at.division.tournament)


def test_players_are_told_what_a_settled_verdict_costs(at: Table) -> None:
    slip = at.slip("AXLE", "CWM")
    assert summary_of(slip).cost == ""
    adjudicate(by=at.judge, slip=slip, words=["AXLE", "CWM"])
    assert summary_of(fresh(slip)).cost == "The play stands; 10 points off the challenger's score."
    ask_second_opinion(by=at.player(at.first), slip=slip)
    assert summary_of(fresh(slip)).cost == ""
