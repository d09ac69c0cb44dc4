"""axe finds nothing to mend on any page that anybody can open, on a laptop and a phone, in light and in dark."""

import json
from collections import defaultdict
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page

from tdsuite.platform.access import stations
from tdsuite.platform.access.models import Station
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Round, Tournament
from tests.console.test_pages import NOT_IN_PLACE, listed_pages
from tests.factories import make_user
from tests.journeys.browser import LAPTOP, PATIENT, PHONE, served
from tests.platform.access.routes import Place, lines_at, make_place, routes
from tests.platform.access.signing import put_cookie, signed_in

pytestmark = [pytest.mark.browser, pytest.mark.full, pytest.mark.django_db(transaction=True)]
VARIANTS = [(size, scheme) for size in (LAPTOP, PHONE) for scheme in ("light", "dark")]
VISITORS = ("stranger", "player", "station", "administrator")  # the first of them who may is the one who looks
DRAWN_BY_SCRIPT = {"/api/docs/": ".opblock-tag"}  # looked at once this is there


def visitors(place: Place) -> dict[str, Client]:
    administrator, tablet = Client(), Client()
    administrator.force_login(make_user("administrator", is_superuser=True))
    Station.objects.filter(pk=place.rows["access.Station"].pk).update(key_hash=fingerprint("a key"))
    put_cookie(tablet, stations.COOKIE, "a key", stations.SALT)
    player = signed_in(Client(), place.hall.event.entry(3))
    return {"stranger": Client(), "player": player, "station": tablet, "administrator": administrator}


def context_of(browser: Browser, client: Client, url: str) -> BrowserContext:
    context = browser.new_context(viewport=LAPTOP)
    context.set_default_timeout(PATIENT)
    context.add_cookies([{"name": name, "value": each.value, "url": url} for name, each in client.cookies.items()])
    return context


def pages(place: Place, clients: dict[str, Client]) -> Iterator[tuple[str, str]]:
    """Who looks, and the address, of every whole page that there is."""
    for route in sorted(routes()):
        line = lines_at(route).get("GET")
        who = next((name for name in VISITORS if line and name in line.who), None)
        if who is None or route.startswith("api/v1/"):
            continue
        address = place.address(route)
        answer = clients[who].get(address)
        if answer.status_code == 200 and not answer.streaming and answer.content.lstrip()[:9].lower() == b"<!doctype":
            yield who, address


def violations(page: Page) -> Iterator[str]:
    for size, scheme in VARIANTS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        for found in Axe().run(page).response["violations"]:
            where = [node["target"] for node in found["nodes"][:3]]
            yield f"{found['id']} ({size['width']} px, {scheme}): {json.dumps(where)}"


def test_axe_finds_nothing_on_any_page(browser: Browser) -> None:
    place = make_place("own")
    clients, found, looked = visitors(place), defaultdict(list), set()
    event = place.tournament
    url = served()
    contexts = {name: context_of(browser, client, url).new_page() for name, client in clients.items()}
    for who, address in pages(place, clients):
        contexts[who].goto(url + address)
        contexts[who].locator(DRAWN_BY_SCRIPT.get(address, "body")).first.wait_for()
        found[address] += violations(contexts[who])
        looked.add(resolve(address).view_name)
    Round.objects.filter(division__tournament=event).update(status=Round.Status.CLOSED)
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.FINISHED)
    Job.objects.update(status=Job.Status.DONE, finished_at=timezone.now())
    public, console = f"/t/{event.slug}/", f"/console/{event.slug}/"
    book = reverse("console:rulebook", args=["wespa-2010"])
    for who, address in (
        ("stranger", public), ("stranger", f"{public}final/"), ("administrator", console), ("administrator", book),
    ):  # fmt: skip
        contexts[who].goto(url + address)
        found[f"{address}, finished"] += violations(contexts[who])
    assert {address: lines for address, lines in found.items() if lines} == {}
    assert {*listed_pages()} - looked <= NOT_IN_PLACE
    assert len(looked) >= 90
