"""The private link, the short page /p and the station, as a player meets them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tdsuite.platform.access import codes
from tdsuite.platform.access.models import PlayerLink, PlayerSession, Station
from tdsuite.platform.access.players import cookie_name, home_url, player_of
from tdsuite.platform.access.services.links import token_of
from tdsuite.platform.audit.models import Record
from tests.factories import make_division, make_tournament
from tests.platform.access.signing import PIN, give_link
from tests.platform.access.test_players import asked_by

pytestmark = pytest.mark.django_db
WRONG = "271828"


@pytest.fixture
def division():
    return make_division(make_tournament(), players=4)


@pytest.fixture
def ada(division):
    entry = division.entries.get(number=1)
    give_link(entry)
    return entry


def address(entry):
    return f"/l/{token_of(PlayerLink.objects.get(entry=entry))}/"


def tried(client, number=1, pin=PIN, where="/p/", **more):
    return client.post(where, {"number": number, "pin": pin, **more})


def is_in(client, entry):
    actor = player_of(asked_by(client), entry.division.tournament)
    return actor is not None and actor.pk == entry.pk


def paired(client, director, tournament, name="Tablet by the desk"):
    page = client.__class__()
    page.force_login(director)
    code = page.post(f"/console/{tournament.slug}/stations/", {"name": name}).context["pairing_code"]
    assert client.post("/station/", {"code": f" {code.lower()} "}).status_code == 302
    return Station.objects.get(name=name)


def test_a_link_signs_in_and_leads_to_a_clean_address(client, ada):
    token = address(ada)
    answer = client.get(token)
    assert (answer.status_code, answer["Location"]) == (302, home_url(ada.division.tournament))
    assert (answer["Referrer-Policy"], "no-store" in answer["Cache-Control"]) == ("no-referrer", True)
    assert is_in(client, ada)
    assert token.split("/")[2] not in str(answer.headers) + client.get(answer["Location"]).content.decode()


def test_a_link_opened_again_keeps_its_session(client, ada):
    client.get(address(ada))
    client.get(address(ada))
    assert PlayerSession.objects.count() == 1


def test_the_link_of_another_player_takes_the_browser_over(client, ada, division):
    bob = division.entries.get(number=2)
    give_link(bob)
    client.get(address(ada))
    client.get(address(bob))
    assert is_in(client, bob)


def test_only_looking_at_a_link_signs_nobody_in(client, ada):
    assert client.head(address(ada)).status_code == 405
    assert not PlayerSession.objects.exists()


@pytest.mark.parametrize("token", ["x", "a" * 24, "ä" * 24, "a" * 400])
def test_an_unknown_link_is_told_what_to_do_and_not_repeated(client, token):
    answer = client.get(f"/l/{token}/")
    assert answer.status_code == 404
    assert "Ask at the desk for a new card" in answer.content.decode()
    assert f"/l/{token}" not in answer.content.decode()


def test_a_revoked_link_opens_nothing(client, ada):
    PlayerLink.objects.update(revoked_at=timezone.now())
    assert client.get(address_of_any(ada)).status_code == 404
    assert not is_in(client, ada)


def address_of_any(entry):
    return f"/l/{codes.link_token(PlayerLink.objects.get(entry=entry).nonce)}/"


def test_one_link_is_not_opened_in_ever_new_browsers(ada, division):
    here = Client()
    here.get(address(ada))
    answers = [Client().get(address(ada)).status_code for _ in range(40)]
    assert (answers[0], answers[-1]) == (302, 429)
    assert here.get(address(ada)).status_code == 302  # the player's own phone goes on


def test_number_and_pin_sign_in(client, ada):
    assert client.get("/p").status_code == 301
    answer = tried(client)
    assert (answer.status_code, answer["Location"]) == (302, home_url(ada.division.tournament))
    assert is_in(client, ada)
    assert PlayerSession.objects.get().means == "pin"


def test_signing_in_goes_back_to_where_it_was_asked_for_but_never_elsewhere(client, ada):
    assert tried(client, where="/p/?event=lakeside-open&next=/me/x/")["Location"] == "/me/x/"
    for evil in ("//evil.example/", "https://evil.example/", "javascript:alert(1)"):
        assert tried(Client(), where=f"/p/?event=lakeside-open&next={evil}")["Location"] == home_url(
            ada.division.tournament
        )


@pytest.mark.parametrize(("number", "pin"), [(1, WRONG), (3, PIN), (99, PIN)])
def test_a_wrong_pin_and_a_wrong_number_are_told_alike(client, ada, number, pin):
    answer = tried(client, number, pin)
    assert answer.status_code == 422
    assert "This number and PIN do not match." in answer.content.decode()
    assert not is_in(client, ada)


def test_a_wrong_pin_is_not_shown_to_the_next_one(client, ada):
    assert WRONG not in tried(client, pin=WRONG).content.decode()


@pytest.mark.parametrize("pin", ["", "12345", "1234567", "12345a"])
def test_what_is_no_pin_is_refused_before_it_counts(client, ada, pin):
    assert [tried(client, pin=pin).status_code for _ in range(8)] == [422] * 8


def test_the_division_is_asked_for_where_numbers_repeat(client, ada, division):
    assert "Division" not in client.get("/p/").content.decode()
    second = make_division(division.tournament, players=2, code="b")
    give_link(second.entries.get(number=1), WRONG)
    page = client.get("/p/").content.decode()
    assert "Division A" in page and "Division B" in page
    assert tried(client, division="b").status_code == 422
    assert tried(client, division="a").status_code == 302
    assert is_in(client, ada)


def test_the_event_is_asked_for_where_several_run(client, ada):
    other = make_division(make_tournament("riverside"), players=1)
    give_link(other.entries.get())
    make_division(make_tournament("without-links"), players=1)
    over = make_division(make_tournament("over", status="finished"), players=1)
    give_link(over.entries.get())
    page = client.get("/p/").content.decode()
    assert "lakeside-open" in page and "riverside" in page
    assert "without-links" not in page and "event=over" not in page
    assert "Lakeside Open" in client.get("/p/?event=lakeside-open").content.decode()


def test_a_private_event_signs_its_players_in_and_is_shown_to_nobody(client, ada, division):
    tournament = division.tournament
    tournament.visibility = "private"
    tournament.save()
    there, nowhere = client.get("/p/?event=lakeside-open"), Client().get("/p/?event=never-was")
    strip = lambda page: page.content.decode().split("<form class")[1].split("</form>")[0].split('">', 2)[2]  # noqa: E731
    assert strip(there) == strip(nowhere)
    assert "Lakeside" not in there.content.decode() + client.get("/p/").content.decode()
    assert tried(Client(), where="/p/?event=never-was").status_code == 422
    assert tried(client, where="/p/?event=lakeside-open").status_code == 302
    assert is_in(client, ada)


def test_signing_out_ends_the_session_for_good(client, ada):
    tried(client)
    kept = client.cookies[cookie_name(ada.division.tournament)].value
    assert client.post("/p/done/lakeside-open/")["Location"] == "/p/?event=lakeside-open"
    client.cookies[cookie_name(ada.division.tournament)] = kept
    assert not is_in(client, ada)


def test_signing_in_needs_the_forms_own_token(ada):
    client = Client(enforce_csrf_checks=True)
    assert [client.post(where, {"number": 1, "pin": PIN}).status_code for where in ("/p/", "/station/")] == [403, 403]
    assert "Cette page est restée ouverte trop longtemps" in client.post("/p/", headers={"Accept-Language": "fr"}).text
    client.get("/p/")
    token = client.cookies["csrftoken"].value
    assert tried(client, csrfmiddlewaretoken=token).status_code == 302
    assert client.post("/p/done/lakeside-open/").status_code == 403


def test_a_tablet_becomes_a_station_by_its_code_once(client, division, director):
    station = paired(client, director, division.tournament)
    assert "Tablet by the desk" in client.get("/station/").content.decode()
    assert client.get("/p/")["Location"] == "/station/"
    assert (station.code_hash, station.paired_at is not None, len(station.key_hash)) == ("", True, 64)
    assert [row.action for row in Record.objects.order_by("seq")] == ["station.added", "station.paired"]
    assert Record.objects.get(action="station.paired").actor_kind == "station"


def test_a_code_is_used_up_and_gets_old(client, division, director):
    client.force_login(director)
    code = client.post("/console/lakeside-open/stations/", {"name": "Desk"}).context["pairing_code"]
    Station.objects.update(code_until=timezone.now() - timedelta(seconds=1))
    assert Client().post("/station/", {"code": code}).status_code == 422
    Station.objects.update(code_until=timezone.now() + timedelta(minutes=1))
    assert [Client().post("/station/", {"code": code}).status_code for _ in range(2)] == [302, 422]


def test_codes_are_not_guessed(client, division):
    client.get("/station/")
    answers = [client.post("/station/", {"code": "AAAA-AAAA"}).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]


def test_a_station_signs_players_in_one_after_the_other(client, ada, division, director):
    bob = division.entries.get(number=2)
    give_link(bob, WRONG)
    station = paired(client, director, division.tournament)
    assert tried(client, where="/station/").status_code == 302
    actor = player_of(asked_by(client), division.tournament)
    assert (actor.pk, actor.device, actor.at_station) == (ada.pk, f"station:{station.pk}", True)
    assert client.cookies[cookie_name(division.tournament)]["max-age"] == ""
    assert tried(client, 2, WRONG, where="/station/").status_code == 302
    assert is_in(client, bob)
    assert PlayerSession.objects.get(link__entry=ada).ended_at is not None
    assert client.post("/p/done/lakeside-open/")["Location"] == "/station/"
    assert not is_in(client, bob)


def test_a_link_opened_at_a_station_is_short_too(client, ada, division, director):
    station = paired(client, director, division.tournament)
    client.get(address(ada))
    assert PlayerSession.objects.get().station == station


def test_somebody_who_types_at_a_station_stays_signed_in(client, ada, division, director):
    paired(client, director, division.tournament)
    tried(client, where="/station/")
    PlayerSession.objects.update(used_at=timezone.now() - timedelta(seconds=80))
    assert client.post("/p/still-here/lakeside-open/").status_code == 204
    assert PlayerSession.objects.get().used_at > timezone.now() - timedelta(seconds=30)
    PlayerSession.objects.update(used_at=timezone.now() - timedelta(seconds=91))
    assert client.post("/p/still-here/lakeside-open/").status_code == 401
