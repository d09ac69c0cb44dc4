"""The round itself: as cheap as trying every pairing, limits lowered once, nobody left out."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pairings.engine.contention.bans import NO_CONTROL, Control, bans_of
from pairings.engine.contention.control import ControlLoss, Evidence
from pairings.engine.contention.settled import outlook_of, settled
from pairings.engine.contention.situation import UNPAIRED
from pairings.engine.contention.solution import Findings, opponents, solve
from pairings.engine.contention.trials import Trials, run_trials
from pairings.engine.contention.weights import MAJOR
from pairings.engine.contention.words import REMEDIES, remedies, why
from pairings.engine.errors import NoPairingPossible, WeightOverflow
from tests.pairings.engine.contention.made_up import random_situation, situation, stakes
from tests.pairings.engine.fields import every_pairing

LEVEL = [5] * 8
OUTLOOK = outlook_of((0, 0, 0, 1, 1, 2, 3, 4), (0, 0, 0, 1, 1, 1, 2, 3), (4, 5, 5, 6, 7, 7, 7, 7))
NOBODY = ControlLoss(NO_CONTROL)


def solved(made, outlook=OUTLOOK, control=NOBODY):
    return solve(made, settled(made), outlook, control)


def cheapest(made, solution):
    """The least total of all pairings that no rule bans, by trying every one."""
    nodes = [*made.waiting, made.bye] if made.needs_bye else list(made.waiting)
    totals = [
        sum(solution.scale.weigh(*board).total for board in boards)
        for boards in every_pairing(nodes)
        if all(solution.bans.code(*board) is None for board in boards)
    ]
    return min(totals)


# ── The cheapest round ──────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(2, 9), st.integers(0, 2**20), st.integers(1, 6))
def test_the_round_costs_what_the_cheapest_of_all_pairings_costs(size, seed, left):
    made = random_situation(size, seed, rounds=12 + left, stakes=stakes(division_sims=100))
    places = settled(made)
    try:
        solution = solve(made, places, run_trials(made, places, seed).outlook, NOBODY)
    except NoPairingPossible:
        return
    assert solution.total == cheapest(made, solution)
    assert solution.total == sum(weight.total for weight in solution.weights)


def test_boards_come_from_the_top_with_the_higher_rank_first():
    boards = solved(situation(LEVEL, rounds=20, left=8)).boards
    assert all(one < two for one, two in boards)
    assert all(above < below for (above, _), (below, _) in pairwise(boards))


def test_equal_totals_are_settled_in_the_same_way_every_time():
    made = situation(LEVEL, rounds=20, left=5)
    level = outlook_of((7,) * 8, (7,) * 8, (7,) * 8)
    assert len({solved(made, level).boards for _ in range(5)}) == 1


# ── Contender limits that have to be lowered ────────────────────────────────────────────────────────────────


def test_a_player_whose_limit_is_taken_gets_the_next_one_down():
    """First can hope for himself and 2nd alone, but has met him too often: forbidden, so his limit goes down by one."""
    shut = np.zeros((8, 9), dtype=np.bool_)
    shut[0, 1] = True
    two = outlook_of((0, 0, 1, 1, 1, 2, 3, 4), (0, 0, 1, 1, 1, 2, 3, 4), (4, 5, 5, 6, 7, 7, 7, 7))
    solution = solved(situation(LEVEL, rounds=20, left=8, shut=shut), two)
    assert solution.raised == (0,)
    assert (two.limits[0], solution.scale.limits[0]) == (1, 2)
    assert (0, 2) in solution.boards
    assert all(weight.PC < MAJOR for weight in solution.weights)


def test_limits_stay_where_nobody_is_below_his():
    solution = solved(situation(LEVEL, rounds=20, left=8))
    assert solution.raised == ()
    assert solution.scale.limits == OUTLOOK.limits


# ── What cannot be solved ───────────────────────────────────────────────────────────────────────────────────


def test_a_leader_whose_only_opponent_is_taken_is_named():
    made = situation(LEVEL, left=3, fixed=(UNPAIRED, UNPAIRED, 7, *[UNPAIRED] * 4, 2))
    with pytest.raises(NoPairingPossible) as refused:
        solved(made, control=ControlLoss(Control(2)))
    assert 0 in refused.value.players


def test_a_cost_wider_than_the_solver_is_refused():
    made = situation(LEVEL, met=[(5, 6)] * 200)
    with pytest.raises(WeightOverflow):
        solved(made)


def test_everybody_paired_already_leaves_nothing_to_solve():
    made = situation([5, 5, 4, 4], fixed=(1, 0, 3, 2))
    solution = solved(made, outlook_of((0, 0, 1, 1), (0, 0, 1, 1), (3, 3, 3, 3)))
    assert (solution.boards, solution.total) == ((), 0)
    assert opponents(made, solution) == (1, 0, 3, 2)


# ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────


def told(made, control, one, two):
    """The reason of a board, whatever the solver would pair."""
    trials = Trials(np.zeros((made.size, made.size), dtype=np.int64), OUTLOOK, 3)
    findings = Findings(settled(made), trials, control)
    solution = solved(made, control=NOBODY)
    bans = bans_of(made, findings.places, OUTLOOK, control.control)
    return why(findings, type(solution)((), (), 0, solution.scale, bans), one, two)


def test_the_next_above_the_one_who_would_lose_control_is_told_so():
    made = situation(LEVEL, rounds=12, left=5, stakes=stakes(activation_round=3))
    loss = ControlLoss(Control(3), (Evidence(3, 1000, 640, 1000),))
    shares = "first in 100% of the trials where they meet, 64% where not"
    assert told(made, loss, 0, 3) == f"place 4 must be able to catch place 1 by winning every game ({shares})"
    assert told(made, loss, 0, 2).endswith("; place 3 stands next above")


@pytest.mark.parametrize(
    ("one", "two", "text"),
    [
        (0, 2, "place 3 is the lowest who can still hope for place 1"),
        (0, 1, "place 2, of those down to place 3 who can still hope for place 1"),
        (0, 3, "place 4 against place 1, though only those down to place 3 can hope for it"),
        (5, 6, "places 6 and 7"),
        (5, 7, "places 6 and 8, as near as the whole round allows"),
    ],
)
def test_hope_and_distance_in_words(one, two, text):
    assert told(situation(LEVEL, rounds=20, left=8), NOBODY, one, two) == text


def test_every_ban_has_a_remedy_that_says_what_to_do():
    assert set(REMEDIES) == {"PP", "RU", "KH", "CL", "GG", "GB", "HG", "TB", "F3"}
    lines = remedies(set(REMEDIES), (2, 3))
    assert len(lines) == 9
    assert all(": " in line and line.endswith(".") for line in lines)
    assert any("Only place 3 or place 4 may meet place 1" in line for line in lines)
