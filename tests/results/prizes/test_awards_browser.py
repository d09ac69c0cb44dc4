"""Standings and their tables, statistics, ratings and prizes in a real browser: width, contrast, what a finger meets."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser

from results.models import HighClaim, Prize, PrizeTerms
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Entry
from tests.console.test_browser import server, troubles_of  # noqa: F401  a fixture
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.paper import LONG_NAMES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
READ, DESK = "/t/lakeside-open/a", "/console/lakeside-open"
PAGES = (
    f"{READ}/standings/", f"{READ}/cross-table/", f"{READ}/wall-chart/", f"{READ}/players/1/",
    f"{READ}/statistics/", f"{READ}/statistics/2/", f"{READ}/ratings/",
    f"{READ}/ratings/3/player/1/",
    f"{DESK}/a/prizes/add/",
    f"{DESK}/prizes/", f"{DESK}/prizes/add/", f"{DESK}/prizes/awarded/",
)  # fmt: skip


@pytest.fixture
def under_way() -> Division:
    """Three of five rounds in division A with classes, teams, long names, claims; one of one in B; prizes of every kind."""
    event = make_tournament("lakeside-open")
    options = {"rating_system": "wespa-2020"}
    made = make_division(event, players=10, rounds=5, standings_options=options)
    other = make_division(event, players=6, rounds=1, code="b")
    entries = list(made.entries.select_related("player"))
    for entry, (name, filing_name) in zip(entries, LONG_NAMES, strict=False):
        entry.player.name, entry.player.filing_name = name, filing_name
        entry.player.save()
    for entry in entries:
        entry.class_name, entry.team = (
            "AB"[entry.number % 2],
            "Owls of the Northern Lakes" if entry.number % 3 else "Elks",
        )
    Entry.objects.bulk_update(entries, ["class_name", "team"])
    for number in (1, 2, 3):
        make_round(made, number, status="closed")
    make_round(other, 1, status="closed")
    claim_high_plays(made)
    list_prizes(made)
    return made


def claim_high_plays(division: Division) -> None:
    for at, game in enumerate(division.rounds.get(number=1).games.by_board()):
        HighClaim.objects.create(
            division=division, entry=game.first, game=game, kind=HighClaim.Kind.values[at % 2], points=300 - at,
            word="OXYPHENBUTAZONE", status=HighClaim.Status.values[at % 3],
            claimed_at=game.decided_at,
        )  # fmt: skip


def list_prizes(division: Division) -> None:
    event = division.tournament
    rows = [
        Prize(division=division, title=f"Place {place}", basis="place", place=place, money=100000) for place in (1, 2)
    ]
    rows += [
        Prize(
            division=division, title="Best of class A", basis="class", class_name="A", money=5000, text="a dictionary"
        ),
        Prize(division=division, title="Best of class Z", basis="class", class_name="Z", money=5000),
        Prize(
            division=division, title="The Worshipful Company of Tilemakers’ Prize", basis="high_combined", money=4321
        ),
        Prize(tournament=event, title="High game of all divisions", basis="high_win", money=5000),
        Prize(tournament=event, title="Best team of three", basis="team", team_size=3, text="a shield"),
        Prize(
            tournament=event, title="Spirit", basis="by_hand", winners=[division.entries.get(number=4).pk], text="a hat"
        ),
    ]
    Prize.objects.bulk_create(rows)
    PrizeTerms.objects.create(tournament=event, currency="NZ$")


@pytest.fixture
def cookie(under_way: Division) -> Iterator[str]:
    client = Client()
    client.force_login(make_user(tournament=under_way.tournament, role=Role.DIRECTOR))
    yield client.cookies["sessionid"].value


def test_pages_of_standings_and_prizes_fit_a_phone_and_a_finger_and_stand_out_in_light_and_dark(
    browser: Browser,
    server: str,  # noqa: F811
    cookie: str,
) -> None:
    """The names of a chart leave a phone half its width for the rounds."""
    wide_names = "() => [...document.querySelectorAll('.grid-table .name')].slice(0, 1).filter(box => box.offsetWidth > innerWidth / 2).map(box => box.textContent)"
    assert troubles_of(browser, server, cookie, PAGES, wide_names) == []
