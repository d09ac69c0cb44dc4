"""Late players in real browsers: the door on a phone, the director on a laptop, and a server killed in between.

A game's clock takes minutes; here the moment it was started is moved back in the database, as if they had passed.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.browser import LAPTOP, PHONE, browsing, fits, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]

PASSWORD = "Quizzical-Vowel-42"
SET_UP = f"""
from datetime import timedelta
from django.utils import timezone
from tdsuite.access.models import Membership, User
from tdsuite.tournaments.models import Entry, Game, Player, Round
from tdsuite.tournaments.services.events import create_tournament
keeper = User.objects.create_superuser("director", password="{PASSWORD}")
values = {{"name": "Harbour Cup", "starts_on": "2026-09-05", "ends_on": "2026-09-06", "status": "running"}}
event = create_tournament(by=keeper, slug="harbour", values=values, divisions=[{{"name": "Premier", "code": "a", "planned_rounds": 5}}])
door = User.objects.create_user("door", password="{PASSWORD}")
Membership.objects.create(user=door, tournament=event, role="official")
division = event.divisions.get()
players = [Player.objects.create(name=f"Test Player{{n}}", filing_name=f"Player{{n}}, Test") for n in "abcd"]
entries = [Entry.objects.create(division=division, player=one, number=n) for n, one in enumerate(players, 1)]
began = timezone.now() - timedelta(minutes=1)
row, _ = Round.objects.update_or_create(division=division, number=1, defaults=dict(status="playing", started_at=began, scheduled_at=began))
for board, (first, second) in enumerate(((0, 1), (2, 3)), 1):
    Game.objects.create(round=row, board=board, first=entries[first], second=entries[second], starts_by="assigned")
print(json.dumps(True))
"""
PASS = """
from datetime import timedelta
from django.db.models import F
from results.models import Presence
from tdsuite.tournaments.models import Round
back = timedelta(seconds={seconds})
Round.objects.update(started_at=F("started_at") - back, scheduled_at=F("scheduled_at") - back)
Presence.objects.filter(arrived_at=None).update(clock_started_at=F("clock_started_at") - back)
for row in Presence.objects.exclude(arrived_at=None):
    row.arrived_at -= back
    row.clock_started_at = row.clock_started_at and row.clock_started_at - back
    row.save()
print(json.dumps(True))
"""
GAMES = """
from tdsuite.tournaments.models import Game
print(json.dumps([[game.outcome, game.first_spread, game.second_spread, game.rated] for game in Game.objects.order_by("board")]))
"""
ATTENDANCE = "/console/harbour/a/round/1/attendance/"


@pytest.fixture
def site(tmp_path):
    installation = Installation(tmp_path / "data")
    installation.migrate()
    installation.manage("collectstatic", "--noinput", "--verbosity", "0")
    installation.python(SET_UP)
    installation.start()
    yield installation
    installation.kill()


def log_in(page: Page, site: Installation, name: str) -> None:
    page.goto(site.url + ATTENDANCE)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{ATTENDANCE}")
    expect(page.get_by_role("heading", name="Attendance in round 1")).to_be_visible()


def minutes_pass(site: Installation, minutes: float) -> None:
    site.python(PASS.format(seconds=round(minutes * 60)))


def table(page: Page, number: int):
    return page.locator("#hall-body .seats").nth(number - 1)


SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added')"


def tap(page: Page, number: int, name: str, player: str) -> None:
    """A finger is slower than htmx: until a new button has its script, a press would send the form and load the page."""
    page.wait_for_function(SETTLED)
    table(page, number).get_by_role("button", name=re.compile(rf"^{name}\s*Test Player{player}")).click()


def test_a_late_player_from_the_clock_to_the_elected_forfeit_through_a_restart(site):
    with browsing() as browser:
        troubles: list[str] = []
        laptop, phone = page_of(browser, LAPTOP, troubles), page_of(browser, PHONE, troubles)
        log_in(laptop, site, "director")
        log_in(phone, site, "door")
        assert fits(laptop) and fits(phone)
        tap(phone, 1, "Start clock", "b")
        expect(phone.locator("#told")).to_contain_text("Test Playerb is late: the clock runs; the opponent is here.")
        expect(table(laptop, 1).locator("time.clock")).to_have_text(re.compile(r"2[45]:\d\d"))
        before = table(laptop, 1).locator("time.clock").inner_text()
        expect(table(laptop, 1).locator("time.clock")).not_to_have_text(before, timeout=20_000)

        site.kill()
        minutes_pass(site, 10.1)
        site.start()
        laptop.reload()
        expect(laptop.get_by_role("alert")).to_contain_text("Table 1 Test Playerb 14:")
        expect(laptop.get_by_role("alert")).to_contain_text("The player may elect to forfeit. (2.3.4)")
        phone.reload()
        tap(phone, 1, "Here", "b")
        expect(phone.locator("#told")).to_contain_text(re.compile(r"Test Playerb has 14:\d\d assigned\."))
        expect(phone.get_by_role("link", name="Elects to forfeit…")).to_have_count(0)

        expect(table(laptop, 1)).to_contain_text("assigned; may elect to forfeit")
        laptop.get_by_role("link", name="Elects to forfeit…").click()
        laptop.get_by_role("button", name="The game is forfeited").click()
        expect(laptop.locator("main")).to_contain_text("75 points. Not rated.")
        expect(table(phone, 1)).to_contain_text("Forfeited for lateness")
        assert site.python(GAMES)[0] == ["lateness_forfeit", 75, -75, False]
        assert [one for one in troubles if "ERR_" not in one] == []  # the killed server's silence is none of the page's


def test_wespa_2_3_2_both_absent_from_one_timer_to_two_assigned_times(site):
    with browsing() as browser:
        troubles: list[str] = []
        page = page_of(browser, PHONE, troubles)
        log_in(page, site, "door")
        for player in "cd":
            tap(page, 2, "Not here", player)
            expect(page.locator("#told")).to_contain_text(f"Test Player{player} is not here")
        tap(page, 2, "Start timer for both", "c")
        expect(table(page, 2)).to_contain_text("One timer for both (2.3.2)")
        minutes_pass(site, 7.5)
        tap(page, 2, "Here", "d")
        expect(page.locator("#told")).to_contain_text(
            re.compile(r"Test Playerd has (17:(30|[0-2]\d)|16:[345]\d) assigned")
        )
        minutes_pass(site, 4.5)
        tap(page, 2, "Here", "c")
        expect(page.locator("#told")).to_contain_text(re.compile(r"Test Playerc has 1[23]:\d\d assigned"))
        expect(page.locator("#told")).to_contain_text("may elect to forfeit")
        times = table(page, 2).locator(".seat-clock .clock")
        expect(times).to_have_count(2)
        assert troubles == []


def test_an_expired_clock_rings_by_itself_and_is_not_stopped_by_a_sleeping_page(site):
    with browsing() as browser:
        troubles: list[str] = []
        page = page_of(browser, LAPTOP, troubles)
        log_in(page, site, "director")
        tap(page, 1, "Start clock", "b")
        expect(table(page, 1)).to_contain_text("the clock runs")
        minutes_pass(site, 24.9)
        page.reload()
        expect(table(page, 1)).to_contain_text("arriving now, may elect to forfeit")
        expect(page.get_by_role("alert")).to_contain_text("the game is forfeited. (2.3.5)", timeout=20_000)
        expect(table(page, 1)).to_contain_text("time expired")
        page.get_by_role("link", name="Forfeit…").click()
        page.get_by_role("button", name="The game is forfeited").click()
        expect(page.locator("main")).to_contain_text("assigned time expired")
        assert site.python(GAMES)[0] == ["lateness_forfeit", 75, -75, False]
        assert troubles == []
