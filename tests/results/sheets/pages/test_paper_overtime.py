"""Overtime on paper sheets at the keyboard: charged by the rulebook, checked as the players' own, corrected, refused."""

import pytest
from playwright.sync_api import Browser, expect

from results.models import SheetVersion
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import GameAdjustment
from tdsuite.tournaments.services.games import ScoreLine, replace_lines
from tdsuite.tournaments.services.roads import Road
from tests.console.test_browser import FAINT, TINY, opened
from tests.journeys.browser import LAPTOP, PHONE, fits, served
from tests.results.looking import text
from tests.results.rulings.cases import logged_in
from tests.results.sheets.pages.hall import Pages, make_pages


def lines(pages: Pages) -> list[tuple[str, int, int, str]]:
    rows = GameAdjustment.objects.filter(game=pages.game).order_by("side")
    return [(row.side, row.points, row.seconds, row.rule) for row in rows]


def test_the_time_over_is_charged_by_the_rulebook_and_told(pages: Pages) -> None:
    one, other = pages.names
    told = text(pages.types("1 431 388 - y", over_one="1:01", over_two="20"))
    assert told == (
        f"Table 1: {one} 431–388 {other}. {one}: overtime, 1:01 −20 (5.3.2). {other}: overtime −20 (5.3.2), so 411–368. Entered."
    )
    assert lines(pages) == [("first", -20, 61, "5.3.2"), ("second", -20, 0, "5.3.2")]
    assert pages.hall.latest().facts.total(pages.game.first_id) == 411
    assert pages.sheet.state == "handed_in"


def test_by_player_number_the_first_overtime_is_that_players(pages: Pages) -> None:
    pages.types("#4 388 431 - n", over_one="0:30")
    assert lines(pages) == [("second", -10, 30, "5.3.2")]


def test_what_cannot_be_charged_names_the_player_changes_nothing_and_stays_in_the_page(pages: Pages) -> None:
    for script in (True, False):
        answer = pages.types("1 431 388 - y", over_two="15", script=script)
        says = f"1: Overtime of {pages.names[1]}: 15 points cannot be for overtime under WESPA"
        assert answer.status_code == 422 and says in text(answer)
    assert 'value="15"' in answer.text and "10 points a minute or part of one (5.3.2)." in text(answer)
    assert (pages.hall.scores(), lines(pages)) == ((None, None), [])


def test_a_sheet_typed_again_corrects_its_overtime(pages: Pages) -> None:
    pages.types("1 431 388 - n", over_one="1:01")
    pages.types("1 431 388 - n", over_one="2:01")
    assert lines(pages) == [("first", -30, 121, "5.3.2")]
    pages.types("1 431 388 - n")
    assert lines(pages) == []
    assert SheetVersion.objects.count() == 3


def test_the_same_overtime_twice_is_one_sheet_and_a_final_one_is_not_changed(pages: Pages) -> None:
    pages.types("1 431 388 - y", over_one="1:01")
    for over in ("1:01", "20"):
        assert "in already: nothing was done twice" in text(pages.types("1 431 388 - y", over_one=over))
    refused = pages.types("1 431 388 - y", over_one="30")
    assert refused.status_code == 422 and "This sheet is final and says otherwise" in text(refused)
    assert lines(pages) == [("first", -20, 61, "5.3.2")]


def test_overtime_that_both_players_signed_is_the_same_on_their_paper(pages: Pages) -> None:
    one, other = pages.phone(1), pages.phone(4)
    one.enters(431, 388, **{f"overtime_{one.entry.pk}": 20})
    other.signs()
    assert "in already" in text(pages.types("1 431 388 - y", over_one="1:01"))
    assert SheetVersion.objects.count() == 1


def test_where_an_official_worked_the_end_out_the_sheet_takes_no_overtime(pages: Pages) -> None:
    worked_out = [ScoreLine("first", "overtime", -10, 30, rule="5.3.2")]
    replace_lines(pages.game, "endgame", worked_out, road=Road.END_OF_GAME, ruled_by=None)
    answer = pages.types("1 431 388 - y", over_one="0:30")
    assert answer.status_code == 422 and "worked out the end of this game" in text(answer)


def test_the_director_corrects_it_by_a_ruling_and_the_form_shows_what_stands(pages: Pages) -> None:
    pages.types("1 431 388 - y", over_one="1:01")
    page = pages.staff().get(pages.desk("table", pages.game.pk)).content.decode()
    first = pages.game.first_id
    assert f'name="overtime_{first}" value="1:01"' in page


def test_a_book_that_charges_nothing_has_no_fields_for_it(db: None) -> None:
    pages = make_pages("scrabble-guide")
    page = pages.staff(Role.SCORER).get(pages.desk("sheets_paper", 1)).content.decode()
    assert 'id="paper-over"' not in page and "<kbd>o</kbd>" not in page
    refused = pages.types("1 431 388 - y", over_one="1:01")
    assert refused.status_code == 422 and "overtime costs no points" in text(refused)


@pytest.fixture
def hall_server(transactional_db: None) -> tuple[str, str, Pages]:
    pages = make_pages()
    return served(), logged_in(pages.hall.scorer).cookies["sessionid"].value, pages


@pytest.mark.browser
def test_overtime_is_typed_without_a_mouse(browser: Browser, hall_server: tuple[str, str, Pages]) -> None:
    server, cookie, pages = hall_server
    page = opened(browser, LAPTOP, server, cookie)
    page.goto(pages.desk("sheets_paper", 1))
    for key in ("1", "Enter", "4", "3", "1", "Enter", "3", "8", "8", "o", "1", ":", "0", "1"):
        page.keyboard.press(key)
    expect(page.locator("#over_one-costs")).to_have_text("−20")
    expect(page.locator("#over_one-name")).to_have_text(pages.names[0])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#id_started")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("y")
    page.keyboard.press("Enter")
    expect(page.locator("#paper-done .good")).to_contain_text("so 411–388. Entered.")
    expect(page.locator("#paper-over")).not_to_have_attribute("open", "")
    expect(page.locator("#id_table")).to_be_focused()


@pytest.mark.browser
def test_a_refused_overtime_comes_back_and_is_mended(browser: Browser, hall_server: tuple[str, str, Pages]) -> None:
    server, cookie, pages = hall_server
    page = opened(browser, PHONE, server, cookie)
    page.goto(pages.desk("sheets_paper", 1))
    page.fill("#id_table", "1")
    page.fill("#id_first_score", "431")
    page.fill("#id_second_score", "388")
    page.fill("#id_seen", "y")
    page.get_by_text("Overtime", exact=True).click()
    page.fill("#id_over_two", "15")
    assert fits(page) and page.evaluate(FAINT) == [] and page.evaluate(TINY) == []
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator("#paper-done .bad")).to_contain_text("15 points cannot be for overtime")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#id_over_two")).to_have_value("15")
    page.fill("#id_over_two", "2:00")
    expect(page.locator("#over_two-costs")).to_have_text("−20")
    page.focus("#id_seen")
    page.keyboard.press("Enter")
    expect(page.locator("#paper-done .good")).to_contain_text("so 431–368")
