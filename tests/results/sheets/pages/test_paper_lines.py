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
    first, second = pages.names
    page = scorer.get(pages.desk("sheets_paper", 1))
    assert f"Lines stand {first}: challenge -15 (3.10.15(b)(ii))." in text(page)
    assert page.text.count("data-lines") == 1
    refused = pages.types("1 400 390 - y", over_two="1:01")
    assert refused.status_code == 422
    assert f"1: Table 1 has corrections already: {first}: challenge -15 (3.10.15(b)(ii))." in text(refused)
    assert f"(y: they are added, {first} 385 - 370 {second} counts)" in text(refused)
    assert "Type y or w into the field below the scores." in text(refused)
    assert pages.game.outcome == ""


@pytest.mark.parametrize(("answer", "counts"), [("y", (385, 390, -5)), ("w", (400, 390, 10))])
def test_wespa_3_10_15_a_sheet_counts_as_was_said(
    pages: Pages, scorer: Client, answer: str, counts: tuple[int, int, int]
) -> None:
    one, other = pages.names
    first, second, spread = counts
    taken = pages.types("#4 390 400 - y", lines=answer)
    winner = f"{other} wins by 5" if spread < 0 else f"{one} wins by 10"
    assert text(taken) == (
        f"Table 1: Written: {one} {first + 15}, {other} 390. {one}: challenge -15 (3.10.15(b)(ii)). "
        f"Counts: {one} {first}, {other} {second}. {winner}, rated. Entered."
    )
    assert (total(pages.game), counted(pages.game)[1]) == ((first, second), spread)


def test_an_answer_where_no_line_stands_changes_nothing(pages: Pages) -> None:
    pages.types("1 400 390 - y", lines="w")
    assert pages.hall.scores() == (400, 390)
