"""What a phone's narrow page does with figures at an edge and with long names."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from results.models import Prize, PrizeTerms
from tdsuite.platform.access import stations
from tdsuite.tournaments.models import Player, Tournament
from tests.factories import make_played_event, make_user
from tests.journeys.browser import PHONE, fits, served
from tests.platform.access.signing import put_cookie
from tests.public.filled.event import KEY, fill

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LEAST_PX = 12
# How near the last figure of each line comes to the edge of its card, at the nearest.
GAP = """() => Math.min(...[...document.querySelectorAll('table.standings tr')].map((row) => {
  const cell = [...row.children].filter((each) => each.checkVisibility()).at(-1), range = document.createRange();
  range.selectNodeContents(cell);
  return cell.closest('.table-wrap').getBoundingClientRect().right - range.getBoundingClientRect().right;
}))"""
# The words of names that stand on more than one line.
BROKEN = """() => [...document.querySelectorAll('th.name, th .name, .name')].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), broken = [];
  while (walker.nextNode())
    for (const word of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  return broken;
})"""


@pytest.fixture
def phone(browser: Browser) -> Page:
    make_played_event(players=6, played=3)
    Player.objects.filter(entries__number=1).update(name="Chukwuemeka Okonkwo-Featherstone", filing_name="Okonkwo")
    return browser.new_context(viewport=PHONE, base_url=served()).new_page()


def wide(page: Page, *widths: int) -> Iterator[int]:
    """The page at one width after another."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        yield width


def test_a_long_name_breaks_between_its_words_alone_and_no_figure_touches_the_edge_of_its_card(phone: Page) -> None:
    for table in ("standings", "cross-table", "wall-chart"):
        phone.goto(f"/t/lakeside-open/a/{table}/")
        assert "Chukwuemeka" in phone.content()
        for width in wide(phone, 320, 390):
            assert phone.evaluate(BROKEN) == [], (table, width)
            assert table != "standings" or phone.evaluate(GAP) >= LEAST_PX, width
            assert fits(phone), (table, width)


@pytest.mark.full
def test_names_at_a_station_break_between_their_words_alone(browser: Browser, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    filled, tablet = fill(), Client()
    put_cookie(tablet, stations.COOKIE, KEY, stations.SALT)
    url = served()
    context = browser.new_context(viewport={"width": 1024, "height": 768}, base_url=url, color_scheme="dark")
    context.add_cookies([{"name": name, "value": each.value, "url": url} for name, each in tablet.cookies.items()])
    page = context.new_page()
    page.goto(f"/judge/{filled.event.slug}/station/")
    expect(page.locator(".table-grid")).to_contain_text("Challengeworthy")
    assert page.evaluate(BROKEN.replace("th.name, th .name, .name", ".table-grid span")) == []
    assert fits(page)


@pytest.mark.parametrize("language", [*(pytest.param(each, marks=pytest.mark.full) for each in ("en", "es")), "fr"])
def test_prizes_with_very_long_words_fit_and_an_officials_page_is_no_wider_than_the_phone(
    browser: Browser, language: str
) -> None:
    division = make_played_event(players=6, played=3)
    Player.objects.update(name="Bartholomew-Maximilian Featherstonehaugh-Cholmondeley")
    title, text = "Zweitplatziertenehrenpreisverleihung", "a dictionary-without-any-space-in-its-name"
    Prize.objects.create(division=division, title=title, text=text, basis="place", place=1, money=1_000_050)
    PrizeTerms.objects.create(tournament=division.tournament, currency="USD")
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    director = Client()
    director.force_login(make_user("director", tournament=division.tournament))
    url = served()
    context = browser.new_context(viewport=PHONE, base_url=url, locale=language)
    context.add_cookies([{"name": "sessionid", "value": director.cookies["sessionid"].value, "url": url}])
    page = context.new_page()
    page.goto("/t/lakeside-open/final/")
    expect(page.locator("table.prizes")).to_contain_text(title)
    wrap = page.locator(".table-wrap", has=page.locator(".prizes")).first
    for width in wide(page, 320, 360, 390):
        assert wrap.evaluate("wrap => wrap.scrollWidth - wrap.clientWidth") == 0, width
        assert fits(page), width
    page.goto("/console/lakeside-open/prizes/")
    expect(page.locator("main")).to_contain_text(title)
    for width in wide(page, 320, 360, 390):
        assert fits(page), width


# Which parts of a podium's lines lie upon each other, or beyond their line.
UPON_EACH_OTHER = """() => [...document.querySelectorAll('.podium li, .final-podium li')].flatMap((line) => {
  const edge = line.getBoundingClientRect().right;
  const parts = [...line.querySelectorAll('.place, .step, a, .end, div > p')].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [part.textContent.trim(), range.getBoundingClientRect()];
  });
  return parts.flatMap(([name, box], at) => [
    ...(box.right > edge + 1 ? [`${name} leaves its line`] : []),
    ...parts.slice(at + 1).filter(([, other]) => box.left < other.right - 1 && other.left < box.right - 1
      && box.top < other.bottom - 6 && other.top < box.bottom - 6).map(([other]) => `${name} upon ${other}`),
  ]);
})"""


def test_nothing_of_a_podium_lies_upon_something_else(phone: Page) -> None:
    for number, name in enumerate(("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "M" * 40), start=1):
        Player.objects.filter(entries__number=number).update(name=name)
    Tournament.objects.update(status="finished")
    for path in ("", "final/"):
        phone.goto(f"/t/lakeside-open/{path}")
        assert phone.locator(".podium li, .final-podium li").count() >= 3
        for width in wide(phone, 320, 390):
            assert phone.evaluate(UPON_EACH_OTHER) == [], (path, width)
            assert fits(phone), (path, width)
