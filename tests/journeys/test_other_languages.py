"""A player's whole day in French and in Spanish on real phones: nothing that the catalogue translates is read in English."""

import gettext
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.journeys.browser import LAPTOP, PHONE, fits, page_of
from tests.journeys.installation import Installation
from tests.platform.access.signing import PIN
from tests.public.test_no_english import english_in

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.full]

SET_UP = """
from adjudication.models import DivisionLexicon
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Game
from tests.adjudication.challenges.cases import lexicon
from tests.factories import make_division, make_round, make_tournament
from tests.platform.access.signing import give_link
User.objects.create_superuser("director", password="Quizzical-Vowel-42")
harbour = make_tournament("harbour", name="Harbour Cup")
division = make_division(harbour, players=4, rounds=3)
DivisionLexicon.objects.create(division=division, lexicon=lexicon())
make_round(division, 1, status="finished", pairs=[(1, 3), (2, 4)], results=2)
make_round(division, 2, status="playing", pairs=[(1, 2), (3, 4)])
for entry in division.entries.select_related("division__tournament"):
    give_link(entry)
"""
GAMES = """
print(json.dumps(dict(Game.objects.filter(round__division=division, round__number=2).values_list("board", "pk"))))
"""

STATION = """
from tdsuite.platform.access.services.stations import add_station
director = User.objects.get(username="director")
print(json.dumps({"code": add_station(by=director, tournament=harbour, name="Judging table").code}))
"""
TABLET: ViewportSize = {"width": 1280, "height": 800}


def reads(page: Page, language: str, step: str) -> None:
    """The page is in the language and fits the screen."""
    assert page.locator("html").get_attribute("lang") == language
    assert english_in(page.content(), language) == [], step
    assert fits(page), step


class Reader:
    """One player's phone in one language; every page that it looks at is read for English."""

    def __init__(self, browser: Browser, site: Installation, number: int, language: str) -> None:
        self.site, self.language = site, language
        self.words = gettext.translation("django", settings.LOCALE_PATHS[0], [language]).gettext
        self.page: Page = page_of(browser, PHONE, locale=language)
        self.page.goto(f"{site.url}/p")
        self.look("sign in")
        self.page.get_by_label(self.words("Player number"), exact=True).fill(str(number))
        self.page.get_by_label(self.words("PIN"), exact=True).fill(PIN)
        self.press("Sign in")
        self.page.wait_for_url("**/me/harbour/")
        self.look("own page")

    def look(self, step: str) -> None:
        reads(self.page, self.language, step)

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=self.words(button), exact=True).click()

    def unfold(self, summary: str) -> None:
        self.page.locator("summary", has_text=self.words(summary)).click()

    def go(self, address: str, step: str) -> None:
        self.page.goto(self.site.url + address)
        self.look(step)

    def fill(self, mine: int, theirs: int) -> None:
        """The scores of the form that is open, the own one first."""
        scores = self.page.locator("form[data-typed]:visible .score-row input")
        scores.nth(0).fill(str(mine))
        scores.nth(1).fill(str(theirs))

    def sees(self, message: str, step: str, **values: Any) -> None:
        words = self.words(message)
        expect(self.page.locator("main")).to_contain_text(words.format(**values) if "{" in words else words % values)
        self.look(step)


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    made = Installation(tmp_path_factory.mktemp("languages") / "data")
    made.prepare()
    yield made
    made.kill()


@pytest.mark.parametrize("language", ["fr", "es"])
def test_a_players_day_from_signing_in_to_the_last_page(site: Installation, browser: Browser, language: str) -> None:
    games = site.python(SET_UP + GAMES)
    site.start()
    first, second = Reader(browser, site, 1, language), Reader(browser, site, 2, language)
    first.go("/t/harbour/", "event")
    first.go("/t/harbour/a/pairings/", "pairings")
    agree_on_a_result(first, second, f"/s/harbour/{games['1']}/")
    third, fourth = Reader(browser, site, 3, language), Reader(browser, site, 4, language)
    challenge(third, fourth)
    for reader in (first, third):
        for address in ("/me/harbour/", "/me/harbour/claims/", "/me/harbour/requests/"):
            reader.go(address, address)
        for address in (
            "standings",
            "wall-chart",
            "cross-table",
            "players/1",
            "statistics",
            "ratings",
        ):
            reader.go(f"/t/harbour/a/{address}/", address)
    refused_at_the_door(browser, first)


def agree_on_a_result(first: Reader, second: Reader, sheet: str) -> None:
    """Both enter, differently; a recount; one gives in; it is handed in; a petition for another figure."""
    first.go(sheet, "empty sheet")
    second.go(sheet, "empty sheet of the other")
    first.sees("No result yet", "empty sheet")
    first.fill(400, 390)
    first.press("Send and sign")
    first.sees("You signed", "signed by the first")
    second.sees("Is this right?", "asked to sign")
    second.unfold("No, these are not my figures…")
    second.fill(391, 400)
    second.press("Send and sign")
    for reader in (first, second):
        reader.sees("You do not agree", "disputed")
    second.unfold("Ask for a recount…")
    second.look("recount unfolded")
    second.press("Ask for a recount")
    first.sees("A recount is under way, asked for by %(player)s.", "recount", player="Bruno Tilefield")
    first.press("Sign this card after all")
    second.sees("Both signed", "signed by both")
    second.page.reload()
    second.look("signed sheet read anew")
    first.press("Hand it in")
    first.sees("Both signed, and it is handed in.", "handed in")
    first.unfold("Petition for a correction…")
    first.look("petition unfolded")
    first.fill(401, 391)
    first.press("Sign the petition")
    second.sees("A petition for a correction", "petition")
    second.unfold("Report a problem…")
    second.page.locator("#call-note").fill("?")
    second.page.locator("form", has=second.page.locator("#call-note")).get_by_role("button").click()
    second.sees("The director is called to your table.", "called")


def challenge(third: Reader, fourth: Reader) -> None:
    """From the own page: written, agreed to, on its way; one that the rules refuse."""
    third.page.get_by_role("link", name=third.words("Challenge"), exact=True).click()
    third.page.wait_for_url("**/judge/**")
    third.look("challenge")
    address = third.page.url.removeprefix(third.site.url)
    third.page.get_by_label(third.words("Words challenged")).fill("jinx brig")
    third.press("Write it and show my opponent")
    third.sees("written, at the table", "challenge shown")
    fourth.go(address, "challenge of the opponent")
    fourth.press("Yes, these words are on the board")
    fourth.sees("Agreed.", "challenge agreed")
    third.press("The runner has it")
    third.sees("handed over, awaiting the verdict", "challenge on its way")


def refused_at_the_door(browser: Browser, reader: Reader) -> None:
    """A wrong PIN, on a laptop."""
    stranger = page_of(browser, LAPTOP, locale=reader.language)
    stranger.goto(f"{reader.site.url}/p")
    stranger.get_by_label(reader.words("Player number"), exact=True).fill("1")
    stranger.get_by_label(reader.words("PIN"), exact=True).fill("000000")
    stranger.get_by_role("button", name=reader.words("Sign in"), exact=True).click()
    expect(stranger.get_by_role("alert")).to_be_visible()
    assert english_in(stranger.content(), reader.language) == []


@pytest.mark.parametrize("language", ["fr", "es"])
def test_a_challenge_is_judged_at_a_station(site: Installation, browser: Browser, language: str) -> None:
    """A tablet whose browser asks for the language: paired, a table chosen, PINs, words too short, words, a verdict."""
    code = site.python(SET_UP + STATION)["code"]
    site.start()
    words = gettext.translation("django", settings.LOCALE_PATHS[0], [language]).gettext
    page = page_of(browser, TABLET, locale=language)
    page.on("dialog", lambda dialog: dialog.accept())
    page.clock.install()
    page.goto(f"{site.url}/station/")
    reads(page, language, "asked for the pairing code")
    page.locator("input[name=code]").fill(code)
    page.keyboard.press("Enter")
    expect(page.get_by_label(words("Player number"), exact=True)).to_be_visible()
    reads(page, language, "players sign in")
    page.goto(f"{site.url}/judge/harbour/station/")
    reads(page, language, "which table")
    page.get_by_label(words("Your table?")).fill("1")
    page.keyboard.press("Enter")
    for place, pin in enumerate((PIN, "000000")):
        page.locator(".two-players input[data-pin]").nth(place).fill(pin)
    page.locator(".challengers button").first.click()
    expect(page.get_by_role("alert")).to_be_visible()
    reads(page, language, "a wrong PIN")
    for place in range(2):
        page.locator(".two-players input[data-pin]").nth(place).fill(PIN)
    page.locator(".challengers button").first.click()
    typed = page.locator("#typed")
    typed.press_sequentially("x")
    page.keyboard.press("Tab")
    expect(page.locator("[data-told]")).to_have_text(
        words("{word} is no word of %(least)s to %(most)s letters.").replace("{word}", "X") % {"least": 2, "most": 15}
    )
    reads(page, language, "a word too short")
    typed.fill("axle")
    page.keyboard.press("Tab")
    expect(page.locator(".looking")).to_be_visible()
    reads(page, language, "both look")
    page.clock.run_for(600)  # the judging key is held back for half a second
    page.keyboard.press("Tab")
    verdict = page.locator(".station-verdict")
    expect(verdict).to_be_visible()
    reads(page, language, "the verdict")
    expect(verdict).to_contain_text(words("ACCEPTABLE"))
