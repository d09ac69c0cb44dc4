"""Starts solved together: the least sum of squares, whatever the games."""

import itertools

from hypothesis import given, strategies as st

from pairings.engine.starts.balance import balanced_starts

PLAYERS = range(1, 7)
GAMES = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS)).filter(lambda two: two[0] != two[1]),
    min_size=1,
    max_size=9,
)
BEFORE = st.dictionaries(st.sampled_from(PLAYERS), st.integers(-4, 4))


def balances(games, before):
    after = {player: before.get(player, 0) for player in PLAYERS}
    for starter, other in games:
        after[starter] += 1
        after[other] -= 1
    return after


def squares(games, before):
    return sum(value * value for value in balances(games, before).values())


@given(st.lists(st.sampled_from(list(itertools.combinations(PLAYERS, 2))), unique=True, max_size=9), BEFORE)
def test_no_other_choice_of_starters_has_a_smaller_sum_of_squares(games, before):
    every = itertools.product(*[(game, game[::-1]) for game in games])
    assert squares(balanced_starts(games, before), before) == min(squares(choice, before) for choice in every)


@given(GAMES)
def test_from_equal_records_everyone_is_within_one_of_even(games):
    assert max(map(abs, balances(balanced_starts(games, {}), {}).values())) <= 1


@given(GAMES, BEFORE)
def test_the_games_and_their_order_stay(games, before):
    assert list(map(set, balanced_starts(games, before))) == list(map(set, games))


@given(GAMES, BEFORE)
def test_two_who_meet_again_start_in_turn(games, before):
    result = balanced_starts(games, before)
    for pair in {frozenset(game) for game in games}:
        starters = [starter for starter, other in result if {starter, other} == pair]
        assert all(one != two for one, two in itertools.pairwise(starters))


def test_wishes_that_are_balanced_already_are_kept():
    ring = [(1, 2), (2, 3), (3, 1)]
    assert balanced_starts(ring, {}) == ring


def test_a_player_behind_starts_against_the_wish():
    assert balanced_starts([(1, 2)], {1: 1, 2: -1}) == [(2, 1)]


def test_a_path_through_a_third_player_is_turned():
    assert balanced_starts([(1, 2), (2, 3)], {1: 1, 3: -2}) == [(2, 1), (3, 2)]


def test_no_games_need_no_starts():
    assert balanced_starts([], {1: 5}) == []
