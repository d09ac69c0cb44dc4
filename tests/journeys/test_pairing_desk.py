"""A director plans an event, overrides a round, forbids a pair, sees why, swaps two players knowing the cost, adds a round and takes it away."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from pairings.services.drafts import make_draft
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.journeys.browser import LAPTOP, PHONE, enter, fits, page_of, served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = "/console/lakeside-open/a/"
PLAN, RULES, ROUND = f"{DESK}plan/", f"{DESK}pairing/rules/", f"{DESK}round/2/"


def line(page: Page, number: int) -> Locator:
    return page.locator("table.plan-table tbody tr").nth(number - 1)


def test_a_director_plans_overrides_forbids_sees_why_swaps_and_adds_a_round(browser: Browser) -> None:
    division = make_division(make_tournament(), players=8, rounds=5)
    make_round(division, 1, status="closed")
    director, client = make_user(tournament=division.tournament), Client()
    client.force_login(director)
    troubles: list[str] = []
    page, site = page_of(browser, LAPTOP, troubles), served()
    enter(page, LAPTOP, client.cookies["sessionid"].value)
    page.goto(site + PLAN)
    override_the_third_round(page)
    forbid_a_pair(page)
    make_draft(by=director, division=division)
    page.goto(site + ROUND)
    see_why(page)
    swap_knowing_the_cost(page, site)
    add_a_round(page, site)
    take_a_round_out(page)
    page.set_viewport_size(PHONE)
    for address in (PLAN, RULES, ROUND + "explore/"):
        page.goto(site + address)
        assert fits(page), address
    assert [trouble for trouble in troubles if "/live/stream" not in trouble] == []  # no stream is served here


def override_the_third_round(page: Page) -> None:
    line(page, 3).get_by_role("link", name="Change how round 3 is paired").click()
    expect(page.get_by_role("heading", name="How round 3 is paired")).to_be_visible()
    page.wait_for_load_state()  # its scripts are there
    page.get_by_label("Method").select_option("king_of_the_hill")
    expect(
        page.get_by_label("Keep starts even among those who can win a prize too")
    ).to_be_visible()  # Save stands still
    page.get_by_label("From the standings").select_option("1")
    page.get_by_role("button", name="Save").click()
    expect(line(page, 3)).to_contain_text("King of the Hill")
    expect(line(page, 3)).to_contain_text("from the standings after round 1")
    expect(line(page, 2)).to_contain_text("Swiss")


def forbid_a_pair(page: Page) -> None:
    page.get_by_role("link", name="Pairing rules").click()
    row = page.get_by_role("group", name="Boards never to be played, 1")
    row.get_by_label("Player", exact=True).fill("1")
    row.get_by_label("and player").fill("3")
    page.get_by_role("button", name="Save the rules").click()
    expect(row.get_by_label("and player")).to_have_value(re.compile("^3 ."))


def see_why(page: Page) -> None:
    expect(page.locator("main")).to_contain_text("they have not met")
    page.get_by_text("What these boards cost").click()
    expect(page.get_by_text("Win differences, squared")).to_be_visible()


def swap_knowing_the_cost(page: Page, site: str) -> None:
    page.goto(site + ROUND)
    page.locator("table.draft tbody th a").first.click()
    page.get_by_label("Swap player").fill("1")
    page.get_by_label("with player").fill("5")
    page.get_by_role("button", name="See what it costs").click()
    expect(page.get_by_role("heading", name="1 and 5 change places")).to_be_visible()
    expect(page.locator("table.costs")).to_contain_text("Win differences")
    page.get_by_role("button", name="Swap them").click()
    expect(page.get_by_text("Players 1 and 5 changed places.")).to_be_visible()
    page.goto(site + ROUND)
    expect(page.locator("tr.changed")).to_have_count(2)


def add_a_round(page: Page, site: str) -> None:
    page.goto(site + PLAN)
    page.get_by_text("Add a round", exact=True).click()
    page.get_by_label("Method").select_option("king_of_the_hill")
    page.get_by_role("button", name="Add the round").click()
    expect(line(page, 6)).to_contain_text("King of the Hill")


def take_a_round_out(page: Page) -> None:
    page.get_by_role("button", name="Take round 6 away").click()
    expect(page.locator("table.plan-table tbody tr")).to_have_count(5)
