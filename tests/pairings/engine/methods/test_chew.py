"""Chew: bands, contenders, flight caps, leaders, settled players and their victims."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.errors import NoPairingPossible
from pairings.engine.methods.chew import race_of
from pairings.engine.methods.registry import pair
from pairings.engine.model import Repeats
from pairings.engine.options import MethodOptions
from pairings.engine.rules import Rules
from tests.pairings.engine.fields import boards, contestant, task, with_meetings


def standing(*wins, spread=None):
    """Players 1, 2, ... with so many wins."""
    return tuple(
        contestant(number, 2 * won, spread=spread[number - 1] if spread else 0)
        for number, won in enumerate(wins, start=1)
    )


def chew(field, number, planned, meetings=None, *, rules=None, repeats=Repeats.AVOID, **options):
    field = with_meetings(field, meetings or {}, number - 1)
    facts = {"rules": rules} if rules else {}
    return task(field, "chew", number, planned, options=MethodOptions(**options), repeats=repeats, **facts)


def opponent(pairing, number):
    return next(iter(next(board for board in boards(pairing) if number in board) - {number}), None)


def test_while_everyone_contends_it_is_swiss():
    made = chew(standing(*[2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0]), 3, 12)
    assert boards(pair(made)) == boards(pair(replace(made, method="swiss")))


def test_contenders_meet_contenders_and_the_rest_play_swiss_below_them():
    made = chew(standing(10, 10, 9, 9, 3, 3, 2, 2), 14, 15, prize_bands=(2,))
    found = boards(pair(made))
    assert found == {frozenset({1, 4}), frozenset({2, 3}), frozenset({5, 6}), frozenset({7, 8})}


def test_a_leader_meets_the_lowest_of_the_leaders_who_can_still_catch_up():
    made = chew(standing(12, 11, 11, 10, 10, 9, 4, 4, 3, 3), 14, 15, prize_bands=(2,), flight_caps="none")
    assert opponent(pair(made), 1) == 4
    assert pair(made).boards[0].reason.startswith("place 1 leads; place 4, the lowest left who can still catch up")


def test_in_the_last_round_the_cap_makes_it_king_of_the_hill_even_for_a_repeat():
    field = standing(12, 11, 11, 11, 11, 11, 3, 3, 2, 2)
    made = chew(field, 15, 15, {3: [(1, 2)]}, prize_bands=(4,))
    assert boards(pair(made)) >= {frozenset({1, 2}), frozenset({3, 4})}
    assert "1 and 2 meet again" in pair(made).warnings[0] or "2 and 1 meet again" in pair(made).warnings[0]


def test_where_repeats_are_forbidden_the_group_grows_until_it_can_be_paired():
    field = standing(12, 11, 11, 11, 11, 11, 3, 3, 2, 2)
    made = chew(field, 15, 15, {3: [(1, 2)]}, prize_bands=(4,), repeats=Repeats.FORBID)
    assert opponent(pair(made), 1) in (3, 4)


def test_leaders_split_as_high_as_possible_without_more_repeats():
    field = standing(*[10] * 8, *[1] * 4)
    free = chew(field, 12, 14, prize_bands=(3,), flight_caps="none")
    assert opponent(pair(free), 1) == 4
    met = {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}
    made = chew(field, 12, 14, met, prize_bands=(3,), flight_caps="none")  # of six, four could meet two only
    assert opponent(pair(made), 1) == 8
    assert not pair(made).warnings


def test_a_leader_does_not_meet_the_opponent_of_the_last_round_where_another_will_do():
    field = standing(10, 10, 10, 10, 1, 1, 1, 1)
    met = {1: [(1, 3), (2, 4)], 2: [(1, 2), (3, 4)], 13: [(1, 4), (2, 3)]}
    assert opponent(pair(chew(field, 14, 15, met, prize_bands=(2,))), 1) == 3


def test_bands_are_worked_off_from_the_top():
    field = standing(14, 14, 9, 9, 9, 9, 4, 4, 3, 3)
    made = chew(field, 15, 15, prize_bands=(2, 6))
    assert boards(pair(made)) >= {frozenset({1, 2}), frozenset({3, 4}), frozenset({5, 6})}


def test_faint_hope_keeps_a_player_within_a_win_of_the_last_prize_in_the_last_four_rounds():
    field = standing(12, 12, 11, 11, 3, 3, spread=(2000, 1900, -2000, -2100, 0, 0))
    hopeful = race_of(chew(field, 15, 15, prize_bands=(2,)), field)
    strict = race_of(chew(field, 15, 15, prize_bands=(2,), faint_hope=False), field)
    early = race_of(chew(field, 12, 16, prize_bands=(2,)), field)
    assert [at for at in range(6) if hopeful.contends(at, 2)] == [0, 1, 2, 3]
    assert [at for at in range(6) if strict.contends(at, 2)] == [0, 1]
    assert early.left == 5


@pytest.mark.parametrize(("players", "last"), [(8, 2), (12, 3), (15, 3), (24, 6)])
def test_prize_bands_default_to_the_first_quarter(players, last):
    made = chew(standing(*[0] * players), 1, 9)
    assert race_of(made, made.present()).bands == (last,)


def test_contenders_are_an_even_number():
    made = chew(standing(9, 9, 9, 2, 2, 2, 1, 1), 12, 14, prize_bands=(2,), flight_caps="none", faint_hope=False)
    assert all((one <= 4) == (two <= 4) for one, two in map(tuple, boards(pair(made))))


def test_the_fewest_repeats_are_those_of_the_contenders_alone():
    met = {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}
    found = boards(pair(chew(standing(9, 9, 9, 9, 2, 2, 2, 2), 12, 13, met, prize_bands=(2,))))
    assert {board for board in found if min(board) <= 4} <= {frozenset(board) for row in met.values() for board in row}


@pytest.mark.parametrize(
    ("caps", "sizes"),
    [("default", (2, 4, 8, 12, 12)), ("nsc_before_2008", (4, 8, 12, 12, 12)), ("nsc_2008", (2, 4, 6, 12, 12))],
)
def test_a_flight_cap_limits_who_plays_for_the_band(caps, sizes):
    met = {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}
    for meetings, (left, size) in product(({}, met), enumerate(sizes)):
        made = chew(standing(*[9] * 14, *[1] * 10), 15 - left, 15, meetings, prize_bands=(1,), flight_caps=caps)
        assert all((one <= size) == (two <= size) for one, two in map(tuple, boards(pair(made))))


# ── settled places ──────────────────────────────────────────────────────────────────────────────────────────


def test_an_odd_settled_player_meets_the_highest_without_a_prize_chance():
    pairing = pair(chew(standing(15, 10, 10, 9, 6, 5, 5, 4), 13, 15, prize_bands=(2,)))
    assert opponent(pairing, 1) == 5
    board = next(board for board in pairing.boards if 1 in board.numbers)
    assert board.reason == "place 1 is settled; place 5 can no longer win a prize; they have not met"


def test_the_victim_is_one_met_least_unless_strict():
    field, met = standing(15, 10, 10, 9, 6, 5, 5, 4), {4: [(1, 5)]}
    assert opponent(pair(chew(field, 13, 15, met, prize_bands=(2,))), 1) == 6
    assert opponent(pair(chew(field, 13, 15, met, prize_bands=(2,), strict_victim=True)), 1) == 5


def test_the_victim_comes_from_a_class_where_one_is_named():
    field = tuple(
        replace(player, prize_class="B" if player.number == 7 else "A")
        for player in standing(15, 10, 10, 9, 6, 5, 5, 4)
    )
    assert opponent(pair(chew(field, 13, 15, prize_bands=(2,), victim_class="B")), 1) == 7
    assert opponent(pair(chew(field, 13, 15, prize_bands=(2,), victim_class="C")), 1) == 5


def test_where_everyone_has_a_chance_the_victim_is_the_last():
    assert opponent(pair(chew(standing(15, 10, 10, 10, 10, 10), 13, 15, prize_bands=(2,))), 1) == 6


def test_an_even_number_of_settled_players_meet_each_other():
    field = standing(15, 11, 7, 7, 7, 7, 3, 3)
    pairing = pair(chew(field, 13, 15, prize_bands=(3,)))
    assert frozenset({1, 2}) in boards(pairing)
    assert pairing.boards[0].reason == "both places are settled; they have not met"


def test_players_with_equal_prizes_are_settled_together():
    field = standing(12, 11, 7, 7, 3, 3)
    assert frozenset({1, 2}) in boards(pair(chew(field, 13, 15, prize_bands=(2,), equal_places=((1, 2),))))


def test_in_an_odd_field_a_settled_player_has_the_bye():
    pairing = pair(chew(standing(15, 10, 10, 9, 6, 5, 5), 13, 15, prize_bands=(2,)))
    assert (pairing.byes, pairing.boards[-1].reason) == ((1,), "bye: place 1 is settled")


def test_in_an_odd_field_with_nothing_settled_the_usual_bye_is_given():
    pairing = pair(chew(standing(10, 10, 10, 9, 6, 5, 5), 13, 15, prize_bands=(2,)))
    assert (pairing.byes, pairing.boards[-1].reason) == ((7,), "bye: fewest byes (0), lowest rank 7")


# ── whatever the event ──────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(6, 14), st.integers(0, 2**31))
def test_settled_players_decide_nobody_elses_prize_where_there_is_another_way(players, seed):
    made = MadeUpEvent(players, 12, seed).play_quickly(10).task("chew")
    order = made.present()
    race = race_of(made, order)
    settled = {order[at].number for at in race.settled()}
    out = {player.number for at, player in enumerate(order) if not race.reaches(at, race.bands[-1])} - settled
    for board in boards(pair(made)):
        if len(board & settled) == 1 and out:
            assert board - settled <= out


def test_forced_and_forbidden_boards_hold_in_chew_too():
    field = standing(10, 10, 9, 9, 3, 3, 2, 2)
    made = chew(field, 14, 15, prize_bands=(2,), rules=Rules(forced=((1, 8),), forbidden=((2, 3),)))
    found = boards(pair(made))
    assert frozenset({1, 8}) in found
    assert frozenset({2, 3}) not in found


def test_rules_that_leave_no_round_are_named():
    made = chew(standing(3, 2), 4, 5, rules=Rules(forbidden=((1, 2),)))
    with pytest.raises(NoPairingPossible, match="1 and 2 kept apart"):
        pair(made)
