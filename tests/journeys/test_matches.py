"""A round of two games in a browser: planned, published, typed at the Round board and read on a phone."""

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from tdsuite.tournaments.models import Round
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_tournament, make_user
from tests.journeys.browser import LAPTOP, PHONE, fits, page_of, served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_games_are_planned_typed_and_read_at_one_table(browser: Browser) -> None:
    tournament = make_tournament()
    division = make_division(tournament, players=4, rounds=2)
    director = make_user(tournament=tournament)
    client = Client()
    client.force_login(director)
    url = served()
    page = page_of(browser, LAPTOP)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}])
    page.goto(f"{url}/console/lakeside-open/a/plan/")
    page.get_by_role("link", name="Change how round 1 is paired").click()
    page.get_by_label("Games against the same opponent").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("table.plan-table tbody tr").first).to_contain_text("Swiss")
    division.refresh_from_db()
    publish_run(by=director, run=make_draft(by=director, division=division))
    page.goto(f"{url}/console/lakeside-open/round/")
    rows = page.locator("tr[data-table='1']")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("game 2")
    for line, score in (("t1 400 350", "400–350"), ("t1 410 360", "410–360"), ("t2 420 370", "420–370")):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(page.locator("tr", has_text=score)).to_have_count(1)
    assert Round.objects.get(number=1).status == Round.Status.PLAYING
    page.keyboard.type("t2 430 380")
    page.keyboard.press("Enter")
    expect(page.locator("tr", has_text="430–380")).to_have_count(1)
    assert Round.objects.get(number=1).status == Round.Status.CLOSED
    phone = page_of(browser, PHONE)
    phone.goto(f"{url}/t/lakeside-open/a/pairings/1/")
    board = phone.locator("li.board").first
    expect(board.locator(".score")).to_have_text(["400", "350", "410", "360"])
    assert fits(phone)
    phone.goto(f"{url}/t/lakeside-open/a/pairings/1/?by=name")
    expect(phone.locator("tr", has_text="400–350")).to_contain_text("360–410")
    assert fits(phone)
    assert {line.games for line in history(division).standings()} == {2}
