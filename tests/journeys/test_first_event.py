"""The main job in a real browser: log in, load a roster, pair, publish, print, enter a round by keyboard, read standings."""

import pytest
from playwright.sync_api import expect

from tests.factories import PASSWORD
from tests.journeys.browser import LAPTOP, PHONE, browsing, fits, log_in, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]

ROSTER = "name,rating\n" + "\n".join(
    f"Test{chr(97 + n) * 3} Player{chr(97 + n) * (45 if n == 7 else 3)},{1900 - 50 * n}" for n in range(8)
)
SET_UP = f"""
from tdsuite.platform.access.models import User
from tdsuite.tournaments.services.events import create_tournament
keeper = User.objects.create_superuser("director", password="{PASSWORD}")
values = {{"name": "Harbour Cup", "starts_on": "2026-09-05", "ends_on": "2026-09-06", "status": "running"}}
create_tournament(by=keeper, slug="harbour", values=values, divisions=[{{"name": "Premier", "code": "a", "planned_rounds": 5}}])
print(json.dumps(True))
"""


@pytest.fixture
def site(tmp_path):
    installation = Installation(tmp_path / "data")
    installation.prepare()
    installation.python(SET_UP)
    installation.start()
    installation.start_worker()
    yield installation
    installation.kill()


def load_roster(page, site):
    page.goto(f"{site.url}/console/harbour/a/roster/import/")
    page.get_by_label("Or paste the lines").fill(ROSTER)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("row")).to_have_count(9)
    page.get_by_role("button", name="Apply: add 8").click()
    page.wait_for_url("**/roster/")


def pair_and_publish(page, site, number):
    page.goto(f"{site.url}/console/harbour/a/round/{number}/")
    page.get_by_role("button", name=f"Pair round {number}").click()
    publish = page.get_by_role("button", name=f"Publish round {number}")
    expect(publish).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(4)
    publish.click()
    expect(page.get_by_role("button", name=f"Start round {number}")).to_be_visible()


def enter_round(page, site, number):
    """Four results, keyboard only: read what is missing, type player, score, score."""
    page.goto(f"{site.url}/console/harbour/round/?round={number}")
    field = page.locator("#line")
    left = page.locator('[data-show="missing"] b')
    for turn in range(4):
        expect(left).to_have_text(str(4 - turn))
        expect(field).to_be_focused()
        player = page.locator('.round-rows tr[data-is~="missing"] .pin').first.inner_text()
        page.keyboard.type(f"{player} {430 + turn} {380 - turn}")
        page.keyboard.press("Enter")
    expect(left).to_have_text("0")


def walk_the_hall(phone, site):
    """At the size of a phone no page is wider than it, and no name is cut, however long."""
    phone.set_viewport_size(PHONE)
    for path in ("round/", "sign-in/"):
        phone.goto(f"{site.url}/console/harbour/{path}")
        assert fits(phone), path
        assert phone.evaluate(
            "[...document.querySelectorAll('.seat-name')].every(one => one.scrollWidth <= one.clientWidth)"
        ), path


def print_standings(page, site):
    """The wall's standings, made by a job and fetched by the link it gives."""
    page.goto(f"{site.url}/console/harbour/print/?report=standings&division=a&round=1")
    page.get_by_role("button", name="Make the PDF").click()
    link = page.get_by_role("link", name=".pdf").first
    expect(link).to_be_visible()
    return page.request.get(f"{site.url}{link.get_attribute('href')}").body()


def test_the_first_round_of_a_first_event(site):
    with browsing() as browser:
        troubles: list[str] = []
        director = page_of(browser, LAPTOP, troubles)
        log_in(director, site.url, "/console/harbour/")
        load_roster(director, site)
        pair_and_publish(director, site, 1)
        director.get_by_role("button", name="Start round 1").click()
        assert print_standings(director, site).startswith(b"%PDF-")
        player = page_of(browser, PHONE, troubles)
        player.goto(f"{site.url}/t/harbour/a/pairings/")
        expect(player.get_by_text("Testaaa Playeraaa").first).to_be_visible()
        assert fits(player)
        enter_round(director, site, 1)
        player.goto(f"{site.url}/t/harbour/a/standings/")
        expect(player.get_by_role("row")).to_have_count(9)
        assert fits(player)
        walk_the_hall(director, site)
        assert troubles == []
