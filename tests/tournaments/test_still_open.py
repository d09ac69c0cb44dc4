"""What is left of an event, and what its divisions play for."""

import pytest

from results.models import Prize
from tdsuite.tournaments.engine.reach import Left
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.stakes import Stakes, stakes_of
from tdsuite.tournaments.still_open import NO_LIMIT, reaches, to_come
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=4, rounds=4, prize_places=2)


def test_the_rounds_after_one_are_to_come_and_spread_can_move_in_each(division: Division) -> None:
    make_round(division, 1, status="closed")
    left = to_come(history(division), 1)
    assert (left.rounds, left.games, left.moves, left.by_spread) == ((2, 3, 4), 3, 3000, True)


def test_a_round_with_a_result_missing_is_still_to_come_for_those_who_play_it(division: Division) -> None:
    row = make_round(division, 1, status=Round.Status.PLAYING, results=1)
    left = to_come(history(division), 1)
    assert (left.rounds, left.games, left.is_even) == ((1, 2, 3, 4), 4, False)
    at_play = {
        entry.number
        for game in row.games.filter(outcome="")
        for entry in (game.first, game.second)
        if entry is not None
    }
    assert left.by_number == {
        number: Left(3 + (number in at_play), 500 * (3 + (number in at_play))) for number in (1, 2, 3, 4)
    }
    make_round(division, 2)
    assert to_come(history(division), 1).rounds == (1, 2, 3, 4)  # the published second round is counted once


def test_who_withdrew_has_nothing_left_and_who_has_no_board_yet_may_still_get_one(division: Division) -> None:
    division.entries.filter(number=1).update(withdrawn_from=2)
    row = make_round(division, 1, status=Round.Status.PLAYING, pairs=[(1, 2)], results=1)
    left = to_come(history(division), 1)
    assert (left.rounds, [left.by_number[number].games for number in (1, 2, 3, 4)]) == ((1, 2, 3, 4), [0, 3, 4, 4])
    row.status = Round.Status.CLOSED
    row.save()
    left = to_come(history(division), 1)
    assert (left.rounds, [left.by_number[number].games for number in (1, 2, 3, 4)]) == ((2, 3, 4), [0, 3, 3, 3])


def test_caps_and_other_tie_breaks_limit_or_free_what_spread_can_do(division: Division) -> None:
    make_round(division, 1, status="closed")
    division.spread_caps = [300, 200, 100]
    division.save()
    assert to_come(history(division), 1).moves == 2 * (200 + 100 + 100)
    division.standings_options = {"tie_breaks": ["head_to_head", "spread"]}
    division.save()
    left = to_come(history(division), 1)
    assert (left.by_number[1].moves, left.by_spread) == (NO_LIMIT, False)


def test_nothing_is_open_after_the_last_round(division: Division) -> None:
    for number in range(1, 5):
        make_round(division, number, status="closed")
    past = history(division)
    assert (to_come(past, 4).rounds, reaches(past, past.standings(4), 4)) == ((), {})


def test_without_a_list_of_prizes_the_divisions_own_places_count_and_one_prize_a_class(division: Division) -> None:
    assert stakes_of(division, ["", "B", "A", "B"]) == Stakes(2, (("A", 1), ("B", 1)))


def test_the_list_of_prizes_says_how_many_places_win(division: Division) -> None:
    for place in (1, 2, 3):
        Prize.objects.create(division=division, title=f"Place {place}", basis="place", place=place)
    for place in (1, 2):
        Prize.objects.create(division=division, title=f"B {place}", basis="class", class_name="B", place=place)
    Prize.objects.create(division=division, title="Best of C", basis="class", class_name="C")
    Prize.objects.create(division=division, title="High game", basis="high_win")
    assert stakes_of(division, ["A", "B"]) == Stakes(3, (("B", 2),))
