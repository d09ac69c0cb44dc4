"""The line of the Round board in a real browser: fast typing, questions, refusals, a lost connection. Nothing typed is lost."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from results.games.services.outcomes import record_result
from tdsuite.platform.access.models import AccountSession
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Round
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.journeys.browser import LAPTOP, PHONE, enter, fits, leave, served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ROWS = re.compile(r"/round/\?.*shape=")
AGAIN, NEWS = (
    2000,
    15_000,
)  # ms until rows without an answer are asked for again, and the board asks for news without a stream


@pytest.fixture
def row() -> Round:
    """Eight boards: 1-2, 3-4, ... on tables 1 to 8."""
    division = make_division(make_tournament(), players=16, rounds=3)
    return make_round(division, 1, pairs=[(number, number + 1) for number in range(1, 16, 2)])


@pytest.fixture
def cookie(row: Round) -> str:
    """The director's session."""
    client = Client()
    client.force_login(make_user(tournament=row.division.tournament))
    assert AccountSession.objects.count() == 1
    return client.cookies["sessionid"].value


@pytest.fixture(scope="module")
def clocked(tab: Page) -> Page:
    """Its clock goes on, and a test may put it forward."""
    tab.clock.install()
    return tab


@pytest.fixture
def desk(clocked: Page, cookie: str) -> Iterator[Page]:
    """The Round board, open on a laptop."""
    enter(clocked, LAPTOP, cookie)
    with clocked.expect_response(re.compile("/live/stream")):  # which this server has not: from then on the board asks
        clocked.goto(f"{served()}/console/lakeside-open/round/")
    yield clocked
    leave(clocked)


def line(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def of_a_scorer(row: Round) -> None:
    """Table 1, 811-308, entered by somebody else than the director."""
    scorer = make_user("scorer", tournament=row.division.tournament, role=Role.SCORER)
    record_result(by=scorer, game=row.games.get(board=1), first_score=811, second_score=308)


def missing(page: Page, count: int) -> None:
    expect(page.locator('#board-chips [data-show="missing"] b')).to_have_text(str(count))


def test_the_page_begins_in_its_input_and_fits_the_window(desk: Page) -> None:
    for size in (LAPTOP, PHONE):
        desk.set_viewport_size(size)
        desk.reload()
        expect(desk.locator("#line")).to_be_focused()
        assert fits(desk)


def test_lines_typed_faster_than_they_are_saved_are_all_saved_and_arrow_keys_bring_them_back(desk: Page) -> None:
    for table in range(1, 8):
        line(desk, f"t{table} {400 + table} 300")
    missing(desk, 1)
    expect(desk.locator("#line")).to_be_focused()
    for table in range(1, 8):
        expect(desk.locator(".round-rows tbody tr").nth(table - 1).locator(".result")).to_have_text(
            f"{400 + table}–300"
        )
    desk.keyboard.press("ArrowUp")
    expect(desk.locator("#line")).to_have_value("t7 407 300")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("#line")).to_have_value("")


def test_rows_that_got_no_answer_are_asked_for_again(desk: Page) -> None:
    asked: list[str] = []

    def busy_twice(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            return route.fulfill(status=503)
        return route.abort() if len(asked) == 2 else route.continue_()

    desk.route(ROWS, busy_twice)
    with desk.expect_response(ROWS):
        line(desk, "t1 431 388")
    with desk.expect_event("requestfailed"):
        desk.clock.run_for(AGAIN)
    with desk.expect_response(ROWS):
        desk.clock.run_for(AGAIN)
    missing(desk, 7)
    assert len(asked) == 3


def test_enter_twice_is_one_line_u_takes_out_a_refused_one_and_m_changes_the_prompt(desk: Page) -> None:
    says = desk.locator("#line-state")
    line(desk, "t1 431 388")
    desk.keyboard.press("Enter")
    missing(desk, 7)
    expect(says).to_contain_text("table 1")
    line(desk, "t2 431 37x")
    line(desk, "u")
    expect(says).to_contain_text("Taken out: t2 431 37x")
    missing(desk, 7)
    line(desk, "m table")
    expect(says).to_contain_text("table score score")
    line(desk, "3 401 388")
    missing(desk, 6)


def test_a_question_parks_in_its_row_while_the_next_line_is_typed(desk: Page) -> None:
    line(desk, "t1 901 388")
    desk.keyboard.type("t2 40")
    parked = desk.locator(".round-rows tr.ask .parked")
    expect(parked).to_contain_text("scored 901, over 850?")
    expect(desk.locator("#line")).to_have_value("t2 40")
    leaves = "dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    assert not desk.evaluate(leaves)  # the browser asks before a page that waits for an answer is left
    line(desk, "1 300")
    missing(desk, 7)
    expect(parked).to_contain_text("t1 901 388")
    line(desk, "1 y")
    missing(desk, 6)
    expect(parked).to_have_count(0)
    assert desk.evaluate(leaves)


def test_a_question_is_given_back_by_n_escape_and_change_and_answered_once_by_save_or_y(desk: Page) -> None:
    parked, field = desk.locator(".parked"), desk.locator("#line")
    for key in ("n", "Escape"):
        line(desk, "t1 901 388")
        expect(parked).to_contain_text("over 850?")
        desk.keyboard.press(key)
        expect(field).to_have_value("t1 901 388")
        expect(parked).to_have_count(0)
        desk.keyboard.press("Escape")
        expect(field).to_have_value("")
    missing(desk, 8)
    line(desk, "t1 901 388")
    parked.get_by_role("button", name="Change").click()
    expect(field).to_have_value("t1 901 388")
    desk.keyboard.press("Enter")
    parked.get_by_role("button", name="Save").click()
    missing(desk, 7)
    line(desk, "t2 901 388")
    expect(parked).to_contain_text("scored 901, over 850?")
    desk.keyboard.press("y")
    desk.keyboard.press("Enter")
    missing(desk, 6)
    line(desk, "t3 401 300")  # sent after whatever Enter could have sent
    missing(desk, 5)
    expect(desk.locator("#line-state")).to_contain_text("table 3")


def test_a_refused_line_comes_back_at_the_next_pause_selected_and_holds_up_nothing(desk: Page) -> None:
    field = desk.locator("#line")
    line(desk, "t1 431 38x")
    line(desk, "t2 401 300")
    line(desk, "t3 402 300")
    missing(desk, 6)
    expect(field).to_have_value("t1 431 38x")
    expect(desk.locator("#line-typing[data-rows]")).to_have_count(1)  # what it would come to hides no reason
    expect(desk.get_by_text("'38x' is not a number")).to_be_visible()
    desk.keyboard.press("End")
    desk.keyboard.press("Backspace")
    line(desk, "8")
    missing(desk, 5)
    line(desk, "t4 431 38x")
    expect(field).to_have_value("t4 431 38x")
    line(desk, "t5 401 300")  # typing replaces it
    missing(desk, 4)
    expect(field).to_have_value("")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    expect(field).to_have_value("t4 431 38x")


def test_the_reason_of_a_change_is_typed_in_the_row(desk: Page, row: Round) -> None:
    of_a_scorer(row)
    line(desk, "t1 400 308")
    expect(desk.locator(".parked")).to_contain_text("replace it?")
    desk.locator(".parked").get_by_label("Reason for the change").fill("slip misread")
    desk.keyboard.press("Enter")
    expect(desk.locator("#line-state")).to_contain_text("400 - 308")
    expect(desk.locator(".parked")).to_have_count(0)


def test_a_question_in_a_row_that_is_out_of_sight_is_brought_into_sight(desk: Page) -> None:
    desk.set_viewport_size({"width": 1280, "height": 400})
    line(desk, "t8 999 300")
    parked = desk.locator('tr[data-table="8"] .parked')
    expect(parked).to_contain_text("Save")
    expect(parked.locator("button").first).to_be_in_viewport()


def test_the_table_of_the_number_being_typed_is_marked_wherever_the_focus_strayed(desk: Page) -> None:
    marked, typing = desk.locator(".round-rows .up-next"), desk.locator("#line-typing")
    expect(marked).to_have_count(0)
    desk.locator("h1").click()
    desk.keyboard.type("6")
    expect(typing).to_contain_text("Table 3")
    expect(marked).to_have_attribute("data-table", "3")
    desk.keyboard.press("Backspace")
    expect(marked).to_have_count(0)
    line(desk, "t1 431 388")
    missing(desk, 7)
    expect(marked).to_have_count(0)


def test_without_a_connection_and_logged_out_meanwhile_the_line_stays(desk: Page) -> None:
    says, field = desk.locator("#line-state"), desk.locator("#line")
    desk.context.set_offline(True)
    line(desk, "t1 431 388")
    expect(says).to_contain_text("No answer from the server: the line may not be saved")
    expect(field).to_have_value("t1 431 388")
    desk.context.set_offline(False)
    desk.keyboard.press("Enter")
    missing(desk, 7)
    desk.context.clear_cookies(name="sessionid")
    line(desk, "t2 431 388")
    expect(says).to_contain_text("NOT saved: you are logged out")
    expect(field).to_have_value("t2 431 388")


def test_a_row_opens_its_table_beside_the_board_typing_goes_on_and_escape_closes_it(desk: Page) -> None:
    for _row in range(2):
        desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(desk.locator("#drawer h2")).to_be_focused()
    expect(desk.locator("tr[aria-current]")).to_have_attribute("data-table", "2")
    desk.keyboard.press("Escape")
    expect(desk.locator("#line")).to_be_focused()
    expect(desk.locator("tr[aria-current]")).to_have_count(0)
    line(desk, "t3")
    expect(desk.locator("#drawer h2")).to_be_focused()
    line(desk, "16 410 395")
    missing(desk, 7)
    desk.locator('[data-show="missing"]').focus()
    desk.keyboard.type("n")
    expect(desk.locator("#line")).to_have_value("n")
    desk.locator('[data-show="missing"]').focus()
    desk.keyboard.press("Escape")
    expect(desk.locator("tr[aria-current]")).to_have_count(0)


def test_what_somebody_else_saves_comes_into_its_row_and_the_chips_filter(desk: Page, row: Round) -> None:
    desk.keyboard.type("t2 40")
    of_a_scorer(row)
    desk.clock.run_for(NEWS)
    expect(desk.locator(".round-rows tbody tr").first.locator(".result")).to_have_text("811–308")
    missing(desk, 7)
    expect(desk.locator("#line")).to_have_value("t2 40")
    desk.locator('[data-show="missing"]').click()
    expect(desk.locator(".round-rows tbody tr:visible")).to_have_count(7)
