"""Every form of the console and every settings call of the API, sent back as it came: the record stays whole, and nothing is saved anew."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from lxml import html

from tdsuite.platform.access.models import User
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.audit.chains import take_on
from tdsuite.platform.audit.services import verify
from tests.platform.access.routes import Place, lines_at, make_place, routes
from tests.platform.access.signing import signed_in
from tests.platform.access.test_matrix import noted_writes, state

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SETTINGS = ("account/tokens/", *(f"console/own/{page}/" for page in (
    "settings", "rules", "notices", "screens", "people/invite", "files/publish", "challenges/settings", "prizes/terms", "a/division",
    "a/plan", "a/prizes/rules", "a/pairing/rules", "a/pairing/tables", "a/accommodations", "a/roster/1",
)))  # fmt: skip
SAVES = ("Save", "Schedule")  # how the button of a form begins that shows what is stored; others do something each time
SEEN = ("LiveTopic", "ApiToken")  # written when somebody asks


@pytest.fixture
def place(caplog: pytest.LogCaptureFixture) -> Place:
    """An event with a row of every kind, all of them kept by the record."""
    caplog.set_level("ERROR", "django.request")
    User.objects.create_superuser("keeper")
    place = make_place("own")
    for tournament in (place.tournament, None):
        take_on(tournament)
    return place


def official(place: Place) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="keeper"))
    return client


def flaws(place: Place) -> list[str]:
    verdicts = [verify(place.tournament), verify(None)]
    return [str(fault) for verdict in verdicts for fault in (*verdict.faults, *verdict.flaws)]


class Sender:
    """Sends what changes nothing, and takes back what it did."""

    def __init__(self, place: Place) -> None:
        self.place = place
        assert flaws(place) == []
        self.before = state()

    def sent_back(self, send: Callable[[], HttpResponseBase], *, saves: bool) -> tuple[int, list[str]]:
        """The status of the answer, and what is wrong once it was sent."""
        with transaction.atomic():
            with noted_writes() as writes:
                answer = send()
            wrong = flaws(self.place) if writes else []
            if answer.status_code >= 500:
                wrong.append(f"answers {answer.status_code}")
            if saves:
                now = state(writes).items()
                wrong += [f"{name} changed" for name, digest in now if name not in SEEN and digest != self.before[name]]
            transaction.set_rollback(True)
        return answer.status_code, wrong


def forms(client: Client, place: Place, pages: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Where each form of these pages goes, what it sends as it came, and whether it shows what is stored."""
    for route in sorted(routes()):
        if not route.startswith(pages) or "GET" not in lines_at(route):
            continue
        page = place.address(route)
        answer = client.get(page)
        if answer.status_code == 200 and not answer.streaming and answer.content.lstrip().startswith(b"<"):
            for form in html.fromstring(answer.content).forms:
                if form.method == "POST":
                    buttons = [button.text_content().strip() for button in form.xpath(".//button")]
                    saves = any(words.startswith(SAVES) for words in buttons)
                    yield urljoin(page, form.action or page), dict(form.form_values()), saves


def player(place: Place) -> Client:
    client: Client = signed_in(Client(), place.rows["tournaments.Entry"])
    take_on(place.tournament)  # with the link
    return client


@pytest.mark.parametrize(
    ("somebody", "pages", "least"), [(official, ("console/", "account/"), 180), (player, ("me/", "s/", "judge/"), 10)]
)
def test_a_form_sent_back_as_it_came_changes_nothing_without_a_record(
    place: Place, somebody: Callable[[Place], Client], pages: tuple[str, ...], least: int
) -> None:
    client = somebody(place)
    sender = Sender(place)
    cookies, wrong, sent = client.cookies.copy(), {}, set()
    for address, values, saves in forms(client, place, pages):
        key = (address, *sorted((name, value) for name, value in values.items() if name != "csrfmiddlewaretoken"))
        if key not in sent:
            sent.add(key)
            if faults := sender.sent_back(lambda to=address, words=values: client.post(to, words), saves=saves)[1]:
                wrong[address] = faults
            client.cookies.update(cookies)
    assert wrong == {}
    assert flaws(place) == []  # opening a page makes no row either
    assert len(sent) > least
    if somebody is official:
        sent_to = {re.sub(r"/\d+/", "/1/", address) for address, *_ in sent}
        assert {f"/{page}" for page in SETTINGS} - sent_to == set()


def stored(client: Client, headers: dict[str, str], address: str) -> dict[str, Any]:
    """What the API says of a thing: at its own address, else in the list that it stands in."""
    answer = client.get(address, headers=headers)
    if answer.status_code == 200:
        return answer.json()
    above, _, last = address.rstrip("/").rpartition("/")
    listed = client.get(f"{above}/", headers=headers).json() if answer.status_code == 405 else []
    found = listed.get("results", []) if isinstance(listed, dict) else listed
    return next((item for item in found if last in (str(item.get("id")), str(item.get("number")))), {})


def test_settings_sent_back_to_the_api_as_it_tells_them_change_nothing(place: Place) -> None:
    headers = {"Authorization": f"Token {make_token(by=User.objects.get(username='keeper'), name='any')}"}
    client, sender, wrong, changed = Client(), Sender(place), {}, 0
    for route in routes():
        for method in {"PUT", "PATCH"} & set(lines_at(route)) if route.startswith("api/") else ():
            send = partial(
                client.generic, method, place.address(route), content_type="application/json", headers=headers
            )
            known = {}  # the fields that are settings, and may be sent alone
            for name, value in stored(client, headers, place.address(route)).items():
                status, faults = sender.sent_back(partial(send, data=json.dumps({name: value})), saves=True)
                if status == 200:
                    known[name] = value
                if faults:
                    wrong[f"{method} {route} {name}"] = faults
            changed += len(known)
            if faults := sender.sent_back(partial(send, data=json.dumps(known)), saves=True)[1]:
                wrong[f"{method} {route}"] = faults
    assert wrong == {}
    assert changed > 40
