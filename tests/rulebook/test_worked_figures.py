"""Worked figures of the rules, each worked by hand from its text, under the name of its rule."""

import pytest

from adjudication.challenges.engine.misadjudication import Misruled, Wrongly, remedy
from adjudication.challenges.engine.penalty import Challenge, Turn, consequence
from results.attendance.engine.lateness import AlarmKind, alarms, both_absent, one_absent
from results.attendance.engine.round_timer import plays_due, round_time
from results.rulings.engine.clock_readings import seconds_over
from results.rulings.engine.drawing import Exchange, Undo, out_of_order_draw, rule_on_exchange
from results.rulings.engine.endgame import EndSide, HowEnded, SideEnd, final_totals, overtime_points, why_not_ended
from results.rulings.engine.forfeits import (
    ForfeitKind,
    PlayedGame,
    bye,
    ejection,
    has_begun,
    is_rated,
    lateness_forfeit,
    neither_arrived,
    overtime_forfeit,
    resignation,
)
from results.rulings.engine.sand_timer import sand_timers
from results.sheets.engine.recounts import recount_right
from tdsuite.tournaments.engine.standings import Adjustment, Entrant, GameSide, standings_after
from tdsuite.tournaments.engine.starts import FIRST, NO_SIDE, REPLY, SECOND, START, StartMode, record_of, who_starts
from tdsuite.tournaments.engine.tile_draw import tile_draw
from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.outcomes import Zero
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.books import NSA_2004, SCRABBLE_GUIDE, WESPA_2010

NINE = 9 * 3600


def at(minutes: int, seconds: int = 0) -> int:
    """An instant so long after 09:00:00."""
    return NINE + 60 * minutes + seconds


# ── lateness ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arrives", "assigned", "may_elect", "forfeits"),
    [
        pytest.param(at(7, 30), 17 * 60 + 30, False, False, id="09_07_30_has_17_30"),
        pytest.param(at(10, 1), 14 * 60 + 59, True, False, id="09_10_01_has_14_59_may_elect"),
        pytest.param(at(10), 15 * 60, False, False, id="09_10_00_exactly_15_00_may_not"),
        pytest.param(at(25), 0, False, True, id="09_25_00_forfeits"),
    ],
)
def test_figure_wespa_2_3_3_one_absent(arrives: int, assigned: int, may_elect: bool, forfeits: bool) -> None:
    time = one_absent(clock_started=at(0), arrived=arrives, book=WESPA_2010)
    assert (time.seconds, time.may_elect_forfeit, time.must_forfeit) == (assigned, may_elect, forfeits)


def test_figure_wespa_2_3_2_both_absent_a_has_17_30_and_b_20_30_less_7_30() -> None:
    a, b = both_absent(clock_started=at(0), first_arrived=at(7, 30), second_arrived=at(12), book=WESPA_2010)
    assert (a.seconds, b.seconds) == (17 * 60 + 30, 20 * 60 + 30 - (7 * 60 + 30))
    assert b.seconds == 13 * 60
    assert (a.may_elect_forfeit, b.may_elect_forfeit) == (False, True)


def test_figure_wespa_2_3_2_alarms_for_b_when_side_two_shows_22_30_and_7_30() -> None:
    warned = alarms(clock_started=at(0), first_arrived=at(7, 30), book=WESPA_2010)
    assert [(one.kind, one.at, one.side_shows) for one in warned] == [
        (AlarmKind.ELECT_AFTER, at(10), 22 * 60 + 30),
        (AlarmKind.FORFEITS, at(25), 7 * 60 + 30),
    ]


@pytest.mark.parametrize(("key", "loses_by"), [("wespa-2010", 75), ("wespa-2012", 75), ("nsa-2004", 50)])
def test_figure_wespa_2_3_6_both_never_arrive(key: str, loses_by: int) -> None:
    both = neither_arrived(RULEBOOKS[key])
    assert [(side.half_wins, side.spread) for side in (both.offender, both.opponent)] == [(0, -loses_by)] * 2
    assert both.rated is False


# ── starts and draws ─────────────────────────────────────────────────────────────────────────────────────────────────

THREE_OF_SIX = record_of([START, REPLY] * 3)
TWO_OF_SIX = record_of([START, REPLY, REPLY] * 2)
THREE_OF_FIVE_AND_A_BYE = record_of([START, REPLY, START, NO_SIDE, REPLY, START])


def test_figure_wespa_2_1_b_ii_a_3_starts_of_6_b_2_of_6_b_starts() -> None:
    assert who_starts(THREE_OF_SIX, TWO_OF_SIX, StartMode.BALANCE).starter == SECOND


def test_figure_wespa_2_1_b_ii_both_3_of_6_draw() -> None:
    decision = who_starts(THREE_OF_SIX, THREE_OF_SIX, StartMode.BALANCE)
    assert (decision.starter, decision.starts_by) == (None, "draw")


def test_figure_wespa_2_1_b_ii_3_of_6_against_3_of_5_and_a_bye_draw() -> None:
    decision = who_starts(THREE_OF_SIX, THREE_OF_FIVE_AND_A_BYE, StartMode.BALANCE)
    assert (decision.starter, decision.starts_by) == (None, "draw")


def test_figure_nsa_i_c_firsts_equal_a_3_seconds_b_2_and_a_bye_a_starts() -> None:
    assert (THREE_OF_SIX.replies, THREE_OF_FIVE_AND_A_BYE.replies) == (3, 2)
    assert who_starts(THREE_OF_SIX, THREE_OF_FIVE_AND_A_BYE, StartMode.NSA).starter == FIRST


def test_figure_nsa_i_c_seconds_equal_too_draw() -> None:
    assert who_starts(THREE_OF_SIX, record_of([REPLY, START] * 3), StartMode.NSA).starts_by == "draw"


@pytest.mark.parametrize("key", RULEBOOKS)
def test_figure_wespa_2_1_a_q_against_blank_the_blank_starts_and_e_against_e_draw_again(key: str) -> None:
    assert tile_draw([("Q", "?")], RULEBOOKS[key]).starter == 1
    assert tile_draw([("E", "E")], RULEBOOKS[key]).starter is None


# ── challenges ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("scheme", "all_good", "points", "comes_off"),
    [
        pytest.param("word:5", True, 15, False, id="5_a_word_three_good_15"),
        pytest.param("word:5", False, 0, True, id="5_a_word_one_bad_0"),
        pytest.param("turn:5", True, 5, False, id="5_a_turn_three_good_5"),
        pytest.param("turn:5", False, 0, True, id="5_a_turn_one_bad_0"),
    ],
)
def test_figure_wespa_3_10_15_three_words(scheme: str, all_good: bool, points: int, comes_off: bool) -> None:
    book = effective(WESPA_2010, {"challenge_penalty": scheme}).rulebook
    result = consequence(Challenge(upheld=not all_good, words=3), book=book)
    assert (result.points, result.play_off) == (points, comes_off)


def test_figure_nsa_iii_a_3_iii_b_unsuccessful_challenge_of_the_out_play() -> None:
    result = consequence(Challenge(upheld=False, out_play=True), book=NSA_2004)
    assert (result.game_over, result.points, result.turn_lost) == (True, 0, None)


@pytest.mark.parametrize(
    ("found", "corrected"),
    [
        pytest.param(Misruled(Wrongly.ACCEPTABLE, new_tile_on_rack=True), False, id="invalid_one_new_tile_on_rack"),
        pytest.param(Misruled(Wrongly.ACCEPTABLE), True, id="invalid_new_tiles_on_the_table_only"),
        pytest.param(Misruled(Wrongly.UNACCEPTABLE, retracted_tile_on_rack=True), False, id="valid_one_tile_back"),
        pytest.param(Misruled(Wrongly.UNACCEPTABLE), True, id="valid_tiles_still_on_the_board"),
    ],
)
def test_figure_wespa_3_10_13_misadjudication(found: Misruled, corrected: bool) -> None:
    assert remedy(found, book=WESPA_2010).may_correct is corrected


# ── spread only ──────────────────────────────────────────────────────────────────────────────────────────────────────


def table(adjustment: Adjustment) -> dict[int, tuple[int, int]]:
    """(half wins, spread) of two players after player 1 beat player 2 by 30, with one adjustment."""
    sides = (GameSide(1, 1, 2, 2, 30), GameSide(1, 2, 1, 0, -30))
    lines = standings_after((Entrant(1), Entrant(2)), sides, 1, adjustments=(adjustment,))
    return {line.number: (line.halves, line.spread) for line in lines}


def test_figure_nsa_ii_l_7_play_worth_72_spread_97_and_the_loss_stands() -> None:
    wronged = Misruled(Wrongly.UNACCEPTABLE, turn_lost=True, play_value=72, verified=True, reported_in_time=True)
    points = remedy(wronged, book=NSA_2004).spread
    assert points == 97
    assert table(Adjustment(2, 1, points)) == {1: (2, 30), 2: (0, -30 + 97)}


def test_figure_nsa_guideline_7_offender_minus_50_opponent_0() -> None:
    taken = out_of_order_draw(in_bag=6, opponent_starved=False, book=NSA_2004).may_take
    assert table(Adjustment(1, 1, -taken)) == {1: (2, 30 - 50), 2: (0, -30)}


# ── exchange ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_figure_nsa_ii_h_10_e_4_in_the_bag_310_becomes_280() -> None:
    done = Exchange(4, 2, drawn=True, old_in_bag=True, new_on_rack=True, opponent_played=True, opponent_racked=True)
    ruling = rule_on_exchange(done, book=NSA_2004)
    assert (ruling.undo, 310 + ruling.points) == (Undo.TOO_LATE_POINTS, 280)


def test_figure_nsa_ii_h_10_e_played_but_no_tile_racked_is_case_d_without_points() -> None:
    done = Exchange(4, 2, drawn=True, old_in_bag=True, new_on_rack=True, opponent_played=True)
    ruling = rule_on_exchange(done, book=NSA_2004)
    assert (ruling.undo, ruling.points) == (Undo.OPPONENT_CHOOSES_MIXED, 0)


# ── overtime ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("shown", "points"), [("-0:01", 10), ("-1:00", 10), ("-1:01", 20), ("-9:59", 100)])
def test_figure_wespa_5_3_2_overtime(shown: str, points: int) -> None:
    assert overtime_points(seconds_over(shown), WESPA_2010) == points


@pytest.mark.parametrize(
    ("own", "opponent", "after_penalty", "loses_by"),
    [
        pytest.param(420, 380, (320, 380), 100, id="leader_420_380"),
        pytest.param(300, 450, (200, 450), 250, id="trailer_300_450"),
        pytest.param(700, 380, (600, 380), 100, id="leader_700_380_still_ahead"),
    ],
)
def test_figure_wespa_5_3_3_ten_minutes_over(
    own: int, opponent: int, after_penalty: tuple[int, int], loses_by: int
) -> None:
    lost = overtime_forfeit(
        own_score=own, opponent_score=opponent, seconds_over=seconds_over("-10:00"), book=WESPA_2010
    )
    assert lost is not None
    assert (lost.scores, lost.offender.spread, lost.opponent.spread) == (after_penalty, -loses_by, loses_by)
    assert (lost.offender.half_wins, lost.opponent.half_wins) == (0, 2)


@pytest.mark.parametrize("shown", ["0:00", "-0:00"])
def test_figure_nsa_iii_c_2_zero_is_not_over_and_nothing_forfeits(shown: str) -> None:
    assert overtime_points(seconds_over(shown), NSA_2004) == 0
    assert overtime_forfeit(own_score=420, opponent_score=380, seconds_over=600, book=NSA_2004) is None


# ── the end of the game ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("option", "expected"), [("a", (407, 373)), ("b", (414, 380))])
def test_figure_wespa_5_1_4_going_out_400_380_with_7_opposite(option: str, expected: tuple[int, int]) -> None:
    book = effective(WESPA_2010, {"tiles_left": option}).rulebook
    result = final_totals(SideEnd(400), SideEnd(380, rack=7), HowEnded.WENT_OUT, out=EndSide.FIRST, book=book)
    assert (result.first, result.second) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("wespa-2010", (289, 286)),
        ("wespa-2012", (289, 286)),
        ("nsa-2004", (289, 286)),
        ("sowpods-club", (289, 286)),
        ("scrabble-guide", (300, 290)),
    ],
)
def test_figure_wespa_5_2_six_zeros_300_290_racks_11_and_4(key: str, expected: tuple[int, int]) -> None:
    result = final_totals(
        SideEnd(300, rack=11), SideEnd(290, rack=4), HowEnded.SIX_ZEROS, book=RULEBOOKS[key], zeros=[Zero.PASS_TURN] * 6
    )
    assert (result.first, result.second) == expected


def test_figure_nsa_iii_a_2_six_zeros_at_0_0_the_game_goes_on() -> None:
    assert why_not_ended([Zero.PASS_TURN] * 6, first_score=0, second_score=0, book=NSA_2004) is not None


def test_figure_nsa_app_b_iii_c_1_stopped_at_54_00_one_play_each_341_328() -> None:
    terms = sand_timers(NSA_2004)
    there = round_time(started=0, now=54 * 60, seconds=terms.stop_after, plays_after=terms.plays_after)
    just_before = round_time(started=0, now=54 * 60 - 1, seconds=terms.stop_after, plays_after=terms.plays_after)
    assert (there.called, just_before.called) == (True, False)
    assert (plays_due((0, 0), there.plays_after), plays_due((1, 1), there.plays_after)) == ((1, 1), (0, 0))
    result = final_totals(SideEnd(350, rack=9), SideEnd(340, rack=12), HowEnded.SAND_STOPPED, book=NSA_2004)
    assert (result.first, result.second) == (341, 328)


def test_figure_guide_ending_time_up_350_340_stays() -> None:
    result = final_totals(SideEnd(350, rack=9), SideEnd(340, rack=12), HowEnded.TIME_UP, book=SCRABBLE_GUIDE)
    assert (result.first, result.second) == (350, 340)


@pytest.mark.parametrize(("margin", "may"), [(20, True), (21, False)])
def test_figure_wespa_5_5_1_recount(margin: int, may: bool) -> None:
    assert recount_right(margin=margin, book=WESPA_2010).allowed is may


# ── forfeits ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("key", "opponents_lead", "margin"),
    [
        pytest.param("wespa-2010", 30, 80, id="wespa_5_7_c_opponent_leads_by_30"),
        pytest.param("wespa-2010", -40, 50, id="wespa_5_7_c_opponent_trails_by_40"),
        pytest.param("nsa-2004", -40, 50, id="nsa_iii_g_2_ahead_by_40"),
        pytest.param("nsa-2004", 40, 90, id="nsa_iii_g_2_behind_by_40"),
        pytest.param("nsa-2004", 0, 50, id="nsa_iii_g_2_level"),
    ],
)
def test_figure_wespa_5_7_c_nsa_iii_g_2_resigning_or_leaving(key: str, opponents_lead: int, margin: int) -> None:
    left = resignation(own_score=300, opponent_score=300 + opponents_lead, book=RULEBOOKS[key])
    assert (left.offender.spread, left.opponent.spread) == (-margin, margin)


@pytest.mark.parametrize(
    ("opponent_had", "becomes"),
    [
        pytest.param(200, 200, id="won_by_200"),
        pytest.param(30, 150, id="won_by_30"),
        pytest.param(-1, 150, id="had_lost"),
        pytest.param(150, 150, id="won_by_exactly_150"),
    ],
)
def test_figure_wespa_6_2_4_ejection_not_a_round_robin(opponent_had: int, becomes: int) -> None:
    result = ejection([PlayedGame(1, opponent_had)], round_robin=False, book=WESPA_2010)
    (game,) = result.games
    assert game.opponent is not None
    assert (game.opponent.half_wins, game.opponent.spread, game.void) == (2, becomes, False)
    assert result.later_opponents_have_a_bye


def test_figure_wespa_6_2_4_round_robin_won_or_lost_void_for_both() -> None:
    result = ejection([PlayedGame(1, 200), PlayedGame(2, -200)], round_robin=True, book=WESPA_2010)
    assert [(game.void, game.opponent, game.offender) for game in result.games] == [(True, None, None)] * 2


def test_figure_nsa_iii_g_rated() -> None:
    assert (bye(NSA_2004).rated, lateness_forfeit(book=NSA_2004).rated) == (False, False)
    assert lateness_forfeit(book=NSA_2004, elected=True).rated is False
    begun = has_begun(first_tile_drawn=True, opponent_alerted=True)
    assert is_rated(ForfeitKind.RESIGNED, begun=begun, book=NSA_2004)


def test_figure_nsa_ii_l_5_the_challengers_turn_is_lost_and_the_play_stays() -> None:
    result = consequence(Challenge(upheld=False, words=3), book=NSA_2004)
    assert (result.turn_lost, result.play_off, result.points) == (Turn.CHALLENGER, False, 0)
