"""Wall chart, players and roster of more players than a page has: a part at a time, or all on one page to print."""

import re

import pytest
from django.test import Client

from tdsuite.tournaments.player_pages import page_of_players
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
LISTS = ("/t/long/a/players/", "/console/long/a/roster/")
CHART = "/t/long/a/wall-chart/"


@pytest.fixture
def official():
    division = make_division(make_tournament("long"), players=102, rounds=2)
    make_round(division, 1, status="closed")
    client = Client()
    client.force_login(make_user(tournament=division.tournament))
    return client


def numbers_on(client, address):
    body = client.get(address).content.decode()
    return [
        int(number)
        for number in re.findall(r'<(?:span class="pin"|td class="num")>(\d+)<(?=/span> <a|/td>\s*<th)', body)
    ]


@pytest.mark.parametrize(("asked", "numbers"), [
    (None, range(1, 101)), ("1", range(1, 101)), ("2", (101, 102)), ("9", (101, 102)), ("x", range(1, 101)), ("all", range(1, 103)),
])  # fmt: skip
def test_a_list_of_players_is_shown_a_hundred_at_a_time(asked, numbers):
    page = page_of_players(range(1, 103), asked)
    assert page.numbers == tuple(numbers)
    assert [part.label for part in page.parts] == ["1–100", "101–102", ""]
    assert [part.asked for part in page.parts if part.is_open] == [{"9": "2", "x": "1", None: "1"}.get(asked, asked)]


def test_a_list_of_a_hundred_and_an_empty_one_have_no_parts():
    assert page_of_players(range(100), "2").parts == page_of_players([], None).parts == ()
    assert page_of_players([], None).numbers == ()


def test_every_part_holds_its_players_and_all_of_them_stand_on_one_page(official):
    for address in LISTS:
        for client in {official, Client() if address.startswith("/t/") else official}:
            assert numbers_on(client, address) == list(range(1, 101)), address
            assert numbers_on(client, f"{address}?page=2") == [101, 102], address
            assert numbers_on(client, f"{address}?page=all") == list(range(1, 103)), address


def test_a_wall_chart_has_fifty_players_a_part(official):
    parts = {None: range(1, 51), "2": range(51, 101), "3": (101, 102), "all": range(1, 103)}
    assert {asked: numbers_on(official, f"{CHART}?page={asked or 1}") for asked in parts} == {
        asked: list(numbers) for asked, numbers in parts.items()
    }


def test_a_search_looks_through_all_parts_and_goes_on_from_part_to_part(official):
    for address in LISTS:
        assert numbers_on(official, f"{address}?q=102") == [102]
        body = official.get(f"{address}?q=%20").content.decode()
        assert 'href="?q=+&amp;page=2"' in body and "data-filter" not in body
        assert "Nobody of that name" in official.get(f"{address}?q=zzz").content.decode()


def test_what_a_wall_chart_fetches_after_a_result_is_the_part_that_is_shown(official):
    assert f'hx-get="{CHART}?page=2"' in Client().get(f"{CHART}?page=2").content.decode()
