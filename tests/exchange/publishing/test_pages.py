"""The page that publishes: it shows how the last push went, never the password, and has a button for each decision."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tdsuite.exchange import secrets
from tdsuite.exchange.models import PublishTarget
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Tournament
from tests.factories import make_played_event, make_user

pytestmark = pytest.mark.django_db
FORM = {
    "kind": "sftp", "host": "files.example.org", "port": "0", "username": "organiser", "secret": "Tile-Bag-7310",
    "folder": "/www", "language": "fr", "pinned": "",
}  # fmt: skip


@pytest.fixture
def event(client):
    division = make_played_event(players=4, played=1)
    client.force_login(make_user("director", tournament=division.tournament))
    return division.tournament


def address(event, name="publish", *args):
    return reverse(f"files:{name}", args=[event.slug, *args])


def a_target(event, **values):
    return PublishTarget.objects.create(
        tournament=event, **({"kind": "sftp", "host": "files.example.org", "username": "me"} | values)
    )


def test_a_target_is_added_and_its_password_is_not_shown(client, event):
    assert client.post(address(event), FORM).url == address(event)
    target = PublishTarget.objects.get()
    assert (str(target), secrets.secret_of(target)) == ("sftp://files.example.org/www", "Tile-Bag-7310")
    page = client.get(address(event)).content.decode()
    assert target.language == "fr" and "Pages in Français." in page
    assert "sftp://files.example.org/www" in page and "not sent yet" in page and "Tile-Bag" not in page


def test_a_form_with_faults_does_not_give_the_password_back(client, event):
    answer = client.post(address(event), FORM | {"host": ""})
    assert answer.status_code == 422 and b"Give the host" in answer.content and b"Tile-Bag" not in answer.content


def test_the_last_success_and_the_last_error_are_shown(client, event):
    now = datetime(2026, 5, 16, 21, 30, tzinfo=UTC)
    Tournament.objects.filter(pk=event.pk).update(time_zone="Africa/Lagos")  # an hour ahead
    a_target(event, succeeded_at=now, tried_at=now, last_error="It broke off.", pinned="ssh-ed25519 SHA256:abc")  # fmt: skip
    page = " ".join(client.get(address(event)).content.decode().split())
    assert "Last success: 16 May 22:30:00" in page and "It broke off." in page
    assert "16 May 22:30:00: It broke off." in page and "UTC" not in page
    assert "ssh-ed25519 SHA256:abc" in page and "not reached" in page


def test_each_button_decides_one_thing(client, event):
    target = a_target(event)
    answer = client.post(address(event, "publish_send", target.pk))
    assert answer.url == reverse("console:job", args=[event.slug, Job.objects.get().pk])
    client.post(address(event, "publish_remove", target.pk))
    assert PublishTarget.objects.count() == 0


def test_a_private_event_says_so_and_sends_nothing(client, event):
    target = a_target(event)
    type(event).objects.update(visibility="private")
    assert b"This event is private" in client.get(address(event)).content
    assert client.post(address(event, "publish_send", target.pk)).url == address(event)
    assert Job.objects.count() == 0
