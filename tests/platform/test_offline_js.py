"""tdsuite/js/offline.js in a real Chromium, with answers of the network that come when a test says so."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tdsuite.ops.paths import shipped

pytestmark = pytest.mark.browser
SOURCE = shipped("static") / "tdsuite" / "js" / "offline.js"
# A worker in a page: `ask` tells it what happens, `answer` lets the network answer the last that asked for an address, by a player's own page.
WORKER = """(source) => {
  const handlers = {}, waiting = [], fetched = [];
  const worker = { suite: "suite", location, addEventListener: (kind, handler) => { handlers[kind] = handler; } };
  const network = (asked) => new Promise((resolve) => {
    fetched.push({ path: new URL(asked.url || asked).pathname, resolve });
  });
  new Function("self", "fetch", source)(worker, network);
  const during = (promise) => waiting.push(promise);
  const event = { waitUntil: during, respondWith: during };
  const request = (method, path) => ({ ...event, request: { method, mode: "navigate", url: location.origin + path } });
  window.ask = {
    keep: (path) => handlers.message({ ...event, data: { keep: [path] } }),
    get: (path) => handlers.fetch(request("GET", path)),
    post: (path) => handlers.fetch(request("POST", path)),
  };
  window.answer = async (path, player) => {
    const { resolve } = fetched.splice(fetched.findLastIndex((each) => each.path === path), 1)[0];
    const headers = { "X-Keep": `own-1-${player}`, "Content-Type": "text/html" };
    resolve(new Response("<p data-seen>", { headers }));
    if (fetched.length) await new Promise((resolve) => setTimeout(resolve, 100));
    else await Promise.all(waiting.splice(0));
  };
  window.kept = async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map(({ url }) => name.split(" ")[1] + new URL(url).pathname)))).flat().sort();
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    made = browser.new_context().new_page()
    made.route("**/*", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    made.goto("http://127.0.0.1/")  # where caches may be used
    made.evaluate(WORKER, SOURCE.read_text("utf-8"))
    yield made
    made.context.close()


def asks(page: Page, *calls: tuple[str, str]) -> None:
    for kind, path in calls:
        page.evaluate("([kind, path]) => { ask[kind](path); }", [kind, path])


def answered(page: Page, *answers: tuple[str, int]) -> Any:
    """What is kept when the network has answered these addresses in this order, each by a page of this player."""
    for path, player in answers:
        page.evaluate("([path, player]) => answer(path, player)", [path, player])
    return page.evaluate("kept()")


SIGNS_OUT, COMES_TO_SIGN_IN = ("post", "/p/done/hall/"), ("get", "/p/")
OWN, SHEET = "/me/hall/", "/s/hall/1/"


@pytest.mark.parametrize("asked", ["keep", "get"])
@pytest.mark.parametrize("before", [True, False], ids=["before", "while the server signs out"])
def test_an_own_page_that_is_on_its_way_when_somebody_signs_out_is_not_kept(
    page: Page, asked: str, before: bool
) -> None:
    asks(page, ("get", OWN))
    assert answered(page, (OWN, 7)) == [f"own-1-7{OWN}"]
    late = (asked, SHEET)
    asks(page, *([late, SIGNS_OUT] if before else [SIGNS_OUT, late]), COMES_TO_SIGN_IN)
    assert answered(page, (SHEET, 7)) == []


def test_what_is_asked_after_somebody_signed_out_is_kept_for_whoever_signs_in(page: Page) -> None:
    asks(page, SIGNS_OUT, COMES_TO_SIGN_IN, ("get", OWN), ("get", "/p/"), ("keep", SHEET))
    assert answered(page, (OWN, 8), (SHEET, 8)) == [f"own-1-8{OWN}", f"own-1-8{SHEET}"]


@pytest.mark.parametrize("seen", [True, False], ids=["some kept", "none kept"])
def test_a_page_of_the_player_before_that_comes_late_does_not_take_the_place_of_the_next_players(
    page: Page, seen: bool
) -> None:
    if seen:
        asks(page, ("get", OWN))
        assert answered(page, (OWN, 7)) == [f"own-1-7{OWN}"]
    asks(page, ("get", SHEET), ("keep", OWN), ("get", OWN))
    assert answered(page, (OWN, 8), (SHEET, 7), (OWN, 7)) == [f"own-1-8{OWN}"]
