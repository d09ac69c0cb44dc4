"""A director prints a large set: it grows on the screen, is stopped, tried again and opened."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.browser import LAPTOP, PHONE, browsing, fits, page_of
from tests.journeys.print_shop import PrintShop, ticks
from tests.paper import texts_of
from tests.platform.jobs.kinds import alive
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process]

PLAYERS, PAGES = 24, 12  # two scorecards a page
LONG = 180_000
CORRECT = """
from results.games.services.outcomes import correct_result, played
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Game
game = Game.objects.with_people().get(round__number=1, board=1)
correct_result(by=COMMAND_LINE, game=game, outcome=played(401, 399), reason="Misread slip")
print(json.dumps(True))
"""


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[PrintShop]:
    made = PrintShop(tmp_path / "data")
    made.open(PLAYERS)
    made.start()
    yield made
    made.kill()


def opened(page: Page, name: str) -> bytes:
    """What the link of this name leads to, with the browser's own session."""
    address = page.get_by_role("link", name=name).first.get_attribute("href") or ""
    answer = page.request.get(page.url.split("/console")[0] + address)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    return answer.body()


def test_a_large_set_is_watched_stopped_tried_again_and_opened(shop: PrintShop) -> None:
    troubles: list[str] = []
    with browsing() as browser:
        laptop, phone = page_of(browser, LAPTOP, troubles), page_of(browser, PHONE, troubles)
        for page in (laptop, phone):
            page.context.add_cookies([{"name": "sessionid", "value": shop.session("director"), "url": shop.url}])
            page.goto(f"{shop.url}/console/harbour/print/")

        # Asked for without a worker: the page says so, and offers the browser's print of the same sheet.
        laptop.get_by_label("Players’ scorecards", exact=True).check()
        laptop.get_by_role("button", name="Make the PDF").click()
        expect(laptop.locator("#job")).to_contain_text("No worker is running.")
        laptop.evaluate("window.unbroken = true")
        with laptop.expect_popup() as popup:
            laptop.get_by_role("link", name="Print from the browser").click()
        expect(popup.value.locator(".scorecard")).to_have_count(PLAYERS)
        popup.value.close()

        # A worker comes: the bar grows; nobody reloads. Stopped on the phone: the laptop learns of it, and nothing goes on setting pages.
        job = int(laptop.url.rstrip("/").rsplit("/", 1)[1])
        shop.start_worker()
        bar = laptop.locator("#job progress[value]")
        shop.until(job, status="running", done=1)
        wait_for(shop.helpers, what="a helper")
        with shop.held() as helpers:
            expect(bar).to_have_attribute("value", "33")
            phone.goto(laptop.url)
            assert fits(phone)
            phone.get_by_role("button", name="Stop").click()
            expect(phone.get_by_role("button", name="Stop")).to_be_hidden()
        expect(laptop.locator("#job")).to_contain_text("cancelled")
        expect(laptop.get_by_role("button", name="Try again")).to_be_visible()
        gone = wait_for(lambda: [pid for pid in helpers if not alive(pid)], what="the helpers' end")
        at_rest = {pid: ticks(pid) for pid in helpers if pid not in gone}
        assert laptop.evaluate("window.unbroken")
        expect(phone.get_by_role("button", name="Try again")).to_be_visible()
        assert {pid: ticks(pid) for pid in at_rest} == at_rest

        # Tried again: made whole, once.
        phone.get_by_role("button", name="Try again").click()
        expect(phone.get_by_role("link", name="Open harbour-a-scorecards.pdf")).to_be_visible(timeout=LONG)
        texts = texts_of(opened(phone, "Open harbour-a-scorecards.pdf"))
        assert len(texts) == PAGES and f"{PAGES} / {PAGES}" in texts[-1]
        assert not any(alive(pid) for pid in gone)

        # How old it is, and that a result was corrected since.
        laptop.goto(f"{shop.url}/console/harbour/print/")
        queue = laptop.locator("#prints")
        expect(queue).to_contain_text(re.compile(r"\d+\sminutes? ago"))
        expect(queue).not_to_contain_text("changed")
        shop.python(CORRECT)
        for page in (laptop, phone):
            page.goto(f"{shop.url}/console/harbour/print/")
            expect(page.locator("#prints")).to_contain_text("changed a result was corrected since")
            assert fits(page)
    assert troubles == []
