"""Corners of the engines: boundaries, both sides, and what cannot be, under the names of their rules."""

import pytest

from adjudication.challenges.engine.penalty import BadChallenge, Challenge, consequence, price
from results.attendance.engine.lateness import Alarm, AlarmKind, alarms, both_absent, one_absent
from results.rulings.engine.drawing import BadExchange, Exchange, Undo, out_of_order_draw, rule_on_exchange
from results.rulings.engine.endgame import CannotEndSo, EndLine, EndSide, HowEnded, SideEnd, final_totals, why_not_ended
from results.rulings.engine.forfeits import (
    PlayedGame,
    awarded,
    ejection,
    lateness_forfeit,
    overtime_forfeit,
    resignation,
)
from results.sheets.engine.recounts import recount_right
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import Zero
from tdsuite.tournaments.rulebooks.penalties import penalty_scheme
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA_2010


def wespa_minutes(minutes: int) -> Rulebook:
    return effective(WESPA_2010, {"game_minutes": str(minutes)}).rulebook


# ── lateness ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_wespa_2_3_4_in_a_game_of_12_minutes_any_late_player_may_elect_and_no_alarm_lies_before_the_clock() -> None:
    book = wespa_minutes(12)
    assert one_absent(clock_started=0, arrived=0, book=book).may_elect_forfeit
    assert alarms(clock_started=0, book=book) == (Alarm(AlarmKind.FORFEITS, 720, 0, 0, "2.3.5"),)


def test_wespa_2_3_4_in_a_game_of_15_minutes_the_alarm_is_at_the_start_of_the_clock() -> None:
    book = wespa_minutes(15)
    assert not one_absent(clock_started=0, arrived=0, book=book).may_elect_forfeit
    assert one_absent(clock_started=0, arrived=1, book=book).may_elect_forfeit
    assert alarms(clock_started=0, book=book)[0] == Alarm(AlarmKind.ELECT_AFTER, 0, 900, 900, "2.3.4")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param(1499, 1499, ((1, False), (1, False)), id="both_on_the_last_second"),
        pytest.param(1499, 1500, ((1, False), (0, True)), id="the_second_a_second_later"),
        pytest.param(1500, 1500, ((0, True), (0, True)), id="both_when_it_has_expired"),
        pytest.param(0, 1500, ((1500, False), (0, True)), id="the_first_at_once"),
    ],
)
def test_wespa_2_3_5_two_absent_up_to_the_last_second(
    first: int, second: int, expected: tuple[tuple[int, bool], ...]
) -> None:
    times = both_absent(clock_started=0, first_arrived=first, second_arrived=second, book=WESPA_2010)
    assert tuple((time.seconds, time.must_forfeit) for time in times) == expected


def test_nsa_guideline_19a_who_must_forfeit_has_nothing_left_to_elect() -> None:
    time = one_absent(clock_started=0, arrived=1500, book=NSA_2004)
    assert (time.must_forfeit, time.may_elect_forfeit) == (True, False)


@pytest.mark.parametrize("margin", [75, 76, 500])
def test_wespa_2_3_6_a_the_raised_margin_holds_for_a_forfeit_elected_too(margin: int) -> None:
    assert lateness_forfeit(book=WESPA_2010, elected=True, margin=margin).opponent.spread == margin


# ── overtime and the end of the game ─────────────────────────────────────────────────────────────────────────────────


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


@pytest.mark.parametrize(
    ("own", "opponent", "loses_by"),
    [
        pytest.param(380, 379, 100, id="lead_of_99_loses_by_100"),
        pytest.param(380, 380, 100, id="lead_of_100_loses_by_100"),
        pytest.param(380, 381, 101, id="lead_of_101_loses_by_101"),
        pytest.param(-30, 20, 150, id="scores_below_zero"),
    ],
)
def test_wespa_5_3_3_the_greater_of_the_lead_and_100(own: int, opponent: int, loses_by: int) -> None:
    lost = overtime_forfeit(own_score=own, opponent_score=opponent, seconds_over=600, book=WESPA_2010)
    assert lost is not None
    assert lost.opponent.spread == loses_by


def test_wespa_5_3_2_penalties_may_take_a_score_below_zero() -> None:
    result = final_totals(
        SideEnd(-5, rack=20, seconds_over=61),
        SideEnd(0, rack=1),
        HowEnded.SIX_ZEROS,
        book=WESPA_2010,
        zeros=[Zero.PASS_TURN] * 6,
    )
    assert (result.first, result.second, result.winner) == (-45, -1, EndSide.SECOND)


@pytest.mark.parametrize(
    ("over", "disregarded", "points"), [(61, 1, 10), (61, 60, 10), (61, 61, 0), (61, 100, 0), (0, 60, 0)]
)
def test_wespa_5_3_4_only_what_ran_before_the_true_end_is_charged(over: int, disregarded: int, points: int) -> None:
    end = SideEnd(400, seconds_over=over, disregarded=disregarded)
    assert final_totals(end, SideEnd(380), HowEnded.WENT_OUT, out=EndSide.FIRST, book=WESPA_2010).first == 400 - points


def test_wespa_5_3_4_b_the_clock_stops_when_tiles_are_shown_and_nsa_iii_b_five_seconds_later() -> None:
    after_end = {key: RULEBOOKS[key].ending.overtime.after_end.value.stops_after for key in RULEBOOKS}
    assert after_end == {
        "wespa-2010": 0,
        "wespa-2012": 0,
        "nsa-2004": 5,
        "sowpods-club": None,
        "scrabble-guide": None,
    }


@pytest.mark.parametrize("side", list(EndSide))
def test_wespa_5_1_4_the_same_sums_whichever_side_goes_out(side: EndSide) -> None:
    out, left = SideEnd(400), SideEnd(380, rack=7)
    ends = (out, left) if side is EndSide.FIRST else (left, out)
    result = final_totals(*ends, HowEnded.WENT_OUT, out=side, book=WESPA_2010)
    assert (result.first, result.second) == ((407, 373) if side is EndSide.FIRST else (373, 407))
    assert result.winner is side


# ── six zeros ────────────────────────────────────────────────────────────────────────────────────────────────────────

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


def test_wespa_5_2_a_turn_lost_by_a_failed_challenge_is_no_zero_so_it_takes_another() -> None:
    assert why_not_ended(FAILED_THEN_PASSES, first_score=20, second_score=0, book=WESPA_2010) is not None
    assert why_not_ended([*FAILED_THEN_PASSES, Zero.PASS_TURN], first_score=20, second_score=0, book=WESPA_2010) is None


def test_sowpods_scoring_11_players_who_cannot_play_may_agree_to_end_and_both_lose_their_racks() -> None:
    result = final_totals(SideEnd(300, rack=11), SideEnd(290, rack=4), HowEnded.AGREED, book=SOWPODS_CLUB)
    assert (result.first, result.second) == (289, 286)
    assert result.lines[1] == EndLine(EndSide.FIRST, "own tiles left", -11, "Scoring 11")


@pytest.mark.parametrize("key", ["wespa-2010", "wespa-2012", "nsa-2004", "scrabble-guide"])
def test_sowpods_scoring_11_nowhere_else_may_players_agree_to_end(key: str) -> None:
    with pytest.raises(CannotEndSo, match="players do not agree to end a game: it takes six zero turns"):
        final_totals(SideEnd(300), SideEnd(290), HowEnded.AGREED, book=RULEBOOKS[key])


# ── forfeits and ejection ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("key", "rule"),
    [("wespa-2010", "6.3.3(b)(iv)"), ("wespa-2012", "6.3.3(b)(iv)"), ("nsa-2004", "our default")],
)
def test_wespa_6_3_3_b_iv_a_game_forfeited_as_a_penalty_cites_it_under_wespa_alone(key: str, rule: str) -> None:
    assert awarded(margin=50, book=RULEBOOKS[key]).reasons[0].rule == rule


def test_a_ruling_cited_by_the_caller_is_kept() -> None:
    assert awarded(margin=50, book=NSA_2004, rule="Guideline 20").reasons[0].rule == "Guideline 20"


@pytest.mark.parametrize(("lead", "margin"), [(-1, 50), (0, 50), (1, 51), (-400, 50), (400, 450)])
@pytest.mark.parametrize("key", RULEBOOKS)
def test_wespa_5_7_c_nsa_iii_g_2_the_margin_on_both_sides_of_level(key: str, lead: int, margin: int) -> None:
    left = resignation(own_score=300, opponent_score=300 + lead, book=RULEBOOKS[key])
    assert (left.offender.spread, left.opponent.spread) == (-margin, margin)


def test_wespa_6_2_4_a_game_that_changes_is_not_rated_and_one_that_stays_is() -> None:
    games = ejection([PlayedGame(1, 149), PlayedGame(2, 150)], round_robin=False, book=WESPA_2010).games
    assert [(game.changed, game.rated) for game in games] == [(True, False), (False, True)]


def test_wespa_5_5_1_a_tie_may_be_recounted() -> None:
    assert recount_right(margin=0, book=WESPA_2010).allowed


@pytest.mark.parametrize("in_bag", [0, -1])
@pytest.mark.parametrize("book", [WESPA_2010, NSA_2004, SOWPODS_CLUB], ids=lambda book: book.key)
def test_nsa_guideline_7_nobody_draws_from_an_empty_bag(book: Rulebook, in_bag: int) -> None:
    with pytest.raises(ValueError, match="Nobody draws from an empty bag"):
        out_of_order_draw(in_bag=in_bag, opponent_starved=True, book=book)


# ── challenges ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_wespa_3_10_15_b_ii_eight_words_are_the_most_one_play_forms() -> None:
    assert consequence(Challenge(upheld=False, words=8), book=WESPA_2010).points == 40
    with pytest.raises(BadChallenge, match="One play forms 8 words at most"):
        consequence(Challenge(upheld=False, words=9), book=WESPA_2010)


def test_nsa_iii_a_3_a_challenge_is_rescinded_over_a_lost_tile_only_against_the_last_play() -> None:
    with pytest.raises(BadChallenge, match="only against the play that goes out"):
        consequence(Challenge(upheld=False, rescinded_for_lost_tile=True), book=NSA_2004)


@pytest.mark.parametrize(("earlier", "points"), [(0, 5), (1, 5), (2, 10), (3, 20), (4, 30), (5, 30), (50, 30)])
def test_wespa_3_10_15_c_iii_past_its_last_step_the_last_amount_repeats(earlier: int, points: int) -> None:
    assert price(penalty_scheme("rising:5-5-10-20-30"), words=3, earlier=earlier) == (points, 0, False)


@pytest.mark.parametrize(
    "code", ["word:5", "turn:5", "word:10", "turn:10", "double", "dingle", "rising:5-10", "time:60", "single"]
)
def test_wespa_3_10_15_a_no_scheme_costs_anything_where_one_word_is_bad(code: str) -> None:
    book = effective(WESPA_2010, {"challenge_penalty": code}).rulebook
    bad = consequence(Challenge(upheld=True, words=3, failed_in_game=4, failed_in_event=4), book=book)
    assert (bad.points, bad.seconds, bad.counts_as_failed) == (0, 0, False)


# ── exchanges ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("exchanged", range(1, 8))
def test_nsa_ii_h_10_c_two_tiles_of_the_rack_are_seen_or_as_many_as_were_kept(exchanged: int) -> None:
    ruling = rule_on_exchange(Exchange(6, exchanged, drawn=True, old_in_bag=True), book=NSA_2004)
    assert ruling.seen_of_rack == (2, 2, 2, 2, 2, 1, 0)[exchanged - 1]
    assert ruling.undo is Undo.OPPONENT_CHOOSES_SEPARATE


@pytest.mark.parametrize("exchanged", range(1, 8))
def test_nsa_ii_h_10_d_two_more_than_were_exchanged_are_seen_at_most_seven(exchanged: int) -> None:
    done = Exchange(6, exchanged, drawn=True, old_in_bag=True, new_on_rack=True)
    assert rule_on_exchange(done, book=NSA_2004).seen_of_rack == (3, 4, 5, 6, 7, 7, 7)[exchanged - 1]


def test_nsa_ii_h_10_c_old_tiles_in_the_bag_before_any_new_one_is_drawn() -> None:
    ruling = rule_on_exchange(Exchange(6, 3, old_in_bag=True), book=NSA_2004)
    assert (ruling.undo, ruling.seconds) == (Undo.OPPONENT_CHOOSES_SEPARATE, 60)


def test_wespa_3_10_17_a_too_few_tiles_are_challenged_whether_or_not_a_number_was_said() -> None:
    ruling = rule_on_exchange(Exchange(6, numbered=False), book=WESPA_2010)
    assert (ruling.legal, ruling.undo) == (False, Undo.TURN_LOST)


def test_wespa_3_10_17_e_a_new_tile_on_the_rack_does_not_end_the_right_to_challenge() -> None:
    ruling = rule_on_exchange(Exchange(6, drawn=True, new_on_rack=True, opponent_played=True), book=WESPA_2010)
    assert ruling.undo is Undo.TURN_LOST


def test_nsa_ii_h_8_no_number_and_no_tile_is_a_pass_with_too_few_in_the_bag_too() -> None:
    assert rule_on_exchange(Exchange(6, numbered=False), book=NSA_2004).undo is Undo.PASS_TAKE_BACK


def test_guide_game_play_7_with_six_in_the_bag_the_director_rules_and_with_seven_it_is_legal() -> None:
    assert rule_on_exchange(Exchange(7), book=SCRABBLE_GUIDE).legal
    with pytest.raises(NeedsRuling, match="The exchange is illegal"):
        rule_on_exchange(Exchange(6, numbered=False), book=SCRABBLE_GUIDE)


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
