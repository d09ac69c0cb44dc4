"""Who starts one game: the worked figures of WESPA 2.1 and NSA I.C, and the order the suite assigns by."""

import itertools

import pytest
from hypothesis import given, strategies as st

from tdsuite.tournaments.engine.starts import (
    FIRST,
    NO_SIDE,
    REPLY,
    SECOND,
    START,
    StartMode,
    StartRecord,
    claim,
    record_of,
    who_starts,
)

SIDES = st.lists(st.sampled_from([START, REPLY, NO_SIDE]), max_size=24)
PLAYED = st.lists(st.sampled_from([START, REPLY]), max_size=24)


def record(starts, replies):
    """A record with the starts first."""
    return record_of([START] * starts + [REPLY] * replies)


def test_a_record_counts_starts_replies_the_last_side_and_runs():
    sides = [START, START, REPLY, START, START, START, REPLY]
    assert record_of(sides) == StartRecord(
        starts=5, replies=2, last=REPLY, run=1, longest_run=3, sides=(1, 1, -1, 1, 1, 1, -1)
    )


def test_byes_and_games_forfeited_before_a_tile_count_as_neither_start_nor_reply():
    assert record_of([START, NO_SIDE, REPLY, NO_SIDE]) == record_of([START, REPLY])
    assert record_of([START, NO_SIDE, START]).longest_run == 2
    assert (record_of([]), record_of([]).games, record_of([]).balance) == (StartRecord(), 0, 0)


@pytest.mark.parametrize("side", [2, -2, 7])
def test_a_number_that_is_no_side_is_refused(side):
    with pytest.raises(ValueError, match="is not a side"):
        record_of([side])
    with pytest.raises(ValueError, match="is not a side"):
        StartRecord().then(side)


@given(SIDES)
def test_a_record_grown_game_by_game_equals_one_counted_at_once(sides):
    grown = StartRecord()
    for side in sides:
        grown = grown.then(side)
    assert grown == record_of(sides)


@given(SIDES)
def test_the_longest_run_is_that_of_the_longest_group(sides):
    played = [side for side in sides if side != NO_SIDE]
    assert record_of(sides).longest_run == max((len(list(run)) for _, run in itertools.groupby(played)), default=0)


BALANCE, NSA, DRAW, ASSIGNED = StartMode.BALANCE, StartMode.NSA, StartMode.DRAW, StartMode.ASSIGNED
R, S = REPLY, START


@pytest.mark.parametrize(
    ("mode", "one", "two", "decided", "reason"),
    [
        (BALANCE, record(3, 3), record(2, 4), (SECOND, "balance"), "fewer starts: 2 starts of 6 against 3 of 6"),
        (BALANCE, record(3, 3), record(3, 3), (None, "draw"), "equal: 3 starts of 6 against 3 of 6"),
        (BALANCE, record(0, 0), record(0, 0), (None, "draw"), "neither has played yet"),
        (BALANCE, record(3, 3), record(3, 2), (None, "draw"), "equal: 3 starts of 6 against 3 of 5"),
        (NSA, record(2, 3), record(3, 2), (FIRST, "balance"), "fewer starts: 2 starts of 5 against 3 of 5"),
        (NSA, record(3, 3), record(3, 2), (FIRST, "balance"), "starts equal at 3; more replies: 3 against 2"),
        (NSA, record_of([S, R]), record_of([R, S]), (None, "draw"), None),
        (DRAW, record(6, 0), record(0, 6), (None, "draw"), None),
        (ASSIGNED, record(2, 3), record(3, 2), (FIRST, "assigned"), "fewer starts: 2 starts of 5 against 3 of 5"),
        (ASSIGNED, record(3, 2), record(3, 3), (SECOND, "assigned"), "starts equal at 3; more replies: 3 against 2"),
        (ASSIGNED, record_of([R, S]), record_of([S, R]), (SECOND, "assigned"),
         "equal: 1 start of 2 against 1 of 2; replied last, the other started last"),
        (ASSIGNED, record_of([R, R, S, S]), record_of([S, R, R, S]), (SECOND, "assigned"),
         "equal: 2 starts of 4 against 2 of 4; replied when the two last differed"),
    ],
)  # fmt: skip
def test_wespa_2_1_a_2_1_b_ii_nsa_i_c_who_starts_by_each_mode(mode, one, two, decided, reason):
    decision = who_starts(one, two, mode)
    assert (decision.starter, decision.starts_by) == decided
    assert reason is None or decision.reason == reason


@pytest.mark.parametrize("coin", [FIRST, SECOND])
def test_assigned_the_seed_decides_between_equal_records(coin):
    decision = who_starts(record(1, 1), record(1, 1), StartMode.ASSIGNED, tie_break=coin)
    assert (decision.starter, decision.starts_by) == (coin, "assigned")
    assert decision.reason == "equal: 1 start of 2 against 1 of 2; by lot, from the event's seed"


@given(SIDES, SIDES)
def test_assigned_is_never_undecided(one, two):
    assert who_starts(record_of(one), record_of(two), StartMode.ASSIGNED).starter in (FIRST, SECOND)


@given(SIDES, SIDES, st.sampled_from(StartMode))
def test_naming_the_players_the_other_way_round_changes_nothing(one, two, mode):
    there = who_starts(record_of(one), record_of(two), mode, tie_break=FIRST)
    back = who_starts(record_of(two), record_of(one), mode, tie_break=SECOND)
    assert back.starter == (None if there.starter is None else 1 - there.starter)
    assert back.starts_by == there.starts_by


@given(SIDES, SIDES, st.sampled_from(StartMode))
def test_nobody_with_more_starts_is_ever_made_to_start(one, two, mode):
    records = record_of(one), record_of(two)
    starter = who_starts(*records, mode).starter
    if starter is not None:
        assert records[starter].starts <= records[1 - starter].starts


@given(PLAYED, PLAYED)
def test_the_lower_claim_starts(one, two):
    records = record_of(one), record_of(two)
    claims = [claim(each, StartMode.ASSIGNED) for each in records]
    if claims[0] != claims[1]:
        assert who_starts(*records, StartMode.ASSIGNED).starter == claims.index(min(claims))


@pytest.mark.parametrize("mode", list(StartMode))
def test_a_mode_given_as_stored_text_decides_alike(mode):
    assert who_starts(record(2, 1), record(1, 2), mode.value) == who_starts(record(2, 1), record(1, 2), mode)
