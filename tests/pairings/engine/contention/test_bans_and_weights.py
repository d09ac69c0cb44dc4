"""Which boards are banned and what the others cost, rule by rule."""

from dataclasses import replace

import numpy as np
import pytest

from pairings.engine.contention.bans import NO_CONTROL, Control, bans_of, hill_boards
from pairings.engine.contention.settled import Outlook, outlook_of, settled
from pairings.engine.contention.situation import UNPAIRED
from pairings.engine.contention.weights import BACK_TO_BACK, MAJOR, Scale
from pairings.engine.options import CopRules
from tests.pairings.engine.contention.made_up import situation, stakes

LEVEL = [5] * 8
# Three can hope for first place, five for the prizes; six may still win one.
OUTLOOK = outlook_of((0, 0, 0, 1, 1, 2, 3, 4), (0, 0, 0, 1, 1, 1, 2, 3), (4, 5, 5, 6, 7, 7, 7, 7))


def bans(made, control=NO_CONTROL, outlook=OUTLOOK):
    return bans_of(made, settled(made), outlook, control)


def weights(made, outlook=OUTLOOK):
    return Scale(made, settled(made), outlook, outlook.limits, outlook.hopeful_casher(made.stakes.place_prizes))


# ── Bans ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_pp_who_is_paired_already_is_out_of_the_pool():
    made = situation(LEVEL, fixed=(3, UNPAIRED, UNPAIRED, 0, *[UNPAIRED] * 4))
    assert {bans(made).code(0, other) for other in range(1, 8)} == {"PP"}
    assert bans(made).code(1, 3) == "PP"
    assert bans(made).code(1, 2) is None


def test_ru_a_board_that_the_directors_rules_forbid():
    shut = np.zeros((8, 9), dtype=np.bool_)
    shut[1, 2] = True
    assert [bans(situation(LEVEL, shut=shut)).code(1, two) for two in (2, 3)] == ["RU", None]


def test_cl_first_place_meets_only_who_would_lose_control():
    made = situation(LEVEL, left=3)
    assert [bans(made, Control(2)).code(0, two) for two in range(1, 8)] == ["CL", None, *["CL"] * 5]
    assert bans(made, Control(2)).code(1, 2) is None


def test_cl_with_many_rounds_left_the_next_above_will_do_but_not_in_the_first_round_of_it():
    late = situation(LEVEL, rounds=12, left=5, stakes=stakes(activation_round=6))
    first = situation(LEVEL, rounds=12, left=5, stakes=stakes(activation_round=7))
    assert bans(late, Control(3)).control_opponents == (2, 3)
    assert bans(first, Control(3)).control_opponents == (3,)
    assert bans(late, Control(1)).control_opponents == (1,)
    assert bans(late).control_opponents == ()


def test_gg_groups_kept_apart_by_a_settled_place_do_not_meet():
    made = situation([20, 12, 12, 9, 5, 5, 5, 5], left=1, rounds=30, stakes=stakes(place_prizes=4), pairings_left=1)
    two_left = replace(made, rounds_left=1)
    rules = replace(bans(two_left), hills=())
    assert [rules.code(1, two) for two in (2, 3, 4)] == [None, "GG", "GG"]


def test_gb_the_bye_goes_to_a_settled_player_where_one_is_free():
    made = situation([20, 12, 11, 10, 9, 8, 7], left=2, rounds=30)
    assert [bans(made).code(rank, made.bye) for rank in range(7)] == [None, *["GB"] * 6]


def test_tb_top_down_byes_go_to_the_highest_with_the_fewest():
    made = situation(LEVEL[:7], byes=(1, 0, 0, 1, 0, 0, 0), stakes=stakes(top_down_byes=True))
    rules = bans(made)
    assert [rules.code(rank, made.bye) for rank in range(7)] == ["TB", None, *["TB"] * 5]
    assert [rules.code(1, two) for two in range(2, 7)] == ["TB"] * 5
    assert rules.code(2, 3) is None


MID_2026 = stakes(rules=CopRules.MID_2026)


def test_mid_2026_an_odd_number_of_contenders_takes_in_one_who_does_not_meet_the_leader():
    made = situation(LEVEL, left=3, stakes=MID_2026)
    assert [bans(made).code(0, two) for two in range(1, 8)] == [None, None, "HG", None, None, None, None]
    even = replace(OUTLOOK, limits=(3, *OUTLOOK.limits[1:]))
    alone = replace(OUTLOOK, limits=(0, *OUTLOOK.limits[1:]))
    forced = Control(None, ((0, 3), (1, 4), (2, 5)))
    assert bans(made, outlook=even).not_the_leader is None
    assert bans(made, outlook=alone).not_the_leader is None  # 1st and 2nd may meet
    assert bans(made, forced).not_the_leader is None
    assert bans(situation(LEVEL, left=3)).not_the_leader is None  # as recorded


def test_mid_2026_a_settled_player_has_the_bye_before_byes_from_the_top():
    made = situation([20, 12, 11, 10, 9, 8, 7], byes=(1, 0, 0, 0, 0, 0, 0), left=2, rounds=30)
    later = replace(made, stakes=replace(MID_2026, top_down_byes=True))
    assert [bans(later).code(rank, made.bye) for rank in range(7)] == [None, *["GB"] * 6]
    recorded = bans(replace(made, stakes=stakes(top_down_byes=True)))
    assert recorded.code(0, made.bye) == "TB"  # and so nobody is left


def test_mid_2026_the_last_round_forces_no_board_of_the_one_who_has_the_bye():
    made = situation(LEVEL[:7], left=1, byes=(1, 0, 1, 1, 1, 1, 1), stakes=replace(MID_2026, top_down_byes=True))
    assert bans(made).hills == ((2, 3), (4, 5))
    assert bans(replace(made, stakes=stakes(top_down_byes=True))).hills == ((0, 1), (2, 3), (4, 5))


def test_mid_2026_in_the_last_quarter_those_who_hope_meet_each_other_and_not_the_last_six():
    field = situation([9 - rank / 4 for rank in range(12)], left=2, stakes=MID_2026)
    outlook = outlook_of(tuple([0] * 3 + [1] * 4 + [5] * 5), tuple([0] * 7 + [4] * 5), (11,) * 12)  # seven hope
    hopes = weights(field, outlook)
    assert [hopes.weigh(5, two).HH for two in (6, 7)] == [MAJOR, 2 * MAJOR]
    assert [hopes.weigh(*board).HH for board in ((0, 5), (7, 8), (0, 12))] == [0, 0, 0]
    assert weights(replace(field, pairings_left=3), outlook).weigh(5, 7).HH == 0
    assert weights(replace(field, stakes=stakes()), outlook).weigh(5, 7).HH == 0


def test_f3_the_three_boards_and_control_loss_off():
    rules = bans(situation(LEVEL), Control(None, ((0, 3), (1, 4), (2, 5))))
    assert [rules.code(0, two) for two in range(1, 8)] == ["F3", "F3", None, "F3", "F3", "F3", "F3"]
    assert rules.code(6, 7) is None


def test_the_first_rule_in_the_published_order_is_named():
    made = situation(LEVEL, fixed=(UNPAIRED, 2, 1, *[UNPAIRED] * 5))
    assert bans(made, Control(3)).code(0, 1) == "PP"


# ── Last-round King of the Hill ─────────────────────────────────────────────────────────────────────────────


def test_kh_neighbours_among_those_who_can_still_cash():
    made = situation([6, 6, 5, 5, 5, 4, 4, 4], left=1)
    outlook = Outlook((0, 0, 1, 1, 2, 5, 6, 7), (0, 0, 1, 1, 2, 5, 6, 7), (2, 2, 3, 3, 4, 5, 6, 7), OUTLOOK.limits)
    assert hill_boards(made, settled(made), outlook) == ((0, 1), (2, 3))
    rules = bans(made, outlook=outlook)
    assert [rules.code(0, 1), rules.code(0, 2), rules.code(3, 4), rules.code(4, 5)] == [None, "KH", "KH", None]


def test_kh_not_before_the_last_round():
    assert hill_boards(situation(LEVEL, left=2), settled(situation(LEVEL)), OUTLOOK) == ()


def test_kh_settled_players_are_skipped():
    made = situation([9, 7, 6, 6, 5, 5], left=1, stakes=stakes(place_prizes=3))
    outlook = Outlook((0, 1, 1, 2, 4, 4), (0, 1, 1, 2, 4, 4), (0, 2, 3, 3, 5, 5), (0, 2, 3, 3, 5, 5))
    assert settled(made).clinched == (True, *[False] * 5)
    assert hill_boards(made, settled(made), outlook) == ((1, 2), (3, 4))


CASHERS = Outlook((0, 0, *range(2, 8)), (0, 0, *range(2, 8)), (1, 1, *range(2, 8)), (1, 1, *range(2, 8)))


@pytest.mark.parametrize(
    ("wins", "classes", "prizes", "boards"),
    [
        ((9, 9, 5, 5, 5, 5, 4, 4), (0, 0, 0, 1, 0, 1, 1, 0), (1,), ((3, 5),)),  # two can win the class's only prize
        ((9, 9, 5, 5, 5, 3, 3, 3), (0, 0, 0, 1, 0, 1, 1, 0), (1,), ()),  # nobody can catch the class's leader
        ((9, 9, 5, 5, 5, 3, 3, 3), (0, 0, 0, 1, 0, 1, 1, 0), (2,), ((5, 6),)),  # he is safe, the others play for second
        ((9, 9, 5, 5, 5, 5, 5, 5), (0, 0, 1, 1, 2, 2, 1, 1), (3, 1), ((2, 3), (6, 7), (4, 5))),
        ((9, 9, 5, 5, 5, 5, 5, 5), (0, 0, 1, 1, 0, 0, 1, 1), (), ()),
    ],
)
def test_kh_class_prizes_are_played_for_below_the_money(wins, classes, prizes, boards):
    made = situation(wins, [900, 800, 5, 4, 3, 2, 1, 0], left=1, classes=classes, stakes=stakes(class_prizes=prizes))
    assert hill_boards(made, settled(made), CASHERS)[1:] == boards


def test_kh_a_class_member_sure_of_cash_leaves_the_class_prize_to_the_others():
    wins, classes = (9, 9, 5, 5, 5, 5, 4, 4), (1, 0, 0, 1, 0, 1, 0, 0)
    made = situation(wins, [900, 800, 5, 4, 3, 2, 1, 0], left=1, classes=classes, stakes=stakes(class_prizes=(1,)))
    assert (3, 5) in hill_boards(made, settled(made), CASHERS)
    unsure = replace(CASHERS, worst=(2, 2, *range(2, 8)))
    assert (3, 5) not in hill_boards(made, settled(made), unsure)


# ── Weights ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_rd_is_the_cube_of_the_distance_in_the_prizes_and_the_square_below():
    scale = weights(situation(LEVEL, rounds=20, left=8))
    assert [scale.weigh(0, 3).RD, scale.weigh(1, 4).RD, scale.weigh(2, 5).RD] == [27, 27, 9]


def test_rd_does_not_count_for_those_in_the_money_in_the_last_quarter():
    scale = weights(situation(LEVEL, rounds=20, left=5))
    assert [scale.weigh(0, 3).RD, scale.weigh(4, 7).RD, scale.weigh(5, 7).RD] == [0, 0, 4]


def test_pc_before_the_last_quarter_asks_only_to_stay_inside_the_limit():
    scale = weights(situation(LEVEL, rounds=20, left=8))
    assert OUTLOOK.limits == (2, 4, 5, 6, 7, 7, 7, 7)
    assert [scale.weigh(0, two).PC for two in (1, 2, 3)] == [0, 0, MAJOR]


def test_pc_in_the_last_quarter_the_lowest_who_can_hope_is_the_best_opponent():
    scale = weights(situation(LEVEL, rounds=20, left=5))
    assert [scale.weigh(0, two).PC for two in (1, 2, 3)] == [2, 0, MAJOR]
    assert [scale.weigh(1, two).PC for two in (2, 3, 4, 5)] == [16, 2, 0, MAJOR]
    assert scale.weigh(5, 6).PC == 0


def test_pc_who_alone_can_hope_meets_the_next():
    alone = outlook_of((0, 1, 1, 1, 4, 5, 6, 7), (0, 1, 1, 1, 4, 5, 6, 7), (0, 3, 3, 3, 4, 5, 6, 7))
    scale = weights(situation(LEVEL, rounds=20, left=5), alone)
    assert [scale.weigh(0, two).PC for two in (1, 2)] == [2, MAJOR]


def test_gc_a_settled_player_does_not_meet_one_who_can_still_cash():
    made = situation([20, 12, 12, 12, 12, 12, 5, 5], left=2, rounds=30)
    scale = weights(made)
    assert [scale.weigh(0, two).GC for two in (1, 5, 6, 7)] == [MAJOR, MAJOR, 0, 0]
    assert scale.weigh(0, 6).RD == 36


@pytest.mark.parametrize(("times", "cost"), [(0, 0), (1, 72), (2, 216), (3, 504)])
def test_re_doubles_and_more_with_each_meeting(times, cost):
    """8 players: 4 x floor((8 / 3) cubed) = 72."""
    repeats = weights(situation(LEVEL, met=[(5, 6)] * times)).weigh(5, 6).RE
    assert repeats == cost


def test_re_counts_byes_as_meetings_with_the_bye_and_br_forbids_a_second_one():
    made = situation(LEVEL[:7], byes=(0, 0, 0, 0, 0, 0, 1))
    outlook = outlook_of(OUTLOOK.hopeful[:7], OUTLOOK.best[:7], (4, 5, 5, 6, 6, 6, 6))
    assert [weights(made, outlook).weigh(6, 7).RE, weights(made, outlook).weigh(6, 7).BR] == [48, MAJOR]
    allowed = replace(made, stakes=stakes(allow_repeat_byes=True))
    assert [weights(allowed, outlook).weigh(6, 7).RE, weights(allowed, outlook).weigh(6, 7).BR] == [48, 0]


def test_bb_back_to_back_repeats_below_the_money():
    scale = weights(situation(LEVEL, last=[(1, 2), (5, 6)]))
    assert [scale.weigh(1, 2).BB, scale.weigh(5, 6).BB, scale.weigh(5, 7).BB] == [0, BACK_TO_BACK, 0]


def test_av_a_softer_rule_costs_half_a_first_repeat():
    avoided = np.zeros((8, 8), dtype=np.int64)
    avoided[2, 3] = 2
    assert weights(situation(LEVEL, avoided=avoided)).weigh(2, 3).AV == 2 * 36


def test_the_total_is_the_sum_of_the_parts():
    weight = weights(situation(LEVEL, rounds=20, left=5, last=[(5, 6)])).weigh(5, 6)
    assert weight.total == sum(weight.parts.values()) == 1 + 72 + BACK_TO_BACK
