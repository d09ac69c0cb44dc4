"""Corners of the engines: boundaries, both sides, and what cannot be, under the names of their rules."""

import pytest

from adjudication.challenges.engine.penalty import Challenge, consequence
from results.attendance.engine.lateness import Alarm, AlarmKind, alarms, one_absent
from results.rulings.engine.drawing import BadExchange, Exchange, Undo, out_of_order_draw, rule_on_exchange
from results.rulings.engine.endgame import EndLine, EndSide, HowEnded, SideEnd, final_totals, why_not_ended
from results.rulings.engine.forfeits import awarded, overtime_forfeit
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import Zero
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SOWPODS_CLUB, WESPA_2010


def wespa_minutes(minutes: int) -> Rulebook:
    return effective(WESPA_2010, {"game_minutes": str(minutes)}).rulebook


def test_wespa_2_3_4_in_a_game_of_12_minutes_any_late_player_may_elect_and_no_alarm_lies_before_the_clock() -> None:
    book = wespa_minutes(12)
    assert one_absent(clock_started=0, arrived=0, book=book).may_elect_forfeit
    assert alarms(clock_started=0, book=book) == (Alarm(AlarmKind.FORFEITS, 720, 0, 0, "2.3.5"),)


def test_wespa_2_3_4_in_a_game_of_15_minutes_the_alarm_is_at_the_start_of_the_clock() -> None:
    book = wespa_minutes(15)
    assert not one_absent(clock_started=0, arrived=0, book=book).may_elect_forfeit
    assert one_absent(clock_started=0, arrived=1, book=book).may_elect_forfeit
    assert alarms(clock_started=0, book=book)[0] == Alarm(AlarmKind.ELECT_AFTER, 0, 900, 900, "2.3.4")


def test_wespa_5_3_3_both_ten_minutes_over_asks_who_was_first() -> None:
    with pytest.raises(NeedsRuling, match=r"Both players ran ten minutes over: the director rules \(5.3.3\)"):
        overtime_forfeit(
            own_score=400, opponent_score=380, seconds_over=600, opponent_seconds_over=600, book=WESPA_2010
        )


def test_wespa_5_3_3_an_opponent_9_59_over_has_lost_100_of_the_lead() -> None:
    lost = overtime_forfeit(
        own_score=300, opponent_score=600, seconds_over=600, opponent_seconds_over=599, book=WESPA_2010
    )
    assert lost is not None
    assert (lost.scores, lost.opponent.spread) == ((200, 500), 300)


def test_wespa_5_3_2_penalties_may_take_a_score_below_zero() -> None:
    late, zeros = SideEnd(-5, rack=20, seconds_over=61), [Zero.PASS_TURN] * 6
    result = final_totals(late, SideEnd(0, rack=1), HowEnded.SIX_ZEROS, book=WESPA_2010, zeros=zeros)
    assert (result.first, result.second) == (-45, -1)


@pytest.mark.parametrize(
    ("over", "disregarded", "points"), [(61, 1, 10), (61, 60, 10), (61, 61, 0), (61, 100, 0), (0, 60, 0)]
)
def test_wespa_5_3_4_only_what_ran_before_the_true_end_is_charged(over: int, disregarded: int, points: int) -> None:
    end = SideEnd(400, seconds_over=over, disregarded=disregarded)
    assert final_totals(end, SideEnd(380), HowEnded.WENT_OUT, out=EndSide.FIRST, book=WESPA_2010).first == 400 - points


FAILED_THEN_PASSES = [Zero.FAILED_CHALLENGE, *[Zero.PASS_TURN] * 5]


@pytest.mark.parametrize(
    ("turns", "first", "second", "ends"),
    [
        pytest.param([Zero.PASS_TURN] * 12, 0, 0, False, id="twelve_at_0_0"),
        pytest.param([Zero.PLAY_CHALLENGED_OFF] * 6, 0, 0, False, id="challenged_off_at_0_0"),
        pytest.param([Zero.EXCHANGE] * 6, 20, 0, True, id="one_player_has_scored"),
        pytest.param([Zero.EXCHANGE] * 6, 0, -5, True, id="one_player_below_zero"),
        pytest.param(FAILED_THEN_PASSES, 20, 0, True, id="a_failed_challenge_counts"),
        pytest.param([None, *FAILED_THEN_PASSES[:5]], 20, 0, False, id="five_after_a_play"),
    ],
)
def test_nsa_iii_a_2_six_zeros(turns: list[Zero | None], first: int, second: int, ends: bool) -> None:
    assert (why_not_ended(turns, first_score=first, second_score=second, book=NSA_2004) is None) is ends


def test_sowpods_scoring_11_players_who_cannot_play_may_agree_to_end_and_both_lose_their_racks() -> None:
    result = final_totals(SideEnd(300, rack=11), SideEnd(290, rack=4), HowEnded.AGREED, book=SOWPODS_CLUB)
    assert (result.first, result.second) == (289, 286)
    assert result.lines[1] == EndLine(EndSide.FIRST, "own tiles left", -11, "Scoring 11")


@pytest.mark.parametrize(
    ("key", "rule"), [("wespa-2010", "6.3.3(b)(iv)"), ("wespa-2012", "6.3.3(b)(iv)"), ("nsa-2004", "our default")]
)
def test_wespa_6_3_3_b_iv_a_game_forfeited_as_a_penalty_cites_it_under_wespa_alone(key: str, rule: str) -> None:
    assert awarded(margin=50, book=RULEBOOKS[key]).reasons[0].rule == rule


@pytest.mark.parametrize("in_bag", [0, -1])
@pytest.mark.parametrize("book", [WESPA_2010, NSA_2004, SOWPODS_CLUB], ids=lambda book: book.key)
def test_nsa_guideline_7_nobody_draws_from_an_empty_bag(book: Rulebook, in_bag: int) -> None:
    with pytest.raises(ValueError, match="Nobody draws from an empty bag"):
        out_of_order_draw(in_bag=in_bag, opponent_starved=True, book=book)


def test_wespa_3_10_15_b_ii_eight_words_cost_forty() -> None:
    assert consequence(Challenge(1, 1, 1, acceptable=True, words=8), book=WESPA_2010).points == 40


@pytest.mark.parametrize("exchanged", range(1, 8))
def test_nsa_ii_h_10_c_two_tiles_of_the_rack_are_seen_or_as_many_as_were_kept(exchanged: int) -> None:
    ruling = rule_on_exchange(Exchange(6, exchanged, drawn=exchanged > 3, old_in_bag=True), book=NSA_2004)
    assert ruling.seen_of_rack == (2, 2, 2, 2, 2, 1, 0)[exchanged - 1]
    assert ruling.undo is Undo.OPPONENT_CHOOSES_SEPARATE


@pytest.mark.parametrize("exchanged", range(1, 8))
def test_nsa_ii_h_10_d_two_more_than_were_exchanged_are_seen_at_most_seven(exchanged: int) -> None:
    done = Exchange(6, exchanged, drawn=True, old_in_bag=True, new_on_rack=True)
    assert rule_on_exchange(done, book=NSA_2004).seen_of_rack == (3, 4, 5, 6, 7, 7, 7)[exchanged - 1]


def test_wespa_3_10_17_a_too_few_tiles_are_challenged_whether_or_not_a_number_was_said() -> None:
    ruling = rule_on_exchange(Exchange(6, numbered=False), book=WESPA_2010)
    assert (ruling.legal, ruling.undo) == (False, Undo.TURN_LOST)


def test_wespa_3_10_17_e_a_new_tile_on_the_rack_does_not_end_the_right_to_challenge() -> None:
    ruling = rule_on_exchange(Exchange(6, drawn=True, new_on_rack=True, opponent_played=True), book=WESPA_2010)
    assert ruling.undo is Undo.TURN_LOST


@pytest.mark.parametrize(
    ("exchange", "message"),
    [
        (Exchange(-1), "The bag holds 0 tiles or more"),
        (Exchange(6, 0), "1 to 7 are exchanged"),
        (Exchange(6, 8), "1 to 7 are exchanged"),
        (Exchange(6, opponent_racked=True), "say that it was made"),
    ],
)
def test_an_exchange_that_cannot_be_is_refused(exchange: Exchange, message: str) -> None:
    with pytest.raises(BadExchange, match=message):
        rule_on_exchange(exchange, book=NSA_2004)
