"""The pages of an event that is put aside, and those that put it aside and bring it back."""

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tdsuite.exchange.incoming import proposed_slug
from tdsuite.ops.aside.folder import folder, unnamed
from tdsuite.ops.aside.services import bring_back, put_aside
from tdsuite.ops.aside.tidying import KEPT_DAYS, tidy
from tdsuite.ops.backups.copies import SLOTS, files_of
from tdsuite.platform.access import codes
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.links import revoke
from tdsuite.tournaments.models import AsideEvent, Entry, Tournament
from tests.factories import make_played_event, make_tournament, make_user
from tests.ops.aside.events import finished, finished_with_files, on_disk
from tests.platform.access.routes import make_place
from tests.platform.access.signing import give_link, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return finished(make_played_event(players=4, played=2).tournament)


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_organiser_puts_it_aside_and_brings_it_back_from_pages_that_say_what_will_happen(event: Tournament) -> None:
    organiser = make_user("ann", tournament=event, role=Role.ORGANISER)
    client, address = client_of(organiser), reverse("aside:put_aside", args=[event.slug])
    assert address in client.get(reverse("console:event", args=[event.slug])).text
    asked = client.get(address).text
    assert "Entries of players: 4" in asked and "Games: 4" in asked and "its short name stays taken" in asked
    assert Client(enforce_csrf_checks=True).post(address).status_code == 403
    assert client.post(address).url == reverse("console:home")
    assert not Tournament.objects.exists()
    home = client.get(reverse("console:home")).text
    assert "Put aside" in home and "Lakeside Open is put aside." in home and event.get_absolute_url() in home
    gone = client.get(reverse("console:event", args=[event.slug]))
    back = reverse("aside:bring_back", args=[event.slug])
    assert gone.status_code == 410 and back in gone.text
    assert "by ann" in client.get(back).text
    assert client.post(back).url == reverse("console:event", args=[event.slug])
    assert "Lakeside Open is back, as it was." in client.get(reverse("console:event", args=[event.slug])).text
    assert client.get(back).status_code == 404


def test_a_refusal_stands_on_the_page(event: Tournament) -> None:
    client = client_of(make_user(tournament=event))
    address = reverse("aside:put_aside", args=[event.slug])
    Tournament.objects.filter(pk=event.pk).update(status="running")
    for response, status in ((client.get(address), 200), (client.post(address), 422)):
        assert (response.status_code, "is not finished: finish it first" in response.text) == (status, True)
    Tournament.objects.filter(pk=event.pk).update(status="finished")
    put_aside(by=COMMAND_LINE, tournament=event).path.unlink()
    page = client.get(reverse("aside:bring_back", args=[event.slug]))
    assert "on the command line" in page.text
    refused = client.post(reverse("aside:bring_back", args=[event.slug]))
    assert (refused.status_code, "put the file back from a backup" in refused.text) == (422, True)


def test_its_addresses_say_to_everybody_that_it_is_put_aside(event: Tournament) -> None:
    public, private = event.get_absolute_url(), reverse("console:record", args=[event.slug])
    scorer, director = (
        client_of(make_user(role.value, tournament=event, role=role)) for role in (Role.SCORER, Role.DIRECTOR)
    )
    assert Client().get(public).status_code == 200  # which is kept for the next who ask
    put_aside(by=COMMAND_LINE, tournament=event)
    for client, address in ((Client(), public), (scorer, public), (scorer, private), (director, private)):
        response = client.get(address)
        assert (response.status_code, "This event is over and was put aside" in response.text) == (410, True)
        assert ("Bring it back" in response.text) == (client is director)
        assert "no-store" in response["Cache-Control"]
    assert reverse("access:login") in Client().get(private).url
    assert client_of(make_user("nobody")).get(private).status_code == 410
    assert Client().get(reverse("results:me", args=[event.slug])).status_code == 410
    assert scorer.post(reverse("aside:bring_back", args=[event.slug])).status_code == 403
    assert "is put aside" in Client().get(f"/api/v1/tournaments/{event.slug}/").json()["detail"]
    assert Client().get(f"/api/v1/tournaments/{event.slug}/").status_code == 404


def test_a_private_event_that_is_put_aside_does_not_exist_for_strangers(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(visibility="private")
    organiser = make_user(tournament=event)
    put_aside(by=COMMAND_LINE, tournament=Tournament.objects.get(pk=event.pk))
    stranger = client_of(make_user("nobody"))
    for client in (Client(), stranger):
        assert client.get(event.get_absolute_url()).status_code == 404
        assert "Lakeside" not in client.get(reverse("public:home")).text
    assert stranger.get(reverse("aside:bring_back", args=[event.slug])).status_code == 404
    assert Client().get(f"/api/v1/tournaments/{event.slug}/").status_code == 404
    assert client_of(organiser).get(event.get_absolute_url()).status_code == 410
    assert "Lakeside" in client_of(organiser).get(reverse("public:home")).text


def test_printed_links_and_open_phones_work_again_once_it_is_back(event: Tournament) -> None:
    entry = Entry.objects.filter(division__tournament=event).first()
    printed = reverse("access:link", args=[codes.link_token(give_link(entry).nonce)])
    phone, own_page = signed_in(Client(), entry), reverse("results:me", args=[event.slug])
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    assert (phone.get(own_page).status_code, Client().get(printed).status_code) == (410, 410)
    bring_back(by=COMMAND_LINE, event=aside)
    assert phone.get(own_page).status_code == 200
    assert Client().get(printed).url == own_page


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_the_holder_of_a_printed_code_is_told_that_the_event_is_over_and_aside_and_nobody_else(
    event: Tournament, visibility: str
) -> None:
    Tournament.objects.filter(pk=event.pk).update(visibility=visibility)
    first, second = Entry.objects.filter(division__tournament=event)[:2]
    links = [give_link(entry) for entry in (first, second)]
    printed, revoked = (reverse("access:link", args=[codes.link_token(link.nonce)]) for link in links)
    revoke(by=make_user(tournament=event), tournament=event, entry=second)
    aside = put_aside(by=COMMAND_LINE, tournament=Tournament.objects.get(pk=event.pk))
    assert aside.links == f"{links[0].token_hash[:12]} "
    answer = Client().get(printed)
    assert (answer.status_code, answer.headers["Referrer-Policy"]) == (410, "no-referrer")
    assert "This event is over and was put aside" in answer.text and event.name in answer.text
    assert "Ce tournoi est terminé et mis de côté" in Client(headers={"Accept-Language": "fr"}).get(printed).text
    for unknown in (revoked, reverse("access:link", args=["0" * 24]), printed[:-3] + "AA/"):
        answer = Client().get(unknown)
        assert answer.status_code == 404 and "This link opens nothing here" in answer.text
        assert event.name not in answer.text


def test_lists_of_events_cost_as_much_for_many_that_are_aside_as_for_one(event: Tournament) -> None:
    administrator = client_of(make_user("root", is_superuser=True))
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    make_tournament("here")

    def queries() -> list[int]:
        counts = []
        for client, address in ((administrator, "console:home"), (Client(), "public:home")):
            client.get(reverse(address))
            with CaptureQueriesContext(
                connection,
            ) as context:
                assert "Put aside" in client.get(reverse(address)).text
            counts.append(len(context))
        return counts

    few = queries()
    for number in range(1000, 1040):
        row = AsideEvent.objects.get(pk=aside.pk)
        row.number, row.slug, row.file = number, f"aside-{number}", f"aside/{number}"
        row.save(force_insert=True)
    assert queries() == few
    first, second = (administrator.get(reverse("console:home"), {"aside": page}).text for page in (1, 2))
    assert first.count("/t/aside-") + second.count("/t/aside-") == 40 and "?aside=2" in first


def test_a_short_name_that_is_aside_is_not_proposed(event: Tournament) -> None:
    put_aside(by=COMMAND_LINE, tournament=event)
    assert proposed_slug("Lakeside Open", "") == "lakeside-open-2"


def test_what_lies_about_goes_once_no_older_copy_of_the_database_needs_it() -> None:
    tournament, files = finished_with_files(make_place("lakeside"))
    aside = put_aside(by=COMMAND_LINE, tournament=tournament)  # its files stay: this transaction never ends
    assert f"files/{aside.file}" in files_of(Path(settings.MEDIA_ROOT).parent)  # backups carry it
    assert timedelta(days=KEPT_DAYS) > max(length * count for length, count in SLOTS)
    draft = folder() / ".broken-off.zip.part"
    draft.write_bytes(b"")
    for path in (draft, aside.path):
        os.utime(path, (0, time.time() - timedelta(days=KEPT_DAYS, hours=1).total_seconds()))
    assert tidy(dry_run=True) == 3 and on_disk(files) == files
    assert tidy() == 3 and on_disk(files) == {}  # they lie in its file
    bring_back(by=COMMAND_LINE, event=aside)
    assert (unnamed(), tidy(), on_disk(files)) == ([aside.path], 0, files)  # for as long as it was aside in a copy
    os.utime(aside.path, (0, 0))
    assert (tidy(), unnamed()) == (1, [])
