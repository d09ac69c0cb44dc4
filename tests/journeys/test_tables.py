"""A director names the tables, keeps one for a player, sees the draft obey, and reads why; on a phone it fits."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories import PASSWORD
from tests.journeys.browser import LAPTOP, PHONE, browsing, fits, log_in, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]

SET_UP = f"""
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Entry, Player
from tdsuite.tournaments.services.events import create_tournament
from pairings.services.drafts import make_draft
keeper = User.objects.create_superuser("director", password="{PASSWORD}")
values = {{"name": "Harbour Cup", "starts_on": "2026-09-05", "ends_on": "2026-09-06", "status": "running"}}
event = create_tournament(by=keeper, slug="harbour", values=values, divisions=[{{"name": "Premier", "code": "a", "planned_rounds": 5}}])
division = event.divisions.get()
people = [Player.objects.create(name=f"Test Player{{n}}", filing_name=f"Player{{n}}, Test") for n in "abcdefgh"]
Entry.objects.bulk_create(Entry(division=division, player=one, number=n, seed=n) for n, one in enumerate(people, 1))
make_draft(by=keeper, division=division, seed=3)
print(json.dumps(True))
"""
TABLES = "/console/harbour/a/pairing/tables/"
ROUND = "/console/harbour/a/round/1/"


@pytest.fixture
def site(tmp_path):
    installation = Installation(tmp_path / "data")
    installation.prepare()
    installation.python(SET_UP)
    installation.start()
    yield installation
    installation.kill()


def test_a_director_plans_tables_keeps_one_and_reads_why(site):
    troubles: list[str] = []
    with browsing() as browser:
        page = page_of(browser, LAPTOP, troubles)
        log_in(page, site.url, TABLES)
        name_the_tables(page)
        keep_a_table(page)
        publish(page, site)
        page.set_viewport_size(PHONE)
        for address in (TABLES, ROUND):
            page.goto(site.url + address)
            assert fits(page), address
    assert troubles == []


def name_the_tables(page: Page) -> None:
    page.get_by_label("Tables in order").fill("Stage by the harbour, 5-9")
    page.get_by_label("Reserved tables").fill("9")
    page.get_by_role("button", name="Save the tables").click()
    expect(page.get_by_text("The tables are saved.")).to_be_visible()


def keep_a_table(page: Page) -> None:
    page.get_by_label("Player", exact=True).select_option(label="8 Test Playerh")
    page.get_by_label("Always at table").fill("9")
    page.get_by_role("button", name="Keep the table").click()
    expect(page.get_by_text("Table 9 is kept for Test Playerh in every round.")).to_be_visible()


def publish(page: Page, site: Installation) -> None:
    """The draft was made before: it follows the plan all the same."""
    page.goto(site.url + ROUND)
    row = page.get_by_role("row").filter(has_text="Test Playerh")
    expect(row.get_by_role("rowheader")).to_have_text(re.compile(r"^\s*9\s.*\bkept\s*$", re.S))
    expect(row).to_contain_text("table: player 8 sits here in this event; the opponent comes to this table")
    expect(page.get_by_role("rowheader").first).to_have_text("Stage by the harbour")
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.locator(".round-rows tbody th").first).to_have_text(re.compile("Stage by the harbour"))
    page.goto(site.url + ROUND + "why/")
    expect(page.get_by_text("Table 9: player 8 sits here in this event")).to_be_visible()
