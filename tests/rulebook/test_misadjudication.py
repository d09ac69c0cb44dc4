"""Wrong verdicts found later (WESPA 3.10.13, NSA II.L.7) and illegal exchanges (WESPA 3.10.17, NSA II.H)."""

import pytest

from adjudication.challenges.engine.misadjudication import Misruled, Remedy, remedy
from results.rulings.engine.drawing import Exchange, Undo, rule_on_exchange
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, WESPA_2010


@pytest.mark.parametrize(
    ("misruled", "may_correct"),
    [
        pytest.param(Misruled(was_acceptable=True, new_tile_on_rack=True), False, id="a_one_new_tile_on_the_rack"),
        pytest.param(Misruled(was_acceptable=True), True, id="a_new_tiles_on_the_table_only"),
        pytest.param(Misruled(was_acceptable=True, retracted_tile_on_rack=True), True, id="a_is_not_governed_by_retracted_tiles"),
        pytest.param(Misruled(was_acceptable=False, retracted_tile_on_rack=True), False, id="b_one_tile_on_the_rack"),
        pytest.param(Misruled(was_acceptable=False), True, id="b_tiles_still_on_the_board"),
        pytest.param(Misruled(was_acceptable=False, new_tile_on_rack=True), True, id="b_is_not_governed_by_new_tiles"),
    ],
)  # fmt: skip
def test_wespa_3_10_13(misruled: Misruled, may_correct: bool) -> None:
    result = remedy(misruled, book=WESPA_2010)
    assert (result.may_correct, result.spread) == (may_correct, 0)


def test_wespa_3_10_13_the_reason() -> None:
    assert remedy(Misruled(was_acceptable=True, new_tile_on_rack=True), book=WESPA_2010).why == Reason(
        "A newly drawn tile has touched the challenged player's rack: the verdict stands.", "3.10.13"
    )
    assert remedy(Misruled(was_acceptable=False), book=WESPA_2010).why == Reason(
        "No retracted tile has touched the challenged player's rack: the verdict may be corrected.", "3.10.13"
    )


@pytest.mark.parametrize(
    ("misruled", "text"),
    [
        (
            Misruled(was_acceptable=False, play_value=72, verified=True),
            "Not reported before leaving the tournament area that day: nothing is due.",
        ),
        (
            Misruled(was_acceptable=False, play_value=72, reported_in_time=True),
            "The play's value is not verified by the score sheet and the opponent: verify it first.",
        ),
        (
            Misruled(was_acceptable=True, turn_lost=False, play_value=72, verified=True, reported_in_time=True),
            "No turn was lost by the error: nothing is due.",
        ),
    ],
)
def test_nsa_ii_l_7_nothing_is_due_without_report_verification_or_a_lost_turn(misruled: Misruled, text: str) -> None:
    assert remedy(misruled, book=NSA_2004) == Remedy(False, 0, Reason(text, "II.L.7"))


@pytest.mark.parametrize(
    ("exchange", "undo", "points", "seen", "seconds"),
    [
        pytest.param(Exchange(4), Undo.PASS_TAKE_BACK, 0, 0, None, id="a_nothing_drawn"),
        pytest.param(Exchange(4, drawn=True), Undo.PASS_SHOW_NEW, 0, 0, None, id="b_drawn"),
        pytest.param(Exchange(4, drawn=True, old_in_bag=True), Undo.OPPONENT_CHOOSES_SEPARATE, 0, 2, 60, id="c_old_in_bag"),
        pytest.param(
            Exchange(4, 3, drawn=True, old_in_bag=True, new_on_rack=True),
            Undo.OPPONENT_CHOOSES_MIXED, 0, 5, 60, id="d_mixed_three_exchanged",
        ),
        pytest.param(
            Exchange(4, 6, drawn=True, old_in_bag=True, new_on_rack=True),
            Undo.OPPONENT_CHOOSES_MIXED, 0, 7, 60, id="d_at_most_seven",
        ),
        pytest.param(
            Exchange(4, 2, drawn=True, old_in_bag=True, new_on_rack=True, opponent_played=True),
            Undo.OPPONENT_CHOOSES_MIXED, 0, 4, 60, id="d_played_but_no_tile_racked",
        ),
        pytest.param(
            Exchange(4, 2, True, True, True, True, opponent_played=True, opponent_racked=True),
            Undo.TOO_LATE_POINTS, -30, 0, None, id="e_played_and_racked",
        ),
    ],
)  # fmt: skip
def test_nsa_ii_h_10(exchange: Exchange, undo: Undo, points: int, seen: int, seconds: int | None) -> None:
    ruling = rule_on_exchange(exchange, book=NSA_2004)
    assert (ruling.undo, ruling.points, ruling.seen_of_rack, ruling.seconds) == (undo, points, seen, seconds)
    assert not ruling.legal


def test_nsa_ii_h_10_a_new_tile_racked_with_the_old_ones_out_of_the_bag_is_a_gap_for_the_director() -> None:
    with pytest.raises(NeedsRuling, match=r"the director rules \(II.H.10\). Follow case b or d."):
        rule_on_exchange(Exchange(4, drawn=True, new_on_rack=True), book=NSA_2004)


@pytest.mark.parametrize("key", ["wespa-2010", "sowpods-club", "scrabble-guide"])
def test_an_unnumbered_exchange_elsewhere_is_the_directors(key: str) -> None:
    with pytest.raises(NeedsRuling, match="Make it a pass, or let it go on"):
        rule_on_exchange(Exchange(40, numbered=False), book=RULEBOOKS[key])


@pytest.mark.parametrize("key", RULEBOOKS)
def test_seven_in_the_bag_is_enough(key: str) -> None:
    ruling = rule_on_exchange(Exchange(7), book=RULEBOOKS[key])
    assert (ruling.legal, ruling.undo, ruling.points) == (True, Undo.NOTHING, 0)
