"""The officials' pages: issue, print, reissue, revoke, stations, address. Secrets are shown once and kept nowhere."""

import re

import pytest
from django.test import Client

from tdsuite.platform.access import codes
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import PlayerLink, PlayerSession, PrintedBatch, Station
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services import links, stations
from tdsuite.platform.access.services.links import token_of
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.printing.registry import reports
from tdsuite.platform.printing.services import SecretReport, request_print
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user
from tests.platform.access.signing import PIN, give_link, signed_in

pytestmark = pytest.mark.django_db
DESK = "/console/lakeside-open/sign-in/"
BASE = "http://192.168.1.20:8000"
CODE = "data:image/png;base64,"


@pytest.fixture
def division():
    return make_division(make_tournament(public_base_url=BASE), players=3)


@pytest.fixture
def event(division):
    return division.tournament


@pytest.fixture
def director(event):
    return make_user(tournament=event)


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def pins_on(page):
    return re.findall(r'<p class="pin">(\d{6})</p>', page)


def everything_recorded():
    return " ".join(f"{row.action} {row.before} {row.after} {row.object_id}" for row in Record.objects.all())


def test_issuing_for_all_shows_every_pin_once(desk, division):
    answer = desk.post(DESK + "issue/")
    pins = pins_on(answer.content.decode())
    assert len(pins) == 3 and "no-store" in answer["Cache-Control"]
    hashes = [link.pin_hash for link in PlayerLink.objects.order_by("entry__number")]
    assert [codes.pin_fits(pin, kept) for pin, kept in zip(pins, hashes, strict=True)] == [True] * 3
    again = desk.post(DESK + "issue/", follow=True)
    assert "Everybody has a link and a PIN already." in again.content.decode()
    assert PlayerLink.objects.count() == 3


def test_neither_pins_nor_tokens_stay_in_the_record_in_jobs_or_in_sessions(desk, event):
    pins = pins_on(desk.post(DESK + "issue/").content.decode())
    desk.post(DESK + "print/")
    tokens = [token_of(link) for link in PlayerLink.objects.all()]
    said = everything_recorded() + str(dict(desk.session)) + desk.get(DESK).content.decode()
    assert not [secret for secret in (*pins, *tokens) if secret in said]
    assert not Job.objects.exists()
    assert verify(event).whole


def test_cards_bear_the_link_and_no_pin_and_slips_the_pin_and_no_link(desk, event):
    pins = desk.post(DESK + "issue/").content.decode()
    cards = desk.post(DESK + "print/").content.decode()
    words = re.sub('base64,[^"]+', "", cards)  # a picture may spell anything
    assert cards.count(CODE) == 3 and not pins_on(cards) and "PIN" not in words
    assert CODE not in pins and "/l/" not in pins and f"{BASE}/p/" in pins
    assert re.search(r"<button[^>]*data-print>Print</button>", pins) and "tdsuite/js/tdsuite" in pins


def test_a_batch_keeps_the_address_its_codes_carry(desk, event):
    desk.post(DESK + "issue/")
    desk.post(DESK + "print/")
    batch = PrintedBatch.objects.get()
    assert (batch.base_url, batch.links.count()) == (BASE, 3)
    row = Record.objects.get(action="sign_in.cards_printed")
    assert (row.after["base_url"], len(row.after["entries"])) == (BASE, 3)


def test_only_new_cards_are_printed_when_asked(desk, division):
    desk.post(DESK + "issue/")
    desk.post(DESK + "print/")
    make_entries(division, 1)
    desk.post(DESK + "issue/")
    assert desk.post(DESK + "print/", {"which": "new"}).content.decode().count(CODE) == 1
    assert (
        "Nobody here has a link to print" in desk.post(DESK + "print/", {"which": "new"}, follow=True).content.decode()
    )
    one = division.entries.get(number=2).pk
    assert desk.post(DESK + "print/", {"which": one, "paper": "letter"}).content.decode().count(CODE) == 1


def test_reports_with_secrets_are_made_by_no_job_and_offered_on_no_list_or_page(desk, division, event, director):
    make_round(division)
    secret = ("sign-in-cards", "sign-in-pins", "wifi-sign")
    assert not {*secret} & {report.name for report in reports()}
    for name in secret:
        with pytest.raises(SecretReport):
            request_print(report=name, obj=event, by=director, tournament=event)
        assert desk.get(f"/console/lakeside-open/print/{name}/a/1/").status_code == 404
    assert not Job.objects.exists()


def test_a_reissue_shows_code_and_pin_once_and_ends_sessions(desk, division):
    entry = division.entries.get(number=1)
    give_link(entry)
    signed_in(Client(), entry)
    old = token_of(PlayerLink.objects.get())
    page = desk.post(f"{DESK}{entry.pk}/reissue/").content.decode()
    (pin,) = re.findall(r'big-code">(\d{6})<', page)
    link = PlayerLink.objects.get()
    assert codes.pin_fits(pin, link.pin_hash) and not codes.pin_fits(PIN, link.pin_hash)
    assert CODE in page and token_of(link) != old and token_of(link) not in page
    assert PlayerSession.objects.get().ended_at is not None
    assert desk.get(f"{DESK}{entry.pk}/reissue/").status_code == 405


def test_a_revoked_player_has_nothing_until_the_next_issue(desk, division):
    entry = division.entries.get(number=1)
    give_link(entry)
    desk.post(f"{DESK}{entry.pk}/revoke/")
    assert PlayerLink.objects.live().count() == 0
    page = desk.post(f"{DESK}{entry.pk}/revoke/", follow=True).content.decode()
    assert "This player has no link to revoke." in page
    assert len(pins_on(desk.post(DESK + "issue/").content.decode())) == 3


def test_every_decision_is_recorded_with_ids_alone(desk, division, event):
    desk.post(DESK + "issue/")
    entry = division.entries.get(number=1)
    desk.post(f"{DESK}{entry.pk}/reissue/")
    desk.post(f"{DESK}{entry.pk}/revoke/")
    desk.post("/console/lakeside-open/stations/", {"name": "Tablet of Quillfeather"})
    station = Station.objects.get()
    desk.post(f"/console/lakeside-open/stations/{station.pk}/code/")
    desk.post(f"/console/lakeside-open/stations/{station.pk}/revoke/")
    rows = [(row.action, row.object_type, row.object_id) for row in Record.objects.of_chain(str(event.pk))]
    kind = "tournaments.entry"
    assert rows == [
        ("sign_in.issued", "tournaments.tournament", str(event.pk)),
        ("sign_in.reissued", kind, str(entry.pk)),
        ("sign_in.revoked", kind, str(entry.pk)),
        ("station.added", "access.station", str(station.pk)),
        ("station.code_renewed", "access.station", str(station.pk)),
        ("station.revoked", "access.station", str(station.pk)),
    ]
    assert str(entry.player) not in everything_recorded() and "Quillfeather" not in everything_recorded()
    assert verify(event).whole


def test_a_station_is_listed_with_when_it_was_seen_and_can_be_revoked(desk, event):
    code = desk.post("/console/lakeside-open/stations/", {"name": "Desk"}).context["pairing_code"]
    tablet = Client()
    tablet.post("/station/", {"code": code})
    page = desk.get(DESK).content.decode()
    assert "paired" in page and code not in page
    station = Station.objects.get()
    assert station.seen_at is not None
    desk.post(f"/console/lakeside-open/stations/{station.pk}/revoke/")
    assert "Make this device a station" in tablet.get("/station/").content.decode()
    assert "revoked" in desk.get(DESK).content.decode()


def test_a_new_code_takes_the_place_from_the_old_tablet(desk, event):
    code = desk.post("/console/lakeside-open/stations/", {"name": "Desk"}).context["pairing_code"]
    old, new = Client(), Client()
    old.post("/station/", {"code": code})
    station = Station.objects.get()
    code = desk.post(f"/console/lakeside-open/stations/{station.pk}/code/").context["pairing_code"]
    assert "Make this device a station" in old.get("/station/").content.decode()
    new.post("/station/", {"code": code})
    assert "<h1>Desk</h1>" in new.get("/station/").content.decode()


@pytest.mark.parametrize(("name", "says"), [("Desk", "There is a station of this name"), ("   ", "required")])
def test_station_names_differ_and_say_something(desk, event, name, says):
    Station.objects.create(tournament=event, name="Desk")
    answer = desk.post("/console/lakeside-open/stations/", {"name": name})
    assert answer.status_code == 400 and says in answer.content.decode()
    assert Station.objects.count() == 1


def test_a_nameless_station_is_refused_by_the_service_too(event, director):
    with pytest.raises(SignInRefused, match="Give the station a name"):
        stations.add_station(by=director, tournament=event, name=" ")


@pytest.mark.parametrize("path", ["sign-in/"])
def test_pages_ask_as_often_for_three_players_as_for_thirty(desk, division, django_assert_max_num_queries, path):
    def count():
        with django_assert_max_num_queries(40) as asked:
            assert desk.get(f"/console/lakeside-open/{path}").status_code == 200
        return len(asked)

    desk.post(DESK + "issue/")
    Station.objects.create(tournament=division.tournament, name="One")
    few = count()
    make_entries(division, 27)
    desk.post(DESK + "issue/")
    desk.post(DESK + "print/")
    for number in range(29):
        Station.objects.create(tournament=division.tournament, name=f"S{number}")
    assert count() == few


def test_the_services_ask_the_guard_themselves(division, event):
    judge = make_user("judge", tournament=event, role=Role.JUDGE)
    entry = division.entries.get(number=1)
    station = Station.objects.create(tournament=event, name="Desk")
    for refused in (
        lambda: links.issue_missing(by=judge, tournament=event),
        lambda: links.reissue(by=judge, tournament=event, entry=entry),
        lambda: links.revoke(by=judge, tournament=event, entry=entry),
        lambda: links.print_cards(by=judge, tournament=event, entries=[entry.pk], base_url=BASE),
        lambda: stations.add_station(by=judge, tournament=event, name="x"),
        lambda: stations.renew_code(by=judge, station=station),
        lambda: stations.revoke_station(by=judge, station=station),
    ):
        with pytest.raises(NotAllowed):
            refused()


def test_the_address_page_shows_it_large_with_a_code_and_the_desk_warns_of_a_local_one(desk, event):
    page = desk.get(DESK).content.decode()
    assert f"{BASE}/t/lakeside-open/" in page and CODE in page
    event.public_base_url = ""
    event.save()
    page = desk.get(DESK, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert "Phones cannot reach this address" in page
    page = desk.get(DESK, headers={"host": "localhost:8000"}).content.decode()
    assert "Phones cannot reach this address" in page and 'action="/console/lakeside-open/stations/"' in page


def test_slips_of_an_event_that_is_not_listed_name_it(desk, event):
    event.visibility = "unlisted"
    event.save()
    assert f"{BASE}/p/?event=lakeside-open" in desk.post(DESK + "issue/").content.decode()


def test_every_choice_of_paper_says_of_what(desk, event, division):
    assert labels_of_paper(desk) == ["the PIN slips"]
    desk.post(DESK + "issue/")
    assert labels_of_paper(desk) == ["the cards", f"the scorecards of {division}"]


def labels_of_paper(desk):
    page = desk.get(DESK).content.decode()
    assert page.count('<option value="letter">US Letter</option>') == page.count('<select name="paper">')
    return re.findall(r"Paper<span class=.visually-hidden.> of (.*?)</span>", page)
