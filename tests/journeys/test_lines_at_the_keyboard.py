"""In a real browser: the take-back case, y and Enter, and lines that stand where a score is typed."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from results.sheets.services import entering
from tdsuite.tournaments.services.rounds import start_round
from tests.journeys.browser import LAPTOP, PHONE, enter, fits, leave, served
from tests.results.games.test_lines_of_a_result import end, penalty
from tests.results.rulings.cases import Event, counted, make_event, total
from tests.results.sheets.desk import Hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Event:
    return make_event("wespa-2010")


@pytest.fixture
def server(event: Event) -> str:
    return f"{served()}/console/lakeside-open/a/"


@pytest.fixture(params=[pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone", marks=pytest.mark.full)])
def page(tab: Page, event: Event, request: pytest.FixtureRequest) -> Iterator[Page]:
    client = Client()
    client.force_login(event.director)
    enter(tab, request.param, client.cookies["sessionid"].value)
    yield tab
    leave(tab)


def looked_at(page: Page, name: str) -> None:
    """Nothing sticks out."""
    assert fits(page), name


def line(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_wespa_5_3_2_a_result_taken_back_and_typed_again_names_the_right_winner(
    page: Page, event: Event, server: str
) -> None:
    game = event.game()
    end(event, game)
    page.goto(f"{server}table/{game.pk}/")
    looked_at(page, "correct")
    page.get_by_text("Take the result back…").click()
    page.locator("#withdraw-reason").fill("the wrong table")
    page.get_by_role("button", name="Take the result back").click()
    page.goto(f"{server.removesuffix('a/')}round/")
    line(page, "1 377 373")
    told = page.locator("#line-state")
    expect(told).to_contain_text("Ada Winterbourne 377 - 373 Dmitri Quillfeather")
    expect(told).to_contain_text("now 1-0 +4, 0-1 -4")
    assert (total(game), counted(game)) == ((377, 373), (2, 4, 0, -4))
    looked_at(page, "typed-again")


def test_wespa_3_10_15_lines_that_stand_are_asked_about_at_the_keyboard(page: Page, event: Event, server: str) -> None:
    game = event.game()
    penalty(event, game)
    page.goto(f"{server.removesuffix('a/')}round/")
    line(page, "1 400 390")
    expect(page.locator(".parked")).to_contain_text("Ada Winterbourne 385 - 390 Dmitri Quillfeather counts")
    looked_at(page, "lines-asked")
    page.keyboard.press("y")
    page.keyboard.press("Enter")
    told = page.locator("#line-state")
    expect(told).to_contain_text("now 0-1 -5, 1-0 +5")
    assert counted(game) == (0, -5, 2, 5)
    looked_at(page, "lines-saved")


def test_what_a_line_would_count_stands_below_it_while_it_is_typed(page: Page, event: Event, server: str) -> None:
    penalty(event, event.game())
    page.goto(f"{server.removesuffix('a/')}round/")
    page.keyboard.type("1 400 390")
    typing = page.locator("#line-typing")
    expect(typing).to_contain_text("Dmitri Quillfeather wins by 5, rated.")
    expect(typing).to_contain_text("Asked first: Table 1 has corrections already")
    assert event.game().outcome == ""
    looked_at(page, "typing")
    page.keyboard.press("Backspace")
    expect(typing).to_contain_text("Ada Winterbourne wins by 346, rated.")
    page.keyboard.press("Escape")
    expect(typing).to_have_text("")


def test_wespa_3_10_15_a_paper_sheet_asks_in_its_own_field(page: Page, event: Event, server: str) -> None:
    game = event.game()
    penalty(event, game)
    page.goto(f"{server}round/1/sheets/paper/")
    expect(page.locator("#id_lines")).to_be_hidden()
    for figures in ("1", "400", "390", "", "n"):
        line(page, figures)
    expect(page.locator("#id_lines")).to_be_focused()
    looked_at(page, "paper-lines")
    line(page, "w")
    expect(page.locator("#paper-done .good")).to_contain_text("Counts: Ada Winterbourne 400, Dmitri Quillfeather 390.")
    assert total(game) == (400, 390)
    looked_at(page, "paper-saved")


def test_a_dispute_is_named_at_the_keyboard_before_the_director_rules_on_it(
    page: Page, event: Event, server: str
) -> None:
    start_round(by=event.director, round=event.game().round)
    hall = Hall(event)
    hall.enters(1)
    entering.dispute(by=hall.player(4), game=hall.game(), version=1)
    page.goto(f"{server.removesuffix('a/')}round/")
    expect(page.locator(".round-rows tr.bad")).to_contain_text("disputed")
    line(page, "1 431 388")
    expect(page.locator(".parked")).to_contain_text("Dmitri Quillfeather disputes the sheet 431-388: rule 431-388?")
    looked_at(page, "disputed")
    page.keyboard.press("y")
    expect(page.locator("#line-state")).to_contain_text("431 - 388")
    assert (total(event.game()), hall.sheet().state) == ((431, 388), "ruled")
