"""A director plans an event, overrides a round, forbids a pair, sees why, swaps two players knowing the cost, adds a round and takes it away."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories import PASSWORD
from tests.journeys.browser import LAPTOP, PHONE, browsing, fits, log_in, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]

SET_UP = f"""
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Entry, Game, Player, Round
from tdsuite.tournaments.services.events import create_tournament
keeper = User.objects.create_superuser("director", password="{PASSWORD}")
values = {{"name": "Harbour Cup", "starts_on": "2026-09-05", "ends_on": "2026-09-06", "status": "running"}}
event = create_tournament(by=keeper, slug="harbour", values=values, divisions=[{{"name": "Premier", "code": "a", "planned_rounds": 5}}])
division = event.divisions.get()
people = [Player.objects.create(name=f"Test Player{{n}}", filing_name=f"Player{{n}}, Test") for n in "abcdefgh"]
entries = [Entry.objects.create(division=division, player=one, number=n, seed=n) for n, one in enumerate(people, 1)]
row, _ = Round.objects.update_or_create(division=division, number=1, defaults=dict(status="closed"))
for board in range(1, 5):
    Game.objects.create(round=row, board=board, first=entries[board - 1], second=entries[8 - board], starts_by="assigned",
        outcome="played", first_score=400 + board, second_score=350)
print(json.dumps(True))
"""
PLAN = "/console/harbour/a/plan/"
DESK = "/console/harbour/a/pairing/"
ROUND = "/console/harbour/a/round/2/"


@pytest.fixture
def site(tmp_path):
    installation = Installation(tmp_path / "data")
    installation.prepare()
    installation.python(SET_UP)
    installation.start()
    installation.start_worker()
    yield installation
    installation.kill()


def line(page: Page, number: int):
    return page.locator("table.plan-table tbody tr").nth(number - 1)


def test_a_director_plans_overrides_forbids_sees_why_swaps_and_adds_a_round(site):
    troubles: list[str] = []
    with browsing() as browser:
        page = page_of(browser, LAPTOP, troubles)
        log_in(page, site.url, PLAN)
        override_the_third_round(page)
        forbid_a_pair(page)
        draft_round_two(page, site)
        see_why(page)
        swap_knowing_the_cost(page, site)
        add_a_round(page, site)
        take_a_round_out(page)
        page.set_viewport_size(PHONE)
        for address in (PLAN, DESK + "rules/", ROUND + "explore/"):
            page.goto(site.url + address)
            assert fits(page), address
    assert troubles == []


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


def draft_round_two(page: Page, site: Installation) -> None:
    page.goto(site.url + ROUND)
    page.get_by_role("button", name="Pair round 2").click()
    expect(page.get_by_role("heading", name="Round 2: draft")).to_be_visible()


def see_why(page: Page) -> None:
    expect(page.locator("main")).to_contain_text("they have not met")
    page.get_by_text("What these boards cost").click()
    expect(page.get_by_text("Win differences, squared")).to_be_visible()


def swap_knowing_the_cost(page: Page, site: Installation) -> None:
    page.goto(site.url + ROUND)
    page.locator("table.draft tbody th a").first.click()
    page.get_by_label("Swap player").fill("1")
    page.get_by_label("with player").fill("5")
    page.get_by_role("button", name="See what it costs").click()
    expect(page.get_by_role("heading", name="1 and 5 change places")).to_be_visible()
    expect(page.locator("table.costs")).to_contain_text("Win differences")
    page.get_by_role("button", name="Swap them").click()
    expect(page.get_by_text("Players 1 and 5 changed places.")).to_be_visible()
    page.goto(site.url + ROUND)
    expect(page.locator("tr.changed")).to_have_count(2)


def add_a_round(page: Page, site: Installation) -> None:
    page.goto(site.url + PLAN)
    page.get_by_text("Add a round", exact=True).click()
    page.get_by_label("Method").select_option("king_of_the_hill")
    page.get_by_role("button", name="Add the round").click()
    expect(line(page, 6)).to_contain_text("King of the Hill")


def take_a_round_out(page: Page) -> None:
    page.get_by_role("button", name="Take round 6 away").click()
    expect(page.locator("table.plan-table tbody tr")).to_have_count(5)
