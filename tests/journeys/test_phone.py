"""A spectator's or player's own phone: it remembers whose it is, and tells where they play next."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import PHONE, fits, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]
SET_UP = """
from tests.factories import make_division, make_round, make_tournament
event = make_tournament("hall", name="Harbour Cup")
division = make_division(event, players=6, rounds=3)
make_division(event, code="b", players=2, rounds=3)
make_round(division, 1, status="playing", pairs=[(1, 2), (3, 4), (5, 6)])
print(json.dumps({entry.number: [str(entry.player), entry.player.filing_name] for entry in division.entries.all()}))
"""
NEXT_ROUND = """
from django.db import transaction
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Game
from tests.factories import make_round, play
with transaction.atomic():
    division = Division.objects.get(code="a")
    for game in Game.objects.filter(round__division=division).with_people():
        play(game, 400, 390)
    division.rounds.update(status="closed")
    make_round(division, 2, status="published", pairs=[(3, 1), (2, 5), (4, 6)])
    bump(division.live_topic)
print("null")
"""
SHIFTS = """new Promise((resolve) => new PerformanceObserver((list) => {
  resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0));
}).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => resolve(0), 500))"""


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    made = Installation(tmp_path_factory.mktemp("phone") / "data")
    made.prepare()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def people(installation: Installation) -> dict[str, list[str]]:
    """Name, and name as filed, by number."""
    made: dict[str, list[str]] = installation.python(SET_UP)
    installation.start()
    return made


def line_says(page: Page, words: str) -> None:
    expect(page.locator("#next-game")).to_contain_text(words)
    assert fits(page)


def test_a_name_picked_once_tells_the_next_table_on_every_page_until_it_is_forgotten(
    installation: Installation, browser: Browser, people: dict[str, list[str]]
) -> None:
    troubles: list[str] = []
    page = page_of(browser, PHONE, troubles)
    page.goto(f"{installation.url}/t/hall/")
    expect(page.locator("#next-game")).to_be_hidden()
    page.get_by_role("link", name="Playing here? Find your name").click()
    page.get_by_role("searchbox").fill(people["1"][0].split()[0])
    page.get_by_role("link", name=people["1"][1], exact=True).click()
    page.wait_for_url("**/t/hall/")
    line_says(page, f"Round 1: you are at table 1 against {people['2'][0]}. You start.")
    expect(page.locator("[data-ask-name]")).to_be_hidden()
    assert page.context.cookies() == []
    for address in ("a/standings/", "b/pairings/"):
        page.goto(f"{installation.url}/t/hall/{address}")
        line_says(page, "Round 1: you are at table 1")
    assert page.evaluate(SHIFTS) < 0.1
    installation.python(NEXT_ROUND)
    line_says(page, f"Round 2: you are at table 1 against {people['3'][0]}. You are second.")
    page.locator("#next-game a").click()
    page.wait_for_url("**/t/hall/a/players/1/")
    page.get_by_role("button", name="Not me").click()
    expect(page.locator("#next-game")).to_be_hidden()
    assert page.evaluate("localStorage.length") == 0
    page.get_by_role("button", name="This is me").click()
    line_says(page, "Round 2: you are at table 1")
    assert troubles == []


def test_a_player_who_is_gone_is_forgotten_and_without_storage_a_name_leads_to_the_players_page(
    installation: Installation, browser: Browser, people: dict[str, list[str]]
) -> None:
    page = page_of(browser, PHONE, locale="fr")
    page.goto(f"{installation.url}/t/hall/")
    page.evaluate("localStorage.setItem('next-game:/t/hall/', '/t/hall/a/players/99/')")
    page.reload()
    expect(page.get_by_role("link", name="Vous jouez ici ? Trouvez votre nom")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException(); }")
    page.goto(f"{installation.url}/t/hall/names/")
    page.get_by_role("link", name=people["3"][1], exact=True).click()
    page.wait_for_url("**/t/hall/a/players/3/")
    expect(page.locator("#next-game")).to_be_hidden()
