"""Starts even after every second round of a table."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from pairings.engine.methods.registry import pair_block
from pairings.engine.methods.round_robin import berger_round, rounds_of_cycle
from pairings.engine.starts.even_starts import evened
from tests.pairings.engine.fields import fresh, sides, task


def balances(games, before=None):
    count = Counter(before or {})
    for starter, other in games:
        count[starter] += 1
        count[other] -= 1
    return count


def rounds_of(players, number):
    places = players + players % 2
    rows = (berger_round(places, index % rounds_of_cycle(players)) for index in range(number))
    return [[game for game in row if max(game) < players] for row in rows]


@pytest.mark.parametrize("players", range(4, 25, 2))
def test_after_every_second_round_of_a_cycle_an_even_field_is_even(players):
    rounds = rounds_of(players, players - 2)
    for upto in range(2, players - 1, 2):
        assert set(balances(evened(rounds[:upto], {}, {})).values()) == {0}


@pytest.mark.parametrize("players", range(4, 21))
def test_in_one_cycle_nobody_is_ever_two_ahead_or_has_three_in_a_row(players):
    run, balance = dict.fromkeys(range(1, players + 1), (0, 0)), Counter()
    for pairing in pair_block(task(fresh(players), "round_robin"), rounds_of_cycle(players)):
        for board in pairing.boards:
            for number, side in ((board.first, 1), (board.second, -1)) if board.second else ():
                last, length = run[number]
                run[number] = (side, length + 1 if side == last else 1)
                balance[number] += side
                assert run[number][1] <= 2
        assert max(map(abs, balance.values())) <= 1


@given(st.integers(3, 16), st.integers(1, 12), st.integers(0, 2**31))
def test_every_game_is_kept_in_its_order_with_one_of_its_two_as_starter(players, number, seed):
    before = {player: (seed >> player) % 3 - 1 for player in range(players)}
    rounds = rounds_of(players, number)
    found = evened(rounds, before, {})
    assert [set(game) for game in found] == [set(game) for row in rounds for game in row]


@given(st.integers(2, 14), st.integers(2, 5))
def test_two_who_meet_again_start_in_turn(players, cycles):
    found = evened(rounds_of(players, cycles * rounds_of_cycle(players)), {}, {})
    last = {}
    for starter, other in found:
        assert last.get(frozenset((starter, other))) != starter
        last[frozenset((starter, other))] = starter


def test_two_who_met_before_the_block_go_on_in_turn():
    assert evened([[(0, 1)], [(2, 3)]], {}, {frozenset((0, 1)): 0, frozenset((2, 3)): 3}) == [(1, 0), (2, 3)]


@pytest.mark.parametrize("players", range(4, 25, 2))
def test_where_most_are_one_off_even_a_single_round_comes_first(players):
    rounds, boards = rounds_of(players, players - 2), players // 2
    before = balances(evened(rounds, {}, {})[:boards])  # as the whole table had it
    rest = evened(rounds[1:], before, {})
    for upto in range(1, len(rounds), 2):
        assert set(balances(rest[: upto * boards], before).values()) == {0}


def test_a_chain_is_turned_so_that_its_ends_come_closer_to_even():
    assert evened([[(0, 1)]], {0: 1, 1: -1}, {}) == [(1, 0)]
    assert evened([[(0, 1)]], {0: -1, 1: 1}, {}) == [(0, 1)]
    assert evened([[(0, 1)]], {}, {}) == [(0, 1)]


def test_a_block_paired_again_from_its_second_round_stays_even():
    field = fresh(8)
    first = pair_block(task(field, "round_robin"), 1)[0]
    side = {board.first: 1 for board in first.boards} | {board.second: -1 for board in first.boards}
    met = {board.first: board.second for board in first.boards} | {board.second: board.first for board in first.boards}
    field = [replace(one, record=sides(side[one.number]), opponents=(met[one.number],)) for one in field]
    rest = pair_block(task(field, "round_robin", number=2, schedule_round=1), 6)
    games = [(board.first, board.second) for pairing in rest for board in pairing.boards]
    assert max(map(abs, balances(games, side).values())) <= 1
