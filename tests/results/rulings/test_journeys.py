"""In a real browser: a game lost on time, an ejection in a Swiss event and its reversal, a postponed game played later."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from results.models import Ejection
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.journeys.browser import LAPTOP, PHONE, enter, fits, page_of, served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HERE = "/console/lakeside-open/a"


@pytest.fixture
def division() -> Division:
    """A Swiss division with a round played and one published."""
    division = make_division(make_tournament(), players=4, rounds=4)
    make_round(division, 1, pairs=[(1, 4), (3, 2)], status=Round.Status.CLOSED)
    make_round(division, 2, pairs=[(1, 3), (2, 4)])
    return division


@pytest.fixture(params=[pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone", marks=pytest.mark.full)])
def page(browser: Browser, division: Division, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The results of the second round, seen by the director."""
    client = Client()
    client.force_login(make_user(tournament=division.tournament))
    troubles: list[str] = []
    page = page_of(browser, request.param, troubles)
    enter(page, request.param, client.cookies["sessionid"].value)
    page.goto(f"{served()}/console/lakeside-open/round/?round=2")
    yield page
    page.context.close()
    assert [one for one in troubles if "422" not in one and "/live/stream" not in one] == []


def game(number: int = 2, board: int = 1) -> Game:
    return Game.objects.get(round__number=number, board=board)


def open_game(page: Page, board: int = 1) -> None:
    page.goto(page.url.split("/console/")[0] + f"{HERE}/table/{game(2, board).pk}/")
    page.get_by_text("Another ending").click()
    assert fits(page)


def test_wespa_5_3_3_a_game_lost_on_time_by_the_calculator(page: Page) -> None:
    open_game(page)
    page.get_by_role("link", name="Last minutes, line by line").click()
    expect(page.locator(".last-turns")).to_be_hidden()
    page.get_by_label("Six turns without a score").check()
    expect(page.locator(".last-turns")).to_be_visible()
    page.check("[name=how][value=went-out]")
    expect(page.locator(".last-turns")).to_be_hidden()
    page.get_by_role("group", name="Who went out?").get_by_label("3 Celeste").check()
    page.fill("#end_first_score", "420")
    page.fill("#end_second_score", "380")
    page.fill("[name=first_clock]", "10:00")
    page.press("[name=first_clock]", "Tab")
    expect(page.locator("#sheet")).to_contain_text("Lost on time.")
    expect(page.locator("#sheet .big-figure")).to_have_text("320–380")
    assert fits(page)
    page.locator(".calculator").get_by_role("button", name="Save").click()
    expect(page.locator("#at-result > summary")).to_contain_text("forfeited on time")
    row = game()
    assert (row.outcome, row.first_spread, row.second_spread) == ("overtime_forfeit", -100, 100)


def test_wespa_6_2_4_an_ejection_in_a_swiss_event_and_its_reversal(page: Page) -> None:
    division = game().round.division
    was = repr(history(division).standings_by_round(4))
    page.goto(page.url.split("/console/")[0] + f"{HERE}/roster/1/")
    page.get_by_text("Eject, or take off the roster").click()
    page.get_by_role("link", name="Eject", exact=True).click()
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.get_by_role("heading", name="What it changes")).to_be_visible()
    assert fits(page)
    page.fill("[name=finding]", "Seen palming a tile by two people.")
    page.get_by_role("button", name="Eject Ada Winterbourne").click()
    expect(page.get_by_text("in force", exact=True)).to_be_visible()
    assert history(division).standings(2)[-1].number == 1
    assert Ejection.objects.count() == 1
    page.fill("[name=reason]", "The witnesses were mistaken.")
    page.get_by_role("button", name="Take the ejection back").click()
    expect(page.get_by_text("taken back").first).to_be_visible()
    assert repr(history(division).standings_by_round(4)) == was


def test_a_postponed_game_is_played_two_rounds_later(page: Page) -> None:
    open_game(page)
    page.get_by_role("link", name="Postponed").click()
    page.check("[name=all_agree]")
    page.fill("#ended_reason", "A tooth.")
    page.locator("#at-result").get_by_role("button", name="Preview").click()
    page.locator(".preview").get_by_role("button", name="Save").click()
    expect(page.locator("#at-result > summary")).to_contain_text("postponed")
    division = game().round.division
    for number in (3, 4):
        make_round(division, number, status=Round.Status.CLOSED)
    before = history(division).standings(4)
    page.fill("#scores_first_score", "431")
    page.fill("#scores_second_score", "388")
    page.locator("#at-result").get_by_role("button", name="Save").click()
    expect(page.locator("#at-result > summary")).to_contain_text("431–388")
    after = {row.number: row for row in history(division).standings(4)}
    ada = next(row for row in before if row.number == 1)
    assert (after[1].halves - ada.halves, after[1].spread - ada.spread, game().outcome) == (2, 43, "played")
