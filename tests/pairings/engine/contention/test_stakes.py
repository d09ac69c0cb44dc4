"""Stakes: what a game decides about prizes, by simulation; and how well an order agrees with strengths."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from benchmarks.fields import kendall_tau
from pairings.engine.contention.board_stakes import board_stakes
from pairings.engine.contention.stakes import Before, Prizes, pair_stakes

ONE, TWO, THREE = Prizes((1,)), Prizes((1, 1)), Prizes((1, 1, 1))


def last_round(*wins, prizes=ONE, spreads=None, classes=()):
    """A field before its last round."""
    halves = tuple(2 * one for one in wins)
    return Before(halves, spreads or (0,) * len(wins), 1, prizes, classes)


def long_field():
    """Six players with three rounds to play."""
    return Before((8, 6, 9, 4, 7, 2), (50, -20, 130, 0, -60, -100), 3, TWO)


# ── The stake of a board ────────────────────────────────────────────────────────────────────────────────────


def test_a_last_game_between_two_for_the_only_prize_is_worth_it_to_both():
    (stake,) = board_stakes(last_round(5, 5), [(0, 1)], trials=500, seed=1)
    assert (stake.first.after_win, stake.first.after_loss) == (1.0, 0.0)
    assert (stake.second.after_win, stake.second.after_loss) == (1.0, 0.0)
    assert stake.total == 2.0


def test_a_game_between_a_settled_player_and_one_out_of_reach_decides_nothing():
    (first, second) = board_stakes(last_round(9, 7, 7, 3), [(0, 3), (1, 2)], trials=500, seed=1)
    assert (first.first.after_loss, first.total, second.total) == (1.0, 0.0, 0.0)


def test_who_is_behind_even_will_start_and_wins_more_often():
    """The second comes first by winning where the leader loses; the leader starts, has a fair game, or replies."""
    field = replace(last_round(5, 4, 1, 1, spreads=(0, 900, 0, 0)), start=12)
    shares = [
        pair_stakes(replace(field, ahead=(ahead, 0, 0, 0)), trials=20_000, seed=1).after_win[1, 3]
        for ahead in (-1, 0, 1)
    ]
    assert np.allclose(shares, (0.457, 0.5, 0.543), atol=0.015)
    fair = pair_stakes(replace(field, start=0), trials=500, seed=1)
    assert (pair_stakes(replace(field, start=0, ahead=(1, 0, 0, 0)), trials=500, seed=1).totals == fair.totals).all()


def test_two_who_are_sure_of_equal_prizes_play_for_nothing_and_for_unequal_ones_for_the_difference():
    equal, unequal = (last_round(9, 9, 3, 3, prizes=prizes) for prizes in (TWO, Prizes((4, 1))))
    (nothing, _) = board_stakes(equal, [(0, 1), (2, 3)], trials=500, seed=1)
    (something, _) = board_stakes(unequal, [(0, 1), (2, 3)], trials=500, seed=1)
    assert nothing.total == 0.0
    assert (something.first.after_win, something.first.after_loss) == (1.0, 0.25)
    assert something.total == 1.5


def test_players_may_be_given_in_any_order_and_are_named_as_given():
    (stake, other) = board_stakes(last_round(3, 9, 3, 9), [(3, 1), (0, 2)], trials=200, seed=1)
    assert (stake.first.player, stake.second.player) == (3, 1)
    assert (stake.total, other.total) == (2.0, 0.0)


def test_a_bye_has_no_stake_and_counts_as_a_win():
    field = last_round(6, 5, 5)
    (stake,) = board_stakes(field, [(1, 2), (0, None)], trials=500, seed=1)
    assert stake.total == 0.0
    (open_again,) = board_stakes(field, [(1, 2)], trials=500, seed=1)
    assert open_again.first.after_win > 0.9
    assert open_again.first.after_loss == 0.0


def test_whoever_is_on_no_board_gains_nothing():
    (stake,) = board_stakes(last_round(6, 5, 5), [(1, 2)], trials=500, seed=1)
    assert stake.first.after_win == 1.0  # level in wins, ahead in spread by any margin
    assert stake.second.after_win == 1.0


def test_a_round_of_byes_has_no_stakes():
    assert board_stakes(last_round(6, 5), [(0, None), (1, None)], trials=10, seed=1) == ()


def test_class_prizes_go_to_the_best_of_the_class_outside_the_place_prizes():
    classes = (0, 0, 0, 1, 1, 2)
    field = last_round(20, 15, 14, 5, 5, 1, prizes=Prizes((1,), (1, 1)), classes=classes)
    first, second, third = board_stakes(field, [(0, 1), (3, 4), (2, 5)], trials=500, seed=1)
    assert (first.total, second.total, third.total) == (0.0, 2.0, 0.0)
    assert third.second.after_loss == 1.0  # the only member of his class


def test_a_member_of_a_class_who_wins_a_place_prize_leaves_the_class_prize_to_the_next():
    field = last_round(20, 10, 9, 3, prizes=Prizes((1,), (1,)), classes=(1, 1, 0, 0))
    (_, second) = board_stakes(field, [(0, 3), (1, 2)], trials=300, seed=1)
    assert second.first.after_loss == 1.0


def test_more_prizes_than_players_leave_nothing_to_play_for():
    (stake,) = board_stakes(last_round(5, 5, prizes=THREE), [(0, 1)], trials=100, seed=1)
    assert (stake.first.after_loss, stake.total) == (1.0, 0.0)


def test_with_more_rounds_to_come_a_game_decides_less():
    late, early = (replace(last_round(5, 5, 5, 5), rounds_left=left) for left in (1, 6))
    stakes = [board_stakes(one, [(0, 1), (2, 3)], trials=4000, seed=1)[0].total for one in (late, early)]
    assert stakes[0] > 2 * stakes[1] > 0.4


# ── The stakes of all boards ────────────────────────────────────────────────────────────────────────────────


def test_what_all_boards_would_decide_agrees_with_the_boards_that_are_played():
    field = long_field()
    totals = pair_stakes(field, trials=40_000, seed=1).totals
    boards = [(2, 0), (4, 1), (3, 5)]
    played = [one.total for one in board_stakes(field, boards, trials=40_000, seed=1)]
    assert [totals[one, two] for one, two in boards] == pytest.approx(played, abs=0.06)


def test_the_stake_of_a_board_is_the_same_from_both_sides_and_nobody_plays_himself():
    totals = pair_stakes(long_field(), trials=300, seed=1).totals
    assert np.array_equal(totals, totals.T)
    assert totals.diagonal().tolist() == [0.0] * 6


def test_two_level_for_the_only_prize_have_the_highest_stake_of_a_last_round():
    totals = pair_stakes(last_round(5, 5, 3, 3), trials=2000, seed=1).totals
    assert totals[0, 1] == 2.0
    assert totals[0, 2] == pytest.approx(
        0.5, abs=0.1
    )  # 3/4 after a win, 1/4 after a loss: the other leader has a coin of his own
    assert totals[2, 3] == 0.0


def test_players_named_in_another_order_have_stakes_of_their_own():
    field = Before((6, 10, 6, 10), (0, 0, 0, 0), 1, ONE)
    totals = pair_stakes(field, trials=500, seed=1).totals
    assert (totals[1, 3], totals[0, 2]) == (2.0, 0.0)
    after = pair_stakes(field, trials=500, seed=1)
    assert (after.after_win[3, 1], after.after_loss[3, 1]) == (1.0, 0.0)


# ── Numbers that can be relied on ───────────────────────────────────────────────────────────────────────────


@given(st.integers(2, 13), st.integers(1, 6), st.integers(0, 2**31))
def test_expected_prizes_lie_between_nothing_and_the_first_prize(size, left, seed):
    rng = np.random.default_rng(seed)
    halves, spreads = (tuple(int(one) for one in rng.integers(0, 20, size)) for _ in range(2))
    field = Before(halves, spreads, left, Prizes((3, 2, 1)))
    order = list(rng.permutation(size))
    boards = [(int(one), int(two)) for one, two in zip(order[::2], order[1::2], strict=False)]
    for stake in board_stakes(field, boards, trials=50, seed=seed):
        for side in (stake.first, stake.second):
            assert 0 <= side.after_loss <= 1 and 0 <= side.after_win <= 1
    assert np.abs(pair_stakes(field, trials=50, seed=seed).totals).max() <= 2


def test_what_a_single_trial_tells_is_a_whole_prize_or_nothing():
    seen = [pair_stakes(Before((8,) * 4, (0,) * 4, 1, TWO), trials=1, seed=seed) for seed in range(12)]
    assert {share for one in seen for share in (*one.after_win.flat, *one.after_loss.flat)} == {0.0, 1.0}


def test_another_seed_gives_other_trials():
    one, two = (pair_stakes(long_field(), trials=500, seed=seed).totals for seed in (1, 2))
    assert not np.array_equal(one, two)


@pytest.mark.parametrize(("places", "classes"), [((), ()), ((1, 0), ()), ((1,), (0,))])
def test_prizes_need_a_worth(places, classes):
    with pytest.raises(ValueError, match="at least one place"):
        Prizes(places, classes)


# ── Order ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("order", "tau"), [((0, 1, 2, 3), 1.0), ((3, 2, 1, 0), -1.0), ((1, 0, 2, 3), 4 / 6), ((0, 3, 1, 2), 2 / 6)]
)
def test_kendall_tau_counts_pairs_in_the_right_order_less_those_in_the_wrong_one(order, tau):
    assert kendall_tau(order, (40.0, 30.0, 20.0, 10.0)) == pytest.approx(tau)


def test_equal_strengths_agree_with_neither_order():
    assert kendall_tau((0, 1, 2), (5.0, 5.0, 1.0)) == pytest.approx(2 / 3)


def test_an_order_of_one_is_refused():
    with pytest.raises(ValueError, match="fewer than two"):
        kendall_tau((0,), (1.0,))
