"""A real Chromium, as the journeys use it."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tdsuite.ops.launcher.browser import chromium

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
expect.set_options(timeout=20_000)  # a busy computer is no fault of the page
PHONE: ViewportSize = {"width": 390, "height": 844}


@contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def page_of(browser: Browser, size: ViewportSize, troubles: list[str] | None = None) -> Page:
    """A page of a context of its own; `troubles` gathers its script errors and refused resources."""
    page = browser.new_context(viewport=size).new_page()
    page.set_default_timeout(20_000)
    kept = [] if troubles is None else troubles
    page.on("pageerror", lambda error: kept.append(str(error)))
    page.on("console", lambda said: kept.append(said.text) if said.type == "error" else None)
    return page


def fits(page: Page) -> bool:
    """Nothing sticks out to the right of the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
