"""Factor and Queen of the Hill: places a fixed distance apart meet."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.errors import BadOption
from pairings.engine.matching.costs import level_values
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.matching import largest_matching
from pairings.engine.matching.optimum import repeat_levels
from pairings.engine.methods import queen_of_the_hill
from pairings.engine.methods.factor import factor_of
from pairings.engine.methods.registry import pair
from pairings.engine.model import Board, Pairing, Repeats
from pairings.engine.options import MethodOptions
from tests.pairings.engine.fields import (
    EVENTS,
    SMALL_EVENTS,
    boards,
    contestant,
    every_pairing,
    fresh,
    pairs,
    task,
    with_meetings,
)

QUEEN = "queen_of_the_hill"


def test_queen_of_the_hill_pairs_first_with_third_and_second_with_fourth():
    assert boards(pair(task(fresh(8), QUEEN))) == pairs((1, 3), (2, 4), (5, 7), (6, 8))


def test_queen_of_the_hill_of_six_ends_with_two_neighbours():
    assert boards(pair(task(fresh(6), QUEEN))) == pairs((1, 3), (2, 4), (5, 6))


def test_queen_of_the_hill_leaves_king_of_the_hill_for_the_last_round_without_a_repeat():
    event = MadeUpEvent(16, 2, 3, repeats=Repeats.AVOID)
    queens = pair(event.task(QUEEN))
    assert all(abs(one - two) > 1 for one, two in map(tuple, boards(queens)))


@given(SMALL_EVENTS)
def test_queen_of_the_hill_costs_what_brute_force_finds_level_by_level(event):
    made = event.task(QUEEN)
    pairing = pair(made)
    playing = tuple(player for player in made.present() if player.number not in pairing.byes)
    table = cross_table(tuple(sorted(playing, key=lambda player: player.rank_order)), made)

    def sums(positions):
        one, two = np.array([a for a, _ in positions]), np.array([b for _, b in positions])
        levels = repeat_levels(table, one, two) + queen_of_the_hill.levels(table, one, two)
        return tuple(int(level_values(level).sum()) for level in levels)

    best = min(sums(positions) for positions in every_pairing(list(range(table.size))))
    assert tuple(part.value for part in pairing.total if part.criterion != "byes") == best


@pytest.mark.parametrize(("factor", "expected"), [(1, (1, 2)), (2, (1, 3)), (3, (1, 4)), (4, (1, 5))])
def test_a_factor_pairs_the_first_with_the_player_so_many_places_below(factor, expected):
    assert frozenset(expected) in boards(pair(task(fresh(8), "factor", options=MethodOptions(factor=factor))))


def test_a_factor_pairs_the_first_f_with_the_next_f_and_the_rest_by_swiss():
    field = [contestant(number, halves=2 * (number <= 6)) for number in range(1, 11)]
    pairing = pair(task(field, "factor", number=2, options=MethodOptions(factor=2)))
    assert boards(pairing) == pairs((1, 3), (2, 4), (5, 6), (7, 9), (8, 10))
    assert pairing.boards[0].reason == "places 1 and 3; they have not met"


def test_the_factor_is_the_rounds_left_unless_one_is_given():
    found = [factor_of(task(fresh(8), "factor", number, planned=10), 8) for number in (3, 7, 8, 9, 10)]
    assert found == [4, 4, 3, 2, 1]


def test_a_factor_of_more_than_half_of_the_field_is_an_error():
    with pytest.raises(BadOption, match="factor can be at most 4 with 8 players, not 5"):
        pair(task(fresh(8), "factor", options=MethodOptions(factor=5)))


def test_a_repeat_moves_the_leaders_board_by_the_least_distance():
    field = with_meetings(fresh(8), {1: [(1, 3)]}, 1)
    pairing = pair(task(field, "factor", number=2, options=MethodOptions(factor=2)))
    assert pairing.cost("factor") == 2
    assert boards(pairing) >= pairs((1, 4), (2, 3))
    allowed = task(field, "factor", number=2, options=MethodOptions(factor=2), repeats=Repeats.ALLOW)
    assert boards(pair(allowed)) >= pairs((1, 3), (2, 4))


def test_a_large_field_is_paired_by_factor():
    made = MadeUpEvent(420, 14, 3).play_quickly(7).task("factor")
    assert check(made, pair(made)) == []


MET_BEFORE = {1: [(1, 5), (2, 4), (3, 6)], 2: [(1, 6), (2, 3), (4, 5)]}


@pytest.mark.parametrize("more", [{}, {"even_everywhere": False, "even_starts": False}])
def test_factor_lets_no_two_of_the_upper_half_meet_where_it_need_not(more):
    """Places 1 to f meet f + 1 to 2f: 1-3, 2-5, 4-6 has as few squared distances as 1-4, 2-6, 3-5."""
    players = [contestant(number, halves=2 * (4 - number if number < 4 else 0)) for number in range(1, 7)]
    options = MethodOptions(factor=3, **more)
    asked = task(with_meetings(players, MET_BEFORE, 2), "factor", 3, 5, options=options, repeats=Repeats.AVOID)
    assert boards(pair(asked)) == pairs((1, 4), (2, 6), (3, 5))
    listed = [Board(first, second, "assigned", "") for first, second in ((1, 3), (2, 5), (4, 6))]
    wrong = [finding for finding in check(asked, Pairing(3, "factor", 0, tuple(listed))) if finding.rule == "factor"]
    assert [(finding.numbers, "2 boards off that where 0 would do" in finding.message) for finding in wrong] == [
        ((1, 3, 4, 6), True)
    ]


@given(EVENTS)
def test_beside_even_starts_wins_count_from_those_of_the_player_due_by_the_factor(event):
    factor = max(1, len(event.task().present()) // 3)
    made = replace(event.task("factor"), options=MethodOptions(factor=factor))
    pairing = pair(made)
    playing = [player for player in made.present() if player.number not in pairing.byes]
    order = [player.number for player in sorted(playing, key=lambda player: player.score_order)]
    halves = {player.number: player.halves for player in playing}
    wins = 0
    for upper, lower in (sorted(map(order.index, board)) for board in boards(pairing)):
        due = order[upper + factor if upper < factor else upper]
        wins += (halves[due] - halves[order[lower]]) ** 2
    assert "uneven_starts" not in {part.criterion for part in pairing.total} or pairing.cost("wins") == wins


@settings(max_examples=60)
@example(9, 1, 470, True)
@given(st.integers(8, 60), st.integers(1, 30), st.integers(0, 2**31), st.booleans())
def test_the_first_f_meet_the_next_f_unless_no_round_lets_them(size, rounds, seed, even):
    """Whatever distances cost, in fields of every size: a matching without such a board is looked for apart.  Where starts
    count, the checker says whether they asked for it."""
    event = MadeUpEvent(size, (played := min(rounds, size - 2)) + 1, seed).play_quickly(played)
    options = MethodOptions(factor=size // 2 if seed % 2 else size // 3, even_everywhere=even)
    made = replace(event.task("factor"), options=options)
    pairing = pair(made)
    assert check(made, pairing) == []
    playing = sorted(
        (player for player in made.present() if player.number not in pairing.byes), key=lambda p: p.score_order
    )
    half = {player.number: min(at // options.factor, 2) for at, player in enumerate(playing)}
    allowed = [
        (a, b)
        for b in range(len(playing))
        for a in range(b)
        if not made.meetings(playing[a], playing[b])
        and {half[playing[a].number], half[playing[b].number]} in ({0, 1}, {2})
    ]
    if not even and 2 * len(largest_matching(len(playing), allowed)) == len(playing):
        assert all({half[number] for number in board} in ({0, 1}, {2}) for board in boards(pairing))
