"""King of the Hill: neighbours in the standings meet."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from checklist.made_up_events import MadeUpEvent
from pairings.engine.matching.costs import level_values
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.optimum import optimum, repeat_levels
from pairings.engine.methods import king_of_the_hill
from pairings.engine.methods.registry import pair
from pairings.engine.model import Proof, Repeats
from pairings.engine.options import MethodOptions
from pairings.engine.rules import Rules
from tests.pairings.engine.fields import (
    SMALL_EVENTS,
    boards,
    contestant,
    every_pairing,
    fresh,
    sides,
    task,
    with_meetings,
)

KOTH = "king_of_the_hill"


def test_first_meets_second_third_meets_fourth():
    assert boards(pair(task(fresh(8), KOTH))) == {frozenset({one, one + 1}) for one in (1, 3, 5, 7)}


def test_places_are_those_of_the_standings_not_of_the_entry_list():
    field = [contestant(1, rank=4), contestant(2, rank=3), contestant(3, rank=1), contestant(4, rank=2)]
    assert boards(pair(task(field, KOTH))) == {frozenset({3, 4}), frozenset({1, 2})}


def test_players_who_share_a_rank_stand_by_seed():
    field = [
        contestant(1, rank=1), contestant(2, rank=2, seed=9), contestant(3, rank=2), contestant(4, rank=2, seed=10),
    ]  # fmt: skip
    assert boards(pair(task(field, KOTH))) == {frozenset({1, 3}), frozenset({2, 4})}


def test_in_an_odd_field_the_last_of_those_with_fewest_byes_sits_out_and_the_rest_close_up():
    field = [contestant(number, byes=number == 5) for number in range(1, 6)]
    pairing = pair(task(field, KOTH, number=2))
    assert (boards(pairing), pairing.byes) == ({frozenset({1, 2}), frozenset({3, 5})}, (4,))


def test_a_repeat_at_the_top_is_avoided_at_the_least_distance():
    pairing = pair(task(with_meetings(fresh(4), {1: [(1, 2)]}, 1), KOTH, number=2))
    assert (boards(pairing), pairing.cost("places")) == ({frozenset({1, 3}), frozenset({2, 4})}, 6)
    assert pairing.boards[0].reason == "places 1 and 3, as near as the whole round allows; they have not met"


def test_with_repeats_allowed_first_meets_second_again():
    pairing = pair(task(with_meetings(fresh(4), {1: [(1, 2)]}, 1), KOTH, number=2, repeats=Repeats.ALLOW))
    assert boards(pairing) == {frozenset({1, 2}), frozenset({3, 4})}
    assert pairing.boards[0].reason == "places 1 and 2; repeat of round 1"


@given(SMALL_EVENTS)
def test_the_cost_equals_brute_force_level_by_level(event):
    made = replace(event.task(KOTH), options=MethodOptions(even_everywhere=False))
    pairing = pair(made)
    playing = tuple(player for player in made.present() if player.number not in pairing.byes)
    table = cross_table(playing, made)

    def sums(pairs):
        one, two = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
        levels = repeat_levels(table, one, two) + king_of_the_hill.levels(table, one, two)
        return tuple(int(level_values(level).sum()) for level in levels)

    names = ("repeats", "meetings", "last_round", "places", "starts")
    assert tuple(pairing.cost(name) for name in names) == min(map(sums, every_pairing(list(range(len(playing))))))


@pytest.mark.parametrize(("players", "rounds"), [(60, 10), (200, 12)])
def test_the_likely_boards_hold_the_optimum_of_all_boards(players, rounds):
    made = MadeUpEvent(players, 20, 3).play_quickly(rounds).task(KOTH)
    table = cross_table(made.present(), made)
    one, two = king_of_the_hill.likely(table, 12)
    every = optimum(table, king_of_the_hill.levels, Repeats.AVOID, king_of_the_hill.likely, whole=True)
    assert set(every.pairs) <= set(zip(one.tolist(), two.tolist(), strict=True))


@pytest.mark.parametrize(("prove", "proof"), [(False, Proof.CANDIDATES), (True, Proof.WHOLE)])
def test_a_large_field_is_paired_from_its_likely_boards_and_proved_over_all_where_asked(prove, proof):
    pairing = pair(task(fresh(1000), KOTH, options=MethodOptions(prove=prove)))
    assert pairing.proof == proof
    assert boards(pairing) == {frozenset({one, one + 1}) for one in range(1, 1001, 2)}


# ── Even starts in the last round ──────────────────────────────────────────────────────────────────────────


def last_round(*wins, method=KOTH, **facts):
    """Four players of whom the first two are a start ahead and the others one behind, before the last of four rounds."""
    records = [sides(1, -1, 1), sides(1, 1, -1), sides(-1, 1, -1), sides(-1, -1, 1)]
    field = [contestant(number, 2 * won, record=records[number - 1]) for number, won in enumerate(wins, start=1)]
    return pair(task(field, method, number=4, planned=4, **facts))


@pytest.mark.parametrize("method", [KOTH, "factor"])
def test_leaders_meet_others_near_them_where_that_keeps_starts_even(method):
    near = {frozenset({1, 2}), frozenset({3, 4})}
    kept = last_round(3, 3, 3, 3, method=method, options=MethodOptions(even_everywhere=False))
    even = last_round(3, 3, 3, 3, method=method)
    assert boards(kept) == near
    assert (boards(even) != near, even.cost("uneven_starts")) == (True, 0)


@pytest.mark.parametrize("even", [True, False])
def test_chews_last_round_among_those_in_the_money_keeps_starts_even(even):
    records = [sides(1, -1, 1), sides(1, 1, -1), sides(-1, 1, -1), sides(-1, -1, 1), sides(1, -1, 1), sides(-1, 1, -1)]
    field = [contestant(number, 6 if number < 5 else 0, record=records[number - 1]) for number in range(1, 7)]
    options = MethodOptions(prize_bands=(2,), faint_hope=False, even_everywhere=even)
    pairing = pair(task(field, "chew", number=4, planned=4, options=options))
    top = {(1, 3), (2, 4)} if even else {(1, 2), (3, 4)}
    assert boards(pairing) == {frozenset(board) for board in (*top, (5, 6))}
    wanted = "places 1 and 3 can still win a prize, as near as even starts allow" if even else "place 1 leads"
    assert pairing.boards[0].reason.startswith(wanted)


def test_chews_group_in_the_money_grows_until_it_and_the_rest_can_be_paired():
    records = [sides(1, -1, 1), sides(1, 1, -1), sides(-1, 1, -1), sides(-1, -1, 1)] * 3
    field = [contestant(number, 6 if number < 5 else 0, record=records[number - 1]) for number in range(1, 11)]
    options = MethodOptions(prize_bands=(2,), faint_hope=False)
    for forbidden, size in [((1, 2), (1, 3), (1, 4)), 6], [((9, 10), (8, 10), (7, 10), (6, 10), (5, 10)), 10]:
        made = task(field, "chew", number=4, planned=4, options=options, rules=Rules(forbidden=forbidden))
        found = boards(pair(made))
        assert len(found) == 5 and all((min(board) <= size) == (max(board) <= size) for board in found)


@pytest.mark.parametrize("games", [1, 2, 3])
def test_in_the_last_round_who_trails_by_more_than_its_games_is_out_of_the_prizes(games):
    field = [contestant(number, 20 - number, record=sides(1, -1, 1)) for number in range(1, 13)]
    made = task(field, KOTH, number=4, planned=4, options=MethodOptions(games=games, place_prizes=1))
    assert king_of_the_hill.first_out(cross_table(made.present(), made), made) == 2 * games + 1


def test_leaders_more_than_three_wins_ahead_meet_each_other_whatever_their_starts():
    across = {frozenset({1, 3}), frozenset({2, 4})}
    assert boards(last_round(3, 3, 0, 0)) == across
    far = last_round(9, 9, 1, 1)
    assert (boards(far), far.cost("uneven_starts")) == ({frozenset({1, 2}), frozenset({3, 4})}, 4)


def test_the_reason_of_a_board_says_that_it_keeps_starts_even():
    reasons = [board.reason for board in last_round(3, 3, 3, 3).boards]
    assert reasons[0] == "places 1 and 3, as near as the whole round allows with even starts; they have not met"
