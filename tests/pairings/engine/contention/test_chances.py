"""How likely each prize place is: counted over whole trials, repeatable, and right where it can be worked out by hand."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from pairings.engine.contention.chances import PARTS, TRIALS, TRIALS_A_PART, Chances, Rest, added, part_of, trial_plan

FIELD = Rest(
    halves=(12, 10, 10, 8, 6, 4), spreads=(600, 300, 150, -50, -400, -600), classes=("", "", "B", "", "B", "B"),
    left=2, most=500, places=3, class_places=(("B", 2),),
)  # fmt: skip


def of_all_parts(rest: Rest, seed: int) -> Chances:
    """As the jobs of a round work them out: a part after the other, added up."""
    rounds = trial_plan(rest, seed)
    return added(part_of(rest, rounds, seed, part) for part in range(PARTS))


def share(chances: Chances, position: int, place: int) -> float:
    return chances.places[position][place] / chances.trials


def test_every_place_goes_to_one_player_in_every_trial() -> None:
    found = of_all_parts(FIELD, 1)
    assert found.trials == TRIALS == PARTS * TRIALS_A_PART
    assert [sum(row[place] for row in found.places) for place in range(3)] == [TRIALS] * 3
    ((name, rows),) = found.classes
    assert (name, [sum(row[place] for row in rows) for place in range(2)]) == ("B", [TRIALS] * 2)


def test_nobody_of_another_class_has_a_class_place() -> None:
    ((_, rows),) = of_all_parts(FIELD, 1).classes
    assert [sum(rows[at]) for at in (0, 1, 3)] == [0, 0, 0]


def test_the_class_place_of_the_only_member_is_sure() -> None:
    alone = replace(FIELD, classes=("", "", "", "", "B", ""), class_places=(("B", 1),))
    ((_, rows),) = of_all_parts(alone, 1).classes
    assert rows[4] == (TRIALS,)


def test_the_last_game_between_two_level_players_is_even() -> None:
    """Two players level, two far behind: first place is the winner's of their game."""
    final = Rest((10, 10, 2, 2), (50, 50, 0, 0), ("",) * 4, 1, 500, 2, boards=((0, 1), (2, 3)))
    found = of_all_parts(final, 1)
    assert share(found, 0, 0) == pytest.approx(0.5, abs=0.01)
    assert share(found, 0, 0) + share(found, 0, 1) == 1
    assert [sum(row) for row in found.places[2:]] == [0, 0]


def test_the_published_boards_are_played_and_not_others() -> None:
    """A leader one win ahead, last round: against the second he is first if he wins or loses narrowly; against the last one
    he is first unless he loses and the second wins by enough."""
    table = Rest((12, 10, 2, 2), (100, 90, 0, 0), ("",) * 4, 1, 500, 1)
    together = of_all_parts(replace(table, boards=((0, 1), (2, 3))), 1)
    apart = of_all_parts(replace(table, boards=((0, 3), (1, 2))), 1)
    assert share(apart, 0, 0) > share(together, 0, 0) + 0.1
    assert trial_plan(replace(table, boards=((0, 3), (1, 2))), 1)[0].pairs == ((0, 3), (1, 2))


def test_a_bye_on_the_published_boards_is_a_game_against_nobody() -> None:
    odd = Rest((10, 8, 6), (10, 0, -10), ("",) * 3, 2, 500, 1, boards=((0, 1), (2, 3)))
    found = of_all_parts(odd, 1)
    assert sum(row[0] for row in found.places) == TRIALS


def test_a_leader_whom_nobody_can_catch_is_always_first() -> None:
    sure = replace(FIELD, halves=(20, 10, 10, 8, 6, 4))
    assert of_all_parts(sure, 1).places[0] == (TRIALS, 0, 0)


def test_parts_are_draws_of_their_own_and_add_up() -> None:
    rounds = trial_plan(FIELD, 1)
    one, two = (part_of(FIELD, rounds, 1, part) for part in (0, 1))
    assert one != two
    both = added([one, two])
    assert (both.trials, both.places[0][0]) == (2 * TRIALS_A_PART, one.places[0][0] + two.places[0][0])
    assert added([one]) == one
    assert added(part_of(FIELD, rounds, 1, part) for part in reversed(range(PARTS))) == of_all_parts(FIELD, 1)


def test_another_seed_draws_other_games() -> None:
    assert of_all_parts(FIELD, 1) != of_all_parts(FIELD, 2)


def test_the_same_input_gives_the_same_counts_in_every_process() -> None:
    code = (
        "from tests.pairings.engine.contention.test_chances import FIELD, of_all_parts; print(of_all_parts(FIELD, 1))"
    )
    for seed in ("0", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == str(of_all_parts(FIELD, 1))


def test_more_places_than_players_are_as_many_as_players() -> None:
    assert [len(row) for row in of_all_parts(replace(FIELD, places=6), 1).places] == [6] * 6


def test_the_work_is_counted_in_games() -> None:
    assert FIELD.work == TRIALS * 6 * 2


def test_whoever_starts_wins_as_often_as_in_real_games():
    """54.3 % of 85,587 games; 60 rating points and 5.09 a point of spread make it 12 points."""
    last = Rest((4, 4), (0, 0), ("",) * 2, 1, 500, 1, boards=((0, 1),))
    first, second = (
        of_all_parts(replace(last, starters=starters, start_rating=worth), 1).places[0][0] / TRIALS
        for starters, worth in (((0,), 60), ((1,), 60))
    )
    assert 0.535 < first < 0.555
    assert abs(first + second - 1) < 0.005
    nothing = replace(last, starters=(0,), start_rating=0)
    assert of_all_parts(nothing, 1) == of_all_parts(last, 1)
