"""Incidents, reports, stopping and limits in a real browser: width, contrast, what a finger meets, what happens on typing."""

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from results.games.services.outcomes import record_result
from results.models import Prize
from results.rulings.services import incidents, rulings
from results.rulings.services.incidents import Happened
from results.sheets.services import recounts
from tdsuite.tournaments.models import Round
from tests.console.test_browser import opened, server  # noqa: F401  fixtures
from tests.journeys.browser import LAPTOP, PHONE, fits
from tests.results.rulings.cases import Event, make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVENT = "/console/lakeside-open"
DESK = f"{EVENT}/a"


def with_reports(book: str) -> Event:
    """A ruling, a grave incident, a recount halted and an ejection that takes the awards; one game still in play."""
    event = make_event(book)
    game = event.game()
    record_result(by=event.director, game=game, first_score=400, second_score=390)
    Prize.objects.create(division=event.division, title="First", basis="place", place=1, money=50000)
    for kind in ("cheating", "blank_disputed", "papers"):
        happened = Happened(kind, game=game, entry=event.entry(1), other=event.entry(4), text="Seen by two people.")
        incidents.log(by=event.director, division=event.division, happened=happened)
    facts = rulings.RulingFacts("Found so.", rule="4.3", remedy="The tile goes back.", report_to="association")
    rulings.make_ruling(by=event.director, division=event.division, facts=facts, game=game)
    made = recounts.request(by=event.director, game=game, asked_by=game.first)
    recounts.halt(by=event.director, recount=made, reason="round is due", agreed=(400, 390))
    Round.objects.filter(division=event.division).update(started_at=timezone.now(), status=Round.Status.PLAYING)
    return event


@pytest.fixture
def under_way(request: pytest.FixtureRequest) -> Event:
    """The event of the book that the test names, before the server starts."""
    return with_reports(request.param)


def desk_of(browser: Browser, server: str, size: ViewportSize, event: Event) -> Page:  # noqa: F811
    client = Client()
    client.force_login(event.director)
    return opened(browser, size, server, client.cookies["sessionid"].value)


@pytest.mark.parametrize(
    ("under_way", "size"),
    [
        ("nsa-2004", PHONE),
        *(
            pytest.param(*case, marks=pytest.mark.full)
            for case in (("wespa-2010", LAPTOP), ("nsa-2004", LAPTOP), ("scrabble-guide", PHONE))
        ),
    ],
    indirect=["under_way"],
)
def test_pages_of_conduct_fit_their_screen(browser, server, size, under_way):  # noqa: F811
    page = desk_of(browser, server, size, under_way)
    game = under_way.game().pk
    pages = {
        "reports": f"{EVENT}/rulings/?show=reports", "incidents": f"{EVENT}/rulings/",
        "incident": f"{DESK}/rulings/incidents/new/papers/?game={game}", "new-ruling": f"{DESK}/rulings/new/",
        "board": f"{EVENT}/round/", "table": f"{DESK}/table/{under_way.game(2).pk}/",
        "eject": f"{DESK}/rulings/entry/1/eject/?cause=lesser&from_round=2&award=150",
    }  # fmt: skip
    wide = []
    for name, path in pages.items():
        page.goto(path)
        page.evaluate(
            "document.querySelectorAll('.more-actions, [id^=stopping], #move-limits details').forEach(each => each.open = true)"
        )
        if not fits(page):
            wide.append(name)
    assert wide == []


@pytest.mark.parametrize("under_way", ["wespa-2010"], indirect=True)
def test_wespa_6_3_3_b_iii_the_page_says_400_becomes_390_as_it_is_typed(browser, server, under_way):  # noqa: F811
    page = desk_of(browser, server, LAPTOP, under_way)
    page.goto(f"{DESK}/rulings/incidents/new/papers/?game={under_way.game().pk}")
    page.get_by_label("Player at fault").select_option(str(under_way.entry(1).pk))
    page.get_by_label("Points off the score").check()
    page.get_by_label("Points, or seconds").fill("10")
    expect(page.locator("#effect")).to_contain_text("400 → 390, 10 points off the score.")
    assert under_way.game().adjustments.count() == 0
