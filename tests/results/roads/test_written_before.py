"""Pages that take scores as they are written before the lines that stand: they show those lines, and say so."""

import pytest
from django.test import Client
from django.urls import reverse

from tdsuite.tournaments.models import Game
from tests.platform.access.signing import signed_in
from tests.results.games.test_lines_of_a_result import penalty
from tests.results.looking import text
from tests.results.rulings.cases import Event, make_event

pytestmark = pytest.mark.django_db
SAYS = (
    "Lines stand with this game. Enter the scores as written, before these lines, which are then added: "
    "Ada Winterbourne: challenge -15 (3.10.15(b)(iii))."
)


def pages(event: Event, game: Game) -> dict[str, tuple[Client, str]]:
    official = Client()
    official.force_login(event.director)
    slug, code = event.division.tournament.slug, event.division.code
    table = reverse("console:table", args=[slug, code, game.pk])
    return {
        "calculator": (official, f"{table}?end=calculator"), "two scores": (official, f"{table}?end=played"),
        "resigned": (official, f"{table}?end=resigned"), "the table": (official, table),
        "players' sheet": (signed_in(Client(), game.first), reverse("results:sheet", args=[slug, game.pk])),
    }  # fmt: skip


def test_wespa_3_10_15_lines_that_stand_are_shown_wherever_a_score_is_typed_before_them():
    event = make_event(sheets_open_early=True)
    game = event.game()
    penalty(event, game)
    missing = [name for name, (client, address) in pages(event, game).items() if SAYS not in text(client.get(address))]
    assert missing == []


def test_nothing_is_said_of_lines_where_none_stands_or_no_score_is_typed():
    event = make_event()
    game = event.game()
    for name, (client, address) in pages(event, game).items():
        assert "Lines stand" not in text(client.get(address)), name
    penalty(event, game)
    client, address = pages(event, game)["two scores"]
    assert "Lines stand" not in text(client.get(address.replace("played", "postponed")))
