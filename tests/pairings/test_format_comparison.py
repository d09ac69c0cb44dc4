"""Formats compared for a new event: the page, the work behind it, and the command."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from pairings.services.format_comparison import EventOutline, compare, compared, play_here, rounds_in_time
from tdsuite.platform.jobs import runner
from tdsuite.platform.jobs.models import Job
from tests.factories import make_user
from tests.platform.jobs.kinds import drain

ASKED = {"players": 6, "rounds": 4, "prizes": 2, "days": 1, "game_minutes": 25, "first": "09:00", "done_by": "12:00"}
OUTLINE = EventOutline(6, 4, 2, done_by="12:00", events=3)


def test_every_format_has_figures_intervals_and_an_end():
    lines = compared(OUTLINE, compare(OUTLINE, play_here))
    assert lines[0].name == "Swiss 3, then King of the Hill 1"
    assert {line.name for line in lines} >= {"Swiss 4", "King of the Hill 4", "Chew 4"}
    assert lines[0].ends == ("13:50", "14:30") and lines[0].in_time == "no"
    assert lines[0].figures[2][1].startswith("± ")
    assert rounds_in_time(OUTLINE) == 3


def test_done_by_can_be_sure_or_perhaps():
    answer = compare(OUTLINE, play_here)
    for done_by, in_time in (("14:00", "perhaps"), ("15:00", "yes"), ("", "")):
        outline = EventOutline(6, 4, 2, done_by=done_by, events=3)
        assert compared(outline, answer)[0].in_time == in_time
    assert rounds_in_time(EventOutline(6, 4, 2)) == 4


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
    worker = runner.Runner()
    drain(worker, "bulk")
    worker.close()
    page = client.get(address).content.decode()
    assert "2 simulated events a format" in page and "Swiss 3, then King of the Hill 1" in page
    assert "there is time for 3 rounds, not 4" in page and "hx-get" not in page

    other = client.post(reverse("console:formats"), ASKED).url
    client.post(f"{other}stop/")
    assert "The comparison was stopped." in client.get(other).content.decode()


@pytest.mark.django_db
def test_who_may_not_create_events_compares_nothing():
    client = Client()
    client.force_login(make_user("cy"))
    assert client.get(reverse("console:formats")).status_code == 403
    assert Client().get(reverse("console:formats")).status_code == 302


def advise(*words):
    out, err = io.StringIO(), io.StringIO()
    call_command("advise", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_command_prints_a_line_a_format_and_says_what_does_not_fit():
    words = ["--players=6", "--rounds=4", "--events=2", "--done-by=12:00"]
    out, err = advise(*words)
    assert len(out.splitlines()) == 5 and out.splitlines()[1].startswith("Swiss 3, then King of the Hill 1 ")
    assert "By 12:00 there is time for 3 rounds, not 4." in err
    assert json.loads(advise(*words, "--json")[0])["formats"][0]["ends"] == ["13:50", "14:30"]


@pytest.mark.parametrize(
    ("word", "says"),
    [("--players=3", "from 4 to 200"), ("--first=25:00", "cannot be read"), ("--ratings=no.txt", "cannot be read")],
)
def test_the_command_says_what_cannot_be(word, says):
    with pytest.raises(CommandError, match=says):
        advise("--players=6", "--rounds=4", word)
