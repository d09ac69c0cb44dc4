"""Who is the player behind a request: sessions, their ends, and the guard of players' pages."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.live import may_listen
from tdsuite.platform.access.models import PlayerLink, PlayerSession, Station
from tdsuite.platform.access.players import player_of, player_only
from tdsuite.platform.access.roles import Can
from tests.factories import make_division, make_tournament
from tests.platform.access.signing import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    return make_division(make_tournament(), players=2)


def asked_by(client, path="/me/", method="get", **headers):
    request = getattr(RequestFactory(), method)(path, headers=headers)
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    request.user = AnonymousUser()
    return request


@player_only
def own_page(request, tournament, actor):
    return HttpResponse(f"{tournament.slug} {actor.pk} {request.player == actor}")


def aged(**ages):
    PlayerSession.objects.update(**{name: timezone.now() - age for name, age in ages.items()})


def make_station(tournament, **fields):
    return Station.objects.create(tournament=tournament, name="Desk", key_hash="x", **fields)


def test_a_session_makes_the_actor_of_its_entry(ada, division):
    request = asked_by(signed_in(Client(), ada, means="pin"))
    actor = PlayerActor(ada.pk, division.tournament_id, division.pk, Means.PIN, "test-device")
    assert player_of(request, division.tournament) == actor


def test_a_stranger_costs_no_query_and_a_player_one(ada, division, django_assert_num_queries):
    client, tournament = signed_in(Client(), ada), division.tournament
    with django_assert_num_queries(0):
        assert player_of(asked_by(Client()), tournament) is None
    request = asked_by(client)
    with django_assert_num_queries(1):
        assert player_of(request, tournament) == player_of(request, tournament) is not None


def test_a_cookie_that_was_changed_is_nobodys(ada, division):
    client = signed_in(Client(), ada)
    for morsel in client.cookies.values():
        morsel.set(morsel.key, "0" + morsel.value, "0" + morsel.value)
    assert player_of(asked_by(client), division.tournament) is None


def test_a_session_on_a_phone_ends_twelve_hours_after_its_last_use(ada, division):
    client = signed_in(Client(), ada)
    aged(opened_at=timedelta(days=2), used_at=timedelta(hours=11, minutes=58))
    assert player_of(asked_by(client), division.tournament) is not None  # and this use counts
    assert PlayerSession.objects.get().used_at > timezone.now() - timedelta(minutes=1)
    aged(used_at=timedelta(hours=12, minutes=1))
    assert player_of(asked_by(client), division.tournament) is None


def test_a_session_at_a_station_ends_after_ninety_seconds_without_use(ada, division):
    client = signed_in(Client(), ada, station=make_station(division.tournament))
    aged(used_at=timedelta(seconds=80))
    assert player_of(asked_by(client), division.tournament) is not None
    aged(used_at=timedelta(seconds=91))
    assert player_of(asked_by(client), division.tournament) is None


def test_a_session_at_a_station_is_short_however_busy(ada, division):
    client = signed_in(Client(), ada, station=make_station(division.tournament))
    aged(opened_at=timedelta(minutes=16))
    assert player_of(asked_by(client), division.tournament) is None


@pytest.mark.parametrize(
    ("path", "method", "script", "counts"),
    [
        ("/me/", "get", False, True),
        ("/me/", "get", True, False),
        ("/live/stream", "get", False, False),
        ("/me/", "post", True, True),
    ],
)
def test_what_a_page_asks_for_by_itself_keeps_no_session_alive(ada, path, method, script, counts):
    tournament = ada.division.tournament
    client = signed_in(Client(), ada, station=make_station(tournament))
    aged(used_at=timedelta(seconds=60))
    player_of(asked_by(client, path, method, **({"HX-Request": "true"} if script else {})), tournament)
    assert (PlayerSession.objects.get().used_at > timezone.now() - timedelta(seconds=30)) == counts


def test_a_revoked_link_and_an_ended_session_are_nobodys(ada, division):
    client = signed_in(Client(), ada)
    PlayerLink.objects.update(revoked_at=timezone.now())
    assert player_of(asked_by(client), division.tournament) is None
    PlayerLink.objects.update(revoked_at=None)
    assert player_of(asked_by(client), division.tournament) is not None
    PlayerSession.objects.update(ended_at=timezone.now())
    assert player_of(asked_by(client), division.tournament) is None


def test_a_revoked_station_signs_its_player_out(ada, division):
    station = make_station(division.tournament)
    client = signed_in(Client(), ada, station=station)
    Station.objects.update(revoked_at=timezone.now())
    assert player_of(asked_by(client), division.tournament) is None


def test_a_players_page_hands_the_actor_on_and_is_kept_by_no_cache(ada, division):
    answer = own_page(asked_by(signed_in(Client(), ada)), slug=division.tournament.slug)
    assert answer.content.decode() == f"lakeside-open {ada.pk} True"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("slug", ["lakeside-open", "secret", "never-was"])
def test_a_stranger_is_sent_to_sign_in_and_learns_of_no_event(division, slug):
    make_tournament("secret", visibility="private")
    answer = own_page(asked_by(Client(), f"/me/{slug}/?tab=2"), slug=slug)
    assert (answer.status_code, answer["Location"]) == (302, f"/p/?event={slug}&next=%2Fme%2F{slug}%2F%3Ftab%3D2")


def test_what_a_stranger_sends_stays_in_his_page(division):
    sent = own_page(asked_by(Client(), method="post"), slug=division.tournament.slug)
    part = own_page(asked_by(Client(), **{"HX-Request": "true"}), slug=division.tournament.slug)
    assert (sent.status_code, sent.headers.get("HX-Redirect")) == (401, None)
    assert (part.status_code, part["HX-Redirect"].partition("&")[0]) == (401, "/p/?event=lakeside-open")


def test_a_private_event_is_read_and_heard_by_its_own_players(ada, division, client):
    tournament = division.tournament
    tournament.visibility = "private"
    tournament.save()
    other = make_division(make_tournament("riverside", visibility="private"), players=1)
    signed_in(client, ada)
    request = asked_by(client)
    assert may_listen(request, [division.live_topic])
    assert not may_listen(request, [other.live_topic])
    assert not may_listen(request, [f"attendance:{division.pk}"])
    assert client.get(tournament.get_absolute_url()).status_code == 200
    assert client.get(other.tournament.get_absolute_url()).status_code == 404
    assert not allowed(player_of(request, tournament), tournament, Can.SEE_CONSOLE)
    assert client.get(f"/console/{tournament.slug}/").status_code == 302
