"""What a player reads beside a board."""

import pytest

from pairings.engine.methods.registry import pair
from pairings.engine.model import Repeats
from pairings.engine.reasons import by_meetings, by_place, by_wins, record_text, rounds_text
from tests.pairings.engine.fields import contestant, task, with_meetings


def player(number, halves, half_losses, **facts):
    return contestant(number, halves, half_losses=half_losses, **facts)


@pytest.mark.parametrize(
    ("halves", "half_losses", "text"), [(14, 6, "7-3"), (13, 7, "6.5-3.5"), (0, 0, "0-0"), (1, 3, "0.5-1.5")]
)
def test_a_record_is_written_as_the_field_writes_it(halves, half_losses, text):
    assert record_text(player(1, halves, half_losses)) == text


@pytest.mark.parametrize(
    ("rounds", "text"), [((3,), "round 3"), ((3, 7), "rounds 3 and 7"), ((3, 7, 9), "rounds 3, 7 and 9")]
)
def test_rounds_are_listed(rounds, text):
    assert rounds_text(rounds) == text


def test_the_same_record():
    assert by_wins(player(1, 14, 6), player(2, 14, 6)) == "both 7-3"


def test_the_same_wins_of_fewer_games():
    assert by_wins(player(1, 14, 6), player(2, 14, 4)) == "7-3 and 7-2, the same wins"


def test_unequal_wins_name_the_stronger_record_first():
    text = "7-3 against 6-4, as close as the whole round allows"
    assert by_wins(player(2, 12, 8), player(1, 14, 6)) == text == by_wins(player(1, 14, 6), player(2, 12, 8))


def test_places():
    assert by_place(1, 2) == "places 1 and 2"
    assert by_place(1, 3) == "places 1 and 3, as near as the whole round allows"


def test_meetings():
    assert by_meetings((), Repeats.AVOID, 0) == "they have not met"
    assert by_meetings((2,), Repeats.AVOID, 4) == "repeat of round 2: without it 4 players could not be paired"
    assert by_meetings((1, 3), Repeats.ALLOW, 4) == "repeat of rounds 1 and 3"


def test_a_whole_round_in_words():
    field = [player(1, 4, 0), player(2, 4, 0), player(3, 2, 2), player(4, 2, 2), player(5, 0, 4)]
    field = with_meetings(field, {1: [(1, 3)], 2: [(2, 4)]}, 2)
    assert [(set(board.numbers), board.reason) for board in pair(task(field, number=3)).boards] == [
        ({1, 2}, "both 2-0; they have not met"),
        ({3, 4}, "both 1-1; they have not met"),
        ({5}, "bye: fewest byes (0), lowest rank 5"),
    ]


def test_a_forced_repeat_says_how_many_would_have_had_nobody():
    field = with_meetings([player(1, 2, 0), player(2, 0, 2)], {1: [(1, 2)]}, 1)
    pairing = pair(task(field, number=2))
    assert pairing.boards[0].reason == (
        "1-0 against 0-1, as close as the whole round allows; "
        "repeat of round 1: without it 2 players could not be paired"
    )
    first, second = pairing.boards[0].numbers
    assert pairing.warnings == (
        "1 repeat: this round has no pairing with fewer.",
        f"{first} and {second} meet again: they met in round 1.",
    )
