"""Groups: group round robin, quads, initial Fontes rounds."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check_block
from pairings.engine.errors import BadRound
from pairings.engine.methods.groups import grouped
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.options import Groups, MethodOptions
from tests.pairings.engine.fields import boards, fresh, task, with_meetings


def sizes(players, size, groups):
    return [len(group) for group in grouped(fresh(players), size, groups)]


@pytest.mark.parametrize(
    ("players", "size", "groups", "expected"),
    [
        (8, 4, Groups.RANKED, [4, 4]), (14, 4, Groups.RANKED, [4, 4, 6]), (3, 4, Groups.RANKED, [3]),
        (14, 4, Groups.SPREAD, [4, 4, 6]), (17, 6, Groups.SPREAD, [8, 9]), (22, 4, Groups.SPREAD, [4, 4, 4, 4, 6]),
        (19, 4, Groups.SPREAD, [4, 4, 5, 6]),
    ],
)  # fmt: skip
def test_players_left_over_join_the_last_groups(players, size, groups, expected):
    assert sizes(players, size, groups) == expected


@given(st.integers(4, 40), st.integers(2, 8), st.sampled_from(Groups))
def test_every_player_is_in_one_group_and_at_most_one_group_is_odd_if_groups_are_even(players, size, groups):
    made = grouped(fresh(players), size, groups)
    assert sorted(player.number for group in made for player in group) == list(range(1, players + 1))
    assert sum(len(group) % 2 for group in made) <= (1 if size % 2 == 0 else len(made))


def test_ranked_groups_are_neighbours_and_spread_ones_take_one_of_each_tier():
    ranked = [[player.number for player in group] for group in grouped(fresh(8), 4, Groups.RANKED)]
    spread = [[player.number for player in group] for group in grouped(fresh(8), 4, Groups.SPREAD)]
    assert (ranked, spread) == ([[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 3, 5, 7], [2, 4, 6, 8]])


@given(st.integers(4, 21), st.integers(2, 6), st.integers(1, 9), st.sampled_from(Groups))
def test_group_rounds_leave_nobody_out_and_balance_starts(players, size, rounds, groups):
    made = task(fresh(players), "group_round_robin", options=MethodOptions(group_size=size, groups=groups))
    assert check_block(made, pair_block(made, rounds)) == []


def test_in_a_group_everyone_meets_everyone_once_a_cycle_and_nobody_else():
    made = task(fresh(12), "group_round_robin", options=MethodOptions(group_size=6))
    met = Counter(board for pairing in pair_block(made, 10) for board in boards(pairing))
    assert set(met.values()) == {2}
    assert len(met) == 2 * 15


def test_games_in_row_plays_each_opponent_so_often_before_the_table_moves_on():
    made = task(fresh(4), "round_robin", options=MethodOptions(games_in_row=2))
    rounds = [boards(pairing) for pairing in pair_block(made, 6)]
    assert rounds[0] == rounds[1] != rounds[2] == rounds[3]
    starters = [{pairing.boards[0].first for pairing in pair_block(made, 2)}]
    assert starters == [{1, 4}]


def test_a_drawn_table_depends_on_its_number_and_not_on_the_seed_of_the_run():
    def first_rounds(draw, seed):
        return [
            boards(one)
            for one in pair_block(task(fresh(8), "round_robin", seed=seed, options=MethodOptions(draw=draw)), 3)
        ]

    assert first_rounds(5, 1) == first_rounds(5, 2) != first_rounds(6, 1)
    assert first_rounds(5, 1) != first_rounds(0, 1)


# ── quads ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_quad_is_three_rounds_and_then_new_quads_follow_the_standings():
    event = MadeUpEvent(12, 9, 5)
    for begin in (1, 4, 7):
        made = event.task("quads")
        assert made.round == begin
        order = [player.number for player in sorted(made.present(), key=lambda one: one.rank_order)]
        quads = [set(order[at : at + 4]) for at in (0, 4, 8)]
        pairings = pair_block(made, 9)
        assert [pairing.round for pairing in pairings] == [begin, begin + 1, begin + 2]
        assert all(any(board <= quad for quad in quads) for pairing in pairings for board in boards(pairing))
        for pairing in pairings:
            event.play(pairing)


def test_a_quad_paired_again_in_its_middle_keeps_its_players():
    event = MadeUpEvent(12, 6, 8)
    whole = pair_block(event.task("quads"), 3)
    event.play(whole[0])
    again = pair_block(event.task("quads"), 3)
    assert [boards(pairing) for pairing in again] == [boards(pairing) for pairing in whole[1:]]


def test_without_results_quads_that_have_met_across_are_refused_by_name():
    field = with_meetings(fresh(8), {1: [(1, 8), (2, 7), (3, 6), (4, 5)]}, 1)
    with pytest.raises(BadRound, match="Players 1 and 8 met since round 1 but are not in one quad"):
        pair(task(field, "quads", number=2, schedule_round=1))


# ── initial Fontes ──────────────────────────────────────────────────────────────────────────────────────────


def test_fontes_rounds_meet_one_opponent_of_every_other_tier():
    pairings = pair_block(task(fresh(24), "initial_fontes"), 3)
    tier = {number: (number - 1) // 6 for number in range(1, 25)}
    for number in range(1, 25):
        others = [
            tier[next(iter(board - {number}))] for pairing in pairings for board in boards(pairing) if number in board
        ]
        assert sorted([*others, tier[number]]) == [0, 1, 2, 3]


@given(st.integers(8, 40), st.sampled_from([1, 3, 5]))
def test_fontes_rounds_have_no_repeat_and_leave_nobody_out(players, rounds):
    if players < 2 * (rounds + 1):
        return
    made = task(fresh(players), "initial_fontes", options=MethodOptions(fontes_rounds=rounds))
    pairings = pair_block(made, 99)
    assert len(pairings) == rounds
    assert check_block(made, pairings) == []
    met = Counter(board for pairing in pairings for board in boards(pairing))
    assert set(met.values()) == {1}


def test_fontes_rounds_begin_in_round_1():
    with pytest.raises(BadRound, match="Let the plan begin them in round 1"):
        pair(task(fresh(8), "initial_fontes", number=2))


def test_fontes_rounds_end():
    with pytest.raises(BadRound, match="Round 4 comes after the 3 initial Fontes rounds"):
        pair(task(fresh(8), "initial_fontes", number=4, schedule_round=3))


def test_fontes_rounds_need_two_groups():
    with pytest.raises(BadRound, match="need at least 8 players, two groups of 4; there are 7"):
        pair(task(fresh(7), "initial_fontes"))


def test_a_player_who_leaves_does_not_move_the_others():
    field = fresh(8)
    before = pair_block(task(field, "initial_fontes"), 3)
    gone = tuple(
        replace(
            player, opponents=(next(n for b in boards(before[0]) if player.number in b for n in b - {player.number}),)
        )
        for player in field
    )
    gone = tuple(replace(player, absent=player.number == 8) for player in gone)
    after = pair_block(task(gone, "initial_fontes", number=2, schedule_round=1), 3)
    kept = [{board for board in boards(pairing) if 8 not in board} for pairing in before[1:]]
    assert [boards(pairing) for pairing in after] == kept
    assert after[0].warnings[0] == "Absent, and in none of these rounds: 8."
