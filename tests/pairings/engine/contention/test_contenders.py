"""Our own contention-aware method: its costs, its reasons, and that it obeys the same rules as the published one."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.contention import merits as weighting
from pairings.engine.contention.contenders import weigh
from pairings.engine.contention.merits import BACK_TO_BACK, LOW_REPEAT, MOST_STAKE, REPEAT, START, WIN, merits_of
from pairings.engine.contention.settled import outlook_of, settled
from pairings.engine.contention.weights import MAJOR
from pairings.engine.errors import NoPairingPossible
from pairings.engine.methods.registry import pair
from pairings.engine.model import Proof, Repeats
from pairings.engine.options import MethodOptions
from pairings.engine.rules import BYE, Apart, Rules, Strength
from tdsuite.tournaments.engine.starts import REPLY as REPLY_SIDE, START as START_SIDE, StartRecord
from tests.pairings.engine.contention.late_rounds import BOTH, QUICK, WINS, late, reason
from tests.pairings.engine.contention.made_up import situation, stakes
from tests.pairings.engine.fields import boards, every_pairing, task, with_meetings
from tests.pairings.engine.test_rulebook_pages import contenders_task, page, standing

OUTLOOK = outlook_of((0, 0, 0, 1, 1, 2, 3, 4), (0, 0, 0, 1, 1, 1, 2, 3), (4, 5, 5, 6, 7, 7, 7, 7))
NO_NEEDS = np.zeros((8, 8), dtype=np.int64)


def merits(made, needs=NO_NEEDS):
    """The costs of eight players' boards."""
    return merits_of(made, settled(made), OUTLOOK, needs, seed=1)


# ── Costs ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_numbers_of_each_part_are_those_of_the_page():
    parts = {
        "settled": [MAJOR], "stakes": [MOST_STAKE], "repeats": [REPEAT, LOW_REPEAT], "back to back": [BACK_TO_BACK],
        "closeness": [WIN, weighting.PLACES], "starts": [START, *weighting.LATE_STARTS],
    }  # fmt: skip
    rows = {line.split("|")[1].strip(): line for line in page("contenders").splitlines() if line.startswith("|")}
    for part, numbers in parts.items():
        assert {f"{number:,}" for number in numbers} <= set(re.findall(r"[0-9][0-9,]*[0-9]", rows[part])), part


def test_closeness_counts_wins_squared_and_places_a_little():
    parts = merits(situation([9, 9, 8, 7, 7, 7, 7, 6.5], left=6, rounds=20)).parts["closeness"]
    assert [int(parts[0, two]) for two in (1, 2, 3)] == [0, WIN + 3, 4 * WIN + 7]
    assert int(parts[6, 7]) == WIN // 4


def test_the_bye_is_one_more_player_at_the_end_of_the_table():
    made = situation([9, 9, 8, 7, 7, 7, 6], left=6, rounds=20)
    parts = merits(made, NO_NEEDS[:7, :7]).parts["closeness"]
    assert int(parts[6, made.bye]) < int(parts[5, made.bye]) < int(parts[0, made.bye])


def test_a_repeat_costs_little_where_a_prize_place_plays_and_much_below():
    made = situation([9] * 8, left=6, rounds=20, met=[(0, 1), (1, 5), (1, 5), (4, 5)])
    parts = merits(made).parts["repeat_cost"]
    assert [int(parts[0, 1]), int(parts[1, 5]), int(parts[4, 5]), int(parts[6, 7])] == [
        REPEAT, 3 * REPEAT, LOW_REPEAT, 0,
    ]  # fmt: skip


def test_meetings_without_end_keep_the_cost_small_enough_for_the_solver():
    made = situation([9] * 8, left=6, rounds=200, met=[(4, 5)] * 90)
    assert int(merits(made).parts["repeat_cost"][4, 5]) == 4095 * LOW_REPEAT < MAJOR


def test_a_repeat_of_the_last_round_costs_more():
    parts = merits(situation([9] * 8, left=6, rounds=20, last=[(0, 1)])).parts["back_to_back"]
    assert (int(parts[0, 1]), int(parts[1, 0]), int(parts[0, 2])) == (BACK_TO_BACK, BACK_TO_BACK, 0)


def test_start_need_is_a_part_of_its_own():
    needs = NO_NEEDS.copy()
    needs[2, 3] = needs[3, 2] = 8
    assert int(merits(situation([9] * 8, left=6, rounds=20), needs).parts["starts"][2, 3]) == 8 * START


def test_below_the_prizes_start_need_grows_towards_the_last_round():
    needs = NO_NEEDS.copy()
    needs[6, 7] = needs[7, 6] = needs[5, 6] = 1
    parts = {left: merits(situation([9] * 8, left=left, rounds=20), needs).parts["starts"] for left in (1, 2, 3, 4, 9)}
    assert [int(part[6, 7]) for part in parts.values()] == [1000, 300, 100, 30, 30]
    assert [int(part[5, 6]) for part in parts.values()] == [START] * 5


def test_two_who_are_a_start_ahead_are_parted_in_the_last_round_below_the_prizes():
    field = with_meetings(standing(*WINS, rounds=19), {}, 19)
    ahead = StartRecord(starts=10, replies=9, run=1, last=START_SIDE)
    behind = StartRecord(starts=9, replies=10, run=1, last=REPLY_SIDE)
    field = tuple(replace(one, record=ahead if place in (8, 9) else behind) for place, one in enumerate(field))
    pairing = pair(task(field, "contenders", 20, 20, seed=1, options=QUICK))
    assert frozenset({9, 10}) not in boards(pairing)
    assert frozenset({9, 10}) in boards(
        pair(task(with_meetings(standing(*WINS, rounds=19), {}, 19), "contenders", 20, 20, seed=1, options=QUICK))
    )


def test_rules_to_be_kept_if_possible_cost_half_a_repeat_each():
    avoided = NO_NEEDS.copy()
    avoided[0, 1], avoided[4, 5] = 1, 2
    parts = merits(situation([9] * 8, left=6, rounds=20, avoided=avoided)).parts["avoided"]
    assert (int(parts[0, 1]), int(parts[4, 5])) == (REPEAT // 2, LOW_REPEAT)


def test_a_second_bye_costs_most_unless_byes_may_repeat():
    made = situation([9] * 7, left=6, rounds=20, byes=(0, 0, 0, 0, 0, 1, 2))
    byes = merits(made, NO_NEEDS[:7, :7]).parts["repeat_byes"]
    assert [int(byes[rank, made.bye]) for rank in (4, 5, 6)] == [0, MAJOR, 2 * MAJOR]
    free = replace(made, stakes=stakes(allow_repeat_byes=True))
    assert not merits(free, NO_NEEDS[:7, :7]).parts["repeat_byes"].any()


def test_settled_players_are_kept_off_those_who_can_still_win_a_prize():
    made = situation([20, 9, 9, 9, 8, 8, 8, 8], left=3, rounds=20)
    parts = merits(made).parts["settled"]
    assert [int(parts[0, two]) for two in (1, 4, 5, 6, 7)] == [MAJOR, MAJOR, MAJOR, 0, 0]
    assert int(parts[1, 2]) == 0


def test_stakes_count_only_in_the_last_two_rounds():
    early, late_on = (merits(situation([9, 9, 9, *[4] * 5], left=left, rounds=20)) for left in (3, 2))
    assert early.stakes is None and not early.parts["stakes"].any()
    assert late_on.stakes is not None
    assert int(late_on.parts["stakes"][6, 7]) > int(late_on.parts["stakes"][0, 1])


def test_a_board_that_decides_all_for_both_forgoes_nothing_and_the_bye_everything():
    made = situation([9, 9, *[1] * 6], [0] * 8, left=1, rounds=20, stakes=stakes(place_prizes=1))
    parts = merits(made).parts["stakes"]
    assert int(parts[0, 1]) == 0
    assert int(parts[0, made.bye]) == MOST_STAKE == int(parts[6, 7])


def test_the_total_is_the_sum_of_the_parts():
    made = merits(situation([9] * 8, left=2, rounds=20, met=[(0, 1)]))
    assert int(made.total[0, 1]) == sum(made.of_board(0, 1).values())
    assert made.of_board(0, 1) == made.of_board(1, 0)


# ── The cheapest round ──────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(2, 9), st.integers(0, 2**20), st.integers(1, 4))
def test_the_round_costs_what_the_cheapest_of_all_pairings_costs(players, seed, left):
    event = MadeUpEvent(players, 6 + left, seed).play_quickly(6)
    options = MethodOptions(place_prizes=max(1, players // 3), trials=100, control_trials=50)
    made = replace(event.task("contenders"), options=options)
    weighed = weigh(made, made.present())
    nodes = list(range(players)) + [players] * (players % 2)
    totals = [
        sum(int(weighed.merits.total[board]) for board in one)
        for one in every_pairing(nodes)
        if all(weighed.bans.code(*board) is None for board in one)
    ]
    pairing = pair(made)
    rank = {player.number: at for at, player in enumerate(made.present())}
    chosen = [
        tuple(sorted(rank.get(number, players) for number in (*board.numbers, BYE)[:2])) for board in pairing.boards
    ]
    assert sum(int(weighed.merits.total[board]) for board in chosen) == min(totals)


def test_below_the_prizes_nobody_meets_again_where_that_can_be():
    event = MadeUpEvent(24, 12, 3, options=QUICK).play_quickly(6)
    for made, pairing in event.play_through("contenders"):
        place = {player.number: at for at, player in enumerate(made.present(), start=1)}
        again = [
            board.numbers
            for board in pairing.boards
            if next(one for one in made.contestants if one.number == board.first).rounds_met(board.second)
        ]
        if made.rounds_left:
            assert [pair_of for pair_of in again if min(place[one] for one in pair_of) > 3] == []


# ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────────


@BOTH
def test_a_board_asked_for_is_played_and_the_rest_paired_without_it(method):
    pairing = pair(late(method, rules=Rules(forced=((1, 12), (4, BYE)))))
    assert frozenset({1, 12}) in boards(pairing)
    assert 4 in pairing.byes and len(pairing.byes) == 2
    assert "asked for by the director" in reason(pairing, 1, 12)


@BOTH
def test_a_forbidden_board_is_not_played(method):
    one, two = pair(late(method)).boards[2].numbers
    assert frozenset({one, two}) not in boards(pair(late(method, rules=Rules(forbidden=((one, two),)))))


@BOTH
def test_a_club_is_kept_apart_where_that_can_be(method):
    made = late(method)
    one, two = sorted(pair(made).boards[-1].numbers)
    field = tuple(replace(player, club="Rooks" if player.number in (one, two) else "") for player in made.contestants)
    parted = replace(made, contestants=field, rules=Rules(apart=(Apart("club", 0, Strength.AVOID),)))
    assert frozenset({one, two}) not in boards(pair(parted))


def test_repeats_that_are_allowed_cost_nothing_and_are_told():
    free = pair(replace(contenders_task(), repeats=Repeats.ALLOW))
    assert free.cost("repeat_cost") == 0


@BOTH
def test_a_rule_that_only_this_method_cannot_keep_is_named(method):
    with pytest.raises(NoPairingPossible) as refused:
        pair(late(method, 20, 20, rules=Rules(forbidden=((2, 3),))))
    assert set(refused.value.players) <= {2, 3}
    assert any("Rules of this division forbid boards" in line for line in refused.value.clash)


@BOTH
def test_the_odd_one_between_settled_places_meets_the_settled_player_in_the_last_round(method):
    made = late(method, 20, 20, replace(QUICK, place_prizes=4), wins=(16, 16, 16, 13, 11, 11, 10, 10))
    assert {frozenset({1, 2}), frozenset({3, 4}), frozenset({5, 6})} <= set(boards(pair(made)))


# ── Reasons ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_before_the_last_two_rounds_records_give_the_reason():
    expected = "5-11 against 3-13, as close as the whole round allows; they have not met"
    assert reason(pair(late("contenders")), 11, 12) == expected


def test_two_rounds_before_the_end_the_chances_after_a_win_and_a_loss_are_told():
    pairing = pair(late("contenders", 19, 20, replace(QUICK, control_loss=1.0), wins=(13, 13, 12, 12, 12, 12, 7, 6)))
    told = [board.reason for board in pairing.boards if "chance of a prize" in board.reason]
    assert told
    assert all("% after a win, " in text and "% after a loss; place" in text for text in told)
    assert "chance of a prize" not in reason(pairing, 7, 8)


def test_control_loss_is_told_as_in_the_published_method():
    options = replace(QUICK, trials=20_000, control_trials=5000)
    control = pair(replace(contenders_task(), options=options))
    assert "must be able to catch place 1 by winning every game" in " ".join(one.reason for one in control.boards)


@BOTH
def test_settled_places_and_last_round_neighbours_in_the_money_are_told(method):
    last = pair(late(method, 20, 20))
    told = next(board.reason for board in last.boards if 1 in board.numbers)
    assert told.startswith("place 1 is settled; place") and "can no longer win a prize" in told
    assert reason(last, 2, 3).startswith("last round: places 2 and 3, neighbours who can still win a prize")


@BOTH
def test_last_round_a_class_prize_is_played_for(method):
    options = replace(QUICK, place_prizes=2, class_prizes=(("B", 1),))
    made = late(method, 20, 20, options, wins=(17, 16, 12, 11, 10, 9, 9, 8))
    field = tuple(replace(one, prize_class="B" if one.number in (6, 7) else "") for one in made.contestants)
    pairing = pair(replace(made, contestants=field))
    assert reason(pairing, 6, 7).startswith("last round: places 6 and 7 can still win a prize of their class")


def test_a_class_prize_is_a_stake_two_rounds_before_the_end():
    options = replace(QUICK, place_prizes=1, class_prizes=(("B", 1),))
    made = late("contenders", 19, 20, options, wins=(17, 13, 12, 12, 8, 8, 6, 5))
    field = tuple(replace(one, prize_class="B" if one.number in (5, 6) else "") for one in made.contestants)
    made = replace(made, contestants=field)
    found = weigh(made, made.present()).merits.stakes
    assert found.totals[4, 5] > 0.8 > found.totals[6, 7]


def test_every_board_tells_its_costs_and_the_round_their_sum():
    pairing = pair(contenders_task())
    assert pairing.proof is Proof.WHOLE
    assert [part.criterion for part in pairing.boards[0].costs] == [
        "settled", "stakes", "repeat_cost", "back_to_back", "avoided", "closeness", "starts",
    ]  # fmt: skip
    assert pairing.cost("closeness") == sum(
        part.value for board in pairing.boards for part in board.costs if part.criterion == "closeness"
    )


def test_another_seed_runs_other_trials():
    made = late("contenders", 19, 20, wins=(13, 13, 12, 12, 12, 12, 7, 6))
    one, two = (weigh(replace(made, seed=seed), made.present()).merits.stakes for seed in (1, 2))
    assert not np.array_equal(one.totals, two.totals)
