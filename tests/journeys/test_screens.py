"""Overlays as OBS takes them: 1920 by 1080, transparent but for the box, moved without a reload; and the screens of a hall, read from afar."""

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.journeys.browser import page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]
OBS: ViewportSize = {"width": 1920, "height": 1080}
SET_UP = """
from tdsuite.tournaments.models import Round
from tests.factories import make_division, make_played_event, make_round
division = make_played_event(players=24, played=3)
make_round(division, 4, status=Round.Status.PLAYING, results=2)
other = make_division(division.tournament, code="b", players=11)
make_round(other, 1, status=Round.Status.PLAYING)
print(json.dumps(division.tournament.pk))
"""
POINT = """
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.overlays import overlay_of, point_overlay
point_overlay(by=COMMAND_LINE, overlay=overlay_of(Tournament.objects.get(), {slot}), **{values})
print(json.dumps(True))
"""
BOX = "(() => { const box = document.querySelector('.box').getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom] })()"
CUT = """[...document.querySelectorAll(".box *, #wall li *")].filter(each => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent.trim())"""
STEER = """
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Screen, Tournament
from tdsuite.tournaments.services.screens import add_screen, steer_screen
event = Tournament.objects.get()
screen = event.screens.first() or add_screen(
    by=COMMAND_LINE, tournament=event, name="Entrance", panels=[{{"shows": kind, "seconds": 300}} for kind in Screen.Shows.values])
steer_screen(by=COMMAND_LINE, screen=screen, panel={panel})
print(json.dumps(True))
"""
SIZES = "[...document.querySelectorAll('#wall b')].map(each => parseFloat(getComputedStyle(each).fontSize))"
SCREEN, OVERLAY, WALL = ("screen/1/", 300, "#wall li"), ("overlay/8/", 8, "#overlay li"), ("a/wall/", 20, "#wall li")
NEWS = "document.querySelector('[data-live]').dispatchEvent(new CustomEvent('live'))"
BOXES = {
    "player": {"shows": "player", "player": 3},
    "table": {"shows": "table", "table": "5"},
    "standings": {"shows": "standings"},
    "pairings": {"shows": "pairings"},
    "clock": {"shows": "clock"},
}


def full(*case: object) -> Any:
    """A case that only the long run tries."""
    return pytest.param(*case, marks=pytest.mark.full)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    installation = Installation(tmp_path_factory.mktemp("screens") / "data")
    installation.prepare()
    installation.python(SET_UP)
    installation.start()
    yield installation
    installation.kill()


def point(site: Installation, slot: int, **values: object) -> None:
    site.python(POINT.format(slot=slot, values=values))


def captured(page: Page) -> Image.Image:
    """The page as a browser source of OBS has it, once it is painted: with its transparency."""
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))")
    return Image.open(io.BytesIO(page.screenshot(omit_background=True, animations="disabled"))).convert("RGBA")


@pytest.mark.parametrize("kind", ["player", *map(full, ("table", "standings", "pairings", "clock"))])
def test_the_box_is_opaque_and_all_around_it_is_transparent(site: Installation, browser: Browser, kind: str) -> None:
    troubles: list[str] = []
    point(site, 1, **BOXES[kind])
    page = page_of(browser, OBS, troubles)
    page.goto(f"{site.url}/t/lakeside-open/overlay/1/")
    before = None
    while (box := page.evaluate(BOX)) != before:  # what came with the news, or a font, may still move the box
        before, picture = box, captured(page)
    left, top, right, bottom = map(int, box)
    assert left >= 0 and top >= 0 and right <= 1920 and bottom <= 1080
    alpha = picture.getchannel("A")
    assert picture.size == (1920, 1080)
    assert alpha.crop((left + 2, top + 2, right - 2, bottom - 2)).getextrema() == (255, 255)
    alpha.paste(0, (left - 2, top - 2, right + 3, bottom + 3))
    assert alpha.getextrema() == (0, 0)  # and nothing anywhere else
    letters = picture.crop((left, top, right, bottom)).convert("L").histogram()[200:]
    assert sum(letters) > 400  # white on dark green
    assert troubles == []


def test_no_name_is_cut_and_no_line_sticks_out(site: Installation, browser: Browser) -> None:
    page = page_of(browser, OBS)
    for values in BOXES.values():
        point(site, 2, **values)
        page.goto(f"{site.url}/t/lakeside-open/overlay/2/")
        assert page.evaluate(CUT) == [], values


def test_a_score_stands_on_the_strip_behind_the_longest_name(site: Installation, browser: Browser) -> None:
    page = page_of(browser, OBS)
    point(site, 2, **BOXES["pairings"])
    page.goto(f"{site.url}/t/lakeside-open/overlay/2/")
    name = page.locator(".strip li p").first
    name.locator("b").evaluate("each => { each.textContent = 'W'.repeat(60) }")
    box, cell = name.bounding_box(), name.locator("xpath=..").bounding_box()
    assert box and cell and box["x"] + box["width"] <= cell["x"] + cell["width"]
    score = name.evaluate(
        "each => { const at = document.createRange(); at.selectNode(each.lastChild); return at.getBoundingClientRect().right }"
    )
    assert name.text_content().split()[-1].isdigit() and score <= box["x"] + box["width"]  # type: ignore[union-attr]


def test_an_empty_slot_is_transparent_all_over(site: Installation, browser: Browser) -> None:
    page = page_of(browser, OBS)
    page.goto(f"{site.url}/t/lakeside-open/overlay/9/")
    assert captured(page).getchannel("A").getextrema() == (0, 0)


def test_names_on_a_screen_are_large_whole_and_on_the_screen(site: Installation, browser: Browser) -> None:
    """29 players at 1920 by 1080: letters of 40 lines and more, in every panel."""
    troubles: list[str] = []
    page, at, kinds = page_of(browser, OBS, troubles), 0, []
    site.python(STEER.format(panel=None))
    while at >= len(kinds):
        page.goto(f"{site.url}/t/lakeside-open/screen/1/?at={at}")
        kinds.append(page.locator("#wall").get_attribute("class"))
        assert min(page.evaluate(SIZES)) >= 40, kinds[-1]
        assert page.evaluate(CUT) == [], kinds[-1]
        assert page.evaluate("document.documentElement.scrollHeight") == 1080, kinds[-1]
        at = int(str(page.locator("#wall").get_attribute("hx-get")).partition("at=")[2])
    assert len(kinds) == 9 and troubles == []


def shown(site: Installation, browser: Browser, path: str, row: str) -> tuple[Page, list[str]]:
    """A list whose clock stands still until the test moves it, and its first lines."""
    point(site, 8, shows="standings")
    site.python(STEER.format(panel=1))
    page = page_of(browser, OBS)
    page.clock.install(time=0)
    page.clock.pause_at(3600)
    page.goto(f"{site.url}/t/lakeside-open/{path}")
    first = page.locator(row).all_text_contents()
    return page, first


def goes_on(page: Page, row: str, before: str) -> None:
    """Within three seconds of the page's clock, and as long as the server needs."""
    for _second in range(3):
        page.clock.run_for(1000)
        with suppress(AssertionError):
            expect(page.locator(row).first).not_to_have_text(before, timeout=5000)
            return
    expect(page.locator(row).first).not_to_have_text(before)


@pytest.mark.parametrize("path, seconds, row", [SCREEN, full(*OVERLAY), WALL])
def test_a_list_goes_on_while_results_come_in_more_often_than_it_turns(
    site: Installation, browser: Browser, path: str, seconds: int, row: str
) -> None:
    """Each result makes the lines anew that are shown; their time is over all the same."""
    page, first = shown(site, browser, path, row)
    for _result in range(3):
        page.clock.run_for(300 * seconds)
        with page.expect_response(re.compile(path)):
            page.evaluate(NEWS)
            page.clock.run_for(100)
        expect(page.locator(".htmx-request")).to_have_count(0)
        page.clock.run_for(100)  # the new lines listen from now on
        expect(page.locator(row)).to_have_text(first)
    page.clock.run_for(200 * seconds)
    goes_on(page, row, first[0])


@pytest.mark.parametrize("path, seconds, row", [full(*SCREEN), OVERLAY, full(*WALL)])
def test_a_list_goes_on_when_a_result_comes_in_just_as_it_turns(
    site: Installation, browser: Browser, path: str, seconds: int, row: str
) -> None:
    """The lines that were asked for because of the result arrive first, and take the place of those that asked for the next."""
    page, first = shown(site, browser, path, row)
    page.evaluate("addEventListener('htmx:afterSwap', () => document.body.classList.add('swapped'), { once: true })")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route(re.compile(path), hold)
    page.evaluate(NEWS)
    page.clock.run_for(1000 * seconds + 1000)
    expect(page.locator(".htmx-request")).to_have_count(2)
    asked[0].continue_()
    expect(page.locator("body.swapped")).to_be_attached()
    expect(page.locator(row)).to_have_text(first)
    page.unroute(re.compile(path))  # which lets all others go on
    goes_on(page, row, first[0])
