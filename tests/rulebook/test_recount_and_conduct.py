"""Recounts (WESPA 5.5.1, NSA III.E) and drawing out of order (WESPA 3.9.9, NSA Guideline 7)."""

import pytest

from results.rulings.engine.drawing import out_of_order_draw
from results.sheets.engine.recounts import RecountRight, recount_right
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SILENT, WESPA_2010


@pytest.mark.parametrize(("margin", "allowed"), [(0, True), (20, True), (-20, True), (21, False), (-21, False)])
@pytest.mark.parametrize("key", ["wespa-2010", "wespa-2012"])
def test_wespa_5_5_1_recount_only_within_20(key: str, margin: int, allowed: bool) -> None:
    right = recount_right(margin=margin, book=RULEBOOKS[key])
    assert (right.allowed, right.full_only) == (allowed, True)


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


@pytest.mark.parametrize(
    ("in_bag", "points", "advised"), [(14, 0, False), (13, 50, False), (7, 50, False), (6, 50, True), (1, 50, True)]
)
def test_nsa_guideline_7_fifty_spread_points_of_the_offender_alone(in_bag: int, points: int, advised: bool) -> None:
    draw = out_of_order_draw(in_bag=in_bag, opponent_starved=True, book=NSA_2004)
    assert (draw.may_take, draw.advised, draw.all_new_overdrawn, draw.unethical) == (points, advised, False, False)


@pytest.mark.parametrize("starved", [True, False])
def test_wespa_3_9_9_unethical_and_all_overdrawn_where_the_opponent_was_starved(starved: bool) -> None:
    draw = out_of_order_draw(in_bag=5, opponent_starved=starved, book=WESPA_2010)
    assert (draw.may_take, draw.advised, draw.all_new_overdrawn, draw.unethical) == (0, False, starved, True)
    assert [reason.rule for reason in draw.reasons] == ["3.9.9"]


@pytest.mark.parametrize("book", SILENT)
def test_silent_books_ask_the_director_about_drawing_out_of_order(book: Rulebook) -> None:
    with pytest.raises(NeedsRuling, match="Drawing out of order: the director rules"):
        out_of_order_draw(in_bag=5, opponent_starved=True, book=book)
