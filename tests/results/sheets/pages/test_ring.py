"""The own page rings once when a place becomes known: not at results, not where it is switched off, and also while it is hidden."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.browser import PHONE, browser, page_of  # noqa: F401  (a fixture)
from tests.journeys.installation import Installation
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process]
SET_UP = """
from tdsuite.platform.access import codes
from tdsuite.platform.access.models import User
from tdsuite.platform.access.tokens import make_token
from tdsuite.tournaments.models import Game
from tests.factories import make_played_event, make_round
from tests.platform.access.signing import give_link
division = make_played_event(players=4, played=1)
make_round(division, 2, status="playing", pairs=[(1, 4), (2, 3)])
director = User.objects.create_superuser("director", password="Quizzical-Vowel-42")
print(json.dumps({
    "link": codes.link_token(give_link(division.entries.get(number=1)).nonce),
    "token": make_token(by=director, name="ring"),
    "games": list(Game.objects.filter(round__number=2).order_by("board").values_list("pk", flat=True)),
    "opponent": str(division.entries.get(number=4).player),
}))
"""
# A loudspeaker that counts, and sounds only after a touch, as those of phones.
STUBS = """
window.tones = 0; window.shakes = [];
navigator.vibrate = (pattern) => window.shakes.push(pattern);
const node = () => ({ connect: (next) => next, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, frequency: {} });
window.AudioContext = class extends EventTarget {
  state = "suspended"; currentTime = 0; destination = node();
  async resume() {
    if (!navigator.userActivation.isActive) return new Promise(() => {});
    this.state = "running";
    this.dispatchEvent(new Event("statechange"));
  }
  createGain() { return node(); }
  createOscillator() { return { ...node(), start() { window.tones += 1; }, stop() {} }; }
};
"""
RANG = "[window.tones / 6, window.shakes.length]"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


EVENT = "/api/v1/tournaments/lakeside-open"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Installation]:
    installation = Installation(tmp_path / "data")
    installation.prepare()
    yield installation
    installation.kill()


def posts(site: Installation, facts: dict[str, Any], path: str, **body: Any) -> Any:
    status, answer = site.post(f"{EVENT}/{path}", body, facts["token"])
    assert status in (200, 201), answer
    return answer


def publish(site: Installation, facts: dict[str, Any], number: int) -> str:
    """The round is published with the same boards as the one before; what player 1 is told."""
    draft = posts(site, facts, f"divisions/a/rounds/{number}/pair/", boards=[[1, 4], [2, 3]])
    posts(site, facts, f"divisions/a/drafts/{draft['id']}/publish/", reason="All are here.")
    return f"Round {number}: you are at table 1 against {facts['opponent']}."


def test_it_rings_once_for_each_new_table_and_for_nothing_else(site: Installation, browser: Browser) -> None:  # noqa: F811
    troubles: list[str] = []
    facts = site.python(SET_UP)
    site.start()
    page = page_of(browser, PHONE, troubles)
    page.context.add_init_script(STUBS)
    page.goto(f"{site.url}/l/{facts['link']}/")
    switch = page.get_by_role("checkbox", name="Ring when my next table is known")
    expect(switch).not_to_be_checked()
    title = page.title()

    # Off: a new table is said to screen readers and in the title alone.
    told = publish(site, facts, 3)
    expect(page.locator("#live-region")).to_contain_text(told)
    assert page.title().startswith(told) and page.title().endswith(f" · {title}")
    assert page.evaluate(RANG) == [0, 0]
    switch.check()
    wait_for(lambda: page.evaluate(RANG) == [1, 1], what="it sounds as it will")
    assert page.title() == title

    # A result of one's own, and another's that changes the place: the page is new, and silent.
    for game in facts["games"]:
        posts(site, facts, f"games/{game}/result/", first_score=431, second_score=300)
    expect(page.locator("#me tbody tr")).to_have_count(2)
    assert (page.evaluate(RANG), page.title()) == ([1, 1], title)

    told = publish(site, facts, 4)
    expect(page.locator("#live-region")).to_contain_text(told)
    assert page.evaluate(RANG) == [2, 2]

    # A hidden page hears of it too, and says it in its title until it is seen.
    page.evaluate(HIDE, True)
    told = publish(site, facts, 5)
    wait_for(lambda: page.evaluate(RANG) == [3, 3], what="the hidden page rings")
    assert page.title().startswith(told)
    page.evaluate(HIDE, False)
    assert page.title() == title

    # The browser remembers the switch; after a reload it has to be touched once before it sounds.
    page.reload()
    asleep = page.get_by_text("Touch the page once")
    expect(switch).to_be_checked()
    expect(asleep).to_be_visible()
    page.locator("h1").click()
    expect(asleep).to_be_hidden()
    assert page.evaluate(RANG) == [0, 0]
    assert troubles == []
