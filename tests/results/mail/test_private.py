"""An address is on no page but its player's own, in no file, no record and no call; it goes with its player and its event."""

import io
import json
import zipfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from results.games.services.outcomes import record_result
from results.mail.models import ConfirmationAsked, MailAddress, OutgoingMail
from results.mail.services.pruning import prune_addresses
from tdsuite.exchange.export import FORMATS
from tdsuite.exchange.pushing import files_out
from tdsuite.ops.aside.services import put_aside
from tdsuite.platform.audit.models import ReasonText, Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.personal import export_person
from tests.factories import make_user
from tests.results.mail.hall import MailHall
from tests.results.mail.test_sending import publish
from tests.results.sheets.pages.hall import text

ADDRESS = "very.own@example.org"


@pytest.fixture
def asked(hall: MailHall) -> MailHall:
    """Player 1 asked and confirmed, and was sent a table."""
    hall.asks(1, ADDRESS)
    hall.works()
    MailAddress.objects.update(confirmed_at=timezone.now())
    publish(hall)
    hall.works()
    assert len(hall.server.to(ADDRESS)) == 2
    return hall


def test_the_address_stands_in_one_row_and_nowhere_else_in_the_database(asked: MailHall) -> None:
    having = {
        model._meta.label
        for model in apps.get_models()
        for row in model._base_manager.values_list()
        if any(ADDRESS in str(value) for value in row)
    }
    assert having == {"results.MailAddress"}
    assert (
        Record.objects.filter(action="mail.asked").exists()
        and not ReasonText.objects.filter(text__contains="@").exists()
    )
    assert verify(asked.tournament).flaws == ()


def test_no_file_and_no_site_has_it(asked: MailHall, tmp_path: Path) -> None:
    for key in FORMATS:
        path = tmp_path / key
        call_command("export_tournament", "lakeside-open", "--format", key, "-o", str(path), stderr=io.StringIO())
        data = path.read_bytes()
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                data = b"".join(archive.read(name) for name in archive.namelist())
        assert ADDRESS.encode() not in data, key
    assert all(ADDRESS.encode() not in data for data in files_out(asked.tournament).values())


def test_no_page_but_the_players_own_and_no_call_shows_it(asked: MailHall) -> None:
    director, own, other = Client(), asked.phone(1), asked.phone(2)
    director.force_login(make_user("boss", is_superuser=True))
    for path in (
        "/console/lakeside-open/", "/console/lakeside-open/settings/", "/console/lakeside-open/a/roster/", "/console/lakeside-open/record/",
        "/console/lakeside-open/jobs/", "/console/lakeside-open/a/roster/1/", "/t/lakeside-open/", "/t/lakeside-open/a/players/1/",
        "/api/v1/tournaments/lakeside-open/", "/api/v1/tournaments/lakeside-open/divisions/a/players/",
        "/api/v1/tournaments/lakeside-open/settings/", "/api/v1/tournaments/lakeside-open/jobs/",
    ):  # fmt: skip
        answer = director.get(path)
        assert answer.status_code == 200 and ADDRESS not in answer.content.decode(), path
    assert ADDRESS not in other.get("/me/lakeside-open/mail/").content.decode()
    assert ADDRESS not in own.get("/me/lakeside-open/").content.decode()
    assert ADDRESS in own.get("/me/lakeside-open/mail/").content.decode()
    for link in ("", "stop/"):
        assert ADDRESS not in Client().get(f"/by-mail/{MailAddress.objects.get().token()}/{link}").content.decode()


def test_the_director_sees_how_many_on_the_page_of_settings_and_switches_it_off(asked: MailHall, settings: Any) -> None:
    asked.confirmed(2, confirmed_at=None)
    director = Client()
    director.force_login(asked.event.director)
    page = text(director.get("/console/lakeside-open/settings/"))
    assert "Asked: 2, confirmed: 1. Mails sent: 2, waiting: 0, refused for good: 0." in page
    tournament = asked.tournament
    form = {
        name: getattr(tournament, name)
        for name in ("name", "starts_on", "ends_on", "time_zone", "visibility", "status", "entry_mode")
    }
    director.post(
        "/console/lakeside-open/settings/", {**form, "public_base_url": tournament.public_base_url, "tells_by_mail": ""}
    )
    assert not asked.tournament.tells_by_mail
    settings.EMAIL_HOST = ""
    assert b'id="mail"' not in director.get("/console/lakeside-open/settings/").content
    director.post("/console/lakeside-open/settings/", {**form, "name": "Another"})
    assert (asked.tournament.name, asked.tournament.tells_by_mail) == ("Another", False)


def test_a_person_is_handed_it_and_erased_with_it(asked: MailHall) -> None:
    player = asked.event.entry(1).player
    boss = make_user("boss", is_superuser=True)
    with zipfile.ZipFile(io.BytesIO(export_person(by=boss, player=player).data)) as archive:
        document = archive.read("person.json").decode()
    assert ADDRESS in document and MailAddress.objects.get().token_hash not in document
    assert {"addresses for mail", "mails"} <= {*json.loads(document), *str(json.loads(document)).split("'")}
    erased = erase_player(by=boss, player=player)
    assert erased["addresses for mail"] and (MailAddress.objects.count(), OutgoingMail.objects.count()) == (0, 0)
    assert ConfirmationAsked.objects.count() == 0


def test_it_goes_before_an_event_is_put_aside_and_its_file_never_has_it(asked: MailHall) -> None:
    for game in Game.objects.with_people():
        record_result(by=asked.event.director, game=game, first_score=400, second_score=300)
    Tournament.objects.update(status="finished")
    Job.objects.all().delete()  # others' that wait: an event with one is not put aside
    aside = put_aside(by=make_user("boss", is_superuser=True), tournament=asked.tournament)
    with zipfile.ZipFile(aside.path) as archive:
        data = b"".join(archive.read(name) for name in archive.namelist())
    assert ADDRESS.encode() not in data and MailAddress.objects.count() == 0


def test_addresses_that_nobody_needs_any_more_go_by_themselves(hall: MailHall) -> None:
    now = timezone.now()
    Tournament.objects.update(ends_on=now.date())
    hall.confirmed(1)
    hall.confirmed(2, confirmed_at=None)
    hall.confirmed(3, confirmed_at=None, asked_at=now - timedelta(days=3, minutes=1))
    assert (prune_addresses(dry_run=True), prune_addresses(), prune_addresses()) == (1, 1, 0)
    for status, days, left in (("running", 59, 2), ("finished", 13, 2), ("finished", 15, 0)):
        last = now.date() - timedelta(days=days)
        Tournament.objects.update(status=status, starts_on=date(2020, 1, 1), ends_on=last)
        prune_addresses()
        assert MailAddress.objects.count() == left, (status, days)
    hall.confirmed(1)
    Tournament.objects.update(status="running", ends_on=now.date() - timedelta(days=61))
    assert prune_addresses() == 1
