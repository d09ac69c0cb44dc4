"""Paper sheets where lines stand with the game: shown, asked about, and counted once."""

import pytest
from django.test import Client

from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.services.games import adjust_game
from tests.results.looking import text
from tests.results.rulings.cases import counted, total
from tests.results.sheets.pages.hall import Pages


@pytest.fixture
def scorer(pages: Pages) -> Client:
    """Three good words were challenged: 15 points off player 1, who plays player 4 at table 1."""
    event = pages.hall.event
    adjust_game(
        by=event.director, game=pages.game, side="first", kind="challenge", points=-15, rule="3.10.15(b)(ii)",
        source="challenge", reason="three good words",
    )  # fmt: skip
    return pages.staff(Role.SCORER)


def test_wespa_3_10_15_a_sheet_is_not_taken_until_it_is_said_whether_the_lines_are_in_its_scores(
    pages: Pages, scorer: Client
) -> None:
    one, other = pages.names
    refused = pages.types("1 400 390 - y")
    assert (refused.status_code, text(refused)) == (
        422,
        f"1: Table 1 has lines already: {one}: challenge -15 (3.10.15(b)(ii)). Is the typed score without them (y: they are "
        f"added, {one} 385 - 390 {other} counts) or with them (w: {one} 400 - 390 {other} counts)? "
        "Type y or w into the field below the scores.",
    )
    assert pages.game.outcome == ""


@pytest.mark.parametrize(
    ("line", "answer", "counts"),
    [
        ("1 400 390 - y", "y", (385, 390, -5)),
        ("1 400 390 - y", "w", (400, 390, 10)),
        ("#4 390 400 - y", "y", (385, 390, -5)),
        ("#4 390 400 - y", "w", (400, 390, 10)),
    ],
)
def test_wespa_3_10_15_a_sheet_counts_as_was_said(
    pages: Pages, scorer: Client, line: str, answer: str, counts: tuple[int, int, int]
) -> None:
    one, other = pages.names
    first, second, spread = counts
    taken = pages.types(line, lines=answer)
    winner = f"{other} wins by 5" if spread < 0 else f"{one} wins by 10"
    assert text(taken) == (
        f"Table 1: Written: {one} {first + 15}, {other} 390. {one}: challenge -15 (3.10.15(b)(ii)). "
        f"Counts: {one} {first}, {other} {second}. {winner}, rated. Entered."
    )
    assert (total(pages.game), counted(pages.game)[1]) == ((first, second), spread)


def test_the_question_takes_overtime_off_too(pages: Pages, scorer: Client) -> None:
    one, other = pages.names
    refused = text(pages.types("1 400 390 - y", over_two="1:01"))
    assert f"(y: they are added, {one} 385 - 370 {other} counts)" in refused


def test_an_answer_where_no_line_stands_changes_nothing(pages: Pages) -> None:
    pages.types("1 400 390 - y", lines="w")
    assert pages.hall.scores() == (400, 390)


def test_the_list_marks_the_tables_where_lines_stand(pages: Pages, scorer: Client) -> None:
    page = scorer.get(pages.desk("sheets_paper", 1))
    assert f"Lines stand {pages.names[0]}: challenge -15 (3.10.15(b)(ii))." in text(page)
    assert page.content.decode().count("data-lines") == 1
