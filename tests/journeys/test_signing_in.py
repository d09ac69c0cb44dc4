"""Players sign in with real browsers at phone size: the short page, a private link, a station paired by an official."""

import pytest
from playwright.sync_api import expect

from tests.journeys.browser import LAPTOP, PHONE, browsing, fits, page_of
from tests.journeys.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.process]

PASSWORD = "Quizzical-Vowel-42"
NARROW = {"width": 320, "height": 640}
SET_UP = f"""
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Entry, Player
from tdsuite.tournaments.services.events import create_tournament
keeper = User.objects.create_superuser("director", password="{PASSWORD}")
values = {{"name": "Harbour Cup", "starts_on": "2026-09-05", "ends_on": "2026-09-06", "status": "running"}}
event = create_tournament(by=keeper, slug="harbour", values=values, divisions=[{{"name": "Premier", "code": "a", "planned_rounds": 5}}])
division = event.divisions.get()
for n, letter in enumerate("ab", 1):
    player = Player.objects.create(name=f"Test Player{{letter}}", filing_name=f"Player{{letter}}, Test")
    Entry.objects.create(division=division, player=player, number=n)
from tdsuite.platform.access.services.links import issue_missing, token_of
issued = issue_missing(by=keeper, tournament=event)
print(json.dumps([[token_of(one.link), one.pin] for one in issued]))
"""
SESSIONS = """
from tdsuite.platform.access.models import PlayerSession
print(json.dumps([[row.means, row.station_id is not None, row.ended_at is not None] for row in PlayerSession.objects.order_by("pk")]))
"""


@pytest.fixture
def site(tmp_path):
    installation = Installation(tmp_path / "data")
    installation.prepare()
    yield installation
    installation.kill()


def sign_in(page, number, pin):
    page.get_by_label("Player number").fill(str(number))
    page.get_by_label("PIN", exact=True).fill(pin)
    page.get_by_role("button", name="Sign in").click()


def cookie_of_player(page):
    return [one for one in page.context.cookies() if one["name"].startswith("tdsuite_player_")]


def test_players_sign_in_by_link_by_pin_and_at_a_station(site):
    (token, _pin), (_token, pin) = site.python(SET_UP)
    site.start()
    troubles = []
    with browsing() as browser:
        # A private link: the address is clean at once, and the browser keeps no trace of the token.
        own = page_of(browser, PHONE, troubles)
        asked = []
        own.on("request", lambda request: asked.append((request.url, request.headers.get("referer", ""))))
        own.goto(f"{site.url}/l/{token}/")
        assert token not in own.url and token not in own.content()
        assert [url for url, _referer in asked if token in url] == [f"{site.url}/l/{token}/"]
        assert not [referer for _url, referer in asked if token in referer]
        (cookie,) = cookie_of_player(own)
        assert (cookie["httpOnly"], cookie["secure"], cookie["sameSite"]) == (True, False, "Lax")
        assert fits(own)

        # The short page, with one hand on the narrowest phone.
        short = page_of(browser, NARROW, troubles)
        short.goto(f"{site.url}/p")
        button = short.get_by_role("button", name="Sign in")
        assert fits(short) and button.bounding_box()["height"] >= 44
        assert short.get_by_label("PIN", exact=True).get_attribute("inputmode") == "numeric"
        sign_in(short, 2, pin)
        short.wait_for_function("() => !location.pathname.startsWith('/p/')")
        assert len(cookie_of_player(short)) == 1 and fits(short)

        # An official adds a station; its tablet is paired with the code and signs a player in and out.
        desk = page_of(browser, LAPTOP, troubles)
        desk.goto(f"{site.url}/console/harbour/sign-in/")
        desk.get_by_label("Username").fill("director")
        desk.get_by_label("Password").fill(PASSWORD)
        desk.keyboard.press("Enter")
        desk.get_by_text("Stations:").click()
        desk.get_by_label("Name of the station").fill("Tablet by the door")
        desk.get_by_role("button", name="Add and show the code").click()
        code = desk.locator(".big-code").inner_text()
        tablet = page_of(browser, PHONE, troubles)
        tablet.goto(f"{site.url}/station/")
        tablet.get_by_label("Pairing code").fill(code.lower())
        tablet.get_by_role("button", name="Pair").click()
        expect(tablet.get_by_role("heading", name="Tablet by the door")).to_be_visible()
        sign_in(tablet, 2, pin)
        tablet.wait_for_function("() => location.pathname != '/station/'")
        assert len(cookie_of_player(tablet)) == 1
        tablet.get_by_role("button", name="Done").click()
        expect(tablet.get_by_role("heading", name="Tablet by the door")).to_be_visible()
        assert cookie_of_player(tablet) == []

        # Somebody who walks away is signed out by the page itself.
        tablet.clock.install()
        sign_in(tablet, 2, pin)
        expect(tablet.get_by_role("button", name="Done")).to_be_visible()
        tablet.wait_for_load_state()  # the page's own watch has begun
        tablet.clock.fast_forward(30_000)
        expect(tablet.get_by_role("button", name="Done")).to_be_visible()
        tablet.clock.fast_forward(61_000)
        expect(tablet.get_by_role("heading", name="Tablet by the door")).to_be_visible()
        desk.goto(f"{site.url}/console/harbour/sign-in/")
        desk.get_by_text("Stations:").click()
        row = desk.get_by_role("row", name="Tablet by the door")
        expect(row.get_by_text("paired", exact=True)).to_be_visible()
    assert site.python(SESSIONS) == [
        ["link", False, False],
        ["pin", False, False],
        ["pin", True, True],
        ["pin", True, True],
    ]
    # A page that is being left may still ask for its stream while it is signed out.
    assert [trouble for trouble in troubles if "403" not in trouble or "/live/stream" not in trouble] == []
