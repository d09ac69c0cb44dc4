"""A page that follows by itself names versions read before its rows: a signature in between is told, and not missed."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.results.sheets.pages.hall import Pages

pytestmark = pytest.mark.django_db


def read_in_order(client: Client, address: str) -> list[str]:
    """The statements of one visit."""
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return [one["sql"] for one in captured]


@pytest.mark.parametrize("name", ["table", "sheets_paper", "of a player"])
def test_a_page_reads_versions_before_sheets_and_games(pages: Pages, name: str) -> None:
    pages.phone(1).enters(431, 388)
    args, other = {"table": (pages.game.pk,)}.get(name, (1,)), pages.phone(4)
    at_desk = name != "of a player"
    client, address = (pages.staff(), pages.desk(name, *args)) if at_desk else (other.client, other.url())
    said = read_in_order(client, address)
    assert first(said, "live_livetopic") < first(said, "results_sheet") and many(said, "live_livetopic") == 1
    assert at_desk or any('FROM "tournaments_game"' in one for one in said[first(said, "live_livetopic") :])


def test_a_players_own_page_reads_versions_before_results_and_those_of_its_games_before_their_sheets(
    pages: Pages,
) -> None:
    pages.phone(1).enters(431, 388)
    said = read_in_order(pages.phone(1).client, f"/me/{pages.hall.division.tournament.slug}/")
    of_division, of_games = (place for place, one in enumerate(said) if '"live_livetopic"' in one)
    assert f"'{pages.hall.division.live_topic}'" in said[of_division] and f"'{pages.game.live_topic}'" in said[of_games]
    assert of_division < first(said, "tournaments_game") and of_games < first(said, "results_sheet")


def first(statements: list[str], table: str) -> int:
    return next(place for place, one in enumerate(statements) if f'"{table}"' in one)


def many(statements: list[str], table: str) -> int:
    return sum(f'"{table}"' in one for one in statements)
