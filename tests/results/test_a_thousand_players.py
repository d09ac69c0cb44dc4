"""Every page of results asks as many queries of 1,000 players as of 10, and none is too large for a phone or a hall's network."""

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from results.models import HighClaim, Prize
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, SpreadAdjustment
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
FEW, MANY = 10, 1000
ROUNDS = 2
LARGEST = 2_000_000  # bytes as they are made; on the way they are compressed to a tenth
PUBLIC = (
    "standings/", "cross-table/", "wall/", "wall-chart/", "players/", "players/1/", "pairings/",
    "statistics/", "statistics/2/", "ratings/", "ratings/2/player/1/",
)  # fmt: skip
CONSOLE = ("roster/",)
EVENT = ("prizes/", "prizes/awarded/")


def make_large(slug: str, players: int) -> Division:
    """`ROUNDS` closed rounds, with classes, teams, rows beside the scores, prizes and a confirmed high play."""
    options = {"rating_system": "elo"}
    division = make_division(make_tournament(slug), players=players, rounds=ROUNDS + 1, standings_options=options)
    entries = list(division.entries.all())
    for entry in entries:
        entry.class_name, entry.team = "ABCD"[entry.number % 4], f"Team {entry.number % 20}"
    Entry.objects.bulk_update(entries, ["class_name", "team"])
    for number in range(1, ROUNDS + 1):
        make_round(division, number, status="closed")
    games = list(Game.objects.of_division(division))
    GameAdjustment.objects.bulk_create(
        GameAdjustment(game=game, side="first", kind="overtime", points=-10, rule="5.3.2") for game in games[::2]
    )
    SpreadAdjustment.objects.bulk_create(
        SpreadAdjustment(entry=entry, round_number=1, points=-1, rule="Guideline 7") for entry in entries[::2]
    )
    bases = ("place", "class", "team", "high_win", "rating_gain", "upset", "comeback")
    Prize.objects.bulk_create(
        Prize(
            division=division, title=f"Prize {at}", basis=bases[at % len(bases)], money=100, place=1 + at // len(bases),
            class_name="A" if bases[at % len(bases)] == "class" else "",
        )
        for at in range(players // 5)
    )  # fmt: skip
    Prize.objects.create(tournament=division.tournament, title="High game", basis="high_win", money=100)
    HighClaim.objects.bulk_create(
        HighClaim(division=division, entry=game.first, game=game, kind="high_play", points=90, word="QUARTZ",
                  status="confirmed", claimed_at=timezone.now())
        for game in games[: players // 5]
    )  # fmt: skip
    return division


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker):
    """{size: {address: (queries, bytes)}} of every page, read once by the director; the events are gone afterwards."""
    found: dict[int, dict[str, tuple[int, int]]] = {}
    with django_db_blocker.unblock(), transaction.atomic():
        point = transaction.savepoint()
        for size in (FEW, MANY):
            found[size] = read_all(make_large(f"of-{size}", size))
        transaction.savepoint_rollback(point)
    return found


def read_all(division: Division) -> dict[str, tuple[int, int]]:
    slug, client = division.tournament.slug, Client()
    client.force_login(make_user(tournament=division.tournament))
    addresses = {f"t/{path}": f"/t/{slug}/a/{path}" for path in PUBLIC}
    addresses |= {f"console/{path}": f"/console/{slug}/a/{path}" for path in CONSOLE}
    addresses |= {f"event/{path}": f"/console/{slug}/{path}" for path in EVENT}
    found = {}
    for name, address in addresses.items():
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        assert response.status_code == 200, address
        found[name] = (len(queries), len(response.content))
    return found


ALL = [f"{of}/{path}" for of, paths in (("t", PUBLIC), ("console", CONSOLE), ("event", EVENT)) for path in paths]


@pytest.mark.parametrize("page", ALL)
def test_a_page_asks_as_many_queries_of_1000_players_as_of_10_and_is_not_beyond_all_measure(pages, page):
    assert pages[FEW][page][0] == pages[MANY][page][0] <= 20
    assert pages[MANY][page][1] < LARGEST
