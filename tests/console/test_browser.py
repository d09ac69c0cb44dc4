"""Pages in a real browser: keys instead of a mouse, filters while typing, 320 px, contrast in light and dark."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Game, Player, Tournament
from tdsuite.tournaments.rulebooks.loading import sha256_of
from tests.factories import make_round, make_user
from tests.journeys.browser import LAPTOP, PATIENT, PHONE, enter, fits, leave, served
from tests.results.rating_lists.conftest import loaded

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW: ViewportSize = {"width": 320, "height": 640}
DIVISION = "/t/lakeside-open/a"
EVENT = "/console/lakeside-open"
CROSSPLAY = (Path(__file__).parents[2] / "docs" / "examples" / "crossplay.toml").read_text(encoding="utf-8")
PUBLIC = (
    "/", "/log-in/", "/t/lakeside-open/", f"{DIVISION}/pairings/", f"{DIVISION}/pairings/?by=name", f"{DIVISION}/standings/",
    f"{DIVISION}/players/", f"{DIVISION}/players/8/", f"{DIVISION}/wall/", f"{DIVISION}/pairings/99/",
)  # fmt: skip
CONSOLE = (
    "/console/", "/console/new/", f"{EVENT}/", f"{EVENT}/rules/", f"{EVENT}/people/", f"{EVENT}/settings/", f"{EVENT}/record/",
    f"{EVENT}/print/", f"{EVENT}/a/roster/", f"{EVENT}/a/roster/3/", f"{EVENT}/a/plan/", f"{EVENT}/a/pairing/tables/", f"{EVENT}/a/division/",
    f"{EVENT}/files/", f"{EVENT}/files/tou/", f"{EVENT}/files/checklist/", f"{EVENT}/files/publish/",
    f"{EVENT}/rating-lists/", f"{EVENT}/check-in/", f"{EVENT}/round/", f"{EVENT}/challenges/new/",
)  # fmt: skip
# Text whose contrast with what lies behind it is under 4.5 to 1 (3 to 1 from 24 px, or 18.66 px bold): WCAG 2.2, 1.4.3.
FAINT = """() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const seen = new Map([[null, [255, 255, 255]]]);
  const behind = (el) => {
    if (!seen.has(el)) {
      const c = rgb(getComputedStyle(el).backgroundColor);
      seen.set(el, c.length === 3 || c[3] > 0.5 ? c : behind(el.parentElement));
    }
    return seen.get(el);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || el.closest('script, .visually-hidden, noscript') || !el.checkVisibility()) continue;
    const style = getComputedStyle(el), size = parseFloat(style.fontSize);
    const [a, b] = [light(rgb(style.color)), light(behind(el))].sort((x, y) => y - x);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if ((a + 0.05) / (b + 0.05) < least - 0.01)
      found.push(`${el.className || el.tagName}: ${walker.currentNode.data.trim().slice(0, 30)}`);
  }
  return [...new Set(found)];
}"""
# What can be pressed, outside running text, and is under 24 px high or wide (WCAG 2.2, 2.5.8).
TINY = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
  .filter((el) => el.checkVisibility() && !el.closest('p, td, th, li, dd, .headline, .skip, .visually-hidden, .note'))
  .filter((el) => { const box = el.getBoundingClientRect(); return box.height < 24 || box.width < 24; })
  .filter((el) => !(el.matches('input[type=checkbox], input[type=radio]') && el.closest('label').offsetHeight >= 24))
  .map((el) => el.outerHTML.slice(0, 60))"""


@pytest.fixture
def server(under_way: Division) -> str:
    return served()


@pytest.fixture
def cookie(under_way: Division) -> str:
    client = Client()
    client.force_login(make_user(tournament=under_way.tournament, role=Role.DIRECTOR, is_superuser=True))
    return client.cookies["sessionid"].value


def opened(browser: Browser, size: ViewportSize, server: str, cookie: str = "", **options: Any) -> Page:
    context = browser.new_context(viewport=size, base_url=server, **options)
    if cookie:
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": server}])
    page = context.new_page()
    page.set_default_timeout(10_000)
    return page


def troubles_of(
    browser: Browser, server: str, cookie: str, urls: Sequence[str], on_phone: str = "() => []"
) -> list[Any]:
    """What is wrong on pages: opened once, looked at in light, in dark and on a phone, where `on_phone` finds more."""
    page = opened(browser, LAPTOP, server, cookie, reduced_motion="reduce")  # colours change at once
    page.set_default_timeout(PATIENT)
    troubles: list[Any] = []
    page.on("pageerror", lambda error: troubles.append(("script", str(error))))
    page.on("console", lambda line: troubles.append(line.text) if "Content Security Policy" in line.text else None)
    for url in urls:
        answer = page.goto(url)
        assert answer and answer.status == (404 if url.endswith("/99/") else 200), url
        troubles += [("faint in light", url, text) for text in page.evaluate(FAINT)]
        page.emulate_media(color_scheme="dark")
        troubles += [("faint in dark", url, text) for text in page.evaluate(FAINT)]
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE)
        troubles += [("small", url, tag) for tag in page.evaluate(TINY) + page.evaluate(on_phone)]
        troubles += [] if fits(page) else [("too wide", url)]
        page.set_viewport_size(NARROW)
        troubles += [] if url not in PUBLIC or fits(page) else [("too wide for 320 px", url)]
        page.set_viewport_size(LAPTOP)
    return troubles


@pytest.fixture(scope="module")
def laptop(django_db_setup: None, browser: Browser) -> Page:
    return opened(browser, LAPTOP, served())


@pytest.fixture
def desk(laptop: Page, cookie: str) -> Iterator[Page]:
    enter(laptop, LAPTOP, cookie)
    yield laptop
    leave(laptop)


def test_every_page_fits_a_phone_and_a_finger_stands_out_in_light_and_dark_and_loads_what_it_may(
    browser: Browser, server: str, cookie: str, under_way: Division
):
    """With names as long as they come, and many rounds. Those of prizes: tests/results/prizes/test_awards_browser.py."""
    word = "Quizzicalvowelconsonantscrambledanagrammaticalperson"
    Player.objects.update(name=word, filing_name=word, club=word)
    Tournament.objects.update(name=f"{word} {word}", venue=word)
    Division.objects.update(name=word)
    for number in range(5, 24):
        make_round(under_way, number, status="closed")
    assert troubles_of(browser, server, cookie, PUBLIC + CONSOLE) == []
    page = opened(browser, PHONE, server)
    page.goto(f"{DIVISION}/standings/")
    row = page.get_by_label("Standings after another round").evaluate(
        "row => [row.scrollWidth > row.clientWidth, row.querySelectorAll('a').length]"
    )
    assert row == [True, 23]  # it scrolls by itself


def test_a_list_filters_while_a_name_is_typed(browser: Browser, server: str):
    page = opened(browser, PHONE, server)
    page.goto("/t/lakeside-open/a/pairings/?by=name")
    expect(page.locator("tbody tr:visible")).to_have_count(8)
    page.get_by_label("Find a player by name or number").fill("BRÜNO")
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    page.get_by_label("Find a player by name or number").fill("zzz")
    expect(page.get_by_text("Nobody of that name.")).to_be_visible()


def test_pages_work_without_scripts(browser: Browser, server: str):
    page = opened(browser, PHONE, server, java_script_enabled=False)
    page.goto("/t/lakeside-open/")
    page.get_by_role("link", name="Pairings of Division A").click()
    page.get_by_label("Find a player by name or number").fill("bruno")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("li.board")).to_have_count(1)
    page.locator("details.why summary").click()
    expect(page.get_by_role("link", name="More about this board")).to_be_visible()
    page.get_by_role("link", name="Standings").click()
    expect(page.locator("tbody tr")).to_have_count(8)


def test_the_console_is_walked_with_keys_alone_and_a_key_in_a_field_is_a_letter(desk: Page, under_way: Division):
    desk.goto("/console/lakeside-open/settings/")
    desk.keyboard.press("?")
    keys = desk.locator("dialog[open] dt")
    expect(keys.first).to_have_text("?")
    expect(keys.last).to_have_text("Esc")
    desk.keyboard.press("p")  # nothing happens behind the list
    expect(desk.locator("dialog[open]")).to_be_visible()
    desk.keyboard.press("Escape")
    desk.keyboard.press("p")
    desk.wait_for_url("**/console/lakeside-open/print/")
    desk.keyboard.press("d")
    desk.wait_for_url("**/console/lakeside-open/round/")
    desk.keyboard.type(f"out {under_way.entries.get(number=1).player}\n")
    desk.wait_for_url("**/roster/1/#out")
    expect(desk.locator("#out :focus")).to_have_count(1)
    desk.goto("/console/lakeside-open/a/roster/")
    desk.keyboard.press("f")
    field = desk.get_by_label("Find a player by name or number")
    expect(field).to_be_focused()
    desk.keyboard.type("da")
    expect(field).to_have_value("da")
    desk.keyboard.press("Escape")
    desk.keyboard.press("a")
    desk.wait_for_url("**/walk-in/?division=a")


def test_the_palette_goes_anywhere_and_enters_a_result_by_keys_alone(desk: Page, under_way: Division):
    desk.goto("/console/lakeside-open/settings/")
    desk.keyboard.press("/")
    field = desk.get_by_role("combobox", name="A player, a table")
    expect(field).to_be_focused()
    desk.keyboard.type("st")
    options = desk.locator("#palette-list [role=option]")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", "palette-1")
    desk.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "palette-2")
    desk.keyboard.press("Escape")
    expect(desk.locator("dialog[open]")).to_have_count(0)
    desk.keyboard.press("Control+k")
    game = Game.objects.awaiting_result().get(board=4)
    desk.keyboard.type(f"a {game.first.number} 431 388")
    desk.keyboard.press("Enter")  # the answer need not be there yet
    expect(desk.locator("#line-state")).to_contain_text("431")
    desk.wait_for_url("**/round/?whose=a&round=*")
    desk.reload()
    expect(desk.locator("#line")).to_be_focused()
    assert (Game.objects.get(pk=game.pk).first_score, Game.objects.get(pk=game.pk).second_score) == (431, 388)
    desk.keyboard.press("Control+k")
    desk.keyboard.type("st")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/a/standings/")
    desk.keyboard.press("/")  # a public page too, where somebody who runs the event reads it
    desk.keyboard.type("roster")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/a/roster/")


def test_the_skip_link_leads_past_the_navigation_whose_covers_have_the_colour_of_the_band(desk: Page):
    desk.goto("/t/lakeside-open/a/standings/")
    covers, band = desk.evaluate("""() => {
      const tabs = document.querySelector(".tabs:not(.plain)"), probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = getComputedStyle(tabs).getPropertyValue("--behind");
      const clear = (el) => getComputedStyle(el).backgroundColor === "rgba(0, 0, 0, 0)";
      let at = tabs;
      while (clear(at)) at = at.parentElement;
      return [getComputedStyle(probe).color, getComputedStyle(at).backgroundColor];
    }""")
    assert covers == band
    desk.keyboard.press("Tab")
    expect(desk.locator(".skip")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#content")).to_be_focused()


def test_the_rulebook_changes_with_the_choice(desk: Page):
    desk.goto("/console/new/")
    desk.get_by_text("What this rulebook fixes").click()
    desk.locator("select[hx-target='#book']").select_option("nsa-2004")
    expect(desk.locator("#book")).to_contain_text("NSA Official Tournament Rules")


def test_names_are_read_back_while_they_are_typed_and_one_press_starts_the_club_evening(desk: Page):
    desk.goto("/console/new/club/")
    desk.get_by_label("Who plays?").fill("Ada Byron 1200\nBello, Kofi")
    expect(desk.locator("#reading li")).to_have_text(["Ada Byron 1200", "Kofi Bello unrated"])
    desk.locator("#id_name").press("Enter")
    expect(desk.get_by_role("heading", name="Round 1")).to_be_visible()


def test_a_player_is_chosen_by_keys_while_the_name_is_typed(desk: Page, under_way: Division):
    loaded(b"Name,Member ID,Rating\nZora Tilefield,AA000011,1640\nZara Tilefield,AA000012,1200\n")
    desk.goto(f"{EVENT}/walk-in/")
    name, options = desk.get_by_role("combobox", name="Name"), desk.locator("#id_name-people [role=option]")
    name.press_sequentially("zora tile")
    expect(options).to_contain_text(["1640 · AA000011", "1200 · AA000012"])
    assert troubles_in(desk) == []
    name.press("Escape")
    expect(options).to_have_count(0)
    name.press("f")
    expect(options).to_have_count(2)
    name.press("ArrowUp")
    expect(name).to_have_attribute("aria-activedescendant", "id_name-people-1")
    name.press("ArrowDown")
    name.press("ArrowDown")
    name.press("Enter")
    expect(name).to_have_value("Zora Tilefield")
    expect(desk.get_by_label("Rating")).to_have_value("1640")
    expect(desk.get_by_role("status").filter(has_text="AA000011")).to_be_visible()
    name.press("Enter")
    expect(desk.get_by_text("Zora Tilefield plays in")).to_be_visible()
    assert under_way.entries.get(player__naspa_id="AA000011").rating == 1640


def troubles_in(page: Page) -> list[str]:
    """What is faint in light or dark, small or too wide on a phone, of a page as it is."""
    troubles: list[str] = page.evaluate(FAINT)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    troubles += page.evaluate(FAINT)
    page.set_viewport_size(PHONE)
    troubles += page.evaluate(TINY) + ([] if fits(page) else ["too wide"])
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(LAPTOP)
    return troubles


def test_a_rulebook_file_is_put_right_looked_at_and_played_by(
    browser: Browser, server: str, cookie: str, tmp_path: Path
):
    file = tmp_path / "club.toml"
    page = opened(browser, PHONE, server, cookie)
    page.goto(f"{EVENT}/rules/")
    page.get_by_text("Play by a rulebook of your own").click()
    file.write_text(CROSSPLAY.replace("value = 10\n", "value = 0\n"))
    page.get_by_label("Rulebook file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_contain_text('"ending.overtime.per_seconds"')
    expect(page.get_by_role("alert")).to_contain_text("0 is not a whole number from 1 to 3600.")
    told = fits(page)
    file.write_text(CROSSPLAY)
    page.get_by_label("Rulebook file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Crossplay tournament rules")).to_be_visible()
    looked_at = fits(page)
    page.get_by_role("button", name="Play by this rulebook").click()
    expect(page.get_by_text(sha256_of(CROSSPLAY)).first).to_be_visible()
    assert (told, looked_at, fits(page)) == (True, True, True)
    assert Tournament.objects.get().rulebook_file == CROSSPLAY
