"""Formats compared: what is offered, what one event gives, and intervals."""

import pytest

from pairings.engine.checking.generator import MadeUpEvent
from pairings.engine.forecast import (
    Block,
    estimates,
    formats_for,
    play_event,
    play_events,
    share,
    strengths_at,
)
from pairings.engine.model import Repeats

HILL = Block("king_of_the_hill", 1, Repeats.ALLOW)


@pytest.mark.parametrize(("players", "rounds"), [(4, 1), (4, 3), (5, 12), (7, 6), (8, 7), (13, 9), (16, 2)])
def test_every_format_that_is_offered_can_be_played_and_fills_the_rounds(players, rounds):
    formats = formats_for(players, rounds)
    assert len(set(formats)) == len(formats) >= 2
    for format_ in formats:
        assert sum(block.rounds for block in format_) == rounds
        event = play_event(format_, 1, players, prizes=2)
        assert -1 <= event.tau <= 1 and 0 <= event.open_prizes <= 2 and event.strongest_won in (0, 1)


def test_nothing_is_offered_to_three_players_or_for_no_round():
    assert formats_for(3, 5) == formats_for(12, 0) == ()


def test_a_round_robin_repeats_nothing_and_leaves_starts_even():
    event = play_event((Block("round_robin", 7),), 3, 8, prizes=3)
    assert (event.repeats, event.uneven) == (0, 0)


def test_a_second_lap_repeats_every_game():
    assert play_event((Block("round_robin", 6),), 3, 4, prizes=1).repeats == 6


def test_every_format_meets_the_same_players_with_the_same_strengths():
    assert strengths_at(5, 6, ()) == strengths_at(5, 6, ()) != strengths_at(6, 6, ())
    swiss = (Block("swiss", 4), HILL)
    assert play_events(swiss, range(2, 4), 6, 1) == [play_event(swiss, event, 6, prizes=1) for event in (2, 3)]


def test_whoever_has_no_rating_is_taken_to_be_as_strong_as_the_weakest():
    given = strengths_at(1, 3, (1800, 1200, 0))
    assert given == strengths_at(1, 3, (1800, 1200)) == strengths_at(1, 3, (1200, 1800, 1200))


def test_starting_is_worth_what_is_said():
    """Two players of one strength, the same luck: 12 points is all that is between the two."""
    margins = []
    for start_points in (0.0, 12.0):
        event = MadeUpEvent(2, 1, 4, strengths=(0.0, 0.0), same_luck=True, start_points=start_points)
        pairing = next(iter(event.play_through("swiss")))[1]
        event.play(pairing)
        margins.append({player.number: player.spread for player in event.contestants()}[pairing.boards[0].first])
    assert margins[1] - margins[0] == 12


def test_one_prize_far_ahead_is_decided_before_the_last_round():
    """A runaway leader of one strength against no others: the first place is settled, the next is not."""
    event = play_event((Block("round_robin", 5),), 1, 6, prizes=2, ratings=(2400, 700, 700, 700, 700, 700))
    assert event.open_prizes == 1
    assert (
        play_event((Block("round_robin", 5),), 1, 6, prizes=1, ratings=(2400, 700, 700, 700, 700, 700)).open_prizes == 0
    )


def test_wilsons_interval_of_a_share():
    estimate = share(20, 100)
    assert (estimate.mean, round(estimate.low, 3), round(estimate.high, 3)) == (0.2, 0.133, 0.289)


def test_an_interval_needs_two_events():
    with pytest.raises(ValueError, match="two events"):
        estimates([play_event((Block("swiss", 2),), 0, 4, prizes=1)])
