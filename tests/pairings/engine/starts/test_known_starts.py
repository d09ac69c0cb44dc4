"""Who starts in rounds fixed by a table, for every table method: named only where the rule can know it (WESPA 2.1; NSA I.C)."""

from dataclasses import replace

import pytest

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import BY_TABLE, check, check_block
from pairings.engine.methods.registry import METHODS, pair, pair_block
from pairings.engine.options import MethodOptions
from tdsuite.tournaments.engine.starts import StartMode, who_starts
from tests.pairings.engine.fields import contestant, fresh, task

OPTIONS = MethodOptions(group_size=4, fontes_rounds=3)
TABLES = sorted(BY_TABLE)


def field(method, players=12):
    if method == "team_round_robin":
        return tuple(contestant(number, team="AB"[number % 2]) for number in range(1, players + 1))
    return fresh(players)


def test_every_method_that_pairs_by_a_table_is_held_here():
    assert {key for key, method in METHODS.items() if method.whole_block} - {"knockout"} == set(BY_TABLE)


@pytest.mark.parametrize("method", TABLES)
@pytest.mark.parametrize("mode", [StartMode.BALANCE, StartMode.NSA])
def test_wespa_2_1_b_ii_nsa_i_c_only_the_first_game_of_a_block_is_decided_in_advance(method, mode):
    made = task(field(method), method, start_mode=mode, options=OPTIONS)
    rounds = pair_block(made, 3)
    assert check_block(made, rounds) == []
    expected = [{"draw"}, {"compare"}, {"compare"}]
    assert [{board.starts_by for board in row.boards} - {"none"} for row in rounds] == expected


@pytest.mark.parametrize("method", TABLES)
@pytest.mark.parametrize("mode", [StartMode.BALANCE, StartMode.DRAW])
def test_wespa_2_1_a_b_ii_the_checker_finds_a_starter_named_too_early(method, mode):
    made = task(field(method), method, start_mode=mode, options=OPTIONS)
    first, second, *rest = pair_block(made, 3)
    named = replace(second, boards=(replace(second.boards[0], starts_by="balance"), *second.boards[1:]))
    assert [finding.rule for finding in check_block(made, [first, named, *rest])] == ["starts"]
    early = replace(first, boards=(replace(first.boards[0], starts_by="balance"), *first.boards[1:]))
    assert [finding.rule for finding in check(made, early)] == ["starts"]


@pytest.mark.parametrize("method", TABLES)
@pytest.mark.parametrize(("mode", "starts_by"), [(StartMode.ASSIGNED, "assigned"), (StartMode.DRAW, "draw")])
def test_wespa_2_1_a_b_i_nsa_i_c_assigned_by_the_structure_or_drawn_for_every_game(method, mode, starts_by):
    made = task(field(method), method, start_mode=mode, options=OPTIONS)
    rounds = pair_block(made, 3)
    assert check_block(made, rounds) == []
    assert {board.starts_by for row in rounds for board in row.boards} - {"none"} == {starts_by}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("method", ["round_robin", "group_round_robin"])
def test_wespa_2_1_b_ii_paired_round_by_round_every_starter_has_fewer_starts(method, seed):
    """With the results of each round in, the table says what the two records say, and the field stays near even."""
    event = MadeUpEvent(8, 7, seed, start_mode=StartMode.BALANCE)
    while event.round <= 7:
        made = replace(event.task(method), options=OPTIONS, schedule_round=event.round - 1)
        pairing = pair(made)
        records = {player.number: player.record for player in made.contestants}
        for board in pairing.boards:
            decision = who_starts(records[board.first], records[board.second], StartMode.BALANCE)
            assert (decision.starter or 0, decision.starts_by) == (0, board.starts_by)
        assert check(made, pairing) == []
        event.play(pairing)
    assert max(abs(player.record.balance) for player in event.contestants()) <= 3
