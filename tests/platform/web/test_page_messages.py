"""What is told once waits for a page that somebody opens."""

import pytest
from django.test import Client
from django.urls import reverse

from tdsuite.tournaments.models import Division
from tests.factories import make_division, make_round, make_user

pytestmark = pytest.mark.django_db
TOLD = "round 1 is playing."
NAVIGATION = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"}


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(make_user("keeper", is_superuser=True))
    return client


@pytest.fixture
def division() -> Division:
    division = make_division(players=4)
    make_round(division, 1)
    return division


def start(desk: Client, division: Division) -> str:
    """Round 1 is started; the page that the browser goes to next, which was not opened yet."""
    event = division.tournament.slug
    answer = desk.post(reverse("console:board_start", args=[event]), {"division": division.code}, headers=NAVIGATION)
    assert answer.status_code == 302
    return str(answer.headers["Location"])


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("/live/stream?topics=", {"Accept": "text/event-stream"}),
        ("/no-such-picture.png", {"Accept": "image/avif,image/webp,*/*;q=0.8"}),
        ("/console/no-such-event/", {"Accept": "*/*"}),
        ("/console/no-such-event/", {"Accept": "text/html", "HX-Request": "true"}),
        ("/console/", {"Accept": "text/html", "Sec-Purpose": "prefetch"}),
    ],
)
def test_what_a_page_asks_for_behind_it_takes_no_message(
    desk: Client, division: Division, address: str, headers: dict[str, str]
):
    page = start(desk, division)
    behind = desk.get(address, headers=headers)
    assert TOLD not in behind.content.decode()
    shown = desk.get(page, headers=NAVIGATION)
    assert shown.content.decode().count(TOLD) == 1
    assert TOLD not in desk.get(page, headers=NAVIGATION).content.decode()
