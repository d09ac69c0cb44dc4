"""The address of a published table in place of a file, on every road that takes files."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tdsuite.exchange import published_tables
from tdsuite.exchange.models import EventUpload
from tdsuite.tournaments.models import Tournament
from tests.factories import make_division, make_tournament, make_user
from tests.platform.tls_site import TABLE, Site, ok, to

pytestmark = pytest.mark.django_db
ADDRESS = "https://sheets.example/pub?output=csv"
NAMED = 'Content-Disposition: attachment; filename="../Spring Open.csv"\r\n'


@pytest.fixture(autouse=True)
def site(tmp_path, monkeypatch, settings):
    answers = {
        "/pub?output=csv": to("https://doc-1.users.example/x"),
        "/x": ok(TABLE, head=NAMED),
        "/edit": ok(b"<!doctype html><title>Sign in</title>", "text/html; charset=utf-8"),
    }
    site = Site(tmp_path, answers)
    monkeypatch.setattr(published_tables, "NETWORK", site.network())
    settings.PUBLISHED_TABLE_HOSTS = ["sheets.example", "*.users.example"]
    yield site
    site.close()


@pytest.fixture
def division():
    return make_division(make_tournament("open"), players=0)


@pytest.fixture
def director(client, division):
    client.force_login(make_user(tournament=division.tournament, is_superuser=True))
    return client


def names(division):
    return list(division.entries.values_list("player__name", "rating"))


def test_a_roster_comes_from_an_address(director, division):
    page = director.post(reverse("exchange:roster_import", args=["open", "a"]), {"address": ADDRESS})
    assert "Spring Open.csv" in director.get(page.url).content.decode()
    director.post(f"{page.url}apply/")
    assert names(division) == [("Ada Winterbourne", 1725)]


def test_an_event_comes_from_an_address_over_the_page_the_call_and_the_command(director, division, tmp_path):
    look = director.post(reverse("incoming:give"), {"address": ADDRESS}).url
    director.post(f"{look}apply/", {"slug": "first", "name": "First", "day": "2026-05-16"})
    director.post("/api/v1/imports/", {"address": ADDRESS, "slug": "second", "day": "2026-05-16"})
    call_command("import_tournament", "third", ADDRESS, "--date", "2026-05-16", stdout=StringIO(), stderr=StringIO())
    call_command("import_roster", "open", "a", ADDRESS, stdout=StringIO(), stderr=StringIO())
    made = [Tournament.objects.get(slug=slug).divisions.get() for slug in ("first", "second", "third", "open")]
    assert [names(row) for row in made] == [[("Ada Winterbourne", 1725)]] * 4


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("https://sheets.example/edit", "gives a page, no table. In Google Sheets choose File, Share, Publish to web"),
        ("https://elsewhere.example/x", "is not among the hosts that the administrator allows (sheets.example, *.users.example)"),
        ("http://sheets.example/x", "Give an address that begins with https://"),
    ],
)  # fmt: skip
def test_an_address_that_gives_no_table_is_said_in_place_and_keeps_nothing(director, division, site, address, says):
    roster = director.post(reverse("exchange:roster_import", args=["open", "a"]), {"address": address})
    event = director.post(reverse("incoming:give"), {"address": address})
    call = director.post("/api/v1/imports/", {"address": address, "slug": "fresh"})
    assert (roster.status_code, event.status_code, call.status_code) == (400, 422, 409)
    assert says in roster.content.decode() and says in event.content.decode() and says in call.json()["detail"]
    assert not division.roster_uploads.exists() and not EventUpload.objects.exists()


def test_the_command_says_why_an_address_is_not_read(division):
    with pytest.raises(CommandError, match="not among the hosts"):
        call_command("import_roster", "open", "a", "https://elsewhere.example/x")


def test_an_address_beside_a_file_is_one_too_many(director):
    page = director.post(
        reverse("exchange:roster_import", args=["open", "a"]), {"address": ADDRESS, "text": "Ada 1500"}
    )
    assert page.status_code == 400 and "one of the three" in page.content.decode()
