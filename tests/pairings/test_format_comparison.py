"""Formats compared for a new event: the page and the work behind it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from pairings.services.format_comparison import EventOutline
from tdsuite.platform.jobs import runner
from tdsuite.platform.jobs.models import Job
from tests.factories import make_user
from tests.platform.jobs.kinds import drain

ASKED = {"players": 6, "rounds": 4, "prizes": 2}


def test_a_large_field_is_played_less_often():
    assert EventOutline(31, 14, 8).simulated == 200
    assert EventOutline(200, 20, 8).simulated == 40


@pytest.mark.django_db(transaction=True)
def test_the_comparison_is_asked_on_the_page_and_can_be_left(monkeypatch):
    monkeypatch.setattr("pairings.services.format_comparison.FEWEST_EVENTS", 2)
    monkeypatch.setattr("pairings.services.format_comparison.MOST_EVENTS", 2)
    director = make_user("ada", is_superuser=True)
    client, stranger = Client(), Client()
    client.force_login(director)
    stranger.force_login(make_user("bob", is_superuser=True))
    assert reverse("console:formats") in client.get(reverse("console:new")).content.decode()

    wrong = client.post(reverse("console:formats"), {**ASKED, "players": 2, "ratings": "1500 x"})
    assert wrong.status_code == 422 and Job.objects.count() == 0
    assert {"players", "ratings"} <= set(wrong.context["form"].errors)

    address = client.post(reverse("console:formats"), {**ASKED, "ratings": "1900 1500"}).url
    assert client.post(reverse("console:formats"), {**ASKED, "ratings": "1900 1500"}).url == address
    assert "You may leave this page" in client.get(address).content.decode()
    assert stranger.get(address).status_code == 404
    Job.objects.update(done=7, total=20, phase="Playing events")
    assert re.search(r"<b>Playing events…</b>\s+35 % done", client.get(address).content.decode())
    worker = runner.Runner()
    drain(worker, "bulk")
    worker.close()
    answer = client.get(address)
    lines, page = answer.context["lines"], answer.content.decode()
    assert lines[0].name == "Swiss 3, then King of the Hill 1" and lines[0].figures[2][1].startswith("± ")
    assert {line.name for line in lines} >= {"Swiss 4", "King of the Hill 4", "Chew 4"}
    assert "2 simulated events a format" in page and lines[0].name in page and "hx-get" not in page

    other = client.post(reverse("console:formats"), ASKED).url
    client.post(f"{other}stop/")
    assert "The comparison was stopped." in client.get(other).content.decode()


@pytest.mark.django_db
def test_who_may_not_create_events_compares_nothing():
    client = Client()
    client.force_login(make_user("cy"))
    assert client.get(reverse("console:formats")).status_code == 403
    assert Client().get(reverse("console:formats")).status_code == 302
