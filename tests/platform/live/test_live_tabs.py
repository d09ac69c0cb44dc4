"""All tabs of a browser share one stream, held by a shared worker; without one, each has its own."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.platform.live.server import Server
from tests.platform.live.test_live_js import hide, server  # noqa: F401  (fixtures)
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process]
TABS = 8  # two more than a browser allows connections to one host


def streams(server: Server, count: int) -> None:  # noqa: F811
    """So many streams are open at the server."""
    wait_for(lambda: server.ask("/streams")[1] == str(count), what=f"{count} streams are open")


@contextmanager
def tabs(browser: Browser, server: Server, count: int, script: str = "") -> Iterator[list[Page]]:  # noqa: F811
    context, complaints = browser.new_context(), []
    context.on("console", lambda message: complaints.append(message.text) if "Policy" in message.text else None)
    if script:
        context.add_init_script(script)
    try:
        opened = [context.new_page() for _ in range(count)]
        for page in opened:
            page.goto(f"http://127.0.0.1:{server.port}/watch")
        yield opened
    finally:
        context.close()
        streams(server, 0)
    assert complaints == []  # the worker breaks no content policy


def renewed(pages: list[Page], server: Server, topic: str = "open:board") -> None:  # noqa: F811
    """A change of the topic reaches every one of these pages."""
    before = [page.locator("#board").inner_text() for page in pages]
    server.say(topic)
    for page, text in zip(pages, before, strict=True):
        expect(page.locator("#board")).not_to_have_text(text)


def test_eight_tabs_a_late_and_a_closed_one_share_one_stream_and_all_are_renewed(
    browser: Browser,
    server: Server,  # noqa: F811
) -> None:
    with tabs(browser, server, TABS) as opened:
        streams(server, 1)
        renewed(opened, server)
        renewed(opened, server, "open:other")
        late = opened[0].context.new_page()
        late.goto(f"http://127.0.0.1:{server.port}/watch")  # it says that it shows version 0
        expect(late.locator("#board")).to_contain_text("fragment")
        streams(server, 1)
        opened[0].close()
        renewed([*opened[1:], late], server)
        streams(server, 1)


def test_hidden_tabs_leave_the_stream_and_the_last_one_closes_it(browser: Browser, server: Server) -> None:  # noqa: F811
    with tabs(browser, server, 3) as opened:
        streams(server, 1)
        hide(opened[0], True)
        hide(opened[1], True)
        renewed(opened[2:], server)
        hide(opened[2], True)
        streams(server, 0)
        before = opened[0].locator("#board").inner_text()
        server.say("open:board")
        hide(opened[0], False)
        expect(opened[0].locator("#board")).not_to_have_text(before)  # what it missed meanwhile
        streams(server, 1)


def test_a_tab_with_another_topic_widens_the_one_stream(browser: Browser, server: Server) -> None:  # noqa: F811
    with tabs(browser, server, 2) as opened:
        streams(server, 1)
        opened[0].evaluate(
            "() => { const p = document.createElement('p'); p.id = 'late'; p.textContent = 'first';"
            " p.dataset.live = 'open:wide'; p.setAttribute('hx-get', '/fragment'); p.setAttribute('hx-trigger', 'live');"
            " document.body.append(p); htmx.process(p); document.dispatchEvent(new Event('htmx:afterSettle')); }"
        )
        late = opened[0].locator("#late")
        wait_for(lambda: server.say("open:wide") and "fragment" in late.inner_text(), what="a change is heard")
        renewed(opened, server)
        streams(server, 1)


def test_when_one_tab_may_not_hear_its_topic_the_others_go_on_alone(browser: Browser, server: Server) -> None:  # noqa: F811
    with tabs(browser, server, 2) as opened:
        streams(server, 1)
        opened[0].evaluate(
            "() => { document.querySelector('#still').dataset.live = 'user:secret';"
            " document.dispatchEvent(new Event('htmx:afterSettle')); }"
        )
        streams(server, 1)  # the other tab's own
        renewed(opened[1:], server)


def test_without_shared_workers_every_tab_has_its_own_stream(browser: Browser, server: Server) -> None:  # noqa: F811
    with tabs(browser, server, 3, "delete window.SharedWorker;") as opened:
        streams(server, 3)
        renewed(opened, server)
