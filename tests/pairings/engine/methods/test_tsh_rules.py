"""The pairing rules that the field's most used program is known by, one by one, as this engine keeps them.

What is deliberately different is argued in docs/decisions/0012-pairing-methods.md.
"""

from dataclasses import replace

import pytest

from pairings.engine.boards import make_board
from pairings.engine.checking.generator import MadeUpEvent
from pairings.engine.contention.clinching import can_catch, swing_of
from pairings.engine.methods.chew import race_of
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.model import Repeats
from pairings.engine.options import FLIGHT_CAPS, MethodOptions
from pairings.engine.rules import ByeOrder, Rules, Strength
from tdsuite.tournaments.engine.standings import Entrant, GameSide, standings_after
from tdsuite.tournaments.engine.starts import REPLY, START
from tests.pairings.engine.fields import boards, contestant, fresh, sides, task, with_meetings


def ranks(rows, after=1):
    entrants = [Entrant(number, rating=2000 - number) for number in range(1, 5)]
    return {row.number: row.rank for row in standings_after(entrants, rows, after)}


def game(one, two, halves, spread, round=1):
    return [GameSide(round, one, two, halves, spread), GameSide(round, two, one, 2 - halves, -spread)]


def starter(one, two, **facts):
    return make_board(task(fresh(2), number=9, **facts), one, two, "").first


# ── standings key ───────────────────────────────────────────────────────────────────────────────────────────


def test_standings_wins_with_a_tie_as_half_then_spread():
    assert ranks([*game(1, 2, 1, 0), *game(3, 4, 2, 10)]) == {3: 1, 1: 2, 2: 2, 4: 4}


def test_standings_an_equal_key_shares_a_rank_and_the_next_rank_skips():
    assert ranks([*game(1, 2, 2, 50), *game(3, 4, 2, 50)]) == {1: 1, 3: 1, 2: 3, 4: 3}


def test_standings_rank_0_is_the_seeding_by_rating():
    assert ranks([], after=0) == {1: 1, 2: 2, 3: 3, 4: 4}


# ── byes ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_bye_only_if_odd_and_then_fewest_byes_and_lowest_rank():
    field = [contestant(number, byes=number == 5) for number in range(1, 6)]
    assert pair(task(field, number=2)).byes == (4,)
    assert pair(task(field[:4], number=2)).byes == ()


@pytest.mark.parametrize(("order", "number"), [(ByeOrder.TOP_DOWN, 1), (ByeOrder.ALWAYS_BOTTOM, 5)])
def test_bye_methods_top_down_and_always_bottom(order, number):
    field = [contestant(number, byes=number == 5) for number in range(1, 6)]
    assert pair(task(field, number=2, rules=Rules(bye_order=order))).byes == (number,)


def test_bye_of_a_team_event_comes_from_the_largest_team_if_unique_and_above_two():
    field = [replace(one, team="A" if one.number <= 3 else "B") for one in fresh(5)]
    assert pair(task(field, rules=Rules(largest_team_byes=True))).byes == (3,)


def test_bye_score_is_a_win_by_50_and_a_forfeit_a_loss_by_50():
    event = MadeUpEvent(3, 3, 1)
    pairing = pair(event.task())
    event.play(pairing)
    bye = next(one for one in event.contestants() if one.number == pairing.byes[0])
    assert (bye.halves, bye.spread, bye.byes) == (2, 50, 1)
    rows = [GameSide(1, 1, None, 2, 50, "bye"), GameSide(1, 2, None, 0, -50, "forfeit")]
    table = {row.number: (row.halves, row.spread) for row in standings_after([Entrant(1), Entrant(2)], rows, 1)}
    assert table == {1: (2, 50), 2: (0, -50)}


# ── starts ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_starts_fewer_firsts_starts():
    assert starter(contestant(1, record=sides(START, START, REPLY)), contestant(2, record=sides(START, REPLY))) == 2


def test_starts_equal_firsts_more_seconds_starts():
    assert starter(contestant(1, record=sides(START, REPLY)), contestant(2, record=sides(START, REPLY, REPLY))) == 2


def test_starts_equal_counts_head_to_head_in_turn_before_the_last_round():
    one = contestant(1, record=sides(START, REPLY), last_starts=frozenset({2}))
    two = contestant(2, record=sides(REPLY, START))
    board = make_board(task(fresh(2), number=3), one, two, "")
    assert (board.first, board.start_reason) == (
        2,
        "equal at 1 of 2; replied when the two last met; after it #2 is 1 ahead and #1 is 1 behind",
    )
    assert starter(replace(one, last_starts=frozenset()), two) == 1


def test_starts_then_the_reverse_of_the_last_round_in_which_they_differ():
    assert starter(contestant(1, record=sides(REPLY, START)), contestant(2, record=sides(START, REPLY))) == 2


def test_starts_else_at_random_by_the_seed():
    found = {starter(contestant(1), contestant(2), seed=seed) for seed in range(20)}
    assert found == {1, 2}


# ── Chew ────────────────────────────────────────────────────────────────────────────────────────────────────


def chew(*wins, number, planned, meetings=None, **options):
    field = with_meetings([contestant(at, 2 * won) for at, won in enumerate(wins, start=1)], meetings or {}, number - 1)
    return task(field, "chew", number, planned, options=MethodOptions(**options))


def opponent(pairing, number):
    return next(iter(next(board for board in boards(pairing) if number in board) - {number}))


@pytest.mark.parametrize(("players", "last"), [(8, 2), (12, 3), (15, 3), (24, 6)])
def test_chew_prize_bands_default_to_the_first_quarter(players, last):
    made = chew(*[0] * players, number=1, planned=9)
    assert race_of(made, made.present()).bands == (last,)


def test_chew_contenders_are_an_even_number():
    made = chew(9, 9, 9, 2, 2, 2, 1, 1, number=12, planned=14, prize_bands=(2,), flight_caps="none", faint_hope=False)
    assert all((one <= 4) == (two <= 4) for one, two in map(tuple, boards(pair(made))))


def test_chew_the_minimum_of_repeats_is_that_of_the_contenders_alone():
    met = {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}
    made = chew(9, 9, 9, 9, 2, 2, 2, 2, number=12, planned=13, prize_bands=(2,), meetings=met)
    assert {board for board in boards(pair(made)) if min(board) <= 4} <= {
        frozenset(board) for boards_ in met.values() for board in boards_
    }


def test_chew_a_split_leaves_at_least_four_above():
    made = chew(9, 9, 9, 9, 9, 9, 1, 1, number=12, planned=14, prize_bands=(2,), flight_caps="none")
    assert boards(pair(made)) >= {frozenset({1, 4}), frozenset({2, 3}), frozenset({5, 6})}


def test_chew_the_top_meets_the_lowest_who_can_catch_before_one_who_cannot():
    made = chew(9, 8, 8, 6, 1, 1, number=14, planned=15, prize_bands=(3,), flight_caps="none")
    assert opponent(pair(made), 1) == 3


def test_chew_goes_on_to_the_last_place_by_swiss():
    made = chew(9, 9, 3, 3, 3, 3, 0, 0, number=14, planned=15, prize_bands=(1,))
    assert boards(pair(made)) >= {frozenset({3, 5}), frozenset({4, 6}), frozenset({7, 8})}


@pytest.mark.parametrize(
    ("preset", "caps"),
    [("default", (2, 4, 8, 12)), ("nsc_before_2008", (4, 8, 12, 12)), ("nsc_2008", (2, 4, 6, 12)), ("none", ())],
)
def test_flight_caps_by_rounds_left(preset, caps):
    assert FLIGHT_CAPS[preset] == caps


@pytest.mark.parametrize(("number", "size"), [(15, 2), (14, 4), (13, 8)])
def test_a_flight_cap_limits_who_plays_for_the_band(number, size):
    made = chew(*[9] * 10, *[1] * 10, number=number, planned=15, prize_bands=(1,))
    capped = boards(pair(made))
    assert all((one <= size) == (two <= size) for one, two in map(tuple, capped))


# ── Swiss ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_swiss_groups_by_wins_top_half_against_bottom_half():
    field = [contestant(number, 2 * (number <= 4)) for number in range(1, 9)]
    assert boards(pair(task(field, number=2))) == {frozenset(two) for two in [(1, 3), (2, 4), (5, 7), (6, 8)]}


def test_swiss_a_player_due_to_start_meets_one_due_to_reply():
    due, not_due = sides(REPLY, REPLY), sides(START, START)
    field = [contestant(number, record=due if number in (1, 3) else not_due) for number in range(1, 5)]
    assert frozenset({1, 3}) not in boards(pair(task(field, number=3)))


def test_swiss_with_a_class_rule_keeps_classes_together():
    field = [replace(one, prize_class="A" if one.number % 2 else "B") for one in fresh(8)]
    found = boards(pair(task(field, rules=Rules(classes=Strength.AVOID))))
    assert all(one % 2 == two % 2 for one, two in map(tuple, found))


@pytest.mark.parametrize(
    ("method", "expected"), [("swiss", (1, 3)), ("swiss_fold", (1, 4)), ("swiss_adjacent", (1, 2))]
)
def test_swiss_orders(method, expected):
    assert frozenset(expected) in boards(pair(task(fresh(4), method)))


# ── initial Fontes, Gibson, catch-up spread ─────────────────────────────────────────────────────────────────


def test_initial_fontes_rounds_are_fixed_before_the_first_and_meet_a_near_even_field():
    pairings = pair_block(task(fresh(16), "initial_fontes"), 3)
    for number in range(1, 17):
        met = [next(iter(board - {number})) for pairing in pairings for board in boards(pairing) if number in board]
        assert sorted([(other - 1) // 4 for other in [*met, number]]) == [0, 1, 2, 3]


def test_gibson_an_even_number_play_each_other_with_fewest_repeats():
    made = chew(20, 16, 12, 8, 3, 3, 3, 3, number=14, planned=15, prize_bands=(4,), meetings={3: [(1, 2), (3, 4)]})
    assert boards(pair(made)) >= {frozenset({1, 3}), frozenset({2, 4})}


def test_gibson_an_odd_last_one_meets_the_highest_without_a_prize_chance_met_least():
    made = chew(15, 10, 10, 9, 6, 5, 5, 4, number=13, planned=15, prize_bands=(2,))
    assert opponent(pair(made), 1) == 5
    met = chew(15, 10, 10, 9, 6, 5, 5, 4, number=13, planned=15, prize_bands=(2,), meetings={2: [(1, 5)]})
    assert opponent(pair(met), 1) == 6
    strict = replace(met, options=replace(met.options, strict_victim=True))
    assert opponent(pair(strict), 1) == 5


def test_gibson_takes_the_bye_of_an_odd_field():
    assert pair(chew(15, 10, 10, 9, 6, 5, 5, number=13, planned=15, prize_bands=(2,))).byes == (1,)


@pytest.mark.parametrize(
    ("spread_swings", "rounds_left", "per_player"),
    [
        ((500,), 1, 500),
        ((500,), 4, 2000),
        ((500, 200, 200, 300), 1, 500),
        ((500, 200, 200, 300), 2, 700),
        ((500, 200, 200, 300), 3, 900),
        ((500, 200, 200, 300), 4, 1200),
        ((250, 200), 1, 250),
        ((250, 200), 3, 650),
    ],
)
def test_catch_up_spread_today_before_2016_and_at_big_events(spread_swings, rounds_left, per_player):
    assert swing_of(spread_swings, rounds_left) == 2 * per_player


def test_catch_up_of_1000_points_in_a_round_is_still_possible_and_1001_is_not():
    ahead, behind = contestant(1, 10, spread=600), contestant(2, 8, spread=-400)
    assert can_catch(ahead, behind, 1, swing_of((500,), 1))
    assert not can_catch(ahead, replace(behind, spread=-401), 1, swing_of((500,), 1))


# ── round robin ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_berger_starts_are_even_after_every_even_round(players):
    balance = dict.fromkeys(range(1, players + 1), 0)
    for number, pairing in enumerate(pair_block(task(fresh(players), "round_robin"), players - 1), start=1):
        for board in pairing.boards:
            balance[board.first] += 1
            balance[board.second] -= 1
        assert number % 2 or set(balance.values()) == {0}


def test_berger_repeats_swap_the_starter():
    pairings = pair_block(task(fresh(6), "round_robin"), 10)
    for first, again in zip(pairings[:5], pairings[5:], strict=True):
        assert {(b.first, b.second) for b in again.boards} == {(b.second, b.first) for b in first.boards}


def test_round_robin_in_a_random_order():
    drawn = pair(task(fresh(8), "round_robin", options=MethodOptions(draw=11)))
    assert boards(drawn) != boards(pair(task(fresh(8), "round_robin")))
    assert drawn == pair(task(fresh(8), "round_robin", options=MethodOptions(draw=11)))


def test_king_of_the_hill_of_the_last_round_may_repeat():
    field = with_meetings(fresh(4), {1: [(1, 2)]}, 1)
    assert frozenset({1, 2}) in boards(pair(task(field, "king_of_the_hill", 2, repeats=Repeats.ALLOW)))
