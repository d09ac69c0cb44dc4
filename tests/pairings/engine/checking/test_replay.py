"""A stored run, paired again from its own JSON."""

import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.replay import replay, task_from
from pairings.engine.errors import BadOption
from pairings.engine.methods.registry import pair_block
from pairings.engine.model import ENGINE_VERSION, ManualBoard
from pairings.engine.options import MethodOptions
from pairings.engine.rules import Apart, Rules, Strength
from tests.pairings.engine.fields import METHOD_KEYS, fresh, task


def stored(made):
    """The task as a run keeps it: through JSON and back."""
    facts = asdict(made)
    for facts_of_one in facts["contestants"]:
        facts_of_one["last_starts"] = sorted(facts_of_one["last_starts"])
        facts_of_one["record"] = list(facts_of_one["record"]["sides"])
    return json.loads(json.dumps(facts))


def kept(pairings):
    rows = [
        {
            "round": one.round, "first": board.first, "second": board.second, "starts_by": board.starts_by,
            "changed": False,
        }
        for one in pairings
        for board in one.boards
    ]  # fmt: skip
    return json.loads(json.dumps(rows))


RULES = Rules(forced=((1, 3),), forbidden=((2, 4),), apart=(Apart("club", 3, Strength.MUST),), classes=Strength.AVOID)


@given(METHOD_KEYS, st.integers(6, 13), st.integers(0, 6), st.integers(0, 2**31))
def test_a_task_comes_back_out_of_json_and_gives_the_same_boards(method, players, played, seed):
    options = MethodOptions(prize_bands=(2, 4), spread_swings=(250, 200), equal_places=((1, 2),))
    made = MadeUpEvent(players, 12, seed, clubs=4, options=options).play_quickly(played).task(method)
    assert task_from(stored(made)) == made
    found = replay(stored(made), kept(pair_block(made, 1)), 1, ENGINE_VERSION)
    assert (found.differences, found.same_engine, found.changed) == ((), True, 0)


def test_rules_and_a_list_by_hand_come_back_too():
    made = task(fresh(4), "manual", manual=(ManualBoard(1, 2), ManualBoard(3, 4)), rules=RULES)
    assert task_from(stored(made)) == made


def test_a_block_is_made_again_whole():
    made = task(fresh(7), "round_robin")
    pairings = pair_block(made, 7)
    found = replay(stored(made), kept(pairings), 7, ENGINE_VERSION)
    assert (found.pairings, found.differences, found.boards) == (pairings, (), 28)


def test_a_board_that_is_not_what_the_engine_pairs_is_told_both_ways():
    made = task(fresh(4))
    rows = kept(pair_block(made, 1))
    rows[0]["second"], rows[1]["second"] = rows[1]["second"], rows[0]["second"]
    found = replay(stored(made), rows, 1, ENGINE_VERSION)
    assert len(found.differences) == 4
    assert found.differences[0].startswith("Round 1: ")
    assert found.differences[0].endswith(", start by assigned: stored, not made again")
    assert found.differences[-1].endswith("made again, not stored")


def test_boards_that_the_director_changed_are_not_compared():
    made = task(fresh(6))
    rows = kept(pair_block(made, 1))
    rows[0]["second"], rows[1]["second"] = rows[1]["second"], rows[0]["second"]
    for row in rows[:2]:
        row["changed"] = True
    found = replay(stored(made), rows, 1, ENGINE_VERSION)
    assert (found.differences, found.boards, found.changed) == ((), 1, 2)


def test_another_engine_is_named():
    made = task(fresh(4))
    found = replay(stored(made), kept(pair_block(made, 1)), 1, "0")
    assert (found.same_engine, found.version, found.stored_version) == (False, ENGINE_VERSION, "0")


def test_a_run_from_before_there_were_rules_and_options_is_read_with_the_defaults():
    made = task(fresh(4))
    facts = stored(made)
    for name in ("rules", "options"):
        del facts[name]
    for player in facts["contestants"]:
        for name in ("club", "results", "volunteers"):
            del player[name]
    before = replace(made.options, even_starts=False, starts_ahead=False, even_everywhere=False, start_rating=0)
    assert task_from(facts) == replace(made, options=before)


def test_an_option_that_no_engine_knows_is_named():
    facts = stored(task(fresh(4)))
    facts["options"]["mood"] = "good"
    with pytest.raises(BadOption, match="The option mood is no option of a pairing method"):
        task_from(facts)
