"""Every address of the suite is opened in an event that is played by a loaded rulebook: none stumbles over its key."""

from collections.abc import Iterator

import pytest
from django.test import Client

from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.rulebook_files import load_rulebook
from tests.factories import make_played_event, make_round, make_user
from tests.platform.access.routes import routes

pytestmark = pytest.mark.django_db

CLUB = """\
key = "our-club"
name = "Our club"
based_on = "{base}"
[source]
document = "Club rules"
[changes."results.incidents"]
value = "none"
ours = true
explain = "The director rules."
[changes."ending.overtime.per_seconds"]
value = 10
ours = true
explain = "By ten seconds."
"""
ENDLESS = ("events", "stream", "live")  # answers that stay open
WORDS = {"slug": "lakeside-open", "code": "a", "report": "standings", "kind": "overdraw", "day": "2026-05-16"}


def addresses(game: Game) -> Iterator[str]:
    """Every address that names an event, with the values of one; what is no table or player is 1."""
    for route in routes():
        if "<slug:slug>" not in route or any(word in route for word in ENDLESS) or "(?P" in route:
            continue
        address = route
        for part in [piece.split(">")[0] for piece in route.split("<")[1:]]:
            kind, _, name = part.rpartition(":")
            value = WORDS.get(name) or ("first" if kind == "str" else game.pk if "game" in name or name == "pk" else 1)
            address = address.replace(f"<{part}>", str(value))
        yield f"/{address}"


@pytest.fixture(
    params=[
        "nsa-2004",
        *(pytest.param(book, marks=pytest.mark.full) for book in ("scrabble-guide", "wespa-2012", "sowpods-club")),
    ]
)
def division(request: pytest.FixtureRequest) -> Division:
    division = make_played_event(players=8, played=2)
    make_round(division, 3, status=Round.Status.PLAYING, results=1)
    director = make_user(tournament=division.tournament)
    load_rulebook(by=director, tournament=division.tournament, data=CLUB.format(base=request.param))
    return division


def test_no_page_of_an_event_fails_under_a_loaded_rulebook(division: Division) -> None:
    client = Client()
    client.force_login(make_user(tournament=division.tournament))
    game = Game.objects.filter(round__division=division, round__number=3).order_by("board").last()
    assert game is not None
    answers = {address: client.get(address).status_code for address in addresses(game)}
    assert [address for address, status in answers.items() if status >= 500] == []
    assert sum(status == 200 for status in answers.values()) > 60
