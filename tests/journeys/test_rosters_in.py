"""In a real browser: the messy file of a form becomes two rosters in at most six actions, and columns are kept for a purpose."""

from collections.abc import Iterator
from datetime import date

import pytest
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from tdsuite.tournaments.models import Division, Tournament
from tests.factories import make_division, make_tournament, make_user
from tests.journeys.browser import LAPTOP, PHONE, enter, fits, page_of, served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FORM = (
    "\ufeffTimestamp;Player's full name ;How strong are you;E-mail address;Dietary needs;Division;Paid?\r\n"
    "1;Ada Winterbourne;1725;ada@example.org;nuts;Premier;yes\r\n2;Bo Lindqvist;n/a;bo@example.org;-;Open;-\r\n"
    "3;Cy Okafor;-;cy@example.org;;Premier;no\r\n4;Di Marchetti;1402;n/a;none;Open;yes\r\n"
)
ROSTERS = {
    "Premier": [("Ada Winterbourne", 1725), ("Cy Okafor", 0)],
    "Open": [("Bo Lindqvist", 0), ("Di Marchetti", 1402)],
}


class Hands:
    """Counts what a director does, and looks after each page."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def __call__(self, target: Locator, value: str | None = None, *, choose: bool = False) -> None:
        self.actions += 1
        if value is None:
            target.click()
            assert fits(self.page), self.page.url
        elif choose:
            target.select_option(value)
        else:
            target.fill(value)

    def give(self, text: str) -> None:
        self.actions += 1
        file = {"name": "Spring Open.csv", "mimeType": "text/csv", "buffer": text.encode()}
        self.page.get_by_label("Result files").set_input_files([file])  # type: ignore[list-item]


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament("harbour"), players=0)


@pytest.fixture(params=[pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone", marks=pytest.mark.full)])
def page(browser: Browser, division: Division, request: pytest.FixtureRequest) -> Iterator[Page]:
    client = Client()
    client.force_login(make_user(tournament=division.tournament, is_superuser=True))
    troubles: list[str] = []
    page = page_of(browser, request.param, troubles)
    enter(page, request.param, client.cookies["sessionid"].value)
    page.goto(f"{served()}/console/new/#from-files")
    page.get_by_text("Or make it from the files of another program").click()
    yield page
    page.context.close()
    assert [trouble for trouble in troubles if "404" not in trouble] == []  # no event stream is served here


def made(page: Page, hands: Hands) -> dict[str, list[tuple[str, int]]]:
    """Give the day, make the event, and read the rosters."""
    hands(page.get_by_label("First day"), "2026-05-16")
    hands(page.get_by_role("button", name="Make the event"))
    expect(page.get_by_text("is made.")).to_be_visible()
    tournament = Tournament.objects.exclude(slug="harbour").get()
    assert tournament.starts_on == date(2026, 5, 16)
    return {
        division.name: list(division.entries.values_list("player__name", "rating"))
        for division in tournament.divisions.all()
    }


def test_a_messy_form_becomes_two_rosters_once_it_is_told_which_column_is_the_rating(page: Page) -> None:
    hands = Hands(page)
    hands.give(FORM)
    hands(page.get_by_role("button", name="Preview"))
    expect(page.get_by_text("No rating is read: it may be 'How strong are you'")).to_be_visible()
    hands(page.get_by_label("Read How strong are you as"), "rating", choose=True)
    hands(page.get_by_role("button", name="Save the columns"))
    expect(page.get_by_text("Rating from “How strong are you”")).to_be_visible()
    expect(page.get_by_label("Name of the event")).to_have_value("Spring Open")
    table = page.locator(".table-wrap").last
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth"), "a column is cut"
    assert made(page, hands) == ROSTERS
    assert hands.actions == 6
