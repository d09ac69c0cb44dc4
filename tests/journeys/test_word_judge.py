"""The word judge in real browsers: the station by keyboard and by touch, a phone, the judge's desk; clearing, guard, reload."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.journeys.browser import LAPTOP, PHONE, fits, page_of
from tests.journeys.installation import Installation
from tests.platform.access.signing import PIN

pytestmark = [pytest.mark.browser, pytest.mark.process]

PASSWORD = "Quizzical-Vowel-42"
TABLET: ViewportSize = {"width": 1280, "height": 800}
UPRIGHT: ViewportSize = {"width": 800, "height": 1280}
SET_UP = f"""
from django.test import Client
from adjudication.models import DivisionLexicon
from tdsuite.platform.access import codes
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.stations import add_station
from tdsuite.tournaments.models import Game
from tests.platform.access.signing import give_link
from tests.adjudication.challenges.cases import lexicon
from tests.factories import make_division, make_round, make_tournament, make_user
keeper = User.objects.create_superuser("director", password="{PASSWORD}")
harbour = make_tournament("harbour", name="Harbour Cup")
make_user("judge", tournament=harbour, role=Role.JUDGE)
division = make_division(harbour, players=14, rounds=3)
DivisionLexicon.objects.create(division=division, lexicon=lexicon())
make_round(division, 1, status="playing", pairs=[(n, n + 1) for n in range(1, 14, 2)])
links = {{entry.number: codes.link_token(give_link(entry).nonce) for entry in division.entries.select_related("division__tournament")}}
games = dict(Game.objects.filter(round__division=division).values_list("board", "pk"))
code = add_station(by=keeper, tournament=harbour, name="Judging table").code
print(json.dumps({{"links": links, "games": games, "code": code}}))
"""


class Hall(Installation):
    """Harbour Cup with seven boards in play; 1 plays 2 at table 1, 3 plays 4, ... AXLE and CWM are words."""

    links: dict[str, str]
    games: dict[str, int]
    code: str


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    made = Hall(tmp_path_factory.mktemp("judge") / "data")
    made.prepare()
    known = made.python(SET_UP)
    made.links, made.games, made.code = known["links"], known["games"], known["code"]
    made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def station_key(hall: Hall, browser: Browser) -> list[dict[str, object]]:
    """The cookies of a tablet that typed its pairing code."""
    page = page_of(browser, LAPTOP)
    page.goto(f"{hall.url}/station/")
    page.locator("input[name=code]").fill(hall.code)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Player number")).to_be_visible()
    cookies = page.context.cookies()
    page.context.close()
    return [dict(cookie) for cookie in cookies]


def tablet(
    browser: Browser, hall: Hall, key: list[dict[str, object]], size: ViewportSize, *, touch: bool = False
) -> Page:
    """The station's page, its clock in the test's hands; its questions before leaving are answered with yes."""
    context = browser.new_context(viewport=size, has_touch=touch)
    context.add_cookies(key)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("dialog", lambda dialog: dialog.accept())
    page.clock.install()
    page.goto(f"{hall.url}/judge/harbour/station/")
    assert fits(page)
    return page


def begin(page: Page, table: str, challenger: int) -> None:
    """Pick the table by its number, and who challenges: the first player or the second."""
    page.get_by_label("Your table?").fill(table)
    page.keyboard.press("Enter")
    type_pins(page)
    page.locator(".challengers button").nth(challenger).click()
    expect(page.locator("#typed")).to_be_focused()


def type_pins(page: Page) -> None:
    """Both players say who they are."""
    for place in range(2):
        page.locator(".two-players input[data-pin]").nth(place).fill(PIN)


def judged(page: Page) -> None:
    """All words are in; the challenged player presses the key once the moment has passed."""
    page.keyboard.press("Tab")
    expect(page.locator(".looking")).to_be_visible()
    page.clock.run_for(600)
    page.keyboard.press("Tab")
    expect(page.locator(".station-verdict")).to_be_visible()


def test_an_acceptable_play_by_keyboard_and_the_verdict_clears_itself(
    hall: Hall, browser: Browser, station_key: list[dict[str, object]]
) -> None:
    page = tablet(browser, hall, station_key, LAPTOP)
    expect(page.locator(".lists-line")).to_contain_text("Test Words")
    begin(page, "1", 0)
    page.keyboard.type("axle9 c-wm", delay=5)
    expect(page.locator("#typed")).to_have_value("AXLE CWM")
    page.keyboard.press("Tab")
    expect(page.locator("[data-list] li")).to_have_text(["AXLE", "CWM"])
    page.keyboard.press("Tab")  # at once: held back
    expect(page.locator(".looking")).to_be_visible()
    page.keyboard.press("Backspace")
    judged(page)
    expect(page.locator(".verdict .word")).to_have_text("ACCEPTABLE")
    assert fits(page)
    page.clock.run_for(11_000)
    expect(page.get_by_label("Your table?")).to_be_visible()


def test_an_unacceptable_play_by_touch_on_an_upright_tablet(
    hall: Hall, browser: Browser, station_key: list[dict[str, object]]
) -> None:
    page = tablet(browser, hall, station_key, UPRIGHT, touch=True)
    page.locator(".table-grid a").nth(1).tap()
    type_pins(page)
    page.locator(".challengers button").nth(1).tap()
    for tile in ("A", "X", "X", "L", "E", " ", "C", "W", "M", "M"):
        page.locator(f'[data-letter="{tile}"]').tap()
    page.get_by_label("Delete the last letter").tap()
    expect(page.locator("#typed")).to_have_value("AXXLE CWM")
    assert fits(page)
    page.get_by_role("button", name="All words are in").tap()
    page.clock.run_for(600)
    page.get_by_role("button", name="Judge", exact=True).tap()
    expect(page.locator(".verdict .word")).to_have_text("UNACCEPTABLE")
    expect(page.locator(".verdict .sign")).to_have_text("✗")
    page.clock.run_for(600)
    page.keyboard.press("x")
    expect(page.get_by_label("Your table?")).to_be_visible()


def test_what_nobody_touches_is_cleared_and_a_reload_keeps_what_was_typed(
    hall: Hall, browser: Browser, station_key: list[dict[str, object]]
) -> None:
    page = tablet(browser, hall, station_key, TABLET)
    begin(page, "3", 0)
    page.keyboard.type("FJO", delay=5)
    page.reload()
    expect(page.locator("#typed")).to_have_value("FJO")
    page.keyboard.press("Escape")
    expect(page.locator("#typed")).to_have_value("")
    page.keyboard.type("GN", delay=5)
    page.clock.run_for(16_000)
    expect(page.get_by_label("Your table?")).to_be_visible()
    page.get_by_label("Your table?").fill("3")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Go on with this challenge").click()
    expect(page.locator("#typed")).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Your table?")).to_be_visible()


def test_nobody_strays_out_without_an_officials_password(
    hall: Hall, browser: Browser, station_key: list[dict[str, object]]
) -> None:
    page = tablet(browser, hall, station_key, TABLET)
    begin(page, "4", 0)
    page.go_back(wait_until="commit")
    expect(page.locator("#typed")).to_be_visible()
    questions: list[str] = []
    page.on("dialog", lambda dialog: questions.append(dialog.type))
    page.keyboard.type("A")
    page.evaluate("location.href = '/'")
    page.wait_for_url(f"{hall.url}/")
    assert questions == ["beforeunload"]
    page.goto(f"{hall.url}/judge/harbour/station/")
    page.get_by_role("link", name="Leave this page").click()
    page.get_by_label("Username").fill("judge")
    page.get_by_label("Password").fill("not it")
    page.keyboard.press("Enter")
    expect(page.locator(".errors, .note.error").first).to_be_visible()
    page.get_by_label("Username").fill("judge")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Player number")).to_be_visible()
    page.goto(f"{hall.url}/console/")
    expect(page.get_by_label("Username")).to_be_visible()


def phone(browser: Browser, hall: Hall, number: int) -> Page:
    page = page_of(browser, PHONE)
    page.goto(f"{hall.url}/l/{hall.links[str(number)]}/")
    page.get_by_role("link", name="Challenge", exact=True).click()
    expect(page.locator("#challenges")).to_be_visible()
    assert fits(page)
    return page


def official(browser: Browser, hall: Hall, name: str) -> Page:
    page = page_of(browser, LAPTOP)
    page.goto(f"{hall.url}/console/harbour/challenges/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="New slip")).to_be_visible()
    page.wait_for_load_state()  # the keys listen once the scripts have run
    return page


def take_next(page: Page, words: str) -> None:
    """n, the words: nothing else. A page that is still loading knows no keys."""
    expect(page.get_by_role("link", name="Take the next")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("n")
    expect(page.locator("#words")).to_be_focused()
    page.wait_for_load_state()
    page.keyboard.type(words, delay=5)


def judge_next(page: Page, words: str) -> None:
    take_next(page, words)
    page.keyboard.press("Enter")
    page.wait_for_url("**/slip/*/")


def test_phones_and_the_desk_a_second_opinion_differs_and_the_director_settles_it(hall: Hall, browser: Browser) -> None:
    ann, bob = phone(browser, hall, 9), phone(browser, hall, 10)
    desk = official(browser, hall, "judge")
    ann.get_by_label("Words challenged").fill("jinx brig")
    ann.get_by_role("button", name="Write it and show my opponent").click()
    bob.get_by_role("button", name="Yes, these words are on the board").click()
    ann.get_by_role("button", name="The runner has it").click()
    judge_next(desk, "jinx brig")
    expect(desk.locator(".verdict .word")).to_have_text("ACCEPTABLE")
    for page in (ann, bob):
        expect(page.locator(".verdict .word")).to_have_text("ACCEPTABLE")
        assert fits(page)
    bob.locator("summary", has_text="Ask for another opinion").click()
    bob.get_by_role("button", name="Ask for it").click()
    expect(ann.locator("#challenges")).to_contain_text("The verdict is open until the words are judged again.")
    director = official(browser, hall, "director")
    take_next(director, "jinx brig")
    director.locator("summary", has_text="From a printed list").click()
    director.get_by_role("button", name="Unacceptable").click()
    expect(director.locator("main")).to_contain_text("with the director")
    expect(ann.locator(".verdict")).to_have_count(0)
    director.locator("#words").fill("jinx brig")
    director.keyboard.press("Enter")
    expect(ann.locator("#challenges")).to_contain_text("✓ acceptable")
    expect(desk.locator("main")).to_contain_text("closed")
