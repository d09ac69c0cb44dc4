"""The rules of a round: boards asked for and forbidden, like players apart, classes, caps, who sits out."""

from dataclasses import asdict, replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.errors import BadRequest, NoPairingPossible
from pairings.engine.matching.costs import level_values, pack
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.optimum import repeat_levels, soft_levels
from pairings.engine.methods import swiss
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.model import ManualBoard, Repeats
from pairings.engine.presence import bye_order
from pairings.engine.rules import BYE, NO_RULES, Apart, ByeOrder, Rules, Strength, rules_from
from tests.pairings.engine.fields import (
    METHOD_KEYS,
    boards,
    contestant,
    every_pairing,
    fresh,
    pairs,
    task,
    with_meetings,
)


def clubs(*names):
    """Players 1, 2, ... of these clubs."""
    return tuple(replace(player, club=name) for player, name in zip(fresh(len(names)), names, strict=True))


# ── boards asked for and forbidden ──────────────────────────────────────────────────────────────────────────


def test_a_board_asked_for_is_played_and_the_method_pairs_the_rest():
    pairing = pair(task(fresh(8), rules=Rules(forced=((1, 2),))))
    assert boards(pairing) == pairs((1, 2), (3, 6), (4, 7), (5, 8))
    assert pairing.boards[0].reason == "asked for by the director; they have not met"


def test_a_board_asked_for_may_be_a_repeat_and_says_so_without_blaming_the_round():
    field = with_meetings(fresh(4), {1: [(1, 2)]}, 1)
    pairing = pair(task(field, number=2, repeats=Repeats.FORBID, rules=Rules(forced=((1, 2),))))
    assert pairing.boards[0].reason == "asked for by the director; repeat of round 1"
    assert [line for line in pairing.warnings if "no pairing with fewer" in line] == []


def test_a_bye_asked_for_in_an_even_field_leaves_one_more_bye():
    pairing = pair(task(fresh(6), rules=Rules(forced=((2, BYE),))))
    assert pairing.byes == (2, 6)
    assert next(board.reason for board in pairing.boards if board.is_bye) == "bye: asked for by the director"


def test_everybody_on_a_board_asked_for_is_a_round():
    pairing = pair(task(fresh(4), rules=Rules(forced=((1, 4), (2, 3)))))
    assert boards(pairing) == pairs((1, 4), (2, 3))


def test_a_forbidden_board_is_not_played_in_either_order():
    assert frozenset({1, 5}) not in boards(pair(task(fresh(8), rules=Rules(forbidden=((5, 1),)))))


def test_an_exempt_board_is_played_whatever_forbids_it():
    rules = Rules(forbidden=((1, 2),), exempt=((2, 1),))
    assert boards(pair(task(fresh(2), rules=rules))) == pairs((1, 2))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Rules(forced=((1, 9),)), "There is no player 9"),
        (Rules(forced=((1, 1),)), "1 and 1 are no board"),
        (Rules(forced=((1, 2), (2, 3))), "Player 2 is asked for on two boards, 1-2 and 2-3"),
        (Rules(forced=((1, 4),)), "Player 4 is asked for on board 1-4 but is absent"),
        (Rules(forced=((1, 2),), forbidden=((2, 1),)), "1-2 is both asked for and forbidden"),
        (Rules(forced=((3, BYE),), forbidden=((3, BYE),)), "3 bye is both asked for and forbidden"),
        (Rules(apart=(Apart("shoe size"),)), "not by 'shoe size'"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(rules, message):
    field = tuple(replace(player, absent=player.number == 4) for player in fresh(5))
    with pytest.raises(BadRequest, match=message):
        pair(task(field, rules=rules))


# ── like players, classes, caps ─────────────────────────────────────────────────────────────────────────────


def test_players_of_one_club_are_kept_apart_at_the_price_of_wins_but_not_of_a_repeat():
    field = clubs("Rooks", "Rooks", "", "")
    field = tuple(replace(player, halves=2 * (player.number <= 2)) for player in field)
    rules = Rules(apart=(Apart("club"),))
    assert frozenset({1, 2}) not in boards(pair(task(field, number=2, rules=rules)))
    met = with_meetings(field, {1: [(1, 3), (2, 4)], 2: [(1, 4), (2, 3)]}, 2)
    pairing = pair(task(met, number=3, rules=rules))
    assert (boards(pairing), pairing.cost("apart")) == (pairs((1, 2), (3, 4)), 1)


@pytest.mark.parametrize("kind", ["club", "family", "team", "country"])
@pytest.mark.parametrize("strength", [Strength.AVOID, Strength.MUST])
def test_every_kind_of_likeness_keeps_players_apart(kind, strength):
    field = [replace(player, **{kind: "x" if player.number in (1, 3) else ""}) for player in fresh(4)]
    assert frozenset({1, 3}) in boards(pair(task(field)))
    assert frozenset({1, 3}) not in boards(pair(task(field, rules=Rules(apart=(Apart(kind, strength=strength),)))))


def test_likeness_counts_until_a_round_only():
    field = clubs("Rooks", "", "Rooks", "")
    rules = Rules(apart=(Apart("club", until=2),))
    assert frozenset({1, 3}) not in boards(pair(task(field, number=2, rules=rules)))
    assert frozenset({1, 3}) in boards(pair(task(field, number=3, rules=rules)))


def test_a_rule_that_is_off_asks_for_nothing():
    field = clubs("Rooks", "", "Rooks", "")
    rules = Rules(apart=(Apart("club", strength=Strength.OFF),))
    assert boards(pair(task(field, rules=rules))) == boards(pair(task(field)))


def test_classes_meet_their_own_where_that_is_asked_for():
    field = [replace(player, prize_class="A" if player.number in (1, 2) else "B") for player in fresh(4)]
    for strength in (Strength.AVOID, Strength.MUST):
        assert boards(pair(task(field, rules=Rules(classes=strength)))) == pairs((1, 2), (3, 4))


def test_a_cap_on_meetings_holds_where_repeats_are_allowed():
    field = with_meetings(fresh(4), {1: [(1, 3), (2, 4)], 2: [(1, 3), (2, 4)]}, 2)
    made = task(field, number=3, repeats=Repeats.ALLOW)
    assert boards(pair(made)) == pairs((1, 3), (2, 4))
    assert frozenset({1, 3}) not in boards(pair(replace(made, rules=Rules(most_meetings=2))))


def test_meetings_before_a_round_can_be_forgotten():
    field = with_meetings(fresh(4), {1: [(1, 3), (2, 4)]}, 2)
    made = task(field, number=3, rules=Rules(repeats_from=2))
    assert boards(pair(made)) == pairs((1, 3), (2, 4))
    assert pair(made).warnings == ()


# ── who sits out ────────────────────────────────────────────────────────────────────────────────────────────


def byes(rules=NO_RULES, **facts):
    """The order of byes of five players on these byes so far: 0, 1, 0, 1, 1."""
    field = [contestant(at, byes=had, **facts.get(f"p{at}", {})) for at, had in enumerate((0, 1, 0, 1, 1), start=1)]
    return [player.number for player in bye_order(tuple(field), rules)]


def test_bottom_up_top_down_and_always_bottom():
    assert byes() == [3, 1, 5, 4, 2]
    assert byes(Rules(bye_order=ByeOrder.TOP_DOWN)) == [1, 3, 2, 4, 5]
    assert byes(Rules(bye_order=ByeOrder.ALWAYS_BOTTOM)) == [5, 4, 3, 2, 1]


def test_nobody_above_a_rank_and_nobody_who_may_not():
    assert byes(Rules(no_bye_above=3)) == [5, 4]
    assert byes(Rules(forbidden=((3, BYE),))) == [1, 5, 4, 2]
    assert byes(Rules(no_bye_above=3, exempt=((2, BYE),))) == [5, 4, 2]


def test_a_volunteer_comes_first():
    assert byes(p2={"volunteers": True})[0] == 2


def test_the_largest_team_gives_the_bye_where_there_is_one_of_more_than_two():
    rules = Rules(largest_team_byes=True)
    one, other = {"team": "A"}, {"team": "B"}
    assert byes(rules, p1=one, p2=one, p4=one, p3=other, p5=other) == [1, 4, 2, 3, 5]
    assert byes(rules, p1=one, p2=one, p3=other, p5=other) == byes()
    assert byes(rules, p1=one, p2=one) == byes()


# ── methods that do not choose ──────────────────────────────────────────────────────────────────────────────


def test_a_table_is_played_as_it_is_and_warns():
    pairings = pair_block(task(fresh(4), "round_robin", rules=Rules(forbidden=((1, 4),))), 2)
    assert pairings[0].warnings == ("Round 1, by the table: The director asked that 1 and 4 do not meet.",)
    assert pairings[1].warnings == ()


def test_a_list_by_hand_stands_above_the_rules_and_warns():
    rules = Rules(forbidden=((1, 2),), apart=(Apart("club", strength=Strength.MUST),))
    made = task(clubs("", "", "Rooks", "Rooks"), "manual", rules=rules, manual=(ManualBoard(1, 2), ManualBoard(3, 4)))
    assert pair(made).warnings == ("The director asked that 1 and 2 do not meet.", "3 and 4 have the same club: Rooks.")


# ── whatever the event ──────────────────────────────────────────────────────────────────────────────────────

RULES = st.builds(
    Rules, forced=st.sampled_from([(), ((1, 2),), ((3, BYE),), ((1, 4), (2, 3))]),
    forbidden=st.sampled_from([(), ((5, 6),), ((1, 5), (2, 6), (6, BYE))]),
    apart=st.sampled_from([(), (Apart("club"),), (Apart("family", 4, Strength.MUST), Apart("country"))]),
    classes=st.sampled_from(Strength), most_meetings=st.sampled_from([0, 2]), repeats_from=st.sampled_from([1, 3]),
    bye_order=st.sampled_from(ByeOrder), no_bye_above=st.sampled_from([0, 2]),
)  # fmt: skip


@given(RULES, METHOD_KEYS, st.integers(6, 13), st.integers(0, 6), st.integers(0, 2**31))
def test_every_method_keeps_every_rule_or_names_the_clash(rules, method, players, played, seed):
    event = MadeUpEvent(players, 12, seed, clubs=3, rules=rules).play_quickly(played)
    made = event.task(method)
    try:
        pairing = pair(made)
    except NoPairingPossible as problem:
        assert problem.clash and problem.relaxations
        return
    assert check(made, pairing) == []


@given(METHOD_KEYS, st.integers(4, 12), st.integers(0, 8), st.integers(0, 2**31))
def test_where_repeats_are_forbidden_no_method_plays_one(method, players, played, seed):
    made = MadeUpEvent(players, 12, seed, repeats=Repeats.FORBID).play_quickly(played).task(method)
    try:
        pairing = pair(made)
    except NoPairingPossible as problem:
        assert problem.relaxations
        return
    field = {player.number: player for player in made.contestants}
    assert not any(field[one].rounds_met(two) for one, two in map(tuple, boards(pairing)))


@given(st.integers(6, 8), st.integers(0, 4), st.integers(0, 2**31), st.sampled_from(Strength))
def test_the_cost_with_rules_equals_brute_force_level_by_level(players, played, seed, classes):
    rules = Rules(apart=(Apart("club"), Apart("country")), classes=classes, forbidden=((1, 2),))
    made = MadeUpEvent(players, 12, seed, clubs=2, rules=rules, ahead=False).play_quickly(played).task()
    try:
        pairing = pair(made)
    except NoPairingPossible:
        return
    playing = [player for player in made.present() if player.number not in pairing.byes]
    table = cross_table(tuple(sorted(playing, key=lambda player: player.score_order)), made)

    def sums(positions):
        one, two = np.array([a for a, _ in positions]), np.array([b for _, b in positions])
        levels = repeat_levels(table, one, two) + soft_levels(table, one, two) + swiss.levels(table, one, two)
        return tuple(int(level_values(level).sum()) for level in levels)

    every = [one for one in every_pairing(list(range(table.size))) if not any(table.shut[pair] for pair in one)]
    place = {player.number: at for at, player in enumerate(table.players)}
    played = [tuple(place[number] for number in board.numbers) for board in pairing.boards if not board.is_bye]
    assert sums(played) == min(map(sums, every))


@pytest.mark.parametrize("seed", range(3))
def test_above_twelve_players_the_cost_with_rules_equals_an_independent_solvers(seed):
    rules = Rules(apart=(Apart("club"),), classes=Strength.AVOID, forbidden=((1, 2), (3, 4)))
    made = MadeUpEvent(26, 14, seed, clubs=3, rules=rules).play_quickly(6).task()
    table = cross_table(tuple(sorted(made.present(), key=lambda player: player.score_order)), made)
    one, two = np.nonzero(np.triu(~table.shut & (table.met == 0), 1))
    levels = [level_values(level) for level in soft_levels(table, one, two) + swiss.levels(table, one, two)]
    graph = nx.Graph()
    graph.add_weighted_edges_from(zip(one.tolist(), two.tolist(), [-c for c in pack(levels, 13).exact()], strict=True))
    rows = np.array(sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))).T
    theirs = soft_levels(table, rows[0], rows[1]) + swiss.levels(table, rows[0], rows[1])
    ours = {part.criterion: part.value for part in pair(made).total}
    assert [ours[c.name] for level in theirs for c in level] == [int(c.values.sum()) for level in theirs for c in level]


@given(RULES)
def test_rules_come_back_out_of_json(rules):
    assert rules_from(asdict(rules)) == rules
