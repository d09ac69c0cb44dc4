"""The next round of every division on one page: paired at one press, published at another."""

import pytest
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.pairings.desk import text, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    tournament = make_tournament()
    for code, players in (("a", 6), ("b", 5)):
        make_division(tournament, code=code, players=players, rounds=3)
    make_division(tournament, code="c", players=0)
    client.force_login(make_user(tournament=tournament))
    return tournament


def address(name, event):
    return reverse(f"next_rounds:{name}", args=[event.slug])


def drafts_on(response):
    return [run.pk for run in response.context["publishable"]]


def test_two_presses_pair_and_publish_the_first_round_of_every_division(client, event):
    assert "Pair round 1 of Division A, round 1 of Division B" in text(client.get(address("page", event)))
    waiting = client.post(address("pair", event), follow=True)
    assert waiting.context["waiting"] and drafts_on(waiting) == []
    work()
    page = client.get(address("page", event), headers={"HX-Request": "true"})
    assert "Publish round 1 of Division A, round 1 of Division B" in text(page) and "Nobody has entered yet" in text(
        page
    )
    answer = client.post(address("publish", event), {"draft": drafts_on(page)})
    assert answer["Location"] == reverse("console:event", args=[event.slug])
    assert list(Round.objects.values_list("division__code", "number", "status").exclude(status="draft")) == [
        ("a", 1, "published"),
        ("b", 1, "published"),
    ]
    assert Game.objects.count() == 3 + 3


def test_a_draft_that_was_replaced_meanwhile_is_refused_and_the_other_is_published(client, event):
    first, second = (make_draft(by=make_user(), division=division, seed=1) for division in event.divisions.all()[:2])
    make_draft(by=make_user(), division=first.division, seed=2)
    answer = client.post(address("publish", event), {"draft": [first.pk, second.pk]}, follow=True)
    assert answer.redirect_chain[-1][0] == address("page", event)
    assert "Division A: This draft was published or discarded already" in text(answer)
    assert PairingRun.objects.get(pk=second.pk).status == "published"


def test_a_division_that_waits_for_a_result_is_neither_paired_nor_published(client, event):
    make_round(event.divisions.get(code="a"), 1, status="playing", results=2)
    assert "1 result missing first" in text(client.get(address("page", event)))
    client.post(address("pair", event))
    work()
    assert list(PairingRun.objects.values_list("division__code", flat=True)) == ["b"]


def test_drafts_of_another_event_are_not_published_here(client, event):
    other = make_division(make_tournament("other"), players=4)
    run = make_draft(by=make_user("keeper", is_superuser=True), division=other, seed=1)
    client.post(address("publish", event), {"draft": [run.pk]})
    assert PairingRun.objects.get(pk=run.pk).status == "draft"
