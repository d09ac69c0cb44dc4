"""Who starts a board: in turn after a meeting, and never a fourth time in a row where the suite assigns."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.methods.registry import pair
from pairings.engine.starts.need import start_needs
from pairings.engine.starts.starters import LONGEST_RUN, starter_of, turn_of, within_runs
from tdsuite.tournaments.engine.starts import FIRST, REPLY, SECOND, START, StartMode, record_of, who_starts
from tests.pairings.engine.fields import contestant, sides

RECORDS = st.lists(st.sampled_from([START, REPLY]), max_size=9).map(record_of)


def test_two_who_meet_again_start_in_turn_where_their_counts_are_equal():
    one = contestant(1, record=sides(START, REPLY), last_starts=frozenset({2}))
    two = contestant(2, record=sides(REPLY, START))
    assert (turn_of(one, two), turn_of(two, one)) == (SECOND, FIRST)
    assert starter_of(one, two, StartMode.ASSIGNED, FIRST).starter == SECOND


def test_counts_come_before_turns():
    one = contestant(1, record=sides(REPLY, REPLY), last_starts=frozenset({2}))
    two = contestant(2, record=sides(START, START))
    assert turn_of(one, two) is None
    assert starter_of(one, two, StartMode.ASSIGNED, FIRST).starter == FIRST


@pytest.mark.parametrize("mode", [StartMode.BALANCE, StartMode.NSA])
def test_where_a_draw_decides_there_is_no_turn(mode):
    one = contestant(1, record=sides(START, REPLY), last_starts=frozenset({2}))
    two = contestant(2, record=sides(REPLY, START))
    assert starter_of(one, two, mode, FIRST).starts_by == "draw"


def test_nobody_starts_a_fourth_time_in_a_row_where_the_other_may():
    one = contestant(1, record=sides(REPLY, REPLY, REPLY, REPLY, START, START, START))
    two = contestant(2, record=sides(START, REPLY, START, REPLY, START, REPLY, START))
    decision = starter_of(one, two, StartMode.ASSIGNED, FIRST)
    assert decision.starter == SECOND
    assert decision.reason == (
        "fewer starts: 3 starts of 7 against 4 of 7; turned round, as nobody has one side more than 3 times in a row"
    )
    assert starter_of(one, two, StartMode.NSA, FIRST).starter == FIRST


def test_nobody_replies_a_fourth_time_in_a_row_where_the_other_may():
    one = contestant(1, record=sides(START, START, START, START, REPLY, REPLY, REPLY))
    two = contestant(2, record=sides(REPLY, START, REPLY, START, REPLY, START, REPLY))
    assert who_starts(one.record, two.record, StartMode.ASSIGNED).starter == SECOND
    assert starter_of(one, two, StartMode.ASSIGNED, FIRST).starter == FIRST


def test_where_both_ways_make_a_run_the_order_stands():
    one = contestant(1, record=sides(REPLY, REPLY, REPLY, REPLY, START, START, START))
    two = contestant(2, record=replace(one.record))
    assert starter_of(one, two, StartMode.ASSIGNED, SECOND).starter == SECOND


@given(RECORDS, RECORDS, st.sampled_from([FIRST, SECOND]))
def test_a_run_over_three_is_made_only_where_both_ways_make_one(one, two, coin):
    decision = within_runs(who_starts(one, two, StartMode.ASSIGNED, tie_break=coin), one, two, StartMode.ASSIGNED)

    def longest(starter, other):
        return max(starter.then(START).run, other.then(REPLY).run)

    ways = longest(one, two), longest(two, one)
    chosen = ways[decision.starter]
    assert chosen <= LONGEST_RUN or min(ways) > LONGEST_RUN


@given(RECORDS, RECORDS, st.integers(1, 20))
def test_the_start_need_of_a_board_is_that_of_the_way_it_will_be_played(one, two, number):
    needs = start_needs((one, two), StartMode.ASSIGNED, number, 20)
    forward, backward = needs.if_start[0] + needs.if_reply[1], needs.if_start[1] + needs.if_reply[0]
    starters = {
        starter_of(contestant(1, record=one), contestant(2, record=two), StartMode.ASSIGNED, coin).starter
        for coin in (FIRST, SECOND)
    }
    expected = {frozenset({FIRST}): 2 * forward, frozenset({SECOND}): 2 * backward}
    found = int(needs.of_pairs(np.array([0]), np.array([1]))[0])
    assert found == expected.get(frozenset(starters), forward + backward)


def test_repeats_alternate_over_a_long_event_of_few_players():
    event = MadeUpEvent(4, 18, 2)
    for made, pairing in event.play_through():
        assert check(made, pairing) == []
    assert max(record.longest_run for record in event.records.values()) <= 3
    assert max(abs(record.balance) for record in event.records.values()) <= 2


def test_the_checker_takes_the_turned_start_and_refuses_the_other():
    event = MadeUpEvent(2, 9, 1)
    one = contestant(1, record=sides(REPLY, REPLY, REPLY, REPLY, START, START, START))
    two = contestant(2, record=sides(START, REPLY, START, REPLY, START, REPLY, START))
    made = replace(event.task(), contestants=(one, two), round=8)
    pairing = pair(made)
    assert (pairing.boards[0].first, check(made, pairing)) == (2, [])
    board = replace(pairing.boards[0], first=1, second=2)
    assert [finding.rule for finding in check(made, replace(pairing, boards=(board,)))] == ["starts"]
