"""A list for a chat, in a browser: into the clipboard, to another app of a phone, and without either."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.factories import make_division, make_round, make_tournament
from tests.journeys.browser import LAPTOP, PATIENT, PHONE, fits, served
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAIRINGS = "/t/hall/a/pairings/?by=name"
CLIPBOARD = """async () => {
  const [item] = await navigator.clipboard.read();
  return [...new Uint8Array(await (await item.getType("image/png")).arrayBuffer())];
}"""
# What a phone has: the apps that a file can be given to. Choosing none is an AbortError.
SHARES = """navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
navigator.share = async ({ files }) => {
  window.shared = await Promise.all(files.map(async (file) => [file.name, (await createImageBitmap(file)).width]));
  if (window.choosesNone) throw new DOMException("", "AbortError");
};"""


@pytest.fixture
def site() -> Iterator[str]:
    division = make_division(make_tournament("hall"), players=40)
    make_round(division, 1, status="published")
    with served() as url:
        yield url


def opened(context: BrowserContext, address: str = PAIRINGS) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENT)
    page.goto(address)
    return page


def test_text_and_picture_go_to_the_clipboard_at_one_press_each(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport=LAPTOP, base_url=site, permissions=["clipboard-read", "clipboard-write"])
    page = opened(context)
    button = page.get_by_role("link", name="Copy as picture 1 of 2")
    button.click()
    expect(button).to_contain_class("copied")
    expect(page.locator("#live-region")).to_have_text("Copied")
    picture = Image.open(BytesIO(bytes(page.evaluate(CLIPBOARD))))
    assert (picture.format, picture.width) == ("PNG", 1080)
    text = page.get_by_role("link", name="Copy as text")
    text.click()
    expect(text).to_contain_class("copied")
    assert "table 1, v" in page.evaluate("navigator.clipboard.readText()")
    expect(text).not_to_contain_class("copied")
    assert page.url.endswith(PAIRINGS)


def test_a_phone_hands_all_pictures_at_once_to_the_app_that_its_owner_chooses(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport=PHONE, base_url=site, has_touch=True, is_mobile=True)
    context.add_init_script(SHARES)
    page = opened(context)
    assert fits(page)
    page.get_by_role("link", name="Copy as picture 1 of 2").tap()
    wait_for(lambda: page.evaluate("window.shared"))
    assert page.evaluate("window.shared") == [["hall-a-pairings.png", 1080], ["hall-a-pairings-2.png", 1080]]
    page.evaluate("window.choosesNone = true; window.shared = null")
    page.get_by_role("link", name="Copy as picture 2 of 2").tap()
    wait_for(lambda: page.evaluate("window.shared"))
    assert page.evaluate("window.shared") == [["hall-a-pairings-2.png", 1080]]
    assert page.url.endswith(PAIRINGS)


def test_where_the_address_is_not_secure_or_nothing_may_be_copied_the_picture_opens(
    browser: Browser, site: str
) -> None:
    for script in (
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
        "navigator.clipboard.write = async () => { throw new DOMException('', 'NotAllowedError'); }",
    ):
        context = browser.new_context(viewport=LAPTOP, base_url=site)
        context.add_init_script(script)
        page = opened(context)
        page.get_by_role("link", name="Copy as picture 2 of 2").click()
        page.wait_for_url("**/?as=picture&page=2")
        assert page.locator("img").evaluate("image => image.naturalWidth") == 1080
