"""A real Chromium, as the journeys use it."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.templatetags.static import static
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect, sync_playwright

from tests.chromium import chromium

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
PATIENT = 120_000  # ms
expect.set_options(timeout=PATIENT)  # a busy computer is no fault of the page
PHONE: ViewportSize = {"width": 390, "height": 844}


class Running:
    """The Chromium of this process, and the site on its test database: started when a test asks, ended before one without a browser.

    The loop of the first runs in the process's only thread, where no test without a browser may meet it.
    """

    playwright: Playwright | None = None
    chromium: Browser | None = None
    site: LiveServerThread | None = None

    @classmethod
    def take(cls) -> Browser:
        if cls.chromium is None or not cls.chromium.is_connected():
            cls.end()
            cls.playwright = sync_playwright().start()
            cls.chromium = cls.playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS, timeout=PATIENT)
        return cls.chromium

    @classmethod
    def end(cls) -> None:
        if cls.chromium is not None:
            cls.chromium.close()
        if cls.playwright is not None:
            cls.playwright.stop()
        if cls.site is not None:
            cls.site.terminate()
        cls.chromium = cls.playwright = cls.site = None

    @classmethod
    def contexts(cls) -> set[BrowserContext]:
        return set() if cls.chromium is None else set(cls.chromium.contexts)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """What a test opened is closed with its end; what a fixture opened is the fixture's."""
    before = Running.contexts()
    try:
        yield
    finally:
        for context in Running.contexts() - before:
            context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    yield
    if nextitem is None or nextitem.get_closest_marker("browser") is None:
        Running.end()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium without pages; those that were opened, and what they keep, are gone afterwards."""
    browser = Running.take()
    try:
        yield browser
    finally:
        for context in browser.contexts:
            context.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Pages stay open for all tests of a file. Playwright's loop is for Django an async context: told that it is not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        with browsing() as chromium:
            yield chromium


class AsInstalled(WSGIHandler):
    """No server of static files in front: the suite's own middleware serves them."""

    def __new__(cls, application: Any) -> Any:
        return application


def served() -> str:
    """The address of the site, served on the test's own database by a thread."""
    if Running.site is None:
        Running.site = LiveServerThread("127.0.0.1", AsInstalled, connections_override={})
        Running.site.daemon = True
        Running.site.start()
        Running.site.is_ready.wait()
    return f"http://{Running.site.host}:{Running.site.port}"


def page_of(browser: Browser, size: ViewportSize, troubles: list[str] | None = None, *, locale: str = "en-GB") -> Page:
    """A page of a context of its own; `troubles` gathers its script errors and refused resources."""
    page = browser.new_context(viewport=size, locale=locale).new_page()
    page.set_default_timeout(PATIENT)
    kept = [] if troubles is None else troubles
    page.on("pageerror", lambda error: kept.append(str(error)))
    page.on(
        "console", lambda said: kept.append(f"{said.text} {said.location['url']}") if said.type == "error" else None
    )
    return page


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Page:
    """One page for all tests of a file that leave it: the scripts of the suite are compiled once."""
    return page_of(browser, LAPTOP)


def enter(page: Page, size: ViewportSize, session: str) -> None:
    """As who has this session."""
    page.set_viewport_size(size)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": served()}])


def leave(page: Page) -> None:
    """Before the rows go: what is on its way to a page that is open would log the next test's director out."""
    page.context.set_offline(False)
    page.unroute_all()
    page.goto(served() + static("tdsuite/css/tdsuite.css"))
    page.context.clear_cookies()


def fits(page: Page) -> bool:
    """Nothing sticks out to the right of the window; a page that is on its way is waited for."""
    width = "() => document.readyState != 'loading' && [document.documentElement.scrollWidth, window.innerWidth]"
    content, window = page.wait_for_function(width).json_value()
    return bool(content <= window)


def log_in(page: Page, url: str, path: str, name: str = "director") -> None:
    """Ask for a page as a stranger, and log in there."""
    from tests.factories import PASSWORD  # benchmarks import this module before Django is set up

    page.goto(url + path)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda at: at.startswith(url + path))  # it may lead on from there
