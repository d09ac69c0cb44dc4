"""Where the bye of a contention-aware round goes, by both methods: volunteers, the order of byes, ranks without a bye."""

from dataclasses import replace

import pytest

from pairings.engine.contention.pricing import price_lists
from pairings.engine.methods.registry import pair
from pairings.engine.model import ManualBoard
from pairings.engine.options import MethodOptions
from pairings.engine.rules import BYE, ByeOrder, Rules
from tests.pairings.engine.fields import task, with_meetings
from tests.pairings.engine.test_rulebook_pages import standing

QUICK = MethodOptions(place_prizes=3, trials=500, control_trials=200)
WINS = (13, 12, 12, 11, 10, 9, 9, 8, 8, 7, 5)


@pytest.fixture(params=["cop", "contenders"])
def odd(request):
    """Round 17 of 20 with eleven players; nobody has met."""
    return task(with_meetings(standing(*WINS, rounds=16), {}, 16), request.param, 17, 20, seed=1, options=QUICK)


def with_facts(made, **facts):
    """facts: of players by number, such as volunteers=(3, 5)."""
    field = made.contestants
    for name, numbers in facts.items():
        field = tuple(replace(one, **{name: True}) if one.number in numbers else one for one in field)
    return replace(made, contestants=field)


def bye(pairing):
    (board,) = [board for board in pairing.boards if board.is_bye]
    return board.first, board.reason


@pytest.mark.parametrize("volunteer", [2, 6])
def test_who_offers_to_sit_out_has_the_bye(odd, volunteer):
    assert bye(pair(with_facts(odd, volunteers=(volunteer,)))) == (volunteer, "bye: you offered to sit out")


def test_of_two_volunteers_the_one_with_fewer_byes_has_it(odd):
    made = with_facts(odd, volunteers=(6, 9))
    field = tuple(replace(one, byes=int(one.number == 9)) for one in made.contestants)
    assert bye(pair(replace(made, contestants=field)))[0] == 6


def test_a_volunteer_who_may_not_sit_out_plays(odd):
    made = replace(with_facts(odd, volunteers=(2,)), rules=Rules(forbidden=((2, BYE),)))
    assert bye(pair(made))[0] != 2


def test_a_bye_asked_for_stands_above_a_volunteer(odd):
    made = replace(with_facts(odd, volunteers=(2,)), rules=Rules(forced=((7, BYE),)))
    assert bye(pair(made)) == (7, "bye: asked for by the director")


def test_a_volunteer_in_an_even_field_plays(odd):
    made = with_facts(odd, volunteers=(2,), absent=(11,))
    assert pair(made).byes == ()


def test_volunteers_come_before_byes_from_the_top(odd):
    made = replace(with_facts(odd, volunteers=(5,)), rules=Rules(bye_order=ByeOrder.TOP_DOWN))
    assert bye(pair(made)) == (5, "bye: you offered to sit out")


def test_byes_from_the_top_pass_over_ranks_without_a_bye(odd):
    made = replace(odd, rules=Rules(bye_order=ByeOrder.TOP_DOWN, no_bye_above=4))
    assert bye(pair(made)) == (5, "bye: place 5, the highest with the fewest byes")


def test_always_bottom_is_the_lowest_however_many_byes_that_player_had(odd):
    field = tuple(replace(one, byes=2 if one.number == 11 else 0) for one in odd.contestants)
    made = replace(odd, contestants=field, rules=Rules(bye_order=ByeOrder.ALWAYS_BOTTOM))
    assert bye(pair(made)) == (11, "bye: lowest rank 11")


def test_a_settled_player_keeps_the_bye_where_the_volunteer_would_leave_no_round(odd):
    far = replace(odd, contestants=with_meetings(standing(16, *[8] * 10, rounds=16), {}, 16), round=20)
    settled = bye(pair(far))[0]
    assert settled == 1
    assert bye(pair(with_facts(far, volunteers=(6,))))[0] == 1


def test_the_boards_of_a_round_with_a_volunteer_cost_as_a_list_what_they_cost_as_a_round(odd):
    made = with_facts(odd, volunteers=(6,))
    pairing = pair(made)
    (priced,) = price_lists(made, [[ManualBoard(board.first, board.second) for board in pairing.boards]])
    games = {board.numbers: board.costs for board in priced.boards if not board.is_bye}
    for board in pairing.boards:
        assert board.is_bye or {*board.costs} <= {*games[board.numbers]}
