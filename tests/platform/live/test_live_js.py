"""tdsuite/js/live.js in a real Chromium, under the strict policy of the suite's pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.platform.live.server import Server
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process]


# Every stream that the page opens, each with the topics whose version it has told.
STREAMS = """window.streams = []; const E = EventSource;
window.EventSource = class extends E {
  constructor(url) {
    super(url);
    this.told = new Set();
    this.topics = new URL(this.url).searchParams.get("topics").split(",");
    this.addEventListener("change", (event) => this.told.add(JSON.parse(event.data).topic));
    window.streams.push(this);
  }
};
window.EventSource.CLOSED = 2;"""
KNOWN = """topic => {
  const stream = window.streams.at(-1);
  return stream && stream.topics.includes(topic) && stream.topics.every((each) => stream.told.has(each));
}"""
QUIET = "[...document.querySelectorAll('[data-live]')].every((each) => !each.liveWaits && !each.liveAsks)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("live-js") / "installation") as running:
        yield running


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    made = browser.new_page()
    made.add_init_script("delete window.SharedWorker;")  # a stream of one's own; test_live_tabs.py shares
    made.add_init_script(STREAMS)
    made.goto(f"http://127.0.0.1:{server.port}/watch")
    yield made
    made.close()


def settled(page: Page, topic: str = "open:board") -> None:
    """The stream that watches this topic has told the versions of all it watches, and what they made the page ask for is there."""
    wait_for(lambda: page.evaluate(KNOWN, topic) and page.evaluate(QUIET))


def test_only_the_element_whose_topic_changed_is_fetched_again(page: Page, server: Server) -> None:
    settled(page)
    before = page.locator("#board").inner_text()
    server.say("open:other")
    expect(page.locator("#board")).not_to_have_text(before)
    expect(page.locator("#still")).to_have_text("first")


def test_a_change_between_making_and_watching_is_heard(page: Page, server: Server) -> None:
    server.say("open:board")
    page.reload()  # the page says it shows version 0 of what is newer by now
    expect(page.locator("#board")).to_contain_text("fragment")


def test_without_a_version_the_first_one_heard_is_taken_as_shown(page: Page, server: Server) -> None:
    with server.watching("open:still") as watcher:
        watcher.change()  # the version as it is
        server.say("open:still")
        watcher.change()  # the server knows the new one: no older one can reach the page first
    page.reload()
    settled(page)
    expect(page.locator("#still")).to_have_text("first")
    server.say("open:still")
    expect(page.locator("#still")).to_contain_text("fragment")


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_a_hidden_tab_holds_no_connection_and_catches_up_when_it_is_seen_again(page: Page, server: Server) -> None:
    settled(page)
    hide(page, True)
    assert page.evaluate("window.streams.every(stream => stream.readyState === 2)")
    before = page.locator("#board").inner_text()
    server.say("open:board")
    page.wait_for_timeout(700)
    expect(page.locator("#board")).to_have_text(before)
    hide(page, False)
    expect(page.locator("#board")).not_to_have_text(before)


def test_a_refused_stream_is_replaced_by_asking_every_15_seconds(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    page.add_init_script("delete window.SharedWorker;")
    page.add_init_script(STREAMS)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.route("**/live/stream*", lambda route: route.fulfill(status=403, body="no"))
    page.goto(f"http://127.0.0.1:{server.port}/watch")
    page.wait_for_function("() => window.streams.length && window.streams[0].readyState === 2", polling=50)
    page.clock.run_for(14_000)
    expect(page.locator("#still")).to_have_text("first")
    page.clock.run_for(2_000)
    expect(page.locator("#still")).to_contain_text("fragment")
    page.close()


def test_a_new_element_brought_by_htmx_is_watched_too(page: Page, server: Server) -> None:
    settled(page)
    page.evaluate(
        "() => { const p = document.createElement('p'); p.id = 'late'; p.textContent = 'first'; p.dataset.live = 'open:late';"
        " p.setAttribute('hx-get', '/fragment'); p.setAttribute('hx-trigger', 'live'); document.body.append(p);"
        " htmx.process(p); document.dispatchEvent(new Event('htmx:afterSettle')); }"
    )
    settled(page, "open:late")
    server.say("open:late")
    expect(page.locator("#late")).to_contain_text("fragment")


def test_an_own_text_is_written_into_the_page_unless_the_page_is_newer(page: Page, server: Server) -> None:
    settled(page)
    html = """<div data-live="own:7:31" data-live-version="5"><b id="place" data-live-text="own:7:31">4</b></div>"""
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", html)
    told = """([text, version]) => window.streams.at(-1).dispatchEvent(
      new MessageEvent("text", {data: JSON.stringify({topic: "own:7:31", text, version})}))"""
    for text, version, shown in (("3=", 5, "3="), ("9", 4, "3="), ("2", 6, "2")):
        page.evaluate(told, [text, version])
        expect(page.locator("#place")).to_have_text(shown)


def test_without_a_stream_a_page_waits_longer_after_each_slow_answer(page: Page) -> None:
    page.evaluate(
        "window.waits = []; const later = window.setTimeout; "
        "window.setTimeout = (then, ms) => (window.waits.push(ms), ms > 5000 ? 0 : later(then, ms))"
    )
    page.route("**/fragment", lambda route: route.fulfill(status=503))
    for _ in range(3):
        with page.expect_response("**/fragment"):
            page.evaluate("document.querySelector('#board').dispatchEvent(new CustomEvent('live'))")
    wait_for(lambda: page.evaluate("!document.querySelector('#board').liveAsks"))
    page.evaluate("window.streams.at(-1).dispatchEvent(new Event('error'))")
    assert page.evaluate("window.waits.at(-1)") == 8 * 15000


def test_a_page_that_was_sent_away_comes_again_when_it_was_told_to_and_later_each_time(
    page: Page, server: Server
) -> None:
    settled(page)
    page.evaluate(
        "window.waits = []; const later = window.setTimeout; "
        "window.setTimeout = (then, ms) => (ms > 1000 && window.waits.push(ms), later(then, ms / 100))"
    )
    answers = iter([{"Retry-After": "7"}, {}, {}])

    def fulfil(route: Route) -> None:
        headers = next(answers, None)
        route.continue_() if headers is None else route.fulfill(status=503, headers=headers)

    page.route("**/fragment", fulfil)
    before = page.locator("#board").inner_text()
    server.say("open:board")
    expect(page.locator("#board")).not_to_have_text(before)
    waits = page.evaluate("window.waits")
    assert [least <= wait <= 2 * least + 20 for least, wait in zip((7000, 4000, 8000), waits, strict=True)] == [
        True
    ] * 3
