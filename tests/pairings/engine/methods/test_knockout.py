"""Knockout: the bracket, byes, matches of several games, who goes through."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.errors import BadRequest, BadRound
from pairings.engine.methods.knockout import bracket_of
from pairings.engine.methods.registry import pair, pair_block
from pairings.engine.options import Eliminated, MethodOptions
from pairings.engine.rules import BYE, Rules
from tests.pairings.engine.fields import boards, fresh, pairs, task


def numbers(slots):
    return [slot.number if slot else None for slot in slots]


def played(field, rounds):
    """Histories from rounds of (winner, loser, margin); a negative margin is the first player's loss, 0 a draw."""
    for number, games in enumerate(rounds):
        opponents, results = {}, {}
        for one, two, margin in games:
            opponents |= {one: two, two: one}
            results |= {one: (1 + (margin > 0) - (margin < 0), margin), two: (1 + (margin < 0) - (margin > 0), -margin)}
        field = tuple(
            replace(
                player,
                opponents=(*player.opponents, opponents.get(player.number, 0)),
                results=(*player.results, results.get(player.number, (2, 50))),
            )
            for player in field
        )
        assert len(field[0].opponents) == number + 1
    return field


def knockout(players, *rounds, began=1, **options):
    field = played(fresh(players), rounds) if isinstance(players, int) else played(players, rounds)
    number = len(rounds) + 1
    return task(field, "knockout", number, 20, schedule_round=number - began, options=MethodOptions(**options))


@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6]), (5, [1, None, 4, 5, 2, None, 3, None])],
)
def test_seeds_are_placed_so_that_the_highest_meet_last(players, expected):
    assert numbers(bracket_of(fresh(players))) == expected


@given(st.integers(2, 70))
def test_the_two_highest_seeds_meet_in_the_final_and_the_four_highest_in_the_semi_finals(players):
    places = numbers(bracket_of(fresh(players)))
    assert sorted(filter(None, places)) == list(range(1, players + 1))
    half = len(places) // 2
    assert (1 in places[:half]) and (2 in places[half:])
    if players >= 4:
        quarter = half // 2
        assert all(len({1, 2, 3, 4} & set(places[at : at + quarter])) == 1 for at in range(0, len(places), quarter))


def test_the_highest_seeds_have_the_empty_places():
    pairing = pair(knockout(6))
    assert (boards(pairing), set(pairing.byes)) == (pairs((3, 6), (4, 5)), {1, 2})


def test_winners_meet_in_the_next_stage():
    made = knockout(4, [(1, 4, -30), (2, 3, 10)])
    assert boards(pair(made)) == pairs((4, 2))
    assert pair(made).boards[0].reason == "final; seeds 2 and 4"


def test_the_winner_of_the_final_ends_it():
    with pytest.raises(BadRound, match="The knockout is over: 2 has won it"):
        pair(knockout(2, [(2, 1, 5)]))


@pytest.mark.parametrize("later", [1, 2, 5])
def test_a_knockout_planned_for_too_many_rounds_is_over_in_every_later_one_too(later):
    after = [[(1, 2, 7)]] * later
    with pytest.raises(BadRound, match="The knockout is over: 2 has won it"):
        pair(knockout(2, [(2, 1, 5)], *after))


def test_a_match_is_decided_as_soon_as_one_has_more_than_half_of_the_wins():
    rounds = [(1, 4, 20), (2, 3, 20)], [(1, 4, 1), (2, 3, -400)]
    pairing = pair(knockout(4, *rounds, best_of=3))
    assert boards(pairing) == pairs((2, 3))
    assert pairing.boards[0].reason == "semi-final, game 3 of 3; seeds 2 and 3"
    assert pairing.warnings == ("Decided before their last game, and not on a board: 1-4.",)


def test_level_after_all_games_the_better_spread_goes_through():
    rounds = [(1, 4, 20), (2, 3, 20)], [(4, 1, 21), (3, 2, 19)]
    assert boards(pair(knockout(4, *rounds, best_of=2))) == pairs((4, 2))


def test_level_in_wins_and_spread_the_higher_seed_goes_through():
    rounds = [(1, 4, 20), (2, 3, 0)], [(4, 1, 20), (2, 3, 0)]
    assert boards(pair(knockout(4, *rounds, best_of=2))) == pairs((1, 2))


def test_only_games_of_this_stage_count():
    earlier = [(1, 4, -300), (2, 3, -300)]
    assert boards(pair(knockout(4, earlier, [(1, 4, 1), (2, 3, 1)], began=2))) == pairs((1, 2))


def test_games_before_the_bracket_do_not_count_in_its_final():
    before, semis = [(1, 2, 300), (3, 4, 300)], [(1, 4, 1), (2, 3, 1)]
    (board,) = pair(knockout(4, before, before, semis, semis, semis, began=3, best_of=3)).boards
    assert board.reason.startswith("final, game 1 of 3; seeds 1 and 2")


def test_the_opponent_of_somebody_who_left_goes_through():
    field = tuple(replace(player, absent=player.number == 1) for player in played(fresh(4), [[(1, 4, 20), (2, 3, 20)]]))
    pairing = pair(task(field, "knockout", 2, schedule_round=1))
    assert (boards(pairing), pairing.byes) == (set(), (2,))
    assert pairing.boards[0].reason == "bye: final; your opponent is absent"


def test_who_leaves_in_the_middle_of_a_match_is_out_of_it_whatever_was_won_before():
    rounds = [(1, 4, 300), (2, 3, 20)], [(2, 3, 1)], [(2, 3, 1)]
    field = tuple(replace(player, absent=player.number == 1) for player in played(fresh(4), rounds))
    plan = MethodOptions(best_of=3)
    assert boards(pair(task(field, "knockout", 4, schedule_round=3, options=plan))) == pairs((2, 4))


def test_a_bracket_takes_only_so_many_and_can_be_seeded_by_the_standings_before_it():
    before = [(3, 1, 100), (4, 2, 50), (5, 6, 20)]
    made = knockout(6, before, began=2, bracket_size=4, by_standings=True)
    seeds = sorted(made.contestants, key=lambda one: (-sum(h for h, _ in one.results), -sum(s for _, s in one.results)))
    first, second, third, fourth = [player.number for player in seeds[:4]]
    made = replace(made, contestants=tuple(replace(one, rank=seeds.index(one) + 1) for one in made.contestants))
    assert boards(pair(made)) == pairs((first, fourth), (second, third))
    later = knockout(6, before, [(first, fourth, 9), (second, third, 9)], began=2, bracket_size=4, by_standings=True)
    assert boards(pair(later)) == pairs((first, second))


def test_those_who_are_out_play_swiss_where_that_is_asked_for():
    made = knockout(8, [(1, 8, 9), (4, 5, 9), (2, 7, 9), (3, 6, 9)], eliminated=Eliminated.SWISS)
    found = boards(pair(made))
    assert found >= pairs((1, 4), (2, 3))
    assert {number for board in found for number in board} == set(range(1, 9))


def test_a_knockout_without_the_results_of_its_rounds_says_so():
    with pytest.raises(BadRequest, match="needs the results of its earlier rounds"):
        pair(task(fresh(4), "knockout", 2, schedule_round=1))


def test_a_block_is_one_round_as_the_next_depends_on_its_results():
    assert len(pair_block(knockout(8), 3)) == 1


@given(st.integers(2, 20), st.sampled_from([1, 2, 3]), st.integers(0, 2**31))
def test_every_knockout_ends_with_one_winner_after_as_many_stages_as_it_takes(players, best_of, seed):
    event = MadeUpEvent(players, 99, seed, options=MethodOptions(best_of=best_of))
    stages = (players - 1).bit_length()
    for _ in range(stages * best_of):
        made = event.task("knockout")
        pairing = pair(made)
        assert check(made, pairing) == []
        event.play(pairing)
    with pytest.raises(BadRound, match="The knockout is over"):
        pair(event.task("knockout"))


def asked_of(made, **rules):
    return replace(made, rules=Rules(**rules))


def test_a_board_asked_for_with_somebody_of_the_bracket_is_not_played_and_that_is_said():
    made = knockout(8, [(1, 8, 9), (4, 5, 9), (2, 7, 9), (3, 6, 9)], eliminated=Eliminated.SWISS)
    pairing = pair(asked_of(made, forced=((1, 8),)))
    assert {frozenset((1, 4)), frozenset((2, 3))} < boards(pairing)
    assert pairing.warnings == ("Round 2, by the bracket: The director asked that 1 and 8 meet.",)


def test_a_bye_asked_for_somebody_of_the_bracket_is_not_given_and_that_is_said():
    pairing = pair(asked_of(knockout(4, eliminated=Eliminated.SWISS), forced=((3, BYE),)))
    assert boards(pairing) == pairs((1, 4), (2, 3))
    assert pairing.warnings == ("Round 1, by the bracket: The director asked that 3 has the bye.",)


def test_a_board_asked_for_among_those_who_are_out_is_played():
    made = knockout(8, [(1, 8, 9), (4, 5, 9), (2, 7, 9), (3, 6, 9)], eliminated=Eliminated.SWISS)
    pairing = pair(asked_of(made, forced=((5, 6),)))
    assert {frozenset((5, 6)), frozenset((7, 8))} < boards(pairing)
    assert pairing.warnings == ()


def test_a_board_of_the_bracket_that_was_forbidden_is_played_and_named():
    pairing = pair(asked_of(knockout(4), forbidden=((1, 4),)))
    assert boards(pairing) == pairs((1, 4), (2, 3))
    assert pairing.warnings == ("Round 1, by the bracket: The director asked that 1 and 4 do not meet.",)
