"""Trials: whole numbers, the same on every machine, and right where the answer is known."""

from dataclasses import replace
from statistics import mean, median

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pairings.engine.contention.settled import settled
from pairings.engine.contention.simulation import (
    COIN,
    GAMES,
    STEPS,
    Dice,
    final_places,
    margins,
    plan_of,
    play,
    quantile,
    scores_of,
)
from pairings.engine.contention.trial_rounds import TrialRound, trial_rounds
from pairings.engine.contention.trials import outlook_from, run_trials
from tests.pairings.engine.contention.made_up import random_situation, situation, stakes

DRAWN = [[7106, 1196, 5559], [4811, 6315, 4155]]

# ── Margins ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_margins_are_like_those_of_6787_real_games():
    """Mean 82.8, median 70, largest 395, 29 ties."""
    every = margins(10_000)
    assert round(mean(every), 1) == 83.0
    assert median(every) == 70
    assert max(every) == 400
    assert round(6787 * every.count(0) / STEPS) == 27


def test_margins_stop_at_the_gibson_spread():
    capped = margins(200)
    assert max(capped) == 200
    assert [one for one in capped if one < 200] == [one for one in margins(10_000) if one < 200]


def test_no_margin_hangs_on_the_last_digit_of_a_machine():
    assert min(abs(quantile(step) % 1 - 0.5) for step in range(STEPS)) > 1e-6


# ── Draws ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_draws_of_a_seed_are_written_down():
    """PCG64's own stream: another answer here would change every stored run."""
    assert Dice(1, 2).games(2, 3).tolist() == DRAWN
    assert Dice(1, 3).games(2, 3).tolist() != DRAWN


def test_draws_are_games_and_every_coin_is_fair():
    draws = Dice(4).games(1000, 64)
    assert draws.shape == (1000, 64)
    assert int(draws.max()) < GAMES
    assert abs(int((draws >= COIN).sum()) - 32_000) < 1000


def test_a_negative_seed_is_a_seed():
    assert Dice(-5214892993685360349).games(1, 4).tolist() == Dice(-5214892993685360349 + 2**64).games(1, 4).tolist()


# ── One round ───────────────────────────────────────────────────────────────────────────────────────────────


def after_one_round(made, pairs, games):
    """(player, half-wins, spread) from the top after a trial round with these games."""
    scores = scores_of(made)
    plan = plan_of(TrialRound(tuple(one for one, _ in pairs), tuple(two for _, two in pairs)), made.size)
    rows = scores.start[None, :].copy()
    play(rows, plan, scores, np.array([games], dtype=np.uint16))
    return [int(one) for one in rows[0] & scores.names]


def test_the_coin_and_the_margin_decide_a_game():
    made = situation([5, 5, 4, 4], [10, 0, 5, 0], left=1)
    middle = STEPS // 2
    upper_wins, lower_wins = COIN + middle, middle
    assert after_one_round(made, ((0, 1), (2, 3)), [upper_wins, upper_wins]) == [0, 2, 1, 3]
    assert after_one_round(made, ((0, 1), (2, 3)), [lower_wins, lower_wins]) == [1, 3, 0, 2]


def test_a_tie_is_half_a_win_for_both():
    made = situation([5, 4.5, 4, 0], [0, 0, 0, 0], left=1)
    assert after_one_round(made, ((0, 3), (1, 2)), [0, 0]) == [0, 1, 2, 3]
    assert margins(200)[0] == 0


def test_the_game_against_nobody_is_a_game():
    made = situation([5, 5, 4], [0, 0, 0], left=1)
    assert after_one_round(made, ((0, 1), (2, 3)), [COIN + 2000, COIN + 3000])[0] == 0
    assert after_one_round(made, ((0, 1), (2, 3)), [COIN + 2000, COIN + 3000])[1] == 2
    assert after_one_round(made, ((0, 1), (2, 3)), [COIN + 2000, 3000])[2] == 2


# ── Whole trials ────────────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(2, 40), st.integers(0, 2**20))
def test_everybody_ends_somewhere_in_every_trial(size, seed):
    made = random_situation(size, seed, rounds=15)
    counts = final_places(made, trial_rounds(settled(made), 3, size), 500, Dice(seed))
    assert counts.sum(axis=0).tolist() == [500] * size
    assert counts.sum(axis=1).tolist() == [500] * size


@given(st.integers(3, 24), st.integers(0, 2**20))
def test_nobody_ends_where_the_standings_say_he_cannot(size, seed):
    made = random_situation(size, seed, rounds=15, stakes=stakes(division_sims=300))
    outlook = run_trials(made, settled(made), seed).outlook
    for rank in range(size):
        assert all(made.can_catch(other, rank) for other in range(outlook.best[rank], rank))
        assert outlook.best[rank] <= outlook.hopeful[rank] <= outlook.worst[rank]
        assert outlook.best[rank] <= rank <= outlook.worst[rank]


def test_a_settled_player_stays():
    made = situation([20, 12, 12, 9, 5, 5, 5, 5], left=1, rounds=30, stakes=stakes(place_prizes=4))
    counts = run_trials(made, settled(made), 3).counts
    assert counts[0, 0] == counts[3, 3] == made.stakes.division_sims


def test_two_level_players_in_their_last_game_win_half_the_time():
    made = situation([5, 5], [0, 0], left=1, stakes=stakes(division_sims=100_000))
    share = run_trials(made, settled(made), 11).counts[0, 0] / 100_000
    assert 0.49 < share < 0.51


def test_a_win_and_a_loss_in_the_last_round_by_hand():
    """1st is a game ahead of 2nd with 50 points less: he keeps first place unless he loses."""
    made = situation([6, 5], [0, 100], left=1, stakes=stakes(division_sims=100_000))
    share = run_trials(made, settled(made), 11).counts[0, 0] / 100_000
    ties = margins(200).count(0) / STEPS
    assert share == pytest.approx(0.5 + ties / 2, abs=0.01)


def test_wide_scores_are_counted_in_64_bits():
    near = situation([9, 8, 8, 7], [300, 200, 100, 0], left=2)
    far = situation([9, 8, 8, 7], [300, 200, 100, -900_000_000], left=2)
    assert scores_of(near).start.dtype == np.int32
    assert scores_of(far).start.dtype == np.int64
    assert run_trials(far, settled(far), 1).counts[:3, 3].sum() > 0


# ── What the counts say ─────────────────────────────────────────────────────────────────────────────────────


def test_hopes_and_limits_of_a_table_of_counts():
    counts = np.array([[90, 10, 0, 0], [8, 60, 32, 0], [2, 28, 40, 30], [0, 2, 28, 70]])
    outlook = outlook_from(counts, 0.05)
    assert outlook.hopeful == (0, 0, 1, 2)
    assert outlook.best == (0, 0, 0, 1)
    assert outlook.worst == (1, 2, 3, 3)
    assert outlook.limits == (1, 2, 3, 3)
    assert outlook.hopeful_casher(2) == 2
    assert outlook.possible_casher(2) == 3


def test_where_few_can_reach_the_top_the_trials_are_made_again_with_their_factor():
    made = situation([9, 8, 7, 3, 3, 3, 3, 3, 2, 2], left=2, rounds=20)
    trials = run_trials(made, settled(made), 1)
    assert trials.max_factor == 2
    assert trials.outlook.best[3] == 3


def test_who_starts_the_first_round_of_the_trials_is_whoever_is_further_behind_even():
    made = situation([5] * 5, ahead=(1, -1, 0, 0, 1), stakes=stakes(start_points=12))
    assert made.starters([(0, 1), (2, 3), (4, 5)]) == (1,)  # equal ones and the bye are not known
    assert replace(made, stakes=stakes()).starters([(0, 1)]) == ()


def test_a_starter_ends_first_as_often_as_in_real_games():
    made = situation([5, 5], [0, 0], left=1, ahead=(-1, 1), stakes=stakes(start_points=12, division_sims=20_000))
    counts = final_places(made, [TrialRound((0,), (1,))], 20_000, Dice(1, 1))
    assert 0.53 < counts[0, 0] / 20_000 < 0.556
