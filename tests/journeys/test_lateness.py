"""Late players in real browsers: the door on a phone, the director on a laptop, and a server killed in between.

A game's clock takes minutes; here the moment it was started is moved back in the database, as if they had passed. Whole minutes are
left to whatever a busy computer takes in between: that a time is right to the second is held by the engine's tests.
"""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.browser import LAPTOP, PHONE, fits, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]

SET_UP = """
from datetime import timedelta
from django.utils import timezone
from tdsuite.platform.access.models import Membership, User
from tdsuite.tournaments.models import Entry, Game, Player, Round
from tdsuite.tournaments.services.events import create_tournament
keeper = User.objects.create_superuser("director")
values = {"name": "Harbour Cup", "starts_on": "2026-09-05", "ends_on": "2026-09-06", "status": "running"}
event = create_tournament(by=keeper, slug="harbour", values=values, divisions=[{"name": f"Division {code}", "code": code, "planned_rounds": 5} for code in "abc"])
door = User.objects.create_user("door")
Membership.objects.create(user=door, tournament=event, role="official")
began = timezone.now() - timedelta(minutes=1)
for division, letters in zip(event.divisions.order_by("code"), ("ab", "cd", "ef")):
    players = [Player.objects.create(name=f"Test Player{letter}", filing_name=f"Player{letter}, Test") for letter in letters]
    first, second = (Entry.objects.create(division=division, player=player, number=n) for n, player in enumerate(players, 1))
    row, _ = Round.objects.update_or_create(division=division, number=1, defaults=dict(status="playing", started_at=began, scheduled_at=began))
    Game.objects.create(round=row, board=1, first=first, second=second, starts_by="assigned")
print(json.dumps(True))
"""
PASS = """
from datetime import timedelta
from django.db.models import F
from tdsuite.tournaments.models import Presence, Round
back = timedelta(seconds={seconds})
Round.objects.filter(division__code="{code}").update(started_at=F("started_at") - back, scheduled_at=F("scheduled_at") - back)
presences = Presence.objects.filter(game__round__division__code="{code}")
presences.filter(arrived_at=None).update(clock_started_at=F("clock_started_at") - back)
for row in presences.exclude(arrived_at=None):
    row.arrived_at -= back
    row.clock_started_at = row.clock_started_at and row.clock_started_at - back
    row.save()
print(json.dumps(True))
"""
GAME = """
from tdsuite.tournaments.models import Game
game = Game.objects.get(round__division__code="{code}")
print(json.dumps([game.outcome, game.first_spread, game.second_spread, game.rated]))
"""


TABLE = """
from tdsuite.tournaments.models import Game
game = Game.objects.get(round__division__code="{code}")
print(json.dumps(f"/console/harbour/{code}/table/{{game.pk}}/"))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """One table in each of the divisions a, b and c: every test has a division of its own."""
    installation = Installation(tmp_path_factory.mktemp("lateness") / "data")
    installation.prepare()
    installation.python(SET_UP)
    installation.start()
    yield installation
    installation.kill()


def at_clock(page: Page, site: Installation, name: str, code: str) -> None:
    """Logged in at the table of a division, where its clock is."""
    page.context.add_cookies([{"name": "sessionid", "value": site.session(name), "url": site.url}])
    page.goto(site.url + site.python(TABLE.format(code=code)))
    expect(table(page)).to_be_visible()
    if not page.locator("#at-clock[open]").count():  # whoever enters results opens it
        page.locator("#at-clock > summary").click()


def minutes_pass(site: Installation, code: str, minutes: float) -> None:
    site.python(PASS.format(seconds=round(minutes * 60), code=code))


def table(page: Page) -> Locator:
    return page.locator("#at-clock")


def told(page: Page) -> Locator:
    """What the last press did."""
    return page.locator(".messages")


def tap(page: Page, name: str, player: str) -> None:
    page.wait_for_load_state()
    table(page).get_by_role("button", name=re.compile(rf"^{name}\s*Test Player{player}")).click()


def test_a_late_player_from_the_clock_to_the_elected_forfeit_through_a_restart(
    site: Installation, browser: Browser
) -> None:
    troubles: list[str] = []
    laptop, phone = page_of(browser, LAPTOP, troubles), page_of(browser, PHONE, troubles)
    at_clock(laptop, site, "director", "a")
    at_clock(phone, site, "door", "a")
    assert fits(laptop) and fits(phone)
    tap(phone, "Start clock", "b")
    expect(told(phone)).to_contain_text("Test Playerb is late: the clock runs; the opponent is here.")
    expect(table(laptop).locator("time.clock")).to_have_text(re.compile(r"2\d:\d\d"))
    before = table(laptop).locator("time.clock").inner_text()
    expect(table(laptop).locator("time.clock")).not_to_have_text(before)

    site.kill()
    minutes_pass(site, "a", 10.1)
    site.start()
    laptop.reload()
    phone.reload()
    troubles.clear()  # the killed server's silence is none of the page's
    expect(table(laptop)).to_contain_text(re.compile(r"◷\s*1\d:"))
    expect(table(laptop)).to_contain_text("The player may elect to forfeit. (2.3.4)")
    tap(phone, "Here", "b")
    expect(told(phone)).to_contain_text(re.compile(r"Test Playerb has 1\d:\d\d assigned\."))
    expect(table(phone)).not_to_contain_text("elects to forfeit")

    expect(table(laptop)).to_contain_text("assigned; may elect to forfeit")
    laptop.locator("details[open]", has_text="elects to forfeit").get_by_role(
        "button", name="The game is forfeited"
    ).last.click()
    expect(laptop.locator("main")).to_contain_text("75 points. Not rated.")
    expect(phone.locator("#at-result")).to_contain_text("forfeited for lateness")
    assert site.python(GAME.format(code="a")) == ["lateness_forfeit", 75, -75, False]
    assert troubles == []


def test_wespa_2_3_2_both_absent_from_one_timer_to_two_assigned_times(site: Installation, browser: Browser) -> None:
    troubles: list[str] = []
    page = page_of(browser, PHONE, troubles)
    at_clock(page, site, "door", "b")
    for player in "cd":
        tap(page, "Not here", player)
        expect(told(page)).to_contain_text(f"Test Player{player} is not here")
    tap(page, "Start timer for both", "c")
    expect(table(page)).to_contain_text("One timer for both (2.3.2)")
    minutes_pass(site, "b", 7.5)
    tap(page, "Here", "d")
    expect(told(page)).to_contain_text(re.compile(r"Test Playerd has 1[4-7]:\d\d assigned"))
    minutes_pass(site, "b", 4.5)
    tap(page, "Here", "c")
    expect(told(page)).to_contain_text(re.compile(r"Test Playerc has 1[0-3]:\d\d assigned"))
    expect(told(page)).to_contain_text("may elect to forfeit")
    times = table(page).locator(".seat-clock .clock")
    expect(times).to_have_count(2)
    assert troubles == []


def test_an_expired_clock_rings_by_itself_and_is_not_stopped_by_a_sleeping_page(
    site: Installation, browser: Browser
) -> None:
    """The page's own minutes pass by its clock, the server's in the database."""
    troubles: list[str] = []
    page = page_of(browser, LAPTOP, troubles)
    page.clock.install()
    at_clock(page, site, "director", "c")
    tap(page, "Start clock", "f")
    expect(table(page)).to_contain_text("the clock runs")
    minutes_pass(site, "c", 15)
    page.reload()
    expect(table(page)).to_contain_text("arriving now, may elect to forfeit")
    minutes_pass(site, "c", 15)
    page.clock.fast_forward("15:00")
    expect(table(page)).to_contain_text("the game is forfeited. (2.3.5)")
    expect(table(page)).to_contain_text("time expired")
    page.locator("details[open]", has_text="loses the game by lateness").get_by_role(
        "button", name="The game is forfeited"
    ).last.click()
    expect(page.locator("main")).to_contain_text("assigned time expired")
    assert site.python(GAME.format(code="c")) == ["lateness_forfeit", 75, -75, False]
    assert troubles == []
