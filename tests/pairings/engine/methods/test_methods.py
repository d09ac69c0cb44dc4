"""The door to the methods, and what holds for all of them."""

import contextlib
import json
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.errors import PairingError, UnknownMethod
from pairings.engine.methods.registry import METHODS, pair, pair_block
from pairings.engine.model import ENGINE_VERSION, PairingTask, Repeats
from pairings.engine.options import MethodOptions
from tests.pairings.engine.fields import EVENTS, METHOD_KEYS, boards, fresh, task

ROOT = Path(__file__).resolve().parents[4]
SCRIPT = """
import json, sys
from checklist.made_up_events import MadeUpEvent
from pairings.engine.methods.registry import METHODS, pair, pair_block
from pairings.engine.options import MethodOptions
from pairings.engine.rules import Apart, Rules, Strength
rows = {}
few = MethodOptions(trials=500, control_trials=200)
for method in METHODS.keys() - {"manual"}:
    if METHODS[method].block is None:
        event = MadeUpEvent(15, 6, 11, clubs=3, options=few, rules=Rules(apart=(Apart("club", 4),), classes=Strength.AVOID))
        made = [pairing for _, pairing in event.play_through(method)]
    else:
        made = pair_block(MadeUpEvent(9, 9, 1, clubs=2).task(method), 3)
    rows[method] = [[(board.numbers, board.reason, board.start_reason) for board in pairing.boards] for pairing in made]
rows = dict(sorted(rows.items()))
print(json.dumps(rows))
"""


def test_the_keys_what_each_method_needs_whether_it_has_a_table_and_whether_it_weighs_boards():
    facts = {key: (method.needs_standings, method.whole_block, method.weighs) for key, method in METHODS.items()}
    assert facts == {
        "random": (False, False, False), "round_robin": (False, True, False),
        "group_round_robin": (False, True, False), "team_round_robin": (False, True, False),
        "interleaved": (False, True, False), "initial_fontes": (False, True, False), "quads": (True, True, False),
        "king_of_the_hill": (True, False, True), "queen_of_the_hill": (True, False, True),
        "swiss": (True, False, True), "swiss_fold": (True, False, True), "swiss_adjacent": (True, False, True),
        "factor": (True, False, True), "australian": (True, False, False), "chew": (True, False, False),
        "cop": (True, False, True), "contenders": (True, False, True), "knockout": (True, True, False),
        "manual": (False, False, False),
    }, "Put a new method here too: what it needs, whether it has a table, whether it weighs boards."  # fmt: skip


def test_a_method_that_weighs_boards_is_quick_unless_it_simulates():
    weighing = {key for key, method in METHODS.items() if method.weighs}
    assert {key for key, method in METHODS.items() if method.quick} == weighing - {"cop", "contenders"}


def test_an_unknown_method_is_refused_with_the_known_ones():
    wrong = PairingTask(fresh(4), 1, 4, "swish")
    for ask in (pair, lambda one: pair_block(one, 2)):
        with pytest.raises(UnknownMethod, match=f"no pairing method 'swish'. Known: {', '.join(METHODS)}") as refused:
            ask(wrong)
        assert refused.value.known == tuple(METHODS)


def test_a_block_of_a_method_that_needs_results_is_its_first_round_alone():
    assert pair_block(task(fresh(8)), 5) == (pair(task(fresh(8))),)


@given(EVENTS, METHOD_KEYS)
def test_the_same_task_gives_the_same_pairing(event, method):
    made = event.task(method)
    assert pair(made) == pair(made)


@given(EVENTS, METHOD_KEYS, st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_given_does_not_matter(event, method, rng):
    made = event.task(method)
    mixed = list(made.contestants)
    rng.shuffle(mixed)
    assert pair(replace(made, contestants=tuple(mixed))) == pair(made)


def test_every_process_gives_the_same_boards_and_reasons_by_every_method_whatever_its_hash_seed():
    answers = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, env={"PYTHONHASHSEED": seed, "PATH": ""}, capture_output=True,
            check=True, text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }  # fmt: skip
    assert len(answers) == 1
    rounds = {method: len(made) for method, made in json.loads(answers.pop()).items()}
    tables = {key for key, method in METHODS.items() if method.whole_block}
    assert rounds == {key: 3 if key in tables else 6 for key in METHODS.keys() - {"manual"}} | {"knockout": 1}


@given(EVENTS, METHOD_KEYS)
def test_the_best_ranked_players_board_comes_first_and_the_bye_last(event, method):
    made = event.task(method)
    order = {player.number: player.rank_order for player in made.contestants}
    rows = [(board.is_bye, min(order[number] for number in board.numbers)) for board in pair(made).boards]
    assert rows == sorted(rows)


@given(EVENTS, METHOD_KEYS)
def test_the_rounds_costs_are_the_sum_of_its_boards(event, method):
    pairing = pair(event.task(method))
    for part in pairing.total:
        assert part.value == sum(
            one.value for board in pairing.boards for one in board.costs if one.criterion == part.criterion
        )


def test_a_pairing_names_its_round_method_seed_and_engine():
    pairing = pair(task(fresh(4), number=1, seed=77))
    assert (pairing.round, pairing.method, pairing.seed, pairing.engine_version) == (1, "swiss", 77, ENGINE_VERSION)


def test_another_seed_changes_nothing_but_ties():
    event = MadeUpEvent(24, 12, 3).play_quickly(6)
    made = event.task()
    totals = {pair(PairingTask(made.contestants, 7, 12, "swiss", seed)).total for seed in range(10)}
    assert len(totals) == 1


@pytest.mark.parametrize("repeats", list(Repeats))
def test_a_first_round_has_no_repeat_whatever_the_policy(repeats):
    assert len(boards(pair(task(fresh(10), repeats=repeats)))) == 5


TABLES = ("round_robin", "group_round_robin", "team_round_robin", "interleaved", "quads", "initial_fontes")


@given(st.sampled_from(TABLES), st.integers(8, 15), st.integers(0, 2**31))
def test_by_a_table_everyone_who_is_there_plays_or_sits_out_though_others_come_and_go(method, players, seed):
    event = MadeUpEvent(players, 9, seed, clubs=3)
    met = []
    for _ in range(3):
        made = event.task(method)
        if len(made.present()) < 2 or len({player.team for player in made.contestants}) < 2:
            return
        pairing = pair(made)
        assert check(made, pairing) == []
        met += list(boards(pairing))
        event.play(pairing)
        event.absences = 0.15  # whoever has played keeps a place in the table
    if method != "team_round_robin":
        assert len(met) == len(set(met))


# ── options ──────────────────────────────────────────────────────────────────────────────────────────────────


class ReadOptions(MethodOptions):
    """Options that note which of them a method asks for."""

    __slots__ = ()
    asked: ClassVar[set[str]] = set()

    def __getattribute__(self, name):
        if sys._getframe(1).f_code.co_name not in ("__post_init__", "_check_contention"):
            ReadOptions.asked.add(name)
        return object.__getattribute__(self, name)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_reads_no_option_that_the_list_of_its_options_leaves_out(method):
    quick = {"trials": 200, "control_trials": 50}
    ReadOptions.asked.clear()
    for players, rounds, played in ((8, 5, 0), (9, 5, 4), (16, 8, 7)):
        event = MadeUpEvent(players, rounds, seed=played).play_quickly(played)
        for more in ({}, {"victim_class": "class 1", "class_prizes": (("class 1", 1),)}, {"even_starts": False}):
            made_up = replace(event.task(method), options=ReadOptions(**quick, **more))
            with contextlib.suppress(PairingError):
                pair(made_up)
    known = {field.name for field in fields(MethodOptions)}
    missing = ReadOptions.asked & known - METHODS[method].reads
    assert missing == set(), f"Name these in `reads` of {method} in METHODS, or leave them alone: MATCHED has most."
    assert METHODS[method].reads <= known
