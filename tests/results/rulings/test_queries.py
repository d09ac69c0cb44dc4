"""Pages that ask the database as often for 24 players as for 8."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from results.games.services.outcomes import record_result
from results.rulings.services import incidents, rulings
from tests.results.looking import official_url
from tests.results.rulings.cases import Event, make_event
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db


def of(event: Event, name: str, *args: Any) -> str:
    return official_url(name, event.division.tournament.slug, event.division.code, *args)


PAGES: dict[str, Callable[[Event], str]] = {
    "rulings": lambda event: reverse("results:rulings", args=[event.division.tournament.slug]),
    "reports": lambda event: reverse("results:rulings", args=[event.division.tournament.slug]) + "?show=reports",
    "eject": lambda event: of(event, "eject", 1) + "?cause=gravest&from_round=2&format=&fate=&award=150",
    "table": lambda event: of(event, "table", event.game().pk),
}


@pytest.fixture(scope="module")
def few_and_many(rows_of_the_file: None) -> list[Event]:
    """Events of 8 and of 24 players, each with a result, an incident and a ruling at every board."""
    events = [make_event(players=8, slug="few"), make_event(players=24, slug="many")]
    for event in events:
        for number in range(1, event.division.entries.count() // 2 + 1):
            game = event.game(number)
            record_result(by=event.director, game=game, first_score=400 + number, second_score=390)
            incidents.log(
                by=event.director, division=event.division,
                happened=incidents.Happened("overdraw", game=game, entry=game.first, text="Two."),
            )  # fmt: skip
            rulings.make_ruling(
                by=event.director, division=event.division, facts=rulings.RulingFacts("Found.", report_to="association"),
                game=game, entry=game.first,
            )  # fmt: skip
    return events


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_as_often_for_24_players_as_for_8(few_and_many: list[Event], name: str) -> None:
    client = Client()
    client.force_login(few_and_many[0].director)
    few, many = (statements_of_page(client, PAGES[name](event)) for event in few_and_many)
    assert few == many
