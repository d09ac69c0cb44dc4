"""Wrong verdicts found later (WESPA 3.10.13, NSA II.L.7) and illegal exchanges (WESPA 3.10.17, NSA II.H)."""

import pytest

from adjudication.challenges.engine.misadjudication import Misruled, Remedy, Wrongly, remedy
from results.rulings.engine.drawing import Exchange, ExchangeRuling, Undo, rule_on_exchange
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SILENT, WESPA_2010


@pytest.mark.parametrize("key", ["wespa-2010", "wespa-2012"])
@pytest.mark.parametrize(
    ("misruled", "may_correct"),
    [
        pytest.param(Misruled(Wrongly.ACCEPTABLE, new_tile_on_rack=True), False, id="a_one_new_tile_on_the_rack"),
        pytest.param(Misruled(Wrongly.ACCEPTABLE), True, id="a_new_tiles_on_the_table_only"),
        pytest.param(Misruled(Wrongly.ACCEPTABLE, retracted_tile_on_rack=True), True, id="a_is_not_governed_by_retracted_tiles"),
        pytest.param(Misruled(Wrongly.UNACCEPTABLE, retracted_tile_on_rack=True), False, id="b_one_tile_on_the_rack"),
        pytest.param(Misruled(Wrongly.UNACCEPTABLE), True, id="b_tiles_still_on_the_board"),
        pytest.param(Misruled(Wrongly.UNACCEPTABLE, new_tile_on_rack=True), True, id="b_is_not_governed_by_new_tiles"),
    ],
)  # fmt: skip
def test_wespa_3_10_13(key: str, misruled: Misruled, may_correct: bool) -> None:
    result = remedy(misruled, book=RULEBOOKS[key])
    assert (result.may_correct, result.spread) == (may_correct, 0)


def test_wespa_3_10_13_the_reasons() -> None:
    assert remedy(Misruled(Wrongly.ACCEPTABLE, new_tile_on_rack=True), book=WESPA_2010).reasons == (
        Reason("A newly drawn tile has touched the challenged player's rack: the verdict stands.", "3.10.13"),
    )
    assert remedy(Misruled(Wrongly.UNACCEPTABLE), book=WESPA_2010).reasons == (
        Reason("No retracted tile has touched the challenged player's rack: the verdict may be corrected.", "3.10.13"),
    )


def test_nsa_ii_l_7_a_play_worth_72_verified_gives_97_and_the_loss_stands() -> None:
    misruled = Misruled(Wrongly.UNACCEPTABLE, play_value=72, verified=True, reported_in_time=True)
    assert remedy(misruled, book=NSA_2004) == Remedy(
        False, 97, (Reason("Spread +97: the play's 72 and 25. The result stands.", "II.L.7"),)
    )


@pytest.mark.parametrize(
    ("misruled", "text"),
    [
        (
            Misruled(Wrongly.UNACCEPTABLE, play_value=72, verified=True),
            "Not reported before leaving the tournament area that day: nothing is due.",
        ),
        (
            Misruled(Wrongly.UNACCEPTABLE, play_value=72, reported_in_time=True),
            "The play's value is not verified by the score sheet and the opponent: verify it first.",
        ),
        (
            Misruled(Wrongly.ACCEPTABLE, turn_lost=False, play_value=72, verified=True, reported_in_time=True),
            "No turn was lost by the error: nothing is due.",
        ),
    ],
)
def test_nsa_ii_l_7_nothing_is_due_without_report_verification_or_a_lost_turn(misruled: Misruled, text: str) -> None:
    assert remedy(misruled, book=NSA_2004) == Remedy(False, 0, (Reason(text, "II.L.7"),))


@pytest.mark.parametrize("book", SILENT)
def test_silent_books_ask_the_director_about_a_wrong_verdict(book: Rulebook) -> None:
    with pytest.raises(NeedsRuling) as asked:
        remedy(Misruled(Wrongly.ACCEPTABLE), book=book)
    assert str(asked.value) == "Misadjudication found later: the director rules. Correct it, or let it stand."


def test_a_play_worth_less_than_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="0 points or more"):
        remedy(Misruled(Wrongly.ACCEPTABLE, play_value=-1), book=NSA_2004)


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


def test_nsa_ii_h_10_e_the_offenders_310_becomes_280() -> None:
    exchange = Exchange(4, 2, drawn=True, old_in_bag=True, opponent_played=True, opponent_racked=True)
    ruling = rule_on_exchange(exchange, book=NSA_2004)
    assert 310 + ruling.points == 280
    assert ruling.reasons == (
        Reason("4 tiles in the bag: 7 are needed.", "II.G"),
        Reason("Case e: 30 points off.", "II.H.10"),
    )


def test_nsa_ii_h_10_a_new_tile_racked_with_the_old_ones_out_of_the_bag_is_a_gap_for_the_director() -> None:
    with pytest.raises(NeedsRuling, match=r"the director rules \(II.H.10\). Follow case b or d."):
        rule_on_exchange(Exchange(4, drawn=True, new_on_rack=True), book=NSA_2004)


@pytest.mark.parametrize("in_bag", [7, 40])
def test_nsa_ii_h_8_no_number_and_no_tile_is_a_pass_however_full_the_bag(in_bag: int) -> None:
    ruling = rule_on_exchange(Exchange(in_bag, numbered=False), book=NSA_2004)
    assert (ruling.undo, ruling.points, ruling.reasons[0].rule) == (Undo.PASS_TAKE_BACK, 0, "II.H.8")


@pytest.mark.parametrize("key", ["wespa-2010", "sowpods-club", "scrabble-guide"])
def test_an_unnumbered_exchange_elsewhere_is_the_directors(key: str) -> None:
    with pytest.raises(NeedsRuling, match="Make it a pass, or let it go on"):
        rule_on_exchange(Exchange(40, numbered=False), book=RULEBOOKS[key])


@pytest.mark.parametrize("key", RULEBOOKS)
def test_seven_in_the_bag_is_enough(key: str) -> None:
    ruling = rule_on_exchange(Exchange(7), book=RULEBOOKS[key])
    assert (ruling.legal, ruling.undo, ruling.points) == (True, Undo.NOTHING, 0)


def test_wespa_3_10_17_upheld_the_turn_is_lost() -> None:
    assert rule_on_exchange(Exchange(6, drawn=True), book=WESPA_2010) == ExchangeRuling(
        legal=False,
        undo=Undo.TURN_LOST,
        points=0,
        seen_of_rack=0,
        seconds=None,
        reasons=(
            Reason("6 tiles in the bag: 7 are needed.", "3.2.1(a)"),
            Reason("The challenge is upheld: the turn is lost.", "3.10.17, 3.10.15(a)"),
        ),
    )


def test_wespa_3_10_17_e_no_right_to_challenge_once_an_unwanted_tile_is_back() -> None:
    ruling = rule_on_exchange(Exchange(6, drawn=True, old_in_bag=True), book=WESPA_2010)
    assert (ruling.legal, ruling.undo) == (False, Undo.NOTHING)
    assert ruling.reasons[-1].text == "An unwanted tile is back in the bag: too late to challenge."


@pytest.mark.parametrize("book", SILENT)
def test_silent_books_ask_the_director_about_an_illegal_exchange(book: Rulebook) -> None:
    with pytest.raises(NeedsRuling, match="Undo it and take the turn, or let it stand"):
        rule_on_exchange(Exchange(6), book=book)
