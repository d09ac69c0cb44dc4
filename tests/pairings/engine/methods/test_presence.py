"""Who plays, who sits out, and tasks that contradict themselves."""

from dataclasses import replace

import pytest
from hypothesis import given

from pairings.engine.errors import BadHistory, BadRound, DuplicatePlayer, TooFewPlayers
from pairings.engine.methods.registry import METHODS, pair
from pairings.engine.presence import bye_order, present_players
from tests.pairings.engine.fields import EVENTS, METHOD_KEYS, contestant, fresh, task, with_meetings


def test_of_players_who_share_a_rank_the_later_in_the_entry_list_sits_out():
    field = (contestant(1, rank=2), contestant(2, rank=2, seed=9), contestant(3, rank=1))
    assert bye_order(field)[0].number == 2


@pytest.mark.parametrize("method", ["swiss", "king_of_the_hill", "random"])
def test_the_bye_says_why(method):
    pairing = pair(task([replace(player, byes=1) for player in fresh(23)], method, number=2))
    bye = pairing.boards[-1]
    assert (bye.numbers, bye.starts_by, bye.reason) == ((23,), "none", "bye: fewest byes (1), lowest rank 23")


@given(EVENTS, METHOD_KEYS)
def test_a_bye_is_given_in_an_odd_field_only_and_never_twice_before_all_have_had_one(event, method):
    made = event.task(method)
    present = made.present()
    byes = pair(made).byes
    assert len(byes) == len(present) % 2
    assert all(player.byes == min(one.byes for one in present) for player in present if player.number in byes)


def test_absent_players_are_not_paired():
    field = [replace(player, absent=player.number in (2, 5)) for player in fresh(8)]
    assert [player.number for player in present_players(task(field))] == [1, 3, 4, 6, 7, 8]


@pytest.mark.parametrize("method", [key for key in METHODS if key != "manual"])
@pytest.mark.parametrize("present", [0, 1])
def test_fewer_than_two_players_are_refused(method, present):
    field = [replace(player, absent=player.number > present) for player in fresh(4)]
    with pytest.raises(TooFewPlayers, match=f"Only {present} present: a round needs at least 2 players"):
        pair(task(field, method))


def test_the_same_number_twice_is_refused():
    with pytest.raises(DuplicatePlayer, match="Player number 2 stands twice"):
        pair(task([contestant(1), contestant(2), contestant(2)]))


def test_rounds_are_counted_from_one():
    with pytest.raises(BadRound, match="There is no round 0"):
        pair(task(fresh(4), number=0))


def test_a_history_that_two_players_remember_differently_is_refused():
    field = [contestant(1, opponents=(2,)), contestant(2, opponents=(3,)), contestant(3, opponents=(2,))]
    with pytest.raises(BadHistory, match="Round 1: player 1 met 2, but 2 did not meet 1"):
        pair(task(field, number=2))


def test_a_history_longer_than_the_rounds_before_is_refused():
    with pytest.raises(BadHistory, match="history of 2 rounds before round 2"):
        pair(task(with_meetings(fresh(4), {1: [(1, 2)]}, 2), number=2))


def test_a_meeting_with_someone_who_left_the_division_is_no_contradiction():
    field = [contestant(1, opponents=(99,)), contestant(2, opponents=(0,))]
    assert len(pair(task(field, number=2)).boards) == 1
