"""Random: even chances, no avoidable repeat."""

from collections import Counter

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.methods import random_draw
from pairings.engine.methods.registry import pair
from pairings.engine.model import Repeats
from tests.pairings.engine.fields import boards, fresh, task, with_meetings


def test_each_of_the_three_pairings_of_four_players_comes_up_a_third_of_the_time():
    times = Counter(frozenset(boards(pair(task(fresh(4), "random", seed=seed)))) for seed in range(3000))
    assert (len(times), sum(times.values())) == (3, 3000)
    assert max(abs(count - 1000) for count in times.values()) < 80  # three standard deviations are 77


def test_a_pairing_without_a_repeat_is_as_likely_as_any_other_such():
    field = with_meetings(fresh(6), {1: [(1, 2), (3, 4), (5, 6)]}, 1)
    times = Counter(frozenset(boards(pair(task(field, "random", number=2, seed=seed)))) for seed in range(4000))
    assert (len(times), sum(times.values())) == (8, 4000)
    assert max(abs(count - 500) for count in times.values()) < 70  # three standard deviations are 63


def test_another_seed_or_round_draws_anew():
    draws = {frozenset(boards(pair(task(fresh(20), "random", seed=seed)))) for seed in range(50)}
    assert len(draws) == 50


def test_when_every_draw_would_repeat_the_fewest_repeats_are_taken():
    met = {1: [(1, 2), (3, 4)], 2: [(1, 3), (2, 4)], 3: [(1, 4), (2, 3)]}
    pairing = pair(task(with_meetings(fresh(4), met, 3), "random", number=4))
    assert (pairing.cost("repeats"), pairing.cost("last_round")) == (2, 0)
    assert all("without it 4 players could not be paired" in board.reason for board in pairing.boards)


def test_late_in_a_long_event_a_pairing_without_repeats_is_found_though_draws_hardly_ever_hit_it():
    made = MadeUpEvent(24, 23, 4).play_quickly(19).task("random")
    assert check(made, pair(made)) == []


def test_the_random_costs_and_the_draw_say_the_same_of_a_board(monkeypatch):
    made = task(fresh(7), "random")
    drawn = pair(made)
    monkeypatch.setattr(random_draw, "DRAWS", 0)
    by_costs = pair(made)
    assert by_costs.boards[0].reason == drawn.boards[0].reason == "drawn at random; they have not met"
    assert by_costs.byes == drawn.byes == (7,)
    assert check(made, by_costs) == []


def test_with_repeats_allowed_the_first_draw_stands():
    met = {1: [(1, 2)]}
    pairing = pair(task(with_meetings(fresh(2), met, 1), "random", number=2, repeats=Repeats.ALLOW))
    assert (boards(pairing), pairing.boards[0].reason) == ({frozenset({1, 2})}, "drawn at random; repeat of round 1")
