"""Paper sheets at the keyboard: tables and player numbers, signatures seen, what is refused."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from results.models import Signature, StarterReport
from tdsuite.platform.access.roles import Role
from tests.results.looking import text
from tests.results.sheets.pages.hall import Pages, make_pages


@pytest.mark.parametrize(
    ("line", "says", "state"),
    [
        ("1 431 388 - y", "Table 1: {0} 431–388 {1}. Entered.", "handed_in"),
        ("#4 388 431 - y", "Table 1: {1} 388–431 {0}. Entered.", "handed_in"),
        ("1 431 388 - n", "Table 1: {0} 431–388 {1}. Entered; signatures are missing.", "posted"),
    ],
)
def test_both_signatures_seen_make_it_final_and_without_them_it_counts_and_is_chased(
    pages: Pages, line: str, says: str, state: str
) -> None:
    answer = pages.types(line)
    assert text(answer) == says.format(*pages.names)
    assert (answer.status_code, pages.hall.scores(), pages.sheet.state) == (200, (431, 388), state)
    assert set(Signature.objects.values_list("means", flat=True)) == ({"paper"} if state == "handed_in" else set())


def test_the_starter_is_as_paired_unless_the_paper_says_otherwise(pages: Pages) -> None:
    pages.types("1 431 388 - y")
    pages.types("2 400 390 2 y")
    first, second = pages.hall.game(1), pages.hall.game(2)
    assert pages.hall.latest(1).facts.started == first.first_id
    assert pages.hall.latest(2).facts.started == second.second_id
    assert (pages.hall.sheet(2).number, pages.hall.sheet(2).state) == (1, "handed_in")
    assert StarterReport.objects.get().says_id == second.second_id


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("9 431 388 - y", "9: There is no such table in this round."),
        ("#9 431 388 - y", "#9: Nobody of that number plays in this round."),
        ("1 43x 388 - y", "First score: Enter a whole number."),
        ("1 431 388 - -", "Both signatures seen? Type y or n."),
        ("1 431 388 3 y", "Started: type 1 or 2, as the two scores are in order, or leave it empty."),
    ],
)
def test_what_cannot_be_taken_says_why_and_changes_nothing(pages: Pages, line: str, says: str) -> None:
    answer = pages.types(line)
    assert (answer.status_code, text(answer)) == (422, says)
    assert pages.hall.scores() == (None, None)


def test_the_same_sheet_twice_is_one_and_another_one_is_refused(pages: Pages) -> None:
    pages.types("1 431 388 - y")
    assert "in already: nothing was done twice" in text(pages.types("1 431 388 - y"))
    refused = pages.types("1 421 388 - y")
    assert refused.status_code == 422 and "This sheet is final and says otherwise" in text(refused)
    assert pages.sheet.number == 1


def test_without_a_script_the_page_keeps_what_was_refused(pages: Pages) -> None:
    page = pages.types("1 43x 388 - y", script=False)
    assert page.status_code == 422
    assert 'value="43x"' in page.content.decode() and "First score: Enter a whole number." in text(page)
    done = pages.types("1 431 388 - y", script=False)
    assert "1 of 2 still open" in text(done) and 'value="431"' not in done.content.decode()


def test_a_round_that_is_not_published_has_no_sheets(pages: Pages) -> None:
    director = pages.staff()
    assert director.get(pages.desk("sheets_paper", 2)).status_code == 302


def test_entering_a_sheet_takes_the_same_queries_in_a_round_of_3_boards_and_of_30(db: None) -> None:
    counts = []
    for players, slug in ((6, "small"), (60, "large")):
        pages = make_pages(players=players, slug=slug)
        client = pages.staff(Role.SCORER)
        pages.types("1 431 388 - y", by=client)
        with CaptureQueriesContext(connection) as captured:
            assert pages.types("2 400 390 - y", by=client).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 48
