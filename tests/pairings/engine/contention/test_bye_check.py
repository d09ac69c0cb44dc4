"""The checker judges the bye of a contention-aware round by these methods' own rules, and finds a wrong one."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.contention.bans import bans_of
from pairings.engine.contention.method import situation_of
from pairings.engine.contention.pricing import price_lists
from pairings.engine.contention.solution import findings_of
from pairings.engine.errors import NoPairingPossible
from pairings.engine.methods.registry import pair
from pairings.engine.model import ManualBoard, Repeats
from pairings.engine.options import MethodOptions
from pairings.engine.rules import BYE, ByeOrder, Rules
from tests.pairings.engine.fields import every_pairing, task, with_meetings
from tests.pairings.engine.test_rulebook_pages import standing

QUICK = MethodOptions(place_prizes=3, trials=300, control_trials=100)
WINS = (13, 12, 12, 11, 10, 9, 9, 8, 8, 7, 5)
NAMES = ["cop", "contenders"]
BOTH = pytest.mark.parametrize("name", NAMES)
RULES = {
    "as usual": Rules(), "from the top": Rules(bye_order=ByeOrder.TOP_DOWN),
    "always bottom": Rules(bye_order=ByeOrder.ALWAYS_BOTTOM),
    "always bottom of the largest team": Rules(bye_order=ByeOrder.ALWAYS_BOTTOM, largest_team_byes=True),
    "none above 3": Rules(no_bye_above=3), "refused and asked for": Rules(forbidden=((4, BYE),), forced=((2, 5),)),
}  # fmt: skip


def late(name, wins=WINS, number=17, byes=(), volunteers=(), **facts):
    """A round of 20 with an odd field; nobody has met.  byes: who had one."""
    field = with_meetings(standing(*wins, rounds=number - 1), {}, number - 1)
    field = tuple(replace(one, byes=byes.count(one.number), volunteers=one.number in volunteers) for one in field)
    return task(field, name, number, 20, seed=1, options=QUICK, **facts)


def with_bye(made, pairing, number):
    """The round with the bye given to `number`, whose opponent meets the one who had it."""
    (had,) = pairing.byes
    swap = {had: number, number: had}
    boards = [
        replace(board, first=swap.get(board.first, board.first), second=swap.get(board.second, board.second))
        for board in pairing.boards
    ]
    return replace(pairing, boards=tuple(boards))


def of_byes(made, pairing):
    return [finding.message for finding in check(made, pairing) if finding.rule == "bye"]


def has_bye(pairing):
    (number,) = pairing.byes
    return number


@BOTH
def test_a_bye_that_makes_the_round_cost_more_is_found(name):
    made = late(name, number=14, byes=(11,))
    pairing = pair(made)
    assert has_bye(pairing) != 11
    (message,) = of_byes(made, with_bye(made, pairing, 11))
    only = replace(made, rules=Rules(forbidden=tuple((number, BYE) for number in range(1, 11))))
    lists = [[ManualBoard(board.first, board.second) for board in pair(each).boards] for each in (made, only)]
    least, own = (sum(part.value for part in priced.total) for priced in price_lists(made, lists))
    assert message == (
        f"The bye is due to {has_bye(pairing)}, not to 11: the round costs {own} then, and {least} with {has_bye(pairing)}'s bye."
    )


@BOTH
def test_who_offered_to_sit_out_is_named(name):
    made = late(name, volunteers=(6,))
    assert has_bye(pair(made)) == 6
    assert of_byes(made, with_bye(made, pair(made), 11)) == ["The bye is due to 6 (offered to sit out), not to 11."]


@BOTH
def test_a_settled_player_is_named(name):
    made = late(name, wins=(16, *[8] * 10), number=20)
    assert has_bye(pair(made)) == 1
    assert of_byes(made, with_bye(made, pair(made), 11)) == [
        "The bye is due to 1 (a settled player has it), not to 11."
    ]


@BOTH
def test_the_highest_with_the_fewest_byes_is_named(name):
    made = late(name, byes=(1, 2), rules=Rules(bye_order=ByeOrder.TOP_DOWN))
    (message,) = of_byes(made, with_bye(made, pair(made), 1))
    assert message == "The bye is due to 3 (the highest with the fewest byes has it), not to 1."


@BOTH
def test_the_lowest_is_named_where_the_bye_always_goes_there(name):
    made = late(name, byes=(11, 11), rules=Rules(bye_order=ByeOrder.ALWAYS_BOTTOM))
    (message,) = of_byes(made, with_bye(made, pair(made), 10))
    assert message == "The bye is due to 11 (the lowest, who has it always), not to 10."


@BOTH
def test_one_whom_the_director_keeps_from_the_bye_is_found(name):
    made = late(name, rules=Rules(no_bye_above=10))
    (message,) = of_byes(made, with_bye(made, pair(made), 10))
    assert message == "The bye is due to 11 (the rules of byes leave 10 out), not to 10."


@BOTH
def test_a_board_of_the_last_round_among_the_money_gives_no_bye(name):
    made = late(name, wins=(13, 13, 12, 12, 12, 11, 4), number=20)
    pairing = pair(made)
    assert check(made, pairing) == []
    (message,) = of_byes(made, with_bye(made, pairing, 1))
    assert message == f"The bye is due to {has_bye(pairing)} (1 has a board that the method asks for), not to 1."


@BOTH
def test_a_second_bye_is_right_where_it_may_be_repeated_and_costs_least(name):
    made = late(name, number=14, byes=(11,))
    again = replace(made, options=replace(QUICK, repeat_byes=True))
    assert check(again, pair(again)) == []


@BOTH
def test_a_repeat_is_weighed_and_judged_only_where_repeats_are_forbidden(name):
    made = late(name, number=14, wins=WINS[:10])
    games = sorted(board.numbers for board in pair(made).boards)
    met = replace(made, contestants=with_meetings(made.contestants, {5: games}, 13))
    rounds = replace(pair(made), boards=pair(made).boards)
    assert [finding.rule for finding in check(met, rounds) if finding.rule == "repeats"] == []
    forbidden = replace(met, repeats=Repeats.FORBID)
    assert "repeats" in {finding.rule for finding in check(forbidden, rounds)}


# ── Made-up events, against every round there is ────────────────────────────────────────────────────────────


def byes_of_cheapest(made):
    """The byes of the cheapest of all rounds that no rule bans; every round is priced on its own."""
    players = made.present()
    situation = situation_of(made, players)
    findings = findings_of(situation, made.seed)
    bans = bans_of(situation, findings.places, findings.outlook, findings.control.control)
    rounds = [
        boards
        for boards in every_pairing(list(range(len(players) + 1)))
        if all(bans.code(one, two) is None for one, two in boards)
    ]
    numbers = [*(player.number for player in players), None]
    lists = [[ManualBoard(numbers[one], numbers[two]) for one, two in boards] for boards in rounds]
    totals = [sum(part.value for part in priced.total) for priced in price_lists(made, lists)]
    holders = [next(numbers[one] for one, two in boards if two == len(players)) for boards in rounds]
    return {holder for holder, total in zip(holders, totals, strict=True) if total == min(totals)}


@given(st.sampled_from(NAMES), st.sampled_from([5, 7]), st.integers(2, 9), st.integers(1, 4), st.integers(0, 2**31))
def test_a_bye_is_found_wrong_exactly_where_no_cheapest_round_has_it(name, players, played, left, seed):
    options = MethodOptions(place_prizes=2, trials=100, control_trials=50, control_loss_from=1)
    made = replace(MadeUpEvent(players, played + left, seed).play_quickly(played).task(name), options=options)
    pairing, right = pair(made), byes_of_cheapest(made)
    assert has_bye(pairing) in right
    for number in range(1, players + 1):
        found = of_byes(made, with_bye(made, pairing, number))
        assert bool(found) == (number not in right), (number, right, found)


@given(
    st.sampled_from(NAMES), st.tuples(st.sampled_from(range(5, 18, 2)), st.integers(2, 9), st.integers(1, 5)),
    st.integers(0, 2**31), st.sampled_from(list(RULES.values())), st.sets(st.integers(1, 17), max_size=2),
)  # fmt: skip
def test_every_round_of_a_made_up_event_has_a_right_bye(name, sizes, seed, rules, volunteers):
    players, played, left = sizes
    event = MadeUpEvent(players, played + left, seed, rules=rules, clubs=2).play_quickly(played)
    options = MethodOptions(place_prizes=max(1, players // 4), trials=200, control_trials=50, control_loss_from=1)
    made = replace(event.task(name), options=options)
    field = tuple(replace(one, volunteers=one.number in volunteers) for one in made.contestants)
    made = replace(made, contestants=field)
    try:
        pairing = pair(made)
    except NoPairingPossible:
        assume(False)
    assert check(made, pairing) == []
