"""A list for a chat, in a browser: into the clipboard, and without one."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.factories import make_division, make_round, make_tournament
from tests.journeys.browser import LAPTOP, PATIENT, served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAIRINGS = "/t/hall/a/pairings/?by=name"
COPIED_MS = 5000  # longer than the button says that it did


@pytest.fixture
def site() -> str:
    division = make_division(make_tournament("hall"), players=40)
    make_round(division, 1, status="published")
    return served()


def opened(context: BrowserContext, address: str = PAIRINGS) -> Page:
    page = context.new_page()
    page.clock.install()
    page.set_default_timeout(PATIENT)
    page.goto(address)
    return page


def test_text_goes_to_the_clipboard_at_one_press(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport=LAPTOP, base_url=site, permissions=["clipboard-read", "clipboard-write"])
    page = opened(context)
    text = page.get_by_role("link", name="Copy as text")
    text.click()
    expect(text).to_contain_class("copied")
    expect(page.locator("#live-region")).to_have_text("Copied")
    assert "table 1, v" in page.evaluate("navigator.clipboard.readText()")
    page.clock.run_for(COPIED_MS)
    expect(text).not_to_contain_class("copied")
    assert page.url.endswith(PAIRINGS)


def test_where_the_address_is_not_secure_or_nothing_may_be_copied_the_text_opens(browser: Browser, site: str) -> None:
    for script in (
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
        "navigator.clipboard.writeText = async () => { throw new DOMException('', 'NotAllowedError'); }",
    ):
        context = browser.new_context(viewport=LAPTOP, base_url=site)
        context.add_init_script(script)
        page = opened(context)
        page.get_by_role("link", name="Copy as text").click()
        page.wait_for_url("**/?as=text&by=name")
