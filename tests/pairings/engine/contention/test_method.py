"""Contention-aware pairing as a method of the suite: tasks, rules, options, reasons and refusals."""

import re
from contextlib import suppress
from dataclasses import replace

import pytest

from pairings.engine.contention.method import situation_of, stakes_of
from pairings.engine.errors import NoPairingPossible
from pairings.engine.methods.registry import pair
from pairings.engine.model import Proof, Repeats
from pairings.engine.options import MethodOptions, options_from
from pairings.engine.rules import BYE, ByeOrder, Rules
from tests.pairings.engine.contention.late_rounds import BOTH, QUICK, WINS, late, reason
from tests.pairings.engine.test_rulebook_pages import cop_task

# ── From a task to a situation ──────────────────────────────────────────────────────────────────────────────


def test_the_round_to_pair_is_one_of_the_rounds_left():
    made = late("cop", 17, 20)
    situation = situation_of(made, made.present())
    assert (situation.rounds_left, situation.pairings_left, situation.paired_rounds) == (4, 4, 16)
    assert situation.halves[:2] == (26, 22)


def test_standings_that_lag_behind_leave_more_rounds_to_simulate():
    made = replace(late("cop", 17, 20), round=18)
    situation = situation_of(made, made.present())
    assert (situation.rounds_left, situation.pairings_left) == (4, 3)


def test_options_are_read_from_the_last_round_back():
    options = replace(QUICK, gibson_spreads=(250, 200), hopefulness=(0.1, 0.05))
    assert [stakes_of(late("cop", number, 20, options), 12).gibson_spread for number in (20, 19, 18)] == [250, 200, 200]
    assert [stakes_of(late("cop", number, 20, options), 12).hopefulness for number in (20, 19, 18)] == [0.1, 0.05, 0.05]


@pytest.mark.parametrize(("begins", "planned", "paired_before"), [(0, 20, 16), (0, 3, 0), (12, 20, 11)])
def test_control_loss_is_looked_for_in_the_last_four_rounds_unless_said_otherwise(begins, planned, paired_before):
    made = late("cop", 2, planned, replace(QUICK, control_loss_from=begins), wins=(1, 1, 0, 0))
    assert stakes_of(made, 4).activation_round == paired_before


def test_there_are_never_more_prizes_than_players():
    assert stakes_of(late("cop", options=MethodOptions(place_prizes=40)), 12).place_prizes == 12


def test_classes_are_numbered_in_the_order_of_their_prizes():
    options = options_from({"class_prizes": [["B", 2], ["C", 1]], "trials": 100})
    made = late("cop", options=options)
    names = ("", "A", "B", "C", *[""] * 8)
    field = tuple(replace(one, prize_class=name) for one, name in zip(made.contestants, names, strict=True))
    made = replace(made, contestants=field)
    assert situation_of(made, made.present()).classes[:4] == (0, 0, 1, 2)
    assert stakes_of(made, 12).class_prizes == (2, 1)


def test_repeats_that_are_allowed_cost_nothing():
    made = cop_task()
    situation = situation_of(replace(made, repeats=Repeats.ALLOW), made.present())
    assert not situation.met.any() and not situation.met_last.any()
    assert situation_of(made, made.present()).met.sum() == 10


def test_a_player_who_may_not_sit_out_plays():
    made = late("cop", wins=WINS[:11])
    (sits_out,) = pair(made).byes
    (other,) = pair(replace(made, rules=Rules(forbidden=((sits_out, BYE),)))).byes
    assert other != sits_out


# ── Reasons ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_may_hope_meets_the_lowest_who_may_hope_for_his_place():
    assert "is the lowest who can still hope for place" in " ".join(board.reason for board in pair(late("cop")).boards)


def test_control_loss_is_told_with_its_shares():
    text = reason(pair(cop_task()), 1, 3)
    assert text.startswith("place 3 must be able to catch place 1 by winning every game (first in 100% of the trials")
    assert text.endswith("repeat of round 15")


def test_two_rounds_before_the_end_the_three_boards_are_told():
    options = replace(QUICK, control_loss=0.9)
    pairing = pair(late("cop", 11, 12, options, wins=(7, 7, 7, 7, 7, 7, 3, 3)))
    assert reason(pairing, 1, 4) == (
        "two rounds left and six still play for the top places: place 1 meets place 4; they have not met"
    )


def test_a_bye_of_a_settled_player_decides_nothing():
    pairing = pair(late("cop", 20, 20, wins=(18, 11, 11, 10, 10, 9, 9)))
    assert pairing.byes == (1,)
    assert reason(pairing, 1) == "bye: place 1 is settled, so the bye decides nothing"


def test_settled_neighbours_and_those_between_settled_places():
    options = replace(QUICK, place_prizes=4)
    pairing = pair(late("cop", 20, 20, options, wins=(19, 14, 14, 10, 7, 7, 6, 6)))
    assert reason(pairing, 2, 3).startswith("last round: places 2 and 3")
    earlier = pair(late("cop", 19, 20, options, wins=(18, 13, 13, 8, 4, 4, 4, 4)))
    assert reason(earlier, 2, 3).startswith(
        "places 2 and 3, with settled places around them, can only catch each other"
    )
    assert reason(earlier, 1, 4).startswith("places 1 and 4 are both settled")


@BOTH
@pytest.mark.parametrize("byes", [ByeOrder.BOTTOM_UP, ByeOrder.TOP_DOWN])
@pytest.mark.parametrize(
    ("number", "wins"),
    [
        (17, WINS), (17, WINS[:11]), (20, (14, 13, 13, 12, 12, 11, 9, 8, 8, 7, 5)), (18, (10, 10, 10, 9, 9, 9, 9, 8, 8)),
        (20, (19, 14, 14, 10, 7, 7, 6, 6, 3)), (19, (18, 13, 13, 8, 4, 4, 4, 4)), (20, (16, 15, 15, 9, 8, 8, 8)),
    ],
)  # fmt: skip
def test_a_reason_names_the_places_of_its_board(method, number, wins, byes):
    with suppress(NoPairingPossible):
        for board in pair(late(method, number, 20, wins=wins, rules=Rules(bye_order=byes))).boards:
            named = " ".join(re.findall(r"places? (\d+(?: and \d+)?)", board.reason))
            assert not named or set(board.numbers) <= {*map(int, re.findall(r"\d+", named)), None}, board


def test_every_board_tells_its_costs_and_the_round_their_sum():
    pairing = pair(cop_task())
    assert pairing.proof is Proof.WHOLE
    names = [part.criterion for part in pairing.boards[0].costs]
    assert names == ["distance", "contenders", "settled", "repeat_cost", "back_to_back", "avoided"]
    assert pairing.cost("repeat_cost") == 256
    assert pairing.warnings == ("3 and 1 meet again: they met in round 15.",)


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_board_asked_for_that_takes_the_only_opponent_of_first_place_is_named_with_a_remedy():
    made = cop_task()
    with pytest.raises(NoPairingPossible) as refused:
        pair(replace(made, rules=Rules(forced=((3, 12),))))
    assert 1 in refused.value.players
    assert "Boards asked for have taken opponents away: take one of them back." in refused.value.clash
    assert any(line.startswith("Only place 3 may meet place 1") for line in refused.value.clash)
    assert "set control_loss to 1 for this round" in str(refused.value)


def test_the_remedy_helps():
    made = cop_task()
    options = replace(made.options, control_loss=1.0)
    pairing = pair(replace(made, rules=Rules(forced=((3, 12),)), options=options))
    assert len(pairing.boards) == 6


def test_rules_that_leave_no_round_whatever_the_method_are_named_with_the_smallest_exception():
    made = late("cop", wins=(11, 10, 9, 8), rules=Rules(forbidden=((1, 2), (1, 3), (1, 4))))
    with pytest.raises(NoPairingPossible) as refused:
        pair(made)
    assert refused.value.relaxations
