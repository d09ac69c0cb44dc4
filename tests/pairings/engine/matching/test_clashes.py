"""Requests that cannot be met: which rules clash, and the fewest exceptions."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.errors import NoPairingPossible, Relaxation
from pairings.engine.matching.clashes import is_possible, no_pairing
from pairings.engine.methods.registry import pair
from pairings.engine.model import Repeats
from pairings.engine.rules import BYE, Apart, Rules, Strength
from tests.pairings.engine.fields import boards, every_pairing, fresh, relaxed, task, with_meetings


def refusal(made):
    with pytest.raises(NoPairingPossible) as refused:
        pair(made)
    return refused.value


def test_one_forbidden_board_of_two_players_is_the_clash_and_the_way_out():
    error = refusal(task(fresh(2), rules=Rules(forbidden=((1, 2),))))
    assert str(error) == "One rule alone leaves no round: 1 and 2 kept apart. The smallest change: let 1 and 2 meet."
    assert error.relaxations == (Relaxation("forbidden", (1, 2), "let 1 and 2 meet"),)


def test_rules_that_do_not_matter_are_not_named():
    rules = Rules(forbidden=((1, 2), (1, 3), (1, 4), (5, 6)), apart=(Apart("club", strength=Strength.MUST),))
    error = refusal(task(fresh(6), rules=replace(rules, forbidden=(*rules.forbidden, (1, 5), (1, 6)))))
    assert error.clash == tuple(f"1 and {other} kept apart" for other in (2, 3, 4, 5, 6))


def test_a_repeat_is_offered_before_a_forbidden_board():
    field = with_meetings(fresh(4), {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)]}, 2)
    error = refusal(task(field, number=3, repeats=Repeats.FORBID, rules=Rules(forbidden=((1, 4),))))
    assert error.clash == ("no repeats", "1 and 4 kept apart")
    # a repeat costs two boards here, the forbidden board one: fewest exceptions come first
    assert error.relaxations == (Relaxation("forbidden", (1, 4), "let 1 and 4 meet"),)


def test_boards_asked_for_that_leave_the_rest_unpairable_are_named():
    rules = Rules(forced=((1, 2),), forbidden=((3, 4),))
    error = refusal(task(fresh(4), rules=rules))
    assert set(error.clash) == {"board 1-2", "3 and 4 kept apart"}
    assert error.relaxations == (Relaxation("forbidden", (3, 4), "let 3 and 4 meet"),)


def test_a_bye_that_nobody_may_have():
    error = refusal(task(fresh(3), rules=Rules(no_bye_above=3)))
    assert error.clash == ("no bye above rank 4",)
    assert error.relaxations == (Relaxation("bye", (3, BYE), "give 3 the bye"),)


def test_players_without_an_opponent_are_listed():
    error = refusal(task(fresh(4), rules=Rules(forbidden=((1, 2), (1, 3), (1, 4)))))
    assert 1 in error.players


@pytest.mark.parametrize(("size", "more"), [(12, "; and 2 more."), (10, "; and 1 more."), (8, " meet again.")])
def test_more_exceptions_than_four_are_counted_in_the_sentence_and_listed_whole(size, more):
    field = with_meetings(fresh(size), {number: _circle(size, number) for number in range(1, size)}, size - 1)
    error = refusal(task(field, number=size, planned=size, repeats=Repeats.FORBID))
    assert len(error.relaxations) == size // 2
    assert str(error).endswith(more) and str(error).count(" meet again") == 4


def _circle(size, number):
    rest = list(range(2, size + 1))
    turned = [1, *rest[number:], *rest[:number]]
    return [(turned[at], turned[-1 - at]) for at in range(size // 2)]


SEVERITY = {"repeats": 1, "apart": 2, "forbidden": 5, "forced": 12}  # a board given up is broken at both of its ends


def fewest_exceptions(made):
    """By trying every round: how many rules are broken at least, each board counted by itself, and how severe these are."""
    players = made.present()
    banned, asked = ({frozenset(pair) for pair in boards} for boards in (made.rules.forbidden, made.rules.forced))
    club = {player.number: player.club for player in players}
    met = {frozenset((player.number, other)) for player in players for other in player.opponents if other}

    def broken(pair):
        one, two = pair
        like = {"forbidden": pair in banned, "apart": club[one] == club[two] != "", "repeats": pair in met}
        return [rule for rule, breaks in like.items() if breaks and pair not in asked]

    def exceptions(found):
        rules = [rule for pair in found for rule in broken(pair)] + ["forced"] * len(asked - found)
        return len(rules), sum(SEVERITY[rule] for rule in rules)

    return min(exceptions({frozenset(board) for board in found}) for found in every_pairing(sorted(club)))


@given(st.sampled_from([4, 6, 8]), st.integers(0, 6), st.integers(0, 2**31), st.data())
def test_the_exceptions_are_the_fewest_and_granting_them_makes_a_round(players, played, seed, data):
    every = list(combinations(range(1, players + 1), 2))
    order = data.draw(st.permutations(range(1, players + 1)))
    forced = tuple(zip(order[::2], order[1::2], strict=True))[: data.draw(st.integers(0, 2))]
    free = [board for board in every if board not in forced and board[::-1] not in forced]
    forbidden = tuple(data.draw(st.lists(st.sampled_from(free), unique=True, max_size=len(every) // 2)))
    rules = Rules(forbidden=forbidden, forced=forced, apart=(Apart("club", strength=Strength.MUST),))
    event = MadeUpEvent(players, 12, seed, clubs=3, repeats=Repeats.FORBID).play_quickly(played)
    made = replace(event.task(), rules=rules)
    try:
        pairing = pair(made)
    except NoPairingPossible as problem:
        severity = sum(SEVERITY[relaxation.rule] for relaxation in problem.relaxations)
        assert (len(problem.relaxations), severity) == fewest_exceptions(made) > (0, 0)
        again = relaxed(made, problem.relaxations)
        assert check(again, pair(again)) == []
    else:
        assert fewest_exceptions(made) == (0, 0)
        assert check(made, pairing) == []


@given(st.integers(3, 7), st.integers(0, 2**31), st.data())  # so few that every board is named on its own
def test_the_clash_is_whole_and_nothing_in_it_could_be_left_out(players, seed, data):
    every = [*combinations(range(1, players + 1), 2), *((one, BYE) for one in range(1, players + 1))]
    forbidden = tuple(data.draw(st.lists(st.sampled_from(every), unique=True, min_size=len(every) // 2)))
    made = MadeUpEvent(players, 12, seed, rules=Rules(forbidden=forbidden)).task()
    try:
        pair(made)
    except NoPairingPossible as problem:
        texts = {f"{one} and {two} kept apart": (one, two) for one, two in forbidden if two != BYE}
        kept = tuple(texts[text] for text in problem.clash if text in texts)
        refused = tuple(board for board in forbidden if board[1] == BYE) if "byes refused" in problem.clash else ()
        with pytest.raises(NoPairingPossible):
            pair(replace(made, rules=Rules(forbidden=(*kept, *refused))))
        for left_out in kept:
            fewer = tuple(board for board in (*kept, *refused) if board != left_out)
            assert boards(pair(replace(made, rules=Rules(forbidden=fewer)))) is not None


def test_two_byes_asked_for_and_a_rest_that_cannot_be_paired():
    rules = Rules(forced=((5, BYE), (6, BYE)), forbidden=((1, 2), (1, 3), (1, 4)))
    error = no_pairing(task(fresh(6), rules=rules))
    assert len(error.relaxations) == 1
    assert pair(relaxed(task(fresh(6), rules=rules), error.relaxations))


def test_more_forbidden_boards_than_anyone_reads_are_named_together_and_the_exception_still_alone():
    rules = Rules(forbidden=tuple((1, other) for other in range(2, 41)))
    error = refusal(task(fresh(40), rules=rules))
    assert error.clash == ("the 39 forbidden boards",)
    assert len(error.relaxations) == 1
    assert str(error).startswith("One rule alone leaves no round: the 39 forbidden boards. The smallest change: let ")


def test_in_an_odd_field_that_nothing_can_save_the_byes_are_not_tried_one_by_one():
    rules = Rules(forbidden=tuple(combinations(range(1, 8), 2)))
    error = refusal(task(fresh(7), rules=rules))
    assert len(error.relaxations) == 3
    assert is_possible(relaxed(task(fresh(7), rules=rules), error.relaxations))
    assert not is_possible(task(fresh(7), rules=rules))
