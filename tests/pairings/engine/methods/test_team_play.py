"""Team round robin and interleaved: players of two sides meet across."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from pairings.engine.checking.checker import check_block
from pairings.engine.errors import BadRequest
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.options import Halves, MethodOptions
from tests.pairings.engine.fields import boards, fresh, task


def teams(*names):
    """Players 1, 2, ... with these teams."""
    return tuple(replace(player, team=name) for player, name in zip(fresh(len(names)), names, strict=True))


def meetings(pairings):
    return Counter(board for pairing in pairings for board in boards(pairing))


def test_everyone_meets_everyone_of_every_other_team_once_and_nobody_of_their_own():
    field = teams(*"ABCD" * 3)
    met = meetings(pair_block(task(field, "team_round_robin"), 9))
    team = {player.number: player.team for player in field}
    across = {frozenset((one, two)) for one in team for two in team if team[one] != team[two]}
    assert met == dict.fromkeys(across, 1)


def test_one_game_a_match_is_board_against_board():
    field = teams(*"AABBCC")
    pairings = pair_block(task(field, "team_round_robin", options=MethodOptions(team_games=1)), 3)
    assert meetings(pairings) == Counter(
        dict.fromkeys(map(frozenset, [(1, 3), (2, 4), (1, 5), (2, 6), (3, 5), (4, 6)]), 1)
    )
    assert [set(pairing.byes) for pairing in pairings] == [{1, 2}, {5, 6}, {3, 4}]
    assert pairings[0].boards[-1].reason.endswith("your team sits out")


def test_a_smaller_team_has_an_empty_place_and_everyone_still_meets_everyone_of_the_other():
    pairings = pair_block(task(teams(*"AAABB"), "team_round_robin"), 3)
    assert len(meetings(pairings)) == 6
    assert Counter(number for pairing in pairings for number in pairing.byes) == {1: 1, 2: 1, 3: 1}


@given(st.lists(st.sampled_from("ABCD"), min_size=4, max_size=16), st.integers(1, 8), st.integers(0, 3))
def test_team_rounds_leave_nobody_out_and_balance_starts(names, rounds, games):
    if len(set(names)) < 2:
        return
    made = task(teams(*names), "team_round_robin", options=MethodOptions(team_games=games))
    pairings = pair_block(made, rounds)
    assert check_block(made, pairings) == []
    team = {player.number: player.team for player in made.contestants}
    assert all(team[one] != team[two] for board in meetings(pairings) for one, two in [tuple(board)])


def test_a_player_without_a_team_is_named():
    with pytest.raises(BadRequest, match="Without a team: 2, 4"):
        pair(task(teams("A", "", "B", ""), "team_round_robin"))


def test_one_team_cannot_play_itself():
    with pytest.raises(BadRequest, match="at least two teams"):
        pair(task(teams("A", "A"), "team_round_robin"))


@given(st.integers(2, 21), st.sampled_from(Halves), st.integers(1, 12))
def test_halves_meet_across_only_each_pair_once_a_cycle_and_starts_are_balanced(players, halves, rounds):
    made = task(fresh(players), "interleaved", options=MethodOptions(halves=halves))
    pairings = pair_block(made, rounds)
    assert check_block(made, pairings) == []
    size = (players + 1) // 2
    upper = {number for number in range(1, players + 1) if (number % 2 if halves == "alternate" else number <= size)}
    met = meetings(pairings)
    assert all(len(board & upper) == 1 for board in met)
    assert max(met.values()) <= -(-rounds // size)
    if rounds % size == 0:
        assert set(met.values()) == {rounds // size}


def test_top_half_against_bottom_half():
    pairing = pair(task(fresh(6), "interleaved", options=MethodOptions(halves=Halves.TOP_BOTTOM)))
    assert boards(pairing) == {frozenset({1, 4}), frozenset({2, 5}), frozenset({3, 6})}
