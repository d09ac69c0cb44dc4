"""Public pages are made once a version and then served from memory; who helps to run the event sees every change at once."""

import gzip

import pytest
from django.db import connection
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from results.attendance.services.attendance import arrive, start_clock, undo_clock
from tdsuite.platform.access.roles import Role
from tdsuite.platform.live import services
from tdsuite.platform.live.page_versions import set_page_versions
from tdsuite.public.caching import kept_page
from tdsuite.tournaments import kept_histories
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.events import add_division, update_tournament
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user
from tests.public.hub import pages
from tests.public.test_pages import HX, address, every_page, logged_in, text_of
from tests.tidy import tidy

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    made = make_played_event(players=8, played=3)
    make_round(made, 4, status=Round.Status.PLAYING, results=1)
    return made


def result(division):
    """A result as a service leaves it: rows and the version."""
    game = Game.objects.of_division(division).awaiting_result().first()
    game.first_score, game.second_score, game.outcome = 777, 111, Game.Outcome.PLAYED
    game.save()
    services.bump(division.live_topic)


@pytest.mark.parametrize("page", ["statistics", "ratings"])
def test_the_rounds_above_a_page_are_those_of_the_history_that_is_kept(hub, division, monkeypatch, page):
    kept_histories.forget()
    monkeypatch.setattr(hub.versions, "serves", True)
    division.standings_options = {"rating_system": "wespa-2020"}
    division.save()
    Client().get(address("standings", division))
    with CaptureQueriesContext(connection) as asked:
        text = Client().get(address(page, division)).content.decode()
    kept_histories.forget()
    assert f"/a/{page}/4/" in text
    assert not [query["sql"] for query in asked if 'FROM "tournaments_round"' in query["sql"]]


def test_every_page_of_a_division_costs_strangers_no_query_after_the_first(hub, division, django_assert_num_queries):
    for url in every_page(division):
        for headers in ({}, HX):
            first = Client().get(url, headers=headers)
            hub.look()
            with django_assert_num_queries(0):
                second = Client().get(url, headers=headers)
            assert second.content == first.content and second.status_code == 200, url
            assert second.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
            assert {"HX-Request", "Cookie", "Accept-Encoding"} <= set(second.headers["Vary"].split(", "))


def test_the_whole_page_and_its_rows_are_kept_apart(hub, division):
    url = address("standings", division)
    for _ in range(2):
        assert "<!DOCTYPE" in Client().get(url).content.decode()
        assert "<!DOCTYPE" not in Client().get(url, headers=HX).content.decode()
        hub.look()


def test_a_result_is_shown_as_soon_as_its_version_was_told(hub, division):
    url = address("pairings", division)
    Client().get(url)
    hub.look()
    result(division)
    assert "777" not in text_of(Client().get(url))  # no look yet: everyone sees the state before
    hub.look()
    shown = Client().get(url).content.decode()
    assert "777" in shown and 'data-live-version="1 0"' in shown
    hub.look()
    assert "777" in text_of(Client().get(url))


def test_the_director_sees_every_change_at_once_and_leaves_nothing_in_memory(hub, division):
    url = address("pairings", division)
    director = logged_in(division.tournament, Role.DIRECTOR)
    director.get(url)
    assert pages() == 0
    Client().get(url)
    hub.look()
    result(division)
    assert "777" in text_of(director.get(url))


def test_without_a_hub_that_looks_nothing_old_is_served(division):
    url = address("pairings", division)
    Client().get(url)
    result(division)
    assert "777" in text_of(Client().get(url))


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_a_private_event_is_never_kept(hub, division, visibility):
    division.tournament.visibility = visibility
    division.tournament.save()
    client = Client()
    client.get(address("standings", division))
    assert pages() == (0 if visibility == "private" else 1)


def test_an_event_that_becomes_private_is_closed_at_once(hub, division, django_capture_on_commit_callbacks):
    url = address("standings", division)
    Client().get(url)
    hub.look()
    director = make_user(tournament=division.tournament)
    with django_capture_on_commit_callbacks(execute=True):
        update_tournament(by=director, tournament=division.tournament, values={"visibility": "private"})
    assert Client().get(url).status_code == 404


def test_an_event_made_private_by_another_process_is_closed_once_that_was_told(hub, division):
    url = address("standings", division)
    Client().get(url)
    hub.look()
    director = make_user(tournament=division.tournament)
    update_tournament(by=director, tournament=division.tournament, values={"visibility": "private"})
    hub.look()
    assert Client().get(url).status_code == 404


def test_a_new_name_and_a_new_division_are_shown_at_once(hub, division, django_capture_on_commit_callbacks):
    url = division.tournament.get_absolute_url()
    director = make_user(tournament=division.tournament)
    Client().get(url)
    hub.look()
    with django_capture_on_commit_callbacks(execute=True):
        update_tournament(by=director, tournament=division.tournament, values={"name": "Harbour Open"})
        add_division(by=director, tournament=division.tournament, values={"name": "Division Z"})
    assert {"Harbour Open", "Division Z"} <= {
        name for name in ("Harbour Open", "Division Z") if name in text_of(Client().get(url))
    }


def test_a_persons_new_name_is_shown_at_once_in_other_events(hub, division, django_capture_on_commit_callbacks):
    elsewhere = make_division(make_tournament("other-one"), players=2)
    entry = elsewhere.entries.create(player=division.entries.get(number=1).player, number=9)
    url = address("players", division)
    Client().get(url)
    hub.look()
    director = make_user(tournament=elsewhere.tournament)
    with django_capture_on_commit_callbacks(execute=True):
        update_entry(by=director, entry=entry, values={"name": "Zora Newname"})
    assert "Zora Newname" in text_of(Client().get(url))


@pytest.mark.parametrize("query", ["?q=ada", "?by=name&by=x&q=y", "?x=1&q=ada"])
def test_a_search_is_not_kept(hub, division, query):
    Client().get(address("wall", division) + query)
    assert pages() == 0
    Client().get(address("wall", division) + "?q=")  # an empty search is the page itself
    assert pages() == 1


def test_nothing_that_a_stranger_makes_up_makes_a_page_anew(hub, division, django_assert_max_num_queries):
    url = address("wall", division)
    first = Client().get(url).content
    hub.look()
    queries = ("?x=1", "?x=2&by=other", "?at=1234", "?by=y&at=x")
    headers = ({"Authorization": "Token 0123"}, {"Cookie": "sessionid=0123456789abcdef0123456789abcdef"})
    for query, header in [*((query, {}) for query in queries), *(("", header) for header in headers)]:
        with django_assert_max_num_queries(1 if "Cookie" in header else 0):  # is there such a session?
            assert Client().get(url + query, headers=header).content == first
    assert pages() == 1


def test_what_a_stranger_adds_to_an_address_stands_in_no_kept_page(hub, division):
    Client().get(address("wall", division) + "?planted=1&at=0")
    hub.look()
    assert "planted" not in Client().get(address("wall", division) + "?at=0").content.decode() and pages() == 1


@pytest.mark.parametrize("how", ["plain", "cookie", "token", "player"])
def test_a_page_that_is_somebodys_own_is_not_kept(hub, how):
    @kept_page
    def view(request):
        set_page_versions(request, {"division:1": 1})
        request.kept_tournament = Tournament(visibility=Tournament.Visibility.PUBLIC)
        response = HttpResponse(get_token(request) if how == "token" else "page")
        if how == "cookie":
            response.set_cookie("who", "somebody")
        if how == "player":
            request.player = "somebody"
        return response

    request = RequestFactory().get("/page/")
    request.htmx = False
    assert view(request).status_code == 200
    assert pages() == (1 if how == "plain" else 0)


@pytest.mark.parametrize("how", ["missing", "posted"])
def test_refusals_are_not_kept(hub, division, how):
    if how == "missing":
        assert Client().get(address("pairings", division, 9)).status_code == 404
    else:
        Client().post(address("pairings", division))
    assert pages() == 0


def test_a_kept_page_comes_packed_to_who_takes_it(hub, division):
    url = address("standings", division)
    plain = Client().get(url).content
    hub.look()
    packed = Client().get(url, headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert tidy(gzip.decompress(packed.content).decode()) == plain.decode()


def test_a_page_with_a_running_clock_is_made_anew_for_everyone(hub):
    division = make_division(players=4)
    game = make_round(division, 1, status=Round.Status.PLAYING).games.first()
    url = address("pairings", division)
    before = Client().get(url).content.decode()
    hub.look()
    assert "data-left" not in before and pages() == 1
    assert f'data-live="division:{division.pk} clocks:{division.pk}"' in before
    director = make_user(tournament=division.tournament)
    start_clock(by=director, game=game, entry=game.first, opponent_ready=True)
    hub.look()
    assert "data-left" in Client().get(url).content.decode()  # the clock's start was told: the kept page is out
    arrive(by=director, game=game, entry=game.first)
    hub.look()
    assert "data-left" not in Client().get(url).content.decode()


def test_only_a_tap_that_concerns_a_clock_is_told_to_the_public():
    division = make_division(players=4)
    first, second = make_round(division, 1, status=Round.Status.PLAYING).games.order_by("board")
    topic, director = f"clocks:{division.pk}", make_user(tournament=division.tournament)
    told = []
    for tap in (
        lambda: arrive(by=director, game=first, entry=first.first),
        lambda: start_clock(by=director, game=second, entry=second.first, opponent_ready=True),
        lambda: undo_clock(by=director, game=second, entry=second.first),
    ):
        tap()
        told.append(services.versions(topic)[topic])
    assert told == [0, 1, 2]
