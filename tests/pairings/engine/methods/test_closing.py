"""The last two rounds of an event in which everyone meets everyone: two rounds, one decision."""

from dataclasses import replace

import pytest

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.matching.field import cross_table
from pairings.engine.methods.closing import _cost, closing
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.model import Repeats
from pairings.engine.options import MethodOptions
from tdsuite.tournaments.engine.starts import REPLY, START, StartMode
from tests.pairings.engine.fields import boards, contestant, fresh, sides, task, with_meetings

S, R = START, REPLY
# Six players after three rounds: the boards left form the one ring 1-2-3-4-5-6-1.
RING_PLAYED = {1: [(1, 3), (2, 5), (4, 6)], 2: [(1, 5), (2, 4), (3, 6)], 3: [(1, 4), (2, 6), (3, 5)]}


EACH_ROUND = MethodOptions(even_starts=False)  # starts are left to each round


def chosen(field, **facts):
    """The boards that the closing rule asks for where starts are left to each round, as numbers."""
    made = task(field, **{"number": 4, "planned": 5, "options": EACH_ROUND, **facts})
    table = cross_table(made.present(), made)
    return {frozenset(table.players[at].number for at in pair) for pair in closing(table, made).boards}


def ring(records):
    """Six players whose boards left form the ring 1-2-3-4-5-6, with these sides so far."""
    field = [contestant(number, record=sides(*records[number - 1])) for number in range(1, 7)]
    return with_meetings(field, RING_PLAYED, 3)


# 1 to 4 are a start ahead.  If 1-2 and 3-4 are played now, 2 and 3 go two ahead and then meet: one ends three ahead.
UNEVEN = [(R, S, S), (S, S, R), (S, S, R), (R, S, S), (S, R, R), (R, R, S)]


def test_the_way_round_that_leaves_the_starts_even_is_played_first():
    assert boards(pair(task(ring(UNEVEN), number=4, planned=5, options=EACH_ROUND))) == {
        frozenset(two) for two in [(2, 3), (4, 5), (6, 1)]
    }


def test_king_of_the_hill_orders_the_last_two_rounds_of_a_cycle_too():
    made = task(ring(UNEVEN), "king_of_the_hill", number=4, planned=5, options=EACH_ROUND)
    assert boards(pair(made)) == {frozenset(two) for two in [(2, 3), (4, 5), (6, 1)]}
    neighbours = pair(replace(made, options=replace(EACH_ROUND, even_everywhere=False)))
    assert boards(neighbours) == {frozenset(two) for two in [(1, 2), (3, 4), (5, 6)]}


def test_the_rule_is_a_cost_below_the_repeats_and_above_the_win_differences():
    level_now = [replace(player, halves=6 if player.number in (1, 2) else 0) for player in ring(UNEVEN)]
    pairing = pair(task(level_now, number=4, planned=5, options=EACH_ROUND))
    assert (pairing.cost("closing"), pairing.cost("wins")) == (0, 72)
    names = [part.criterion for part in pairing.total]
    assert names == ["repeats", "meetings", "last_round", "closing", "wins", "starts", "fold"]


@pytest.mark.parametrize(
    ("record", "cost"),
    [((S,), 0), ((S, S), 1), ((S, S, S), 8), ((S, R, R), 0), ((R, R, R), 8), ((R, R, R, R, S, S, S), 1), (6 * (S,), 152)],
)  # fmt: skip
def test_a_player_costs_the_cubes_of_a_balance_beyond_1_and_of_a_run_beyond_3(record, cost):
    assert _cost(sides(*record)) == cost


@pytest.mark.parametrize(
    "facts",
    [
        {"planned": 4}, {"planned": 6}, {"start_mode": StartMode.BALANCE}, {"start_mode": StartMode.DRAW},
        {"repeats": Repeats.ALLOW},
    ],
)  # fmt: skip
def test_it_speaks_only_in_the_last_round_but_one_where_starts_are_assigned_and_repeats_avoided(facts):
    assert chosen(ring(UNEVEN))
    assert chosen(ring(UNEVEN), **facts) == set()


def test_it_is_silent_where_somebody_has_other_than_two_opponents_left():
    assert chosen(fresh(6)) == set()


def test_it_is_silent_where_the_boards_left_form_odd_rings():
    met = {1: [(1, 4), (2, 5), (3, 6)], 2: [(1, 5), (2, 6), (3, 4)], 3: [(1, 6), (2, 4), (3, 5)]}
    assert chosen(with_meetings(fresh(6), met, 3)) == set()


def test_it_is_silent_where_both_ways_leave_the_same_starts():
    records = [(S, R, S), (R, S, R)] * 3
    assert chosen(ring(records)) == set()


def test_a_board_says_that_it_is_one_of_the_last_two_opponents():
    assert {board.reason for board in pair(task(ring(UNEVEN), number=4, planned=5, options=EACH_ROUND)).boards} == {
        "0-0 against 0-0, one of your last two opponents, now for even starts; they have not met"
    }


def play_out(field, **facts):
    """Balances after the round before last and the last one, each played as paired."""
    players = {player.number: player for player in field}
    for number in (4, 5):
        pairing = pair(task(players.values(), number=number, planned=5, **facts))
        assert check(task(players.values(), number=number, planned=5, **facts), pairing) == []
        for board in pairing.boards:
            for name, other, side in ((board.first, board.second, S), (board.second, board.first, R)):
                player = players[name]
                players[name] = replace(
                    player, record=player.record.then(side), opponents=(*player.opponents, other), halves=name
                )
    return sorted(player.record.balance for player in players.values())


# All even: left to each round, 1 and 2 start now and are to meet next, where one of them has to start again.
EVEN = [(S, R), (S, R), (R, S), (R, S), (R, S), (S, R)]


@pytest.mark.parametrize("seed", range(6))
def test_where_all_are_even_the_starts_of_both_rounds_are_settled_so_that_all_end_even(seed):
    field = with_meetings(
        [contestant(number, record=sides(*EVEN[number - 1])) for number in range(1, 7)], RING_PLAYED, 3
    )
    assert play_out(field, seed=seed) == [0] * 6
    pairing = pair(task(field, number=4, planned=5, seed=seed))
    assert {board.start_reason for board in pairing.boards} == {
        "chosen together with the last round, so that the starts of all even out"
    }


def test_left_to_each_round_the_same_field_does_not_always_end_even():
    field = with_meetings(
        [contestant(number, record=sides(*EVEN[number - 1])) for number in range(1, 7)], RING_PLAYED, 3
    )
    assert any(play_out(field, seed=seed, options=EACH_ROUND) != [0] * 6 for seed in range(6))


def test_the_last_boards_of_a_second_cycle_form_rings_as_well():
    events = [MadeUpEvent(6, 10, seed) for seed in range(10)]
    for event in events:
        assert [finding for made, pairing in event.play_through() for finding in check(made, pairing)] == []
    balances = [record.balance for event in events for record in event.records.values()]
    assert sum(abs(balance) > 1 for balance in balances) <= len(balances) // 20


def test_it_is_silent_in_an_odd_field_whose_next_bye_is_another():
    odd = [*ring(UNEVEN), contestant(7, opponents=(0, 0, 0))]
    assert pair(task(odd, number=4, planned=5)).cost("closing") == 0
    assert chosen(odd) == set()


@pytest.mark.parametrize("players", [4, 6, 10])
def test_the_last_two_rounds_are_sound_whatever_it_says(players):
    for seed in range(10):
        event = MadeUpEvent(players, players - 1, seed)
        assert [finding for made, pairing in event.play_through() for finding in check(made, pairing)] == []


def test_a_round_robin_is_not_touched_by_it():
    made = task(fresh(6), "round_robin", number=1, planned=2)
    assert all(part.criterion != "closing" for pairing in pair_block(made, 5) for part in pairing.total)
