"""One bar on every page of the console, whoever reads it: where every division is, and never a link that would be refused."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tdsuite.console.pages import MORE, PARTS, PLACES
from tdsuite.console.phases import Phase, phases_of
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Round, Tournament
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db

CONSOLE = "/console/lakeside-open/"
STRIP = re.compile(r'<nav class="phases".*?</nav>', re.DOTALL)
PLACES_BAR = re.compile(r'<nav class="places".*?</nav>', re.DOTALL)
MENU = re.compile(r'<details class="more-menu">.*?</details>', re.DOTALL)
BELOW = re.compile(r'<div class="subtabs">(.*?)</div>', re.DOTALL)
LINK = re.compile(r"<a\s+([^>]*?)>(.*?)</a>", re.DOTALL)


def links(pattern, body):
    """(address, whether it is here, words) of the links of a part of the bar."""
    found = [link for part in pattern.finditer(body) for link in LINK.findall(part.group())]
    rows = [(re.search(r'href="([^"]+)"', tag)[1], "aria-current" in tag, words) for tag, words in found]
    return [(url, here, " ".join(re.sub("<[^>]+>", " ", words).split())) for url, here, words in rows]


def strip(client, address=CONSOLE):
    """(words, whether the page is there) of each phase."""
    return [(words, here) for _url, here, words in links(STRIP, client.get(address, follow=True).content.decode())]


def linked_pages(client, start=CONSOLE):
    """Every page that the navigation leads to from the event, by address."""
    pages, waiting = {}, [client.get(start).headers["Location"]]
    while waiting:
        url = waiting.pop()
        if url not in pages:
            answer = client.get(url)
            assert answer.status_code == 200, url
            pages[url] = answer.content.decode()
            leads = [link for part in (STRIP, PLACES_BAR, MENU, BELOW) for link in links(part, pages[url])]
            waiting += [url for url, _here, _words in leads if url.startswith(start)]
    return pages


def assert_one_bar(pages):
    of_role = [[words for _url, _here, words in links(part, next(iter(pages.values())))] for part in (PLACES_BAR, MENU)]
    for url, body in pages.items():
        assert len(STRIP.findall(body)) == 1, url
        assert [[words for _url, _here, words in links(part, body)] for part in (PLACES_BAR, MENU)] == of_role, url
        here = [words for part in (STRIP, PLACES_BAR, MENU) for _url, here, words in links(part, body) if here]
        assert len(set(here)) == 1, (url, here)


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.PLAYER, Role.PUBLIC, Role.DIRECTOR)])
def test_every_role_has_the_same_bar_on_every_page_and_no_link_that_refuses(under_way, as_role, role):
    make_division(under_way.tournament, players=2, code="b")
    pages = linked_pages(as_role(role))
    assert len(pages) > 12
    assert_one_bar(pages)


def test_a_director_reaches_every_page_of_the_navigation_and_each_says_where_it_is(under_way, as_role):
    pages = linked_pages(as_role(Role.DIRECTOR))
    assert_one_bar(pages)
    listed = [page.address for part in PARTS for page in part.pages]
    for url, body in pages.items():
        below = links(BELOW, body)
        assert not below or [here for link, here, _words in below if link == url.split("?")[0]] == [True], url
    assert {address for address in listed if address.startswith("public:")} == {
        "public:standings",
        "public:statistics",
        "public:ratings",
    }
    rounds = {url for url in pages if "?round=" in url}
    assert len(pages) - len(rounds) == len(listed) - 3, sorted(pages)


def test_a_page_without_a_heading_of_its_own_is_headed_by_its_name(under_way, as_role):
    body = as_role(Role.DIRECTOR).get(f"{CONSOLE}a/roster/").content.decode()
    assert re.search(r"<h1>([^<]+)</h1>", body)[1] == "Roster"


def test_the_strip_says_what_is_over_what_is_now_and_where_one_is(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    over = [("✓ over: Set up", False), ("✓ over: Check-in", False)] + [(f"✓ over: Round {n}", False) for n in (1, 2, 3)]
    to_come = [(f"Round {n}", False) for n in (5, 6, 7)]
    assert strip(director) == [*over, ("Round 4 now", True), *to_come, ("Close", False)]
    assert ("✓ over: Round 2", True) in strip(director, f"{CONSOLE}round/?round=2")
    assert ("Close", True) in strip(director, f"{CONSOLE}close/")


def test_a_round_that_is_published_in_some_divisions_names_them(under_way, as_role):
    make_division(under_way.tournament, players=4, rounds=7, code="b")
    assert [words for words, _here in strip(as_role(Role.DIRECTOR))][1:5] == [
        "Check-in", "Round 1 A now", "Round 2 A", "Round 3 A",
    ]  # fmt: skip


def test_a_long_event_shows_the_rounds_around_the_present(client):
    division = make_played_event(players=4, played=12, rounds=24)
    client.force_login(make_user(tournament=division.tournament))
    words = [words for words, _here in strip(client)]
    assert words[2:-1] == [
        "… Earlier rounds", *(f"✓ over: Round {n}" for n in (10, 11, 12)), "Round 13 now",
        *(f"Round {n}" for n in (14, 15, 16, 17)), "… Later rounds",
    ]  # fmt: skip


def test_the_address_of_the_event_leads_to_the_page_of_the_present_phase(client):
    event = make_tournament(
        "harbour", starts_on=timezone.localdate() + timedelta(days=3), ends_on=timezone.localdate() + timedelta(days=3)
    )
    client.force_login(make_user(tournament=event))
    leads = []

    def now():
        leads.append(client.get("/console/harbour/").headers["Location"].removeprefix("/console/harbour/"))

    now()
    division = make_division(event, players=4, rounds=2)
    now()  # ready, and the day has not come
    Tournament.objects.update(starts_on=timezone.localdate())
    now()
    make_round(division, 1)
    now()
    Round.objects.update(status=Round.Status.CLOSED)
    now()
    make_round(division, 2, status=Round.Status.CLOSED)
    now()
    assert leads == ["set-up/", "set-up/", "check-in/", "round/", "round/", "close/"]


def test_who_checks_in_and_enters_no_results_comes_to_the_door_while_rounds_are_played(under_way, as_role):
    helper = as_role(Role.OFFICIAL)
    assert helper.get(CONSOLE).headers["Location"] == f"{CONSOLE}check-in/"
    step = next(
        tag for tag in re.findall(r"<li[^>]*>.*?</li>", helper.get(f"{CONSOLE}round/").text, re.S) if "Check-in" in tag
    )
    assert "far" not in step
    assert as_role(Role.SCORER).get(CONSOLE).headers["Location"] == f"{CONSOLE}round/"


def test_a_division_without_players_keeps_no_round_from_being_the_present(under_way):
    make_division(under_way.tournament, players=0, code="b")
    phases = phases_of(under_way.tournament)
    assert (phases.present, phases.number, phases.played_out) == (Phase.ROUND, 4, False)


def test_the_bar_takes_a_query_for_the_phases_however_many_rounds_and_divisions(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    before = statements_of_page(director, f"{CONSOLE}rules/")
    for code in "bcd":
        make_division(under_way.tournament, players=2, code=code)
    assert statements_of_page(director, f"{CONSOLE}rules/") == before


def test_the_places_lead_to_the_standings_of_a_division_and_they_lead_back(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    body = director.get(f"{CONSOLE}round/").content.decode()
    assert ("/t/lakeside-open/a/standings/", False, "Standings") in links(PLACES_BAR, body)
    assert f'href="{CONSOLE}"' in director.get("/t/lakeside-open/a/standings/").content.decode()
    assert [words for _url, _here, words in links(PLACES_BAR, body)] == [str(part.label) for part in PLACES]
    assert {words for _url, _here, words in links(MENU, body)} >= {str(part.label) for part in (*PLACES, *MORE)}


def test_the_divisions_lead_to_the_same_page_of_the_other(under_way, as_role):
    make_division(under_way.tournament, players=2, code="b", rounds=5)
    director = as_role(Role.DIRECTOR)
    chips = re.compile(r'<nav class="of-division".*?</nav>', re.DOTALL)
    assert [url for url, *_rest in links(chips, director.get(f"{CONSOLE}a/division/").content.decode())] == [
        f"{CONSOLE}a/division/", f"{CONSOLE}b/division/",
    ]  # fmt: skip
    round_5 = director.get(f"{CONSOLE}a/round/5/").content.decode()
    assert [url for url, *_rest in links(chips, round_5)][1] == f"{CONSOLE}b/round/5/"
    round_6 = director.get(f"{CONSOLE}a/round/6/").content.decode()
    assert [url for url, *_rest in links(chips, round_6)][1] == f"{CONSOLE}round/"


def test_an_event_without_divisions_has_the_pages_of_the_event(client):
    client.force_login(make_user(tournament=make_tournament("empty-cup")))
    assert all("<h1" in body for body in linked_pages(client, "/console/empty-cup/").values())
