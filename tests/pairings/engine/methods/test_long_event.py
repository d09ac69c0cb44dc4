"""24 players over 23 rounds of Swiss, where everyone could meet everyone: the hardest field for repeats and starts."""

import os

import pytest

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check

SEEDS = 40 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 5


@pytest.fixture(scope="module")
def events():
    """Per seed: the event after its last round, and what the checker found in any round."""
    played = []
    for seed in range(SEEDS):
        event = MadeUpEvent(24, 23, seed)
        played.append((event, [finding for made, pairing in event.play_through() for finding in check(made, pairing)]))
    return played


def test_no_round_has_an_avoidable_repeat_or_any_other_fault(events):
    assert [findings for _, findings in events if findings] == []


def test_nobody_ends_more_than_three_starts_from_even(events):
    assert max(abs(record.balance) for event, _ in events for record in event.records.values()) <= 3


def test_nearly_everyone_ends_within_one_start_of_even_and_nobody_has_four_of_a_side_in_a_row(events, capsys):
    records = [record for event, _ in events for record in event.records.values()]
    within = sum(abs(record.balance) <= 1 for record in records) / len(records)
    with capsys.disabled():
        print(f"\n24 x 23, {SEEDS} seeds: within 1 start of even {within:.4f}")
    assert within >= 0.97
    assert max(record.longest_run for record in records) <= 3


@pytest.mark.parametrize("method", ["swiss", "king_of_the_hill", "random"])
@pytest.mark.parametrize("players", [4, 7, 13])
def test_many_more_rounds_than_opponents_are_paired_with_the_fewest_repeats(method, players):
    event = MadeUpEvent(players, 3 * players, 1)
    assert [finding for made, pairing in event.play_through(method) for finding in check(made, pairing)] == []
