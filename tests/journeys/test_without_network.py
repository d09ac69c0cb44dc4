"""An event's pages as an app: what a phone has seen opens without a network, says how old it is, and is fresh as soon as there is one."""

import json
import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.browser import PHONE, fits, page_of
from tests.journeys.installation import Installation
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.process]
SET_UP = """
from tdsuite.platform.access import codes
from tests.factories import make_division, make_round, make_tournament
from tests.platform.access.signing import give_link
division = make_division(make_tournament("hall", name="Harbour Cup"), players=4, rounds=3)
row = make_round(division, 1, status="playing", pairs=[(1, 2), (3, 4)])
links = {entry.number: f"/l/{codes.link_token(give_link(entry).nonce)}/" for entry in division.entries.all()}
print(json.dumps({"links": links, "game": row.games.get(first__number=1).pk,
                  "names": {entry.number: str(entry.player) for entry in division.entries.all()}}))
"""
RESULT = """
from django.db import transaction
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Game
from tests.factories import play
with transaction.atomic():
    game = Game.objects.with_people().get(first__number=3)
    play(game, {score}, 333)
    bump(game.round.division.live_topic)
print("null")
"""
# What is kept, by cache: the addresses without the host.
KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
  [name.split(" ")[1], (await (await caches.open(name)).keys()).map(({ url }) => url.replace(location.origin, "")).sort()])))"""

WIDTH = "async (address) => (await createImageBitmap(await (await fetch(address)).blob())).width"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    installation = Installation(tmp_path_factory.mktemp("app") / "data")
    installation.prepare()
    yield installation
    installation.kill()


@pytest.fixture(scope="module")
def event(site: Installation) -> dict[str, Any]:
    made: dict[str, Any] = site.python(SET_UP)
    site.start()
    return made


def opened(browser: Browser, site: Installation, address: str, *, locale: str = "en-GB") -> Page:
    """A phone whose worker is at work and has kept this page."""
    page = page_of(browser, PHONE, locale=locale)
    page.goto(site.url + address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    waits_until_kept(page, page.url.replace(site.url, ""))
    return page


def kept(page: Page) -> dict[str, list[str]]:
    """Addresses that are kept, by kind: public, own-<event>-<player>, files."""
    stores: dict[str, list[str]] = page.evaluate(KEPT)
    return stores


def waits_until_kept(page: Page, address: str) -> None:
    wait_for(lambda: any(address in addresses for addresses in kept(page).values()), what=address)


@pytest.mark.parametrize(
    ("address", "start"),
    [("/t/hall/a/pairings/", "/t/hall/"), pytest.param("", "/me/hall/", marks=pytest.mark.full)],
)
def test_a_browser_finds_all_that_it_asks_of_a_page_to_be_installed(
    site: Installation, browser: Browser, event: dict[str, Any], address: str, start: str
) -> None:
    page = opened(browser, site, address or event["links"]["3"])
    answer = page.context.new_cdp_session(page).send("Page.getAppManifest")  # the browser's own reading of it
    assert answer["errors"] == []
    manifest = json.loads(answer["data"])
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Harbour Cup", start, "standalone")
    sizes = {icon["sizes"]: page.evaluate(WIDTH, icon["src"]) for icon in manifest["icons"] if icon["sizes"] != "any"}
    assert sizes == {"192x192": 192, "512x512": 512}
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL") == f"{site.url}/worker.js"
    waits_until_kept(page, start)
    page.context.set_offline(True)
    page.goto(site.url + start)
    expect(page.locator("main > [data-seen]")).to_be_visible()


def test_without_a_network_a_page_that_was_seen_opens_and_says_when_and_comes_fresh_when_it_is_back(
    site: Installation, browser: Browser, event: dict[str, Any]
) -> None:
    page = opened(browser, site, "/t/hall/a/pairings/")
    notice = page.locator("main > [data-seen]")
    expect(notice).to_be_hidden()
    page.context.set_offline(True)
    page.reload()
    expect(notice).to_contain_text(
        re.compile(r"There is no network now\. This page is as it was seen at [0-9]{2}:[0-9]{2}\.")
    )
    expect(page.locator("main")).to_contain_text(event["names"]["3"])
    assert page.evaluate("getComputedStyle(document.querySelector('.band')).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert fits(page)
    page.goto(f"{site.url}/t/hall/a/players/2/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    expect(page.locator("main > [data-seen]")).to_contain_text("this phone has not seen this page before")
    page.goto(f"{site.url}/t/hall/a/pairings/")
    expect(notice).to_be_visible()
    site.python(RESULT.format(score=555))
    page.context.set_offline(False)
    expect(notice).to_be_hidden()
    expect(page.locator("main")).to_contain_text("555")


def test_an_own_page_and_a_sheet_stay_on_the_phone_until_somebody_signs_out(
    site: Installation, browser: Browser, event: dict[str, Any]
) -> None:
    page, sheet = opened(browser, site, event["links"]["1"]), f"/s/hall/{event['game']}/"
    page.goto(site.url + sheet)
    waits_until_kept(page, sheet)
    (own,) = (name for name in kept(page) if name.startswith("own-"))
    assert kept(page)[own] == ["/me/hall/", sheet]
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main > [data-seen]")).to_be_visible()
    scores = page.locator("form[data-typed] .score-row input")
    scores.nth(0).fill("431")
    page.reload()
    expect(scores.nth(0)).to_have_value("431")  # sheet.js keeps what is typed
    other = page.context.new_page()
    other.goto(f"{site.url}/me/hall/")
    expect(other.get_by_role("heading", level=1)).to_have_text(event["names"]["1"])
    page.goto(f"{site.url}/me/hall/")
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        page.get_by_role("button", name="Sign out").click()
    wait_for(lambda: own not in kept(other))  # what is sent is not answered, and the phone forgets all the same
    page.context.set_offline(False)
    expect(other.locator("main > [data-seen]")).to_be_hidden()
    waits_until_kept(other, "/me/hall/")
    other.get_by_role("button", name="Sign out").click()
    other.wait_for_url("**/p/**")
    page.context.set_offline(True)
    other.goto(f"{site.url}/me/hall/")
    expect(other.get_by_role("heading", level=1)).to_have_text("No network")


def test_another_player_on_the_same_phone_and_whoever_forgets_their_name_leave_no_own_page(
    site: Installation, browser: Browser, event: dict[str, Any]
) -> None:
    page, sheet = opened(browser, site, event["links"]["1"]), f"/s/hall/{event['game']}/"
    page.goto(site.url + sheet)
    waits_until_kept(page, sheet)
    before = {name for name in kept(page) if name.startswith("own-")}
    page.goto(site.url + event["links"]["2"])
    wait_for(lambda: not before & kept(page).keys() and any(name.startswith("own-") for name in kept(page)))
    assert not any(sheet in addresses for addresses in kept(page).values())
    page.goto(f"{site.url}/t/hall/a/players/2/")
    page.get_by_role("button", name="This is me").click()
    page.get_by_role("button", name="Not me").click()
    wait_for(lambda: not any(name.startswith("own-") for name in kept(page)))


def test_the_line_of_the_next_game_says_too_that_it_is_old_and_what_came_with_the_news_is_kept(
    site: Installation, browser: Browser, event: dict[str, Any]
) -> None:
    page = opened(browser, site, "/t/hall/a/players/1/", locale="fr")
    page.get_by_role("button", name="C’est moi").click()
    expect(page.locator("#next-game [data-seen]")).to_be_hidden()
    page.goto(f"{site.url}/t/hall/a/pairings/")
    expect(page.locator("#next-game a")).to_be_visible()
    site.python(RESULT.format(score=601))
    expect(page.locator("main")).to_contain_text("601")
    page.evaluate("""Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"))""")  # another app is before it
    in_copy = (
        "async () => (await (await caches.match('/t/hall/a/pairings/', { ignoreVary: true })).text()).includes('601')"
    )
    wait_for(lambda: page.evaluate(in_copy))
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main")).to_contain_text("601")
    expect(page.locator("main > [data-seen]")).to_contain_text("Cette page est telle qu’elle a été vue à ")
    expect(page.locator("#next-game [data-seen]")).to_contain_text(re.compile("Vu à [0-9]{2}:[0-9]{2}"))
    assert fits(page)


def test_a_phone_whose_storage_is_full_sees_every_page_as_without_a_worker(
    site: Installation, browser: Browser, event: dict[str, Any]
) -> None:
    troubles: list[str] = []
    page = page_of(browser, PHONE, troubles)
    page.goto(f"{site.url}/t/hall/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    waits_until_kept(page, "/t/hall/")
    for store in page.evaluate("caches.keys()"):
        page.evaluate("store => caches.delete(store)", store)
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": site.url, "quotaSize": 1})
    for address in ("/t/hall/a/standings/", "/t/hall/a/players/1/"):
        page.goto(site.url + address)
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        assert page.evaluate("getComputedStyle(document.querySelector('.band')).backgroundColor") == "rgb(12, 56, 46)"
        assert not any(address in addresses for addresses in kept(page).values())
    assert troubles == []


def test_another_version_of_the_suite_is_another_worker_that_begins_empty(
    site: Installation, browser: Browser, event: dict[str, Any]
) -> None:
    page = opened(browser, site, "/t/hall/a/standings/")
    page.goto(f"{site.url}/t/hall/a/pairings/")
    waits_until_kept(page, "/t/hall/a/pairings/")
    names = site.folder / "static" / "staticfiles.json"
    text = names.read_text(encoding="utf-8")
    names.unlink()  # a link to what all tests share
    names.write_text(re.sub(r'"hash": "[0-9a-f]+"', '"hash": "0123456789ab"', text), encoding="utf-8")
    site.kill()
    site.start()
    page.goto(f"{site.url}/t/hall/")
    wait_for(lambda: all(name.startswith("0123456789ab ") for name in page.evaluate("caches.keys()")))
    page.goto(f"{site.url}/t/hall/a/pairings/")
    waits_until_kept(page, "/t/hall/a/pairings/")
    assert "/t/hall/a/standings/" not in kept(page)["public"]


@pytest.mark.full
def test_a_server_that_does_not_answer_is_no_network(
    site: Installation, browser: Browser, event: dict[str, Any]
) -> None:
    page = opened(browser, site, "/t/hall/a/standings/")
    assert site.server is not None
    site.server.send_signal(signal.SIGSTOP)
    page.reload()
    expect(page.locator("main > [data-seen]")).to_be_visible()
    site.server.send_signal(signal.SIGCONT)
    expect(page.locator("main > [data-seen]")).to_be_hidden()
