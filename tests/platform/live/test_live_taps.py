"""A tap and a change from elsewhere at the same moment: the tap's answer is shown, and so is the change."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.platform.live.server import Server
from tests.platform.live.test_live_js import KNOWN, page, server  # noqa: F401 (fixtures)
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process]

# A button in the area, and one beside it as the line at the door is.
AREA = """() => {
  document.body.insertAdjacentHTML("beforeend",
    `<section id="area" data-live="open:area" hx-get="/area" hx-trigger="live" hx-target="#inner"
      hx-swap="outerHTML"><div id="inner"><button hx-post="/tap" hx-swap="none">Tap</button></div></section>
      <button id="outside" hx-post="/tap" hx-target="#inner" hx-swap="none">Enter</button><p id="said">-</p>`);
  for (const id of ["area", "outside"]) htmx.process(document.getElementById(id));
  document.dispatchEvent(new Event("htmx:afterSettle"));
}"""
ANSWER = '<p id="said" hx-swap-oob="true">heard</p>'
NEWER = '<div id="inner">newer</div>'


@pytest.fixture
def held(page: Page) -> Iterator[dict[str, list[Route]]]:  # noqa: F811
    """A live area with a button; requests of both wait until the test answers them."""
    waiting: dict[str, list[Route]] = {"tap": [], "area": []}
    page.route("**/tap", lambda route: waiting["tap"].append(route))  # noqa: PLW0108 (Playwright marks the function)
    page.route("**/area", lambda route: waiting["area"].append(route))  # noqa: PLW0108 (Playwright marks the function)
    page.evaluate(AREA)
    wait_for(lambda: page.evaluate(KNOWN, "open:area"))
    yield waiting


def until(page: Page, waiting: list[Route], count: int = 1) -> None:  # noqa: F811
    wait_for(lambda: page.wait_for_timeout(20) or len(waiting) >= count, what=f"{count} requests")


@pytest.mark.parametrize("button", ["Tap", pytest.param("Enter", marks=pytest.mark.full)])
def test_a_change_waits_for_the_answer_to_a_tap(
    page: Page,  # noqa: F811
    server: Server,  # noqa: F811
    held: dict[str, list[Route]],
    button: str,
) -> None:
    page.get_by_role("button", name=button).click()
    until(page, held["tap"])
    server.say("open:area")
    page.wait_for_timeout(600)
    assert held["area"] == []
    held["tap"][0].fulfill(body=ANSWER, content_type="text/html")
    expect(page.locator("#said")).to_have_text("heard")
    until(page, held["area"])
    held["area"][0].fulfill(body=NEWER, content_type="text/html")
    expect(page.locator("#inner")).to_have_text("newer")


@pytest.mark.parametrize("button", [pytest.param("Tap", marks=pytest.mark.full), "Enter"])
def test_a_tap_during_a_refresh_is_answered_and_the_refresh_comes_after(
    page: Page,  # noqa: F811
    server: Server,  # noqa: F811
    held: dict[str, list[Route]],
    button: str,
) -> None:
    server.say("open:area")
    until(page, held["area"])
    page.get_by_role("button", name=button).click()
    until(page, held["tap"])
    held["tap"][0].fulfill(body=ANSWER, content_type="text/html")
    expect(page.locator("#said")).to_have_text("heard")
    held["area"][0].fulfill(body='<div id="inner">older</div>', content_type="text/html")
    until(page, held["area"], 2)
    expect(page.locator("#inner")).to_have_text("Tap")
    held["area"][1].fulfill(body=NEWER, content_type="text/html")
    expect(page.locator("#inner")).to_have_text("newer")


def test_what_is_pressed_is_made_new_after_its_release(
    page: Page,  # noqa: F811
    server: Server,  # noqa: F811
    held: dict[str, list[Route]],
) -> None:
    """A refresh between the press of a button and its release takes no tap away, and is shown afterwards."""
    server.say("open:area")
    until(page, held["area"])
    page.get_by_role("button", name="Tap").hover()
    page.mouse.down()
    with page.expect_response("**/area"):
        held["area"][0].fulfill(body=NEWER, content_type="text/html")
    expect(page.locator("#inner")).to_have_text("Tap")
    page.mouse.up()
    until(page, held["tap"])
    expect(page.locator("#inner")).to_have_text("newer")
