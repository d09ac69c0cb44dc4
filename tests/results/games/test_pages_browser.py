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
def desk(clocked: Page, cookie: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The Round board, open on a laptop (or, by parameter, a phone)."""
    enter(clocked, getattr(request, "param", LAPTOP), cookie)
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


@pytest.mark.parametrize("desk", [LAPTOP, PHONE], indirect=True, ids=["laptop", "phone"])
def test_the_page_begins_in_its_input_and_fits_the_window(desk: Page) -> None:
    expect(desk.locator("#line")).to_be_focused()
    assert fits(desk)


def test_lines_typed_faster_than_they_are_saved_are_all_saved(desk: Page) -> None:
    for table in range(1, 8):
        line(desk, f"t{table} {400 + table} 300")
    missing(desk, 1)
    expect(desk.locator("#line")).to_be_focused()
    for table in range(1, 8):
        expect(desk.locator(".round-rows tbody tr").nth(table - 1).locator(".result")).to_have_text(
            f"{400 + table}–300"
        )


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


def test_enter_pressed_twice_is_one_line(desk: Page) -> None:
    line(desk, "t1 431 388")
    desk.keyboard.press("Enter")
    missing(desk, 7)
    expect(desk.locator("#line-state")).to_contain_text("table 1")


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


def test_the_question_is_answered_by_the_buttons_in_its_row(desk: Page) -> None:
    line(desk, "t1 901 388")
    desk.locator(".parked").get_by_role("button", name="Change").click()
    expect(desk.locator("#line")).to_have_value("t1 901 388")
    desk.keyboard.press("Enter")
    desk.locator(".parked").get_by_role("button", name="Save").click()
    missing(desk, 7)


def test_escape_and_n_give_the_questioned_line_back(desk: Page) -> None:
    for key in ("n", "Escape"):
        line(desk, "t1 901 388")
        expect(desk.locator(".parked")).to_contain_text("over 850?")
        desk.keyboard.press(key)
        expect(desk.locator("#line")).to_have_value("t1 901 388")
        expect(desk.locator(".parked")).to_have_count(0)
        desk.keyboard.press("Escape")
        expect(desk.locator("#line")).to_have_value("")
    missing(desk, 8)


def test_a_refused_line_comes_back_at_the_next_pause_and_holds_up_nothing(desk: Page) -> None:
    line(desk, "t1 431 38x")
    line(desk, "t2 401 300")
    line(desk, "t3 402 300")
    missing(desk, 6)
    expect(desk.locator("#line")).to_have_value("t1 431 38x")
    expect(desk.locator("#line-typing[data-rows]")).to_have_count(1)  # what it would come to hides no reason
    expect(desk.get_by_text("'38x' is not a number")).to_be_visible()
    desk.keyboard.press("End")
    desk.keyboard.press("Backspace")
    line(desk, "8")
    missing(desk, 5)


def test_a_refused_line_comes_back_selected_so_that_typing_replaces_it(desk: Page) -> None:
    line(desk, "t1 431 38x")
    expect(desk.locator("#line")).to_have_value("t1 431 38x")
    line(desk, "t2 401 300")
    missing(desk, 7)
    expect(desk.locator("#line")).to_have_value("")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    expect(desk.locator("#line")).to_have_value("t1 431 38x")


def test_y_and_then_enter_is_one_answer(desk: Page) -> None:
    line(desk, "t1 901 388")
    expect(desk.locator(".parked")).to_contain_text("scored 901, over 850?")
    desk.keyboard.press("y")
    desk.keyboard.press("Enter")
    missing(desk, 7)
    line(desk, "t2 401 300")  # sent after whatever Enter could have sent
    missing(desk, 6)
    expect(desk.locator("#line-state")).to_contain_text("table 2")


def test_the_reason_of_a_change_is_typed_in_the_row(desk: Page, row: Round) -> None:
    of_a_scorer(row)
    line(desk, "t1 400 308")
    expect(desk.locator(".parked")).to_contain_text("replace it?")
    desk.locator(".parked").get_by_label("Reason for the change").fill("slip misread")
    desk.keyboard.press("Enter")
    expect(desk.locator("#line-state")).to_contain_text("400 - 308")
    expect(desk.locator(".parked")).to_have_count(0)


def test_the_table_of_the_number_being_typed_is_marked(desk: Page) -> None:
    marked, typing = desk.locator(".round-rows .up-next"), desk.locator("#line-typing")
    expect(marked).to_have_count(0)
    desk.keyboard.type("6")
    expect(typing).to_contain_text("Table 3")
    expect(marked).to_have_attribute("data-table", "3")
    desk.keyboard.press("Backspace")
    expect(marked).to_have_count(0)
    line(desk, "t1 431 388")
    missing(desk, 7)
    expect(marked).to_have_count(0)


def test_u_after_a_refused_line_takes_out_that_line_and_not_the_result_before(desk: Page) -> None:
    line(desk, "t1 431 388")
    line(desk, "t2 431 37x")
    line(desk, "u")
    expect(desk.locator("#line-state")).to_contain_text("Taken out: t2 431 37x")
    missing(desk, 7)


def test_without_a_connection_the_line_stays_and_is_sent_again(desk: Page) -> None:
    desk.context.set_offline(True)
    line(desk, "t1 431 388")
    expect(desk.locator("#line-state")).to_contain_text("No answer from the server: the line may not be saved")
    expect(desk.locator("#line")).to_have_value("t1 431 388")
    desk.context.set_offline(False)
    desk.keyboard.press("Enter")
    missing(desk, 7)


def test_whoever_is_logged_out_meanwhile_keeps_the_line(desk: Page) -> None:
    desk.context.clear_cookies(name="sessionid")
    line(desk, "t1 431 388")
    expect(desk.locator("#line-state")).to_contain_text("NOT saved: you are logged out")
    expect(desk.locator("#line")).to_have_value("t1 431 388")


def test_arrow_keys_bring_earlier_lines_back(desk: Page) -> None:
    line(desk, "t1 431 388")
    missing(desk, 7)
    desk.keyboard.press("ArrowUp")
    expect(desk.locator("#line")).to_have_value("t1 431 388")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("#line")).to_have_value("")


def test_m_changes_the_prompt(desk: Page) -> None:
    line(desk, "m table")
    expect(desk.locator("#line-state")).to_contain_text("table score score")
    line(desk, "3 431 388")
    missing(desk, 7)


def test_typing_goes_into_the_input_wherever_the_focus_strayed(desk: Page) -> None:
    desk.locator("h1").click()
    desk.keyboard.type("t1 431 388")
    expect(desk.locator("#line")).to_have_value("t1 431 388")


def test_typing_goes_into_the_input_beside_an_open_table_and_from_a_button(desk: Page) -> None:
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


def test_a_question_in_a_row_that_is_out_of_sight_is_brought_into_sight(desk: Page) -> None:
    desk.set_viewport_size({"width": 1280, "height": 400})
    line(desk, "t8 999 300")
    row = desk.locator('tr[data-table="8"]')
    expect(row.locator(".parked")).to_contain_text("Save")
    expect(row.locator(".parked button").first).to_be_in_viewport()


def test_a_row_opens_its_table_beside_the_board_and_escape_closes_it(desk: Page) -> None:
    desk.keyboard.press("ArrowDown")
    expect(desk.locator(".round-rows tbody tr").first).to_be_focused()
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(desk.locator("#drawer h2")).to_be_focused()
    expect(desk.locator("tr[aria-current]")).to_have_attribute("data-table", "2")
    desk.keyboard.press("Escape")
    expect(desk.locator("#line")).to_be_focused()
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
