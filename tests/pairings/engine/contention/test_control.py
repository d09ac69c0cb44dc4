"""Control loss and the three boards of two rounds before the end."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from pairings.engine.contention import control
from pairings.engine.contention.bans import NO_CONTROL, Control
from pairings.engine.contention.control import Evidence, control_loss, evidence_for, search, three_boards
from pairings.engine.contention.settled import settled
from pairings.engine.contention.simulation import scores_of
from pairings.engine.contention.trial_rounds import trial_rounds
from pairings.engine.contention.trials import run_trials
from pairings.engine.options import CopRules
from tests.pairings.engine.contention.made_up import random_situation, situation, stakes

NOW = stakes(activation_round=0, division_sims=4000, control_loss_sims=2000)
# Second is two games behind with three to go: only by beating first himself does he surely overtake him.
RACE = situation([10, 8, 8, 7, 6, 6, 6, 5], [945, 885, 456, 94, 0, 0, 0, 0], rounds=15, left=3, stakes=NOW)


def found(made, seed=1):
    places = settled(made)
    return control_loss(made, places, run_trials(made, places, seed), seed)


@pytest.mark.parametrize(
    ("meeting", "avoiding", "left", "loses"),
    [(1000, 750, 3, True), (1000, 751, 3, False), (900, 600, 3, True), (900, 600, 5, False), (1000, 600, 5, True)],
)
def test_the_difference_decides_and_with_many_rounds_left_meeting_must_always_win(meeting, avoiding, left, loses):
    assert Evidence(1, meeting, avoiding, 1000).loses_control(0.25, left) is loses


def test_who_wins_every_game_and_meets_the_leader_does_better():
    rounds = trial_rounds(settled(RACE), 3, 3)
    evidence = evidence_for(RACE, 1, rounds, seed=1)
    assert evidence.meeting > 0.99 * evidence.trials
    assert evidence.avoiding < 0.85 * evidence.trials


def test_the_leaders_next_start_counts_where_the_candidate_does_not_meet_him():
    """Second wins every game and comes first unless the leader wins once more: less often where the leader will start."""
    made = replace(RACE, stakes=replace(NOW, start_points=12, control_loss_sims=8000))
    rounds = trial_rounds(settled(RACE), 3, 3)
    starts, replies = (replace(made, ahead=(ahead, *[0] * 7)) for ahead in (-1, 1))
    first, second = (evidence_for(field, 1, rounds, seed=1) for field in (starts, replies))
    assert second.avoiding - first.avoiding > 0.01 * first.trials
    assert evidence_for(replace(made, ahead=(0,) * 8), 1, rounds, seed=1).avoiding == (
        evidence_for(replace(made, ahead=()), 1, rounds, seed=1).avoiding
    )


@pytest.mark.parametrize(("rival", "after"), [(1, [0, 2, 1, 3]), (2, [0, 1, 3, 2]), (3, [0, 1, 3, 2])])
def test_who_may_not_meet_the_leader_changes_seats_with_the_next_and_the_last_with_the_one_before(rival, after):
    scores = scores_of(situation([9, 8, 7, 6], left=2), 0)
    rows, nobody = scores.start[None, :].copy(), np.zeros(4, dtype=np.int64)
    control._seat(rows, rival, control.Seats(nobody, nobody, rival), scores, meets=False)
    assert (rows[0] & scores.names).tolist() == after


def test_who_is_too_far_behind_never_comes_first():
    evidence = evidence_for(RACE, 7, trial_rounds(settled(RACE), 3, 3), seed=1)
    assert (evidence.meeting, evidence.avoiding) == (0, 0)


def test_the_leader_must_meet_the_one_who_would_lose_control():
    loss = found(RACE)
    assert loss.control == Control(1)
    assert loss.evidence[-1].loses_control(0.25, 3)
    assert [one.rank for one in loss.evidence] == [1]  # the lowest who can hope for first place


def test_control_loss_begins_with_its_round_and_ends_before_the_last():
    later = replace(RACE, stakes=replace(NOW, activation_round=13))
    assert found(later).control == NO_CONTROL
    assert found(replace(RACE, rounds_left=1, pairings_left=1)).control == NO_CONTROL


def test_a_settled_leader_can_cost_nobody_control():
    made = situation([20, 8, 8, 7], left=3, rounds=30, stakes=NOW)
    assert found(made).control == NO_CONTROL
    assert found(made).evidence == ()


def test_a_higher_threshold_lets_go():
    assert found(replace(RACE, stakes=replace(NOW, control_loss_threshold=0.6))).control == NO_CONTROL


@pytest.mark.parametrize("left", [2, 3])
def test_the_search_finds_the_highest_who_loses_control_else_the_one_below_the_lowest_sure_winner(left):
    few = stakes(control_loss_sims=100, control_loss_threshold=0.3)
    paths = set()
    for seed, limit in product(range(16), (1, 2, 3, 4)):
        made = random_situation(8, seed, rounds=12, played=12 - left, stakes=few)
        rounds = trial_rounds(settled(made), left, 4)
        rank, seen = search(made, limit, rounds, seed)
        every = {at: evidence_for(made, at, rounds, seed) for at in range(1, limit + 1)}
        assert all(every[one.rank] == one for one in seen) and len({one.rank for one in seen}) == len(seen)
        assert seen[0].rank == (1 + limit) // 2  # it halves
        losing = [at for at in every if every[at].loses_control(0.3, left)]
        sure = [one.rank for one in seen if one.avoiding == one.trials]
        if losing and losing == list(range(losing[0], limit + 1)):
            assert rank == losing[0]
        elif not losing:
            below = every.get(max(sure) + 1) if sure and left == 2 else None
            assert rank == (below.rank if below and below.meeting > below.avoiding else None)
            assert below in (None, *seen)
        paths.add((bool(losing), bool(sure), rank is None))
    assert {(True, False, False), (False, True, True), (False, False, True)} <= paths
    assert ((False, True, False) in paths) == (left == 2)


# ── Two rounds before the end ───────────────────────────────────────────────────────────────────────────────


def two_left(wins, spreads, **facts):
    return situation(wins, spreads, rounds=12, left=2, stakes=replace(NOW, **facts))


def test_three_boards_where_all_six_have_something_to_play_for():
    made = two_left([7, 7, 7, 7, 7, 7, 3, 3], [60, 50, 40, 30, 20, 10, 0, 0], control_loss_threshold=0.9)
    assert three_boards(made, settled(made), 1).control == Control(None, ((0, 3), (1, 4), (2, 5)))
    assert found(made).control.forced == ((0, 3), (1, 4), (2, 5))


def test_second_meets_first_where_the_three_boards_would_take_control_from_him():
    made = two_left([9, 7, 7, 7, 7, 7, 3, 3], [0, 700, 40, 30, 20, 10, 0, 0])
    loss = three_boards(made, settled(made), 1)
    assert loss.control == Control(1)
    assert [one.rank for one in loss.evidence] == [1]


def test_no_three_boards_where_fourth_cannot_come_first_unless_no_hope_is_asked_for():
    made = two_left([9, 9, 9, 5, 5, 5, 3, 3], [60, 50, 40, 30, 20, 10, 0, 0], control_loss_threshold=0.9)
    assert three_boards(made, settled(made), 1).control == NO_CONTROL
    hopeless = replace(made, stakes=replace(made.stakes, hopefulness=0))
    assert three_boards(hopeless, settled(made), 1).control == Control(None, ((0, 3), (1, 4), (2, 5)))


@pytest.mark.parametrize("facts", [{"rounds_left": 3}, {"pairings_left": 1}])
def test_three_boards_are_for_two_rounds_before_the_end_only(facts):
    made = replace(two_left([7] * 8, [60, 50, 40, 30, 20, 10, 0, 0], control_loss_threshold=0.9), **facts)
    assert three_boards(made, settled(made), 1).control == NO_CONTROL


def test_rules_of_mid_2026_force_boards_two_rounds_before_the_end_whenever_control_loss_begins():
    later = {"rules": CopRules.MID_2026, "activation_round": 99}
    level = two_left([7, 7, 7, 7, 7, 7, 3, 3], [60, 50, 40, 30, 20, 10, 0, 0], control_loss_threshold=0.9, **later)
    assert found(level).control == Control(None, ((0, 3), (1, 4), (2, 5)))
    behind = two_left([9, 7, 7, 7, 7, 7, 3, 3], [0, 700, 40, 30, 20, 10, 0, 0], **later)
    assert found(behind).control == Control(1, ((0, 1),))
    assert found(replace(behind, stakes=replace(behind.stakes, rules=CopRules.RECORDED))).control == NO_CONTROL


def test_three_boards_need_six_players():
    made = two_left([7] * 5, [60, 50, 40, 30, 20], control_loss_threshold=0.9)
    assert three_boards(made, settled(made), 1).control == NO_CONTROL
