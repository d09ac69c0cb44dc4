"""Round robin: the Berger tables, odd fields, several cycles, starts of a block."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from pairings.engine.checking.checker import check_block
from pairings.engine.errors import BadRound, TooFewPlayers
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.methods.round_robin import berger_round, rounds_of_cycle
from tdsuite.tournaments.engine.starts import REPLY, START, StartMode
from tests.pairings.engine.fields import boards, contestant, fresh, sides, task, with_meetings

RR = "round_robin"


def balances(pairings):
    """Starts less replies over the block."""
    result = Counter()
    for pairing in pairings:
        for board in pairing.boards:
            if board.second is not None:
                result[board.first] += 1
                result[board.second] -= 1
    return result


def block(players, rounds, **facts):
    return pair_block(task(players, RR, **facts), rounds)


# ── the tables ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_berger_table_for_six_is_the_published_one():
    table = [[(first + 1, second + 1) for first, second in berger_round(6, number)] for number in range(5)]
    assert table == [
        [(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)], [(2, 6), (3, 1), (4, 5)], [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]  # fmt: skip


# ── who meets whom ──────────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(2, 15))
def test_over_a_cycle_everyone_meets_everyone_once(players):
    met = Counter(two for pairing in block(fresh(players), rounds_of_cycle(players)) for two in boards(pairing))
    assert met == dict.fromkeys(map(frozenset, itertools.combinations(range(1, players + 1), 2)), 1)


def test_rounds_paired_one_by_one_meet_as_the_block_does():
    together = block(fresh(8), 7)
    alone = [pair(task(fresh(8), RR, number=turn + 1, schedule_round=turn)) for turn in range(7)]
    assert [boards(pairing) for pairing in alone] == [boards(pairing) for pairing in together]


def test_a_block_may_begin_in_the_middle_of_the_table():
    late = block(fresh(8), 3, number=5, schedule_round=4)
    assert [boards(pairing) for pairing in late] == [boards(pairing) for pairing in block(fresh(8), 7)[4:]]
    assert [pairing.round for pairing in late] == [5, 6, 7]


def test_the_table_follows_the_entry_list_and_not_the_standings():
    turned = [replace(player, rank=9 - player.rank) for player in fresh(8)]
    assert [boards(p) for p in block(turned, 7)] == [boards(p) for p in block(fresh(8), 7)]


def test_the_opponents_of_a_player_who_left_sit_out_and_the_table_stays():
    field = [contestant(number, opponents=(9 - number,)) for number in range(1, 9)]
    left = [replace(player, absent=player.number == 3) for player in field]
    stays, goes = (block(players, 6, number=2, schedule_round=1) for players in (field, left))
    for full, rest in zip(stays, goes, strict=True):
        lone = next(iter(set(*[two for two in boards(full) if 3 in two]) - {3}))
        assert boards(rest) == {two for two in boards(full) if 3 not in two}
        assert rest.byes == (lone,)
    assert goes[0].warnings == ("Absent, and in none of these rounds: 3.",)


def test_a_player_absent_from_the_start_has_no_place_in_the_table():
    field = [replace(player, absent=player.number == 9) for player in fresh(9)]
    assert [boards(pairing) for pairing in block(field, 7)] == [boards(pairing) for pairing in block(fresh(8), 7)]


# ── starts ──────────────────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(2, 16), st.integers(1, 40), st.integers(0, 30))
def test_from_equal_records_everyone_ends_any_block_within_one_of_even(players, rounds, schedule_round):
    made = task(fresh(players), RR, schedule_round=schedule_round)
    pairings = pair_block(made, rounds)
    assert check_block(made, pairings) == []
    assert max(map(abs, balances(pairings).values())) <= 1


@given(st.integers(4, 12), st.lists(st.integers(-3, 3), min_size=12, max_size=12))
def test_unequal_records_are_evened_out_as_far_as_any_starts_could(players, before):
    def balanced(number):
        return sides(*[START if before[number - 1] > 0 else REPLY] * abs(before[number - 1]))

    field = [contestant(number, record=balanced(number)) for number in range(1, players + 1)]
    pairings = block(field, rounds_of_cycle(players))
    after = balances(pairings)
    total = {player.number: player.record.balance + after[player.number] for player in field}
    games = [(board.first, board.second) for pairing in pairings for board in pairing.boards if board.second]
    links = {(first, second) for first, second in games}
    for first, second in links:  # no path from a balance to one lower by more than 2 is left to turn
        assert total[first] - total[second] <= 2
    assert max(total.values()) - min(total.values()) <= max(2, max(before) - min(before))


@pytest.mark.parametrize("players", [4, 5, 8, 11])
def test_a_second_cycle_swaps_every_start(players):
    cycle = rounds_of_cycle(players)
    pairings = block(fresh(players), 2 * cycle)
    first = {board.numbers for pairing in pairings[:cycle] for board in pairing.boards if board.second}
    second = {board.numbers for pairing in pairings[cycle:] for board in pairing.boards if board.second}
    assert second == {(two, one) for one, two in first}


def test_a_second_cycle_paired_later_swaps_every_start_too():
    first = block(fresh(6), 5)
    started = {number: set() for number in range(1, 7)}
    history = {number: [] for number in range(1, 7)}
    played = {number: [] for number in range(1, 7)}
    for pairing in first:
        for board in pairing.boards:
            started[board.first].add(board.second)
            for number, other, side in ((board.first, board.second, START), (board.second, board.first, REPLY)):
                history[number].append(other)
                played[number].append(side)
    field = [
        contestant(
            number, opponents=tuple(history[number]), record=sides(*played[number]),
            last_starts=frozenset(started[number]),
        )
        for number in range(1, 7)
    ]  # fmt: skip
    again = block(field, 5, number=6, schedule_round=5)
    numbers = [{board.numbers for pairing in half for board in pairing.boards} for half in (first, again)]
    assert numbers[1] == {(two, one) for one, two in numbers[0]}
    assert again[0].boards[0].reason == "round robin, round 1 of 5, cycle 2; you also met in round 1"


@pytest.mark.parametrize("mode", [StartMode.BALANCE, StartMode.NSA])
def test_wespa_2_1_b_ii_nsa_i_c_records_are_compared_before_each_game_of_a_block(mode):
    """Four players, three rounds: nobody can say in advance who starts in rounds 2 and 3."""
    pairings = block(fresh(4), 3, start_mode=mode)
    expected = [{"draw"}, {"compare"}, {"compare"}]
    assert [{board.starts_by for board in pairing.boards} for pairing in pairings] == expected
    expected = "records are compared before the game: who starts an earlier game is not known yet"
    assert pairings[1].boards[0].start_reason == expected


def test_wespa_2_1_b_ii_fewer_starts_so_far_starts_where_the_records_are_known():
    field = [contestant(number, record=sides(START) if number in (1, 2) else sides(REPLY)) for number in range(1, 5)]
    (pairing,) = block(field, 1, start_mode=StartMode.BALANCE)
    assert {(board.numbers, board.starts_by) for board in pairing.boards} == {((4, 1), "balance"), ((3, 2), "balance")}


def test_wespa_2_1_b_ii_a_bye_in_the_block_leaves_a_record_known():
    second = block(fresh(3), 2, start_mode=StartMode.BALANCE)[1]
    assert [board.starts_by for board in second.boards] == ["compare", "none"]


# ── words and refusals ──────────────────────────────────────────────────────────────────────────────────────


def test_a_board_says_which_round_of_the_table_it_is():
    pairing = block(fresh(5), 5)[1]
    assert pairing.boards[0].reason == "round robin, round 2 of 5"
    assert pairing.boards[-1].reason == "bye: round robin, round 2 of 5; your turn to sit out"


def test_a_block_of_no_rounds_is_refused():
    with pytest.raises(BadRound, match="A block of 0 rounds"):
        block(fresh(4), 0)


def test_one_player_alone_is_no_round_robin():
    with pytest.raises(TooFewPlayers, match="Only 1 present"):
        block(fresh(1), 1)


def test_somebody_who_joins_after_the_first_round_changes_the_table_and_a_warning_says_so():
    field = with_meetings(fresh(5), {1: [(1, 4), (2, 3)]}, 1)
    made = task(field, "round_robin", number=2, schedule_round=1)
    assert pair(made).warnings[0].startswith("Joined after the table began: 5. The rest of it is another table")
    assert pair(task(field[:4], "round_robin", number=2, schedule_round=1)).warnings == ()
