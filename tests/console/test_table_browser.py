"""The drawer of a table beside the Round board, in a real browser: presses are answered there, and the board stays."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, ViewportSize, expect

from tests.console.test_browser import opened, server  # noqa: F401  a fixture
from tests.journeys.browser import LAPTOP, PHONE, fits
from tests.results.rulings.cases import url
from tests.results.sheets.desk import Hall, make_hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOARD = re.compile(r"/console/lakeside-open/round/")


@pytest.fixture
def under_way() -> Hall:
    return make_hall()


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_result_is_saved_taken_back_a_forfeit_looked_at_and_a_table_moved_in_the_drawer(
    browser: Browser, server: str, under_way: Hall, size: ViewportSize  # noqa: F811
) -> None:  # fmt: skip
    client, table = Client(), url("table", under_way.game().pk)
    client.force_login(under_way.director)
    page = opened(browser, size, server, client.cookies["sessionid"].value)
    page.goto("/console/lakeside-open/round/")
    page.locator(f"a[href='{table}']").first.click()
    drawer = page.locator("#drawer")
    drawer.locator("#scores_first_score").fill("431")
    drawer.locator("#scores_second_score").fill("388")
    drawer.get_by_role("button", name="Save").click()
    expect(drawer.locator("#at-result > summary")).to_contain_text("431–388")
    drawer.get_by_role("button", name="Undo", exact=True).click()
    expect(drawer.locator("#at-result > summary")).to_contain_text("no result")
    drawer.locator("#at-absent > summary").click()
    drawer.get_by_role("link", name="did not come").first.click()
    expect(drawer.locator(".preview")).to_contain_text("wins by 75, not rated.")
    drawer.locator("#at-move > summary").click()
    drawer.get_by_text("Move to another table").click()
    drawer.get_by_label("Table", exact=True).fill("9")
    drawer.locator("#move_reason").fill("By the window")
    drawer.get_by_role("button", name="Move the game").click()
    expect(drawer.locator(".told")).to_contain_text("It is at table 9 now.")
    expect(page).to_have_url(BOARD)
    assert fits(page)
    drawer.locator("[data-close-drawer]").click()
    expect(drawer).to_be_hidden()
    expect(page).to_have_url(BOARD)
