"""Result sheets in real browsers, two phones at a time: agree, dispute, correct, lose the network, sign at the desk; paper sheets."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.browser import LAPTOP, PHONE, fits, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]

PIN = "314159"
SHEETS = 5
LONG = "Quizzicalvowelconsonantscrambledanagrammaticalperson"  # one word, wider than a phone
SET_UP = f"""
from django.test import Client
from tdsuite.platform.access import codes
from tdsuite.platform.access.models import User
from tdsuite.platform.access.services.stations import add_station
from tdsuite.tournaments.models import Game, Player
from tests.platform.access.signing import give_link
from tests.factories import make_division, make_round, make_tournament
keeper = User.objects.create_superuser("director")
harbour, paper = make_tournament("harbour", name="Harbour Cup"), make_tournament("paper", name="Paper Cup")
division = make_division(harbour, players=16, rounds=3)
make_round(division, 1, status="playing", pairs=[(n, n + 1) for n in range(1, 16, 2)])
make_round(make_division(paper, players={2 * SHEETS}, rounds=1), 1, status="playing", pairs=[(n, n + 1) for n in range(1, {2 * SHEETS}, 2)])
Player.objects.filter(entries__division=division, entries__number=1).update(name="{LONG}")
links = {{entry.number: codes.link_token(give_link(entry, "{PIN}").nonce) for entry in division.entries.select_related("division__tournament")}}
games = dict(Game.objects.filter(round__division=division).values_list("board", "pk"))
code = add_station(by=keeper, tournament=harbour, name="By the desk").code
desk = Client()
desk.force_login(keeper)
print(json.dumps({{"links": links, "games": games, "code": code, "session": desk.cookies["sessionid"].value}}))
"""
SHEET = """
SELECT s.state, s.number, (SELECT count(*) FROM results_signature n JOIN results_sheetversion v ON v.id = n.version_id
WHERE v.sheet_id = s.id AND v.number = s.number), g.first_score, g.second_score
FROM results_sheet s JOIN tournaments_game g ON g.id = s.game_id WHERE g.id = ?
"""
PAPER = """
SELECT s.state, s.number, g.first_score, g.second_score FROM results_sheet s JOIN tournaments_game g ON g.id = s.game_id
JOIN tournaments_round r ON r.id = g.round_id JOIN tournaments_division d ON d.id = r.division_id
JOIN tournaments_tournament t ON t.id = d.tournament_id WHERE t.slug = 'paper' ORDER BY g.board
"""
NEXT_ROUND = """
from tdsuite.tournaments.models import Division, Game, Round
from tests.factories import make_round
division = Division.objects.get(tournament__slug="harbour")
make_round(division, 2, status="playing", pairs=[(5, 7)])
print(json.dumps(True))
"""
# With the question at the upper edge of the window: whether nothing covers it.
UNCOVERED = """() => {
    const told = document.getElementById("sheet-told");
    window.scrollBy(0, told.getBoundingClientRect().top);
    const { left, top } = told.getBoundingClientRect();
    return told.contains(document.elementFromPoint(left + 30, top + 20));
}"""


class Site(Installation):
    """An installation with eight boards at Harbour Cup and five at Paper Cup; 1 plays 2 at table 1, 3 plays 4, ..."""

    links: dict[str, str]
    games: dict[str, int]
    code: str
    session: str

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """What stands in the database file, read beside the server."""
        with closing(sqlite3.connect(f"file:{self.folder / 'tdsuite.sqlite3'}?mode=ro", uri=True)) as file:
            return file.execute(query, values).fetchall()

    def sheet(self, board: int) -> tuple[object, ...]:
        """State, version, signatures under it, and the game's scores; () where nobody has opened it."""
        return next(iter(self.rows(SHEET, self.games[str(board)])), ())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("sheets") / "data")
    made.prepare()
    known = made.python(SET_UP)
    made.links, made.games, made.code, made.session = (known[name] for name in ("links", "games", "code", "session"))
    made.start()
    yield made
    made.kill()


def phone(browser: Browser, site: Site, number: int, troubles: list[str], *, walks: bool = False) -> Page:
    """A player's own phone, which the private link signed in, at the own sheet.  walks: there from the own page."""
    page, link = page_of(browser, PHONE, troubles), f"{site.url}/l/{site.links[str(number)]}/"
    if walks:
        page.goto(link)
        page.wait_for_url("**/me/harbour/")
        page.locator(".own-next .button.primary").click()
        page.wait_for_url("**/s/harbour/*/")
    else:
        page.request.get(link)
        page.goto(f"{site.url}/s/harbour/{site.games[str((number + 1) // 2)]}/")
    assert fits(page)
    return page


def director(browser: Browser, site: Site, path: str, troubles: list[str]) -> Page:
    page = page_of(browser, LAPTOP, troubles)
    page.context.add_cookies([{"name": "sessionid", "value": site.session, "url": site.url}])
    page.goto(site.url + path)
    return page


def fill(page: Page, mine: int, theirs: int) -> None:
    scores = page.locator("form[data-typed] .score-row input")
    scores.nth(0).fill(str(mine))
    scores.nth(1).fill(str(theirs))


def says(page: Page, text: str) -> None:
    """The page comes to say it, without a reload."""
    expect(page.locator("#sheet")).to_contain_text(text)


def sends(page: Page, button: str) -> None:
    page.get_by_role("button", name=button).click()
    expect(page.locator("#sheet-sent")).to_have_text("Sent.")


def agree(one: Page, other: Page, mine: int, theirs: int) -> None:
    """One enters, the other sees the same and signs."""
    fill(one, mine, theirs)
    sends(one, "Send and sign")
    says(other, "Is this right?")
    sends(other, "Yes, I sign")
    says(one, "Both signed")


def test_two_phones_agree_and_console_and_public_board_follow(site: Site, browser: Browser) -> None:
    troubles: list[str] = []
    ada, other = phone(browser, site, 1, troubles, walks=True), phone(browser, site, 2, troubles)
    hall = page_of(browser, LAPTOP, troubles)
    hall.goto(f"{site.url}/t/harbour/a/pairings/")
    desk = director(browser, site, "/console/harbour/round/", troubles)
    fill(ada, 431, 388)
    ada.get_by_label("100 tiles counted").check()
    sends(ada, "Send and sign")
    says(ada, "You signed")
    says(other, "Is this right?")
    says(other, "100 tiles counted")
    assert fits(other)
    other.get_by_text("No, these are not my figures…").click()
    assert fits(other)
    expect(desk.locator(".round-rows tbody tr").first).to_contain_text("1 of 2")
    sends(other, "Yes, I sign")
    says(ada, "You won: hand the sheet in before you leave.")
    expect(hall.locator(".boards .board").first).to_contain_text("431")
    sends(ada, "Hand it in")
    says(other, "Both signed, and it is handed in.")
    expect(desk.locator(".round-rows tbody tr").first).to_contain_text("signed by both")
    ada.get_by_role("link", name="My page").click()
    expect(ada.locator("#me")).to_contain_text("Sheet of round 1: final")
    assert site.sheet(1) == ("handed_in", 1, 2, 431, 388)
    assert troubles == []


def test_different_figures_side_by_side_then_one_asks_for_a_recount_and_gives_in(site: Site, browser: Browser) -> None:
    troubles: list[str] = []
    one, other = phone(browser, site, 3, troubles), phone(browser, site, 4, troubles)
    desk = director(browser, site, "/console/harbour/round/", troubles)
    fill(one, 400, 390)
    fill(other, 391, 400)
    sends(one, "Send and sign")
    says(other, "Is this right?")
    expect(other.locator("form[data-typed] .score-row input").nth(0)).to_have_value("391")  # nothing typed is lost
    sends(other, "Send and sign")
    for page in (one, other):
        says(page, "You do not agree")
        expect(page.locator(".cards .paper")).to_have_count(2)
        expect(page.locator(".cards .differs")).not_to_have_count(0)
    expect(desk.locator("#beside")).to_contain_text("Disputed sheet, table 2")
    other.get_by_text("Ask for a recount…").click()
    sends(other, "Ask for a recount")
    says(one, "A recount is under way")
    sends(one, "Sign this card after all")
    says(other, "Both signed")
    assert site.sheet(2) == ("signed", 2, 2, 400, 391)
    assert [one for one in troubles if "409" not in one] == []


def test_a_mistake_is_corrected_by_petition_until_the_next_round_plays(site: Site, browser: Browser) -> None:
    troubles: list[str] = []
    one, other = phone(browser, site, 5, troubles), phone(browser, site, 6, troubles)
    agree(one, other, 431, 388)
    sends(one, "Hand it in")
    one.get_by_text("Petition for a correction…").click()
    fill(one, 421, 388)
    sends(one, "Sign the petition")
    says(other, "A petition for a correction")
    sends(other, "I agree and sign")
    says(one, "Both of you agree; the director decides.")
    desk = director(browser, site, f"/console/harbour/a/table/{site.games['3']}/", troubles)
    desk.get_by_role("button", name="Accept the petition").click()
    expect(desk.locator("main")).to_contain_text("The petition is accepted")
    says(one, "421")
    says(one, "Both signed, and it is handed in.")
    assert site.sheet(3) == ("handed_in", 2, 2, 421, 388)
    assert troubles == []
    one.get_by_text("Petition for a correction…").click()
    fill(one, 411, 388)
    site.python(NEXT_ROUND)
    one.get_by_role("button", name="Sign the petition").click()
    says(one, "The next game has begun: the signed sheet stands, and only a ruling or an appeal changes it. (5.4.1)")
    expect(one.get_by_text("Petition for a correction…")).to_have_count(0)
    assert site.sheet(3) == ("handed_in", 2, 2, 421, 388)


def test_figures_typed_without_a_network_are_kept_and_sent_once_when_it_is_back(site: Site, browser: Browser) -> None:
    troubles: list[str] = []
    one, other = phone(browser, site, 7, troubles), phone(browser, site, 8, troubles)
    fill(one, 377, 366)
    expect(one.locator("#sheet-sent")).to_contain_text("Not sent yet")
    one.reload()
    expect(one.locator("form[data-typed] .score-row input").nth(0)).to_have_value("377")
    one.context.set_offline(True)
    one.get_by_role("button", name="Send and sign").click()
    expect(one.locator("#sheet-sent")).to_contain_text("no connection")
    assert site.sheet(4) == ()
    one.context.set_offline(False)
    expect(one.locator("#sheet-sent")).to_have_text("Sent.")
    says(other, "Is this right?")
    assert site.sheet(4)[:3] == ("entered", 1, 1)
    # The answer is lost on the way: the same submission comes again, and nothing is done twice.
    other.route("**/sign/", lambda route: (route.fetch(), route.abort()))
    other.get_by_role("button", name="Yes, I sign").click()
    expect(other.locator("#sheet-sent")).to_contain_text("no connection")
    other.reload()
    expect(other.locator("#sheet-sent")).to_contain_text("no connection")
    other.unroute("**/sign/")
    expect(other.locator("#sheet-sent")).to_have_text("Sent.")
    assert site.sheet(4) == ("signed", 1, 2, 377, 366)
    # The press is acknowledged, and the page after it is lost: the sheet follows by itself.
    one.route(
        re.compile(r"/s/harbour/\d+/$"),
        lambda route: route.abort() if route.request.headers.get("x-sheet") else route.continue_(),
    )
    one.get_by_role("button", name="Hand it in").click()
    says(one, "Both signed, and it is handed in.")
    assert site.sheet(4)[0] == "handed_in"


def test_a_player_signs_at_the_station_with_a_pin_and_leaves_nothing_behind(site: Site, browser: Browser) -> None:
    troubles: list[str] = []
    one = phone(browser, site, 9, troubles)
    station = page_of(browser, LAPTOP, troubles)
    station.goto(f"{site.url}/station/")
    station.locator("[name=code]").fill(site.code)
    station.keyboard.press("Enter")
    station.locator("[name=number]").fill("10")
    station.locator("[name=pin]").fill(PIN)
    station.keyboard.press("Enter")
    scripts: list[Route] = []

    def hold(route: Route) -> None:
        scripts.append(route)

    station.route(re.compile(r"/js/sheet\.[^/]*js"), hold)
    with station.expect_request(re.compile(r"/js/sheet\.[^/]*js")):
        station.get_by_role("link", name="Enter the result").click()
    fill(station, 399, 401)  # before the page's script is there
    scripts.pop().continue_()
    expect(station.locator("#sheet-sent")).to_contain_text("Not sent yet")
    fill(one, 402, 399)
    sends(one, "Send and sign")
    says(station, "Is this right?")
    expect(station.locator("form[data-typed] .score-row input").nth(1)).to_have_value("401")  # nothing typed is lost
    sends(station, "Yes, I sign")
    says(one, "Both signed")
    assert station.evaluate("localStorage.length") == 0
    station.get_by_role("button", name="Done").click()
    expect(station.locator("[name=pin]")).to_be_visible()
    station.goto(f"{site.url}/s/harbour/{site.games['5']}/")
    expect(station.locator("[name=pin]")).to_be_visible()
    assert site.sheet(5) == ("signed", 1, 2, 402, 399)
    assert troubles == []


def test_odd_figures_are_asked_about_before_they_are_signed_and_the_second_is_warned(
    site: Site, browser: Browser
) -> None:
    troubles: list[str] = []
    one, other = phone(browser, site, 13, troubles), phone(browser, site, 14, troubles)
    fill(one, 1400, 1)
    one.get_by_role("button", name="Send and sign", exact=True).click()
    says(one, "scored 1400, over 850?")
    says(one, "scored only 1?")
    expect(one.locator("#sheet-told")).to_be_in_viewport()
    assert fits(one) and site.sheet(7) == ()
    expect(one.locator("form[data-typed] .score-row input").nth(0)).to_have_value("1400")  # nothing typed is lost
    fill(one, 400, -5)
    expect(one.locator("#sheet-sent")).to_contain_text("Not sent yet")
    assert one.evaluate(UNCOVERED)
    one.get_by_role("button", name="Send and sign", exact=True).click()
    says(one, "scored -5, below zero?")
    expect(one.locator("#sheet-told")).not_to_contain_text("1400")
    sends(one, "It is right: send and sign")
    says(one, "You signed")
    says(other, "Check this before you sign:")
    assert fits(other)
    sends(other, "Yes, I sign")
    assert site.sheet(7) == ("signed", 1, 2, 400, -5)
    assert [one for one in troubles if "422" not in one] == []


def test_five_paper_sheets_in_one_sitting_without_a_mouse(site: Site, browser: Browser) -> None:
    troubles: list[str] = []
    desk = director(browser, site, "/console/paper/a/round/1/sheets/paper/", troubles)
    expect(desk.locator("#id_table")).to_be_focused()
    desk.wait_for_load_state()
    for table in range(1, SHEETS + 1):
        for field in (str(table), str(300 + table), str(250 + table), "", "y"):
            desk.keyboard.type(field)
            desk.keyboard.press("Enter")
    expect(desk.locator("#paper-open")).to_contain_text("All sheets are in")
    assert site.rows(PAPER) == [("handed_in", 1, 300 + table, 250 + table) for table in range(1, SHEETS + 1)]
    desk.keyboard.type("3")
    expect(desk.locator("#name-one")).not_to_have_text(re.compile("Winterbourne"))
    assert troubles == []
