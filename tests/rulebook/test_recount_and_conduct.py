"""Recounts (WESPA 5.5.1, NSA III.E) and drawing out of order (WESPA 3.9.9, NSA Guideline 7)."""

import pytest

from results.rulings.engine.drawing import out_of_order_draw
from results.sheets.engine.recounts import RecountRight, recount_right
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import SILENT, WESPA_2010


@pytest.mark.parametrize(
    ("key", "rule"), [("nsa-2004", "III.E"), ("sowpods-club", "our default"), ("scrabble-guide", "our default")]
)
def test_any_game_may_be_recounted_elsewhere(key: str, rule: str) -> None:
    assert recount_right(margin=300, book=RULEBOOKS[key]) == RecountRight(
        True, False, (Reason("Any game may be recounted.", rule),)
    )


def test_wespa_5_5_1_the_reasons() -> None:
    assert recount_right(margin=20, book=WESPA_2010).reasons == (
        Reason("The margin is 20, within 20.", "5.5.1, 5.5.2"),
    )
    assert recount_right(margin=-21, book=WESPA_2010).reasons == (
        Reason("The margin is 21: a recount needs 20 or less.", "5.5.1, 5.5.2"),
    )


@pytest.mark.parametrize("book", SILENT)
def test_silent_books_ask_the_director_about_drawing_out_of_order(book: Rulebook) -> None:
    with pytest.raises(NeedsRuling, match="Drawing out of order: the director rules"):
        out_of_order_draw(in_bag=5, opponent_starved=True, book=book)
