"""One bar of six words on every page of the console, whoever reads it, and never a link that would be refused."""

import re

import pytest

from tdsuite.console.navigation import PARTS, ROUND_PAGES
from tdsuite.platform.access.roles import Role
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db

BAR = re.compile(r'<nav class="tabs" aria-label="Event">(.*?)</nav>', re.DOTALL)
BELOW = re.compile(r'<div class="subtabs">(.*?)</div>', re.DOTALL)
LINK = re.compile(r'<a\s+href="([^"]+)"[^>]*?(aria-current="\w+")?\s*>([^<]+)</a>')
WORDS = ["Day", "Rounds", "Players", "Prizes", "Files", "Settings"]


def links(pattern, body):
    return [(url, bool(here), label) for part in pattern.findall(body) for url, here, label in LINK.findall(part)]


def linked_pages(client, start="/console/lakeside-open/"):
    """Every page that the navigation leads to from the Day page, by address."""
    pages, waiting = {}, [start]
    while waiting:
        url = waiting.pop()
        if url not in pages:
            answer = client.get(url)
            assert answer.status_code == 200, url
            pages[url] = answer.content.decode()
            beside = [url for url, _here, _label in [*links(BAR, pages[url]), *links(BELOW, pages[url])]]
            waiting += [url for url in beside if url.startswith("/console/")]
    return pages


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.PLAYER, Role.PUBLIC)])
def test_every_role_has_the_same_bar_on_every_page_and_no_link_that_refuses(under_way, as_role, role):
    make_division(under_way.tournament, players=2, code="b")
    pages = linked_pages(as_role(role))
    words = [word for word in WORDS if word != "Files" or role != Role.READER]  # who only reads makes no files
    assert len(pages) > 10
    for url, body in pages.items():
        bar = links(BAR, body)
        assert [label for _url, _here, label in bar] == words, url
        assert sum(here for _url, here, _label in bar) == 1, url
        assert len(BAR.findall(body)) == 1, url


def test_a_director_reaches_every_page_of_the_navigation_and_each_says_where_it_is(under_way, as_role):
    pages = linked_pages(as_role(Role.DIRECTOR))
    for url, body in pages.items():
        assert [here for link, here, _label in links(BELOW, body) if link == url] == [True], url
    led_out = [page.address for part in PARTS for page in part.pages if page.address.startswith("public:")]
    assert led_out == ["public:standings", "public:statistics", "public:ratings"]
    assert len(pages) == sum(len(part.pages) for part in PARTS) - len(led_out)


def test_the_console_leads_to_the_standings_of_a_division_and_they_lead_back(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    below = links(BELOW, director.get("/console/lakeside-open/rounds/").content.decode())
    assert ("/t/lakeside-open/a/standings/", False, "Standings") in below
    assert 'href="/console/lakeside-open/"' in director.get("/t/lakeside-open/a/standings/").content.decode()


def test_a_page_of_a_round_has_the_pages_of_its_round(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    body = director.get("/console/lakeside-open/a/round/4/results/").content.decode()
    below = links(BELOW, body)
    assert [label for _url, _here, label in below] == [str(label) for _name, label, *_rest in ROUND_PAGES]
    assert [label for _url, here, label in below if here] == ["Results"]
    assert [label for _url, here, label in links(BAR, body) if here] == ["Rounds"]
    for url, _here, label in below:
        assert [words for _url, here, words in links(BELOW, director.get(url).content.decode()) if here] == [label]


def test_the_divisions_lead_to_the_same_page_of_the_other(under_way, as_role):
    make_division(under_way.tournament, players=2, code="b", rounds=3)
    director = as_role(Role.DIRECTOR)
    chips = re.compile(r'<nav class="of-division"(.*?)</nav>', re.DOTALL)
    assert [url for url, *_rest in links(chips, director.get("/console/lakeside-open/a/division/").content.decode())] == [
        "/console/lakeside-open/a/division/", "/console/lakeside-open/b/division/",
    ]  # fmt: skip
    round_2 = director.get("/console/lakeside-open/a/round/2/").content.decode()
    assert [url for url, *_rest in links(chips, round_2)][1] == "/console/lakeside-open/b/round/2/"
    round_4 = director.get("/console/lakeside-open/a/round/4/").content.decode()
    assert [url for url, *_rest in links(chips, round_4)][1] == "/console/lakeside-open/rounds/"


def test_an_event_without_divisions_has_the_pages_of_the_event(client):
    client.force_login(make_user(tournament=make_tournament("empty-cup")))
    assert all("<h1" in body for body in linked_pages(client, "/console/empty-cup/").values())
