"""Swiss: which costs come first, the half fold, repeats, likely boards."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.errors import NoPairingPossible
from pairings.engine.matching.costs import level_values, pack
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.optimum import optimum, repeat_levels
from pairings.engine.methods import swiss
from pairings.engine.methods.registry import pair
from pairings.engine.model import Proof, Repeats
from pairings.engine.options import MethodOptions
from tdsuite.tournaments.engine.starts import REPLY, START, StartMode
from tests.pairings.engine.fields import boards, contestant, fresh, sides, task, with_meetings


def level_sums(table, pairs, repeats=Repeats.AVOID):
    """What a pairing of positions costs, level by level."""
    one, two = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
    shown = repeat_levels(table, one, two) if repeats is Repeats.AVOID else ()
    return tuple(int(level_values(level).sum()) for level in shown + swiss.levels(table, one, two))


# ── worked cases ────────────────────────────────────────────────────────────────────────────────────────────


def test_players_on_the_same_wins_meet_each_folded_on_its_own():
    field = [contestant(number, halves=2 if number <= 4 else 0, half_losses=0) for number in range(1, 9)]
    assert boards(pair(task(field, number=2))) == {frozenset(two) for two in [(1, 3), (2, 4), (5, 7), (6, 8)]}


def test_a_tie_stands_halfway_so_the_nearest_half_win_is_met():
    field = [contestant(1, 4), contestant(2, 3), contestant(3, 2), contestant(4, 1)]
    assert boards(pair(task(field, number=3))) == {frozenset({1, 2}), frozenset({3, 4})}


def test_squared_differences_prefer_two_small_gaps_to_one_large():
    field = [contestant(1, 6), contestant(2, 4), contestant(3, 4), contestant(4, 2)]
    pairing = pair(task(with_meetings(field, {1: [(2, 3)]}, 3), number=4))
    assert (boards(pairing), pairing.cost("wins")) == ({frozenset({1, 2}), frozenset({3, 4})}, 8)


def test_an_avoidable_repeat_is_avoided_whatever_the_wins():
    field = [contestant(1, 6), contestant(2, 6), contestant(3, 0), contestant(4, 0)]
    field = with_meetings(field, {1: [(1, 2), (3, 4)]}, 3)
    pairing = pair(task(field, number=4))
    assert (pairing.cost("repeats"), pairing.cost("wins")) == (0, 72)


def test_a_forced_repeat_is_the_one_that_met_least():
    meetings = {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)], 4: [(1, 2), (3, 4)], 5: [(1, 3), (2, 4)]}
    pairing = pair(task(with_meetings(fresh(4), meetings, 5), number=6))
    assert boards(pairing) == {frozenset({1, 4}), frozenset({2, 3})}
    assert (pairing.cost("repeats"), pairing.cost("meetings")) == (2, 2)


def test_a_forced_repeat_is_not_the_last_rounds_where_another_will_do():
    meetings = {1: [(1, 2), (3, 4)], 2: [(1, 4), (2, 3)], 3: [(1, 3), (2, 4)]}
    pairing = pair(task(with_meetings(fresh(4), meetings, 3), number=4))
    assert (pairing.cost("last_round"), boards(pairing) & {frozenset({1, 3}), frozenset({2, 4})}) == (0, set())


def test_two_who_are_due_to_start_do_not_meet_where_others_on_the_same_wins_are_free():
    due, not_due = sides(REPLY, REPLY), sides(START, START)
    field = [contestant(number, record=due if number in (1, 3) else not_due) for number in range(1, 5)]
    pairing = pair(task(field, number=3))
    assert (pairing.cost("starts"), frozenset({1, 3}) in boards(pairing)) == (0, False)


def test_start_need_never_outweighs_a_win_difference():
    field = [
        replace(
            contestant(number, halves=2 if number <= 2 else 0),
            record=sides(START, START) if number <= 2 else sides(REPLY, REPLY),
        )
        for number in range(1, 5)
    ]
    assert boards(pair(task(field, number=3))) == {frozenset({1, 2}), frozenset({3, 4})}


def test_where_tiles_are_drawn_start_need_costs_nothing():
    field = [contestant(number, record=sides(START, START)) for number in range(1, 5)]
    assert pair(task(field, number=3, start_mode=StartMode.DRAW)).cost("starts") == 0


def test_repeats_allowed_cost_nothing_and_are_not_counted():
    field = with_meetings(fresh(4), {1: [(1, 3), (2, 4)]}, 1)
    pairing = pair(task(field, number=2, repeats=Repeats.ALLOW))
    assert (boards(pairing), pairing.cost("repeats")) == ({frozenset({1, 3}), frozenset({2, 4})}, 0)


def test_repeats_forbidden_and_unavoidable_names_those_left_without_an_opponent():
    field = with_meetings(fresh(4), {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}, 3)
    with pytest.raises(NoPairingPossible, match="Repeats are forbidden, yet 4 of 4 players") as refused:
        pair(task(field, number=4, repeats=Repeats.FORBID))
    assert refused.value.players == (1, 2, 3, 4)


def test_repeats_forbidden_in_an_odd_field_moves_the_bye_rather_than_give_up():
    field = with_meetings(fresh(5), {1: [(1, 2)], 2: [(1, 3)], 3: [(1, 4)]}, 3)
    pairing = pair(task(field, number=4, repeats=Repeats.FORBID))
    assert (boards(pairing), pairing.byes) == ({frozenset({1, 5}), frozenset({2, 3})}, (4,))
    expected = "bye: fewest byes (0), lowest rank 4 of those whose bye lets all others be paired"
    assert pairing.boards[-1].reason == expected


def test_repeats_forbidden_in_an_odd_field_with_no_way_out_says_so():
    met = {1: [(1, 2)], 2: [(1, 3)], 3: [(2, 3)]}
    with pytest.raises(NoPairingPossible, match="Whoever gets the bye: Repeats are forbidden, yet 2 of 3 players"):
        pair(task(with_meetings(fresh(3), met, 3), number=4, repeats=Repeats.FORBID))


# ── against independent answers ─────────────────────────────────────────────────────────────────────────────


def sums_of(pairing):
    """What a paired round says that it costs, level by level."""
    wins = pairing.cost("wins") + swiss.UNEVEN_WEIGHT * pairing.cost("uneven_starts")
    others = [pairing.cost(name) for name in ("repeats", "meetings", "last_round", "starts", "fold")]
    return (*others[:3], wins, *others[3:])


@given(st.integers(10, 24), st.integers(0, 20), st.integers(0, 10**6))
def test_the_cost_equals_an_independent_solvers(players, rounds, seed):
    made = MadeUpEvent(players - players % 2, 24, seed, ahead=False).play_quickly(rounds).task("swiss")
    table = cross_table(tuple(sorted(made.present(), key=lambda one: one.score_order)), made)
    one, two = np.triu_indices(table.size, 1)
    levels = repeat_levels(table, one, two) + swiss.levels(table, one, two)
    exact = pack([level_values(level) for level in levels], table.size // 2).exact()
    graph = nx.Graph()
    graph.add_weighted_edges_from(zip(one.tolist(), two.tolist(), [-cost for cost in exact], strict=True))
    theirs = nx.max_weight_matching(graph, maxcardinality=True)
    pairing = pair(made)
    assert sums_of(pairing) == level_sums(table, theirs)


@given(st.integers(0, 10**6), st.sampled_from([StartMode.ASSIGNED, StartMode.BALANCE, StartMode.NSA]))
def test_the_cost_is_the_same_whoever_is_named_first(seed, mode):
    event = MadeUpEvent(12, 9, seed, start_mode=mode).play_quickly(5)
    made = event.task("swiss")
    table = cross_table(tuple(sorted(made.present(), key=lambda one: one.score_order)), made)
    one, two = np.triu_indices(12, 1)
    for there, back in zip(swiss.levels(table, one, two), swiss.levels(table, two, one), strict=True):
        assert level_values(there).tolist() == level_values(back).tolist()


@pytest.mark.parametrize(("players", "rounds", "seed"), [(120, 3, 0), (120, 7, 1), (200, 5, 2), (300, 8, 3)])
def test_the_likely_boards_hold_the_optimum_of_all_boards(players, rounds, seed):
    event = MadeUpEvent(players, 14, seed).play_quickly(rounds)
    made = event.task("swiss")
    table = cross_table(tuple(sorted(made.present(), key=lambda one: one.score_order)), made)
    one, two = swiss.likely(table, 18)
    every = optimum(table, swiss.levels, Repeats.AVOID, swiss.likely, whole=True)
    assert set(every.pairs) <= set(zip(one.tolist(), two.tolist(), strict=True))
    assert len(one) < players * (players - 1) // 2


def test_a_large_field_is_solved_over_its_likely_boards_and_proved_over_all_where_asked():
    event = MadeUpEvent(420, 14, 5).play_quickly(4)
    made = event.task("swiss")
    table = cross_table(tuple(sorted(made.present(), key=lambda one: one.score_order)), made)
    likely = optimum(table, swiss.levels, Repeats.AVOID, swiss.likely)
    proved = optimum(table, swiss.levels, Repeats.AVOID, swiss.likely, prove=True)
    every = optimum(table, swiss.levels, Repeats.AVOID, swiss.likely, whole=True)
    assert (likely.proof, proved.proof, every.proof) == (Proof.CANDIDATES, Proof.WHOLE, Proof.WHOLE)
    assert (likely.pairs, likely.parts) == (proved.pairs, proved.parts) == (every.pairs, every.parts)


def test_a_large_field_whose_likely_boards_do_not_suffice_falls_back_to_all():
    made = task(fresh(402))
    table = cross_table(made.present(), made)
    none = np.zeros(0, dtype=np.int64)
    asked = []
    best = optimum(table, swiss.levels, Repeats.AVOID, lambda _, width: asked.append(width) or (none, none))
    assert (asked, best.proof) == ([18, 36, 72], Proof.WHOLE)
    assert best.pairs == tuple((place, place + 201) for place in range(201))


@pytest.mark.parametrize("width", [3, 8])
def test_each_player_of_a_field_of_small_groups_has_as_many_likely_boards_as_were_asked_for(width):
    field = tuple(contestant(number, halves=80 - number) for number in range(1, 41))
    boards_of = np.bincount(np.concatenate(swiss.likely(cross_table(field, task(field, number=50)), width)))
    assert boards_of.min() == width


def test_no_likely_board_is_a_repeat_or_a_player_against_themselves():
    event = MadeUpEvent(60, 20, 8).play_quickly(15)
    made = event.task("swiss")
    table = cross_table(tuple(sorted(made.present(), key=lambda one: one.score_order)), made)
    one, two = swiss.likely(table, 18)
    assert (one < two).all()
    assert not table.met[one, two].any()


def last_round(**facts):
    """Four on five wins, two of them a start ahead and two a reply, and four on four wins the same; two kinds to a group but
    for one of each, who stand in the other group."""
    ahead, behind = sides(1, -1, 1), sides(-1, 1, -1)
    upper, lower = (ahead, ahead, ahead, behind), (behind, behind, behind, ahead)
    field = [
        contestant(number, halves=10 if number <= 4 else 8, half_losses=4 if number <= 4 else 6, record=record)
        for number, record in enumerate((*upper, *lower), start=1)
    ]
    return task(field, number=8, planned=8, **facts)


def test_in_the_last_round_players_across_a_win_meet_where_that_keeps_their_starts_even():
    pairing = pair(last_round())
    records = {player.number: player.record for player in last_round().contestants}
    ends = [
        records[number].balance + side
        for board in pairing.boards
        for number, side in zip(board.numbers, (1, -1), strict=True)
    ]
    assert ends == [0] * 8
    assert (pairing.cost("wins"), pairing.cost("uneven_starts")) == (8, 0)
    across = [board.reason for board in pairing.boards if "against" in board.reason]
    assert across == ["5-2 against 4-3, as close as the whole round allows with even starts; they have not met"] * 2


def test_without_even_starts_the_wins_alone_decide_and_two_end_two_from_even():
    pairing = pair(last_round(options=MethodOptions(even_starts=False)))
    assert (pairing.cost("wins"), "uneven_starts" in {part.criterion for part in pairing.total}) == (0, False)


@pytest.mark.parametrize("mode", [StartMode.BALANCE, StartMode.NSA, StartMode.DRAW])
def test_where_starts_are_not_assigned_the_wins_alone_decide(mode):
    assert pair(last_round(start_mode=mode)).cost("wins") == 0


def test_an_imbalance_that_the_last_round_can_mend_leaves_the_wins_alone():
    earlier = replace(last_round(), planned_rounds=9)
    assert (pair(earlier).cost("wins"), pair(earlier).cost("uneven_starts")) == (0, 0)
