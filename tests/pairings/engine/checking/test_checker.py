"""The checker finds every broken rule, and none where there is none."""

from dataclasses import replace

import pytest

from pairings.engine.checking.checker import check, check_block, fewest_repeats
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.model import Board, Pairing, Repeats
from pairings.engine.rules import BYE, Apart, ByeOrder, Rules, Strength
from tdsuite.tournaments.engine.starts import REPLY, START, StartMode
from tests.pairings.engine.contention.test_bye_check import of_byes, with_bye
from tests.pairings.engine.fields import contestant, fresh, sides, task, with_meetings

FULL = {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}


def paired(*rows, number=1, starts_by="assigned"):
    """A pairing of these boards, as another program might hand it in."""
    boards = [Board(first, second, starts_by if second else "none", "") for first, second in rows]
    return Pairing(number, "swiss", 0, tuple(boards))


def rules(findings):
    return [finding.rule for finding in findings]


def test_a_sound_round_has_no_findings():
    assert check(task(fresh(5)), paired((1, 3), (2, 4), (5, None))) == []


@pytest.mark.parametrize(
    ("rows", "broken", "numbers"),
    [
        ([(1, 1), (2, 3), (4, None)], "self", (1,)), ([(1, 2), (2, 3), (4, None)], "twice", (2,)),
        ([(1, 2), (3, 9), (4, None)], "unknown", (9,)), ([(1, 2), (3, 5), (4, None)], "absent", (5,)),
        ([(1, 2)], "left_out", (3, 4)),
    ],
)  # fmt: skip
def test_a_player_out_of_place_is_found(rows, broken, numbers):
    field = [*fresh(4), contestant(5, absent=True)]
    assert (broken, numbers) in [(finding.rule, finding.numbers) for finding in check(task(field), paired(*rows))]


def test_a_bye_in_an_even_field_is_found():
    findings = check(task(fresh(4)), paired((1, 2), (3, None), (4, None)))
    assert (rules(findings), findings[0].message) == (["bye"], "2 byes among 4 players.")


def test_a_bye_to_another_than_the_lowest_of_those_with_fewest_is_found():
    field = [contestant(1), contestant(2), contestant(3, byes=1)]
    findings = check(task(field, number=2), paired((2, 3), (1, None)))
    assert findings[0].message == "The bye is due to 2 (byes so far 0, rank 2), not to 1."
    assert check(task(field, number=2), paired((1, 3), (2, None))) == []


def test_an_avoidable_repeat_is_found_and_counted():
    field = with_meetings(fresh(4), {1: [(1, 2), (3, 4)]}, 1)
    findings = check(task(field, number=2), paired((1, 2), (3, 4), number=2))
    assert (rules(findings), findings[0].message) == (["repeats"], "2 repeats where 0 would do.")


def test_a_repeat_that_no_pairing_avoids_is_no_finding():
    field = with_meetings(fresh(4), FULL, 3)
    assert check(task(field, number=4), paired((1, 2), (3, 4), number=4)) == []


def test_a_repeat_is_a_finding_where_repeats_are_forbidden_and_none_where_they_are_allowed():
    field = with_meetings(fresh(4), FULL, 3)
    asked = {policy: task(field, number=4, repeats=policy) for policy in Repeats}
    rows = paired((1, 2), (3, 4), number=4)
    assert rules(check(asked[Repeats.FORBID], rows)) == ["repeats"]
    assert check(asked[Repeats.ALLOW], rows) == []


def test_the_fewest_repeats_of_a_field():
    assert [fewest_repeats(with_meetings(fresh(4), dict(list(FULL.items())[:rounds]), 3)) for rounds in range(4)] == [
        0, 0, 0, 2,
    ]  # fmt: skip


def test_the_wrong_starter_is_found_with_the_reason():
    field = [contestant(1, record=sides(START, START)), contestant(2, record=sides(REPLY, REPLY))]
    findings = check(task(field, number=3), paired((1, 2), number=3))
    assert findings[0].message == "2 starts against 1: fewer starts: 0 starts of 2 against 2 of 2."
    assert check(task(field, number=3), paired((2, 1), number=3)) == []


def test_equal_records_under_assigned_starts_leave_either_to_start():
    assert check(task(fresh(2)), paired((1, 2))) == check(task(fresh(2)), paired((2, 1))) == []


@pytest.mark.parametrize("mode", [StartMode.BALANCE, StartMode.NSA, StartMode.DRAW])
def test_a_start_given_where_tiles_decide_is_found(mode):
    made = task(fresh(2), start_mode=mode)
    assert rules(check(made, paired((1, 2)))) == ["starts"]
    assert check(made, paired((1, 2), starts_by="draw")) == []


def test_a_block_that_leaves_a_player_two_starts_ahead_is_found():
    made = task(fresh(4), "round_robin")
    rounds = list(pair_block(made, 3))
    assert check_block(made, rounds) == []
    turned = [
        replace(
            one,
            boards=tuple(
                replace(b, first=1, second=b.second if b.first == 1 else b.first) if 1 in b.numbers else b
                for b in one.boards
            ),
        )
        for one in rounds
    ]
    assert (1,) in [finding.numbers for finding in check_block(made, turned)]


def test_a_block_that_leaves_a_player_out_is_found():
    made = task(fresh(4), "round_robin")
    first, *rest = pair_block(made, 3)
    assert "left_out" in rules(check_block(made, [replace(first, boards=first.boards[1:]), *rest]))


def test_two_swapped_players_of_a_folded_round_still_break_no_rule():
    made = task(fresh(8))
    pairing = pair(made)
    assert check(made, replace(pairing, boards=paired((1, 2), (3, 4), (5, 6), (7, 8)).boards)) == []


# ── the rules of a round ────────────────────────────────────────────────────────────────────────────────────

CLUBS = [
    replace(player, club="Rooks" if player.number in (1, 3) else "", prize_class="AABB"[player.number - 1])
    for player in fresh(4)
]
SLIDE = paired((1, 3), (2, 4))


@pytest.mark.parametrize(
    ("asked", "rule", "message"),
    [
        (Rules(forced=((1, 2),)), "forced", "The director asked that 1 and 2 meet."),
        (Rules(forced=((1, BYE),)), "forced", "The director asked that 1 has the bye."),
        (Rules(forbidden=((3, 1),)), "forbidden", "The director asked that 1 and 3 do not meet."),
        (Rules(apart=(Apart("club", strength=Strength.MUST),)), "apart", "1 and 3 have the same club: Rooks."),
        (Rules(classes=Strength.MUST), "classes", "1 and 3 are in different classes."),
    ],
)
def test_a_broken_rule_of_the_round_is_found(asked, rule, message):
    findings = check(task(CLUBS, rules=asked), SLIDE)
    assert (findings[0].rule, findings[0].message) == (rule, message)


@pytest.mark.parametrize(
    "asked",
    [
        Rules(forced=((3, 1),)), Rules(forbidden=((3, 1),), exempt=((1, 3),)),
        Rules(forced=((1, 3),), apart=(Apart("club", strength=Strength.MUST),)),
        Rules(apart=(Apart("club", 0, Strength.AVOID),)), Rules(classes=Strength.MUST, exempt=((1, 3), (2, 4))),
    ],
)  # fmt: skip
def test_a_rule_that_is_kept_exempted_or_only_wished_for_is_no_finding(asked):
    assert check(task(CLUBS, rules=asked), SLIDE) == []


def test_a_cap_on_meetings_is_judged():
    field = with_meetings(fresh(4), {1: [(1, 3), (2, 4)]}, 1)
    made = task(field, number=2, repeats=Repeats.ALLOW, rules=Rules(most_meetings=1))
    found = check(made, paired((1, 3), (2, 4), number=2))
    assert [finding.message for finding in found] == [
        "1 and 3 have met once already, and once is the most.",
        "2 and 4 have met once already, and once is the most.",
    ]


def test_a_bye_that_was_refused_is_found():
    found = check(task(fresh(3), rules=Rules(forbidden=((3, BYE),))), paired((1, 2), (3, None)))
    assert "The director asked that 3 has no bye." in [finding.message for finding in found]


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (Rules(bye_order=ByeOrder.TOP_DOWN), 1), (Rules(bye_order=ByeOrder.ALWAYS_BOTTOM), 5),
        (Rules(no_bye_above=4), 5), (Rules(largest_team_byes=True), 3),
    ],
)  # fmt: skip
def test_the_bye_is_judged_by_the_rules_of_the_round(asked, number):
    field = [replace(player, team="A" if player.number < 4 else "B") for player in fresh(5)]
    rest = [other for other in range(1, 6) if other != number]
    right = paired((rest[0], rest[2]), (rest[1], rest[3]), (number, None))
    wrong_one = rest[0] if number != 1 else 2
    others = [other for other in range(1, 6) if other != wrong_one]
    wrong = paired((others[0], others[2]), (others[1], others[3]), (wrong_one, None))
    assert rules(check(task(field, rules=asked), right)) == []
    assert rules(check(task(field, rules=asked), wrong)) == ["bye"]


def test_in_a_knockout_those_who_are_out_are_not_missed():
    assert check(task(fresh(4), "knockout"), replace(paired((1, 2)), method="knockout")) == []


def test_a_list_by_hand_is_judged_like_any_other_round():
    field = with_meetings(fresh(4), {1: [(1, 2), (3, 4)]}, 1)
    made = task(field, "manual", number=2)
    assert rules(check(made, replace(paired((1, 2), (3, 4), number=2), method="manual"))) == ["repeats"]


@pytest.mark.parametrize(("order", "due"), [(ByeOrder.TOP_DOWN, 4), (ByeOrder.BOTTOM_UP, 7)])
def test_a_bye_goes_to_nobody_above_the_rank_that_the_director_sets(order, due):
    made = task(fresh(7), rules=Rules(bye_order=order, no_bye_above=3))
    pairing = pair(made)
    assert pairing.byes == (due,)
    assert [number for number in range(1, 8) if not of_byes(made, with_bye(made, pairing, number))] == [due]
