"""Whole events from outside: read, and refused with a remedy."""

from dataclasses import replace

import pytest

from pairings.engine.contention.refusals import BadEvent
from pairings.engine.contention.requests import Request, read
from pairings.engine.contention.situation import UNPAIRED
from pairings.engine.contention.solution import opponents, pair_situation
from pairings.engine.errors import NoPairingPossible
from tests.pairings.engine.contention.made_up import stakes

FOUR = Request(
    players=4,
    active=4,
    rounds=4,
    pairings=((1, 0, 3, 2), (2, 3, 0, 1)),
    results=((400, 380, 350, 350), (500, 300, 200, 420)),
    stakes=stakes(),
    classes=(0, 0, 0, 0),
)


def test_standings_are_half_wins_then_spread():
    event = read(FOUR)
    assert event.players == (0, 3, 2, 1)
    assert event.situation.halves == (4, 3, 1, 0)
    assert event.situation.spreads == (320, 120, -300, -140)
    assert (event.situation.rounds_left, event.situation.pairings_left) == (2, 2)


def test_meetings_are_counted_and_the_last_round_marked():
    situation = read(FOUR).situation
    assert [situation.met[0, 2], situation.met[0, 3], situation.met[0, 1]] == [1, 1, 0]
    assert situation.met_last[0, 2] and not situation.met_last[0, 3]


def test_a_bye_is_a_win_a_loss_or_half_a_win_by_its_score():
    three = Request(
        3, 3, 5, ((0, 2, 1), (1, 0, 2), (2, 1, 0)), ((50, 400, 300), (300, 350, -50), (1, 0, 2)), stakes(), (0, 0, 0)
    )
    event = read(three)
    assert event.players == (1, 0, 2)
    assert event.situation.halves == (5, 2, 2)
    assert event.situation.byes == (1, 1, 1)


def test_removed_players_are_dropped_and_their_games_kept():
    event = read(replace(FOUR, removed=(1,), active=3))
    assert event.players == (0, 3, 2)
    assert event.situation.halves == (4, 3, 1)
    assert event.situation.needs_bye


def test_an_open_last_row_keeps_its_boards():
    event = read(replace(FOUR, pairings=(*FOUR.pairings, (UNPAIRED, UNPAIRED, 3, 2))))
    assert event.situation.fixed == (UNPAIRED, 2, 1, UNPAIRED)
    assert event.situation.paired_rounds == 2
    _, solution = pair_situation(event.situation, 1)
    assert opponents(event.situation, solution) == (3, 2, 1, 0)


def test_pairings_may_run_ahead_of_results():
    event = read(replace(FOUR, pairings=(*FOUR.pairings, (3, 2, 1, 0))))
    assert (event.situation.rounds_left, event.situation.pairings_left) == (2, 1)


def test_of_equal_players_the_later_one_stands_higher():
    level = replace(FOUR, pairings=(), results=())
    assert read(level).players == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (
            {"active": 1},
            "PLAYER_COUNT_INSUFFICIENT",
            "A round needs at least 2 players. Add players, or take back removals.",
        ),
        (
            {"players": 60_000},
            "PLAYER_COUNT_TOO_LARGE",
            "60000 players are more than 50000. Split the field into divisions.",
        ),
        ({"rounds": 0}, "ROUND_COUNT_INSUFFICIENT", "The event has no rounds. Say how many rounds it has."),
        ({"rounds": 1}, "MORE_PAIRINGS_THAN_ROUNDS", "2 rounds of pairings in 1. Take the surplus rows out"),
        ({"rounds": 2}, "ALL_ROUNDS_PAIRED", "Every round is paired already. Add a round, or delete"),
        (
            {"pairings": FOUR.pairings[:1]},
            "MORE_RESULTS_THAN_PAIRINGS",
            "2 rounds have results, 1 have pairings. Pair before",
        ),
        (
            {"pairings": ((1, 0, 3), (2, 3, 0, 1))},
            "INVALID_ROUND_PAIRINGS_COUNT",
            "Round 1 names 3 opponents for 4 players.",
        ),
        (
            {"pairings": ((1, 0, 3, 9), (2, 3, 0, 1))},
            "PLAYER_INDEX_OUT_OF_BOUNDS",
            "Round 1: player 3 meets 9, who is not",
        ),
        (
            {"pairings": ((1, 0, -1, -1), (2, 3, 0, 1))},
            "UNPAIRED_PLAYER",
            "Round 1: player 2 has no opponent. Give a game",
        ),
        ({"pairings": ((1, 0, 0, 3), (2, 3, 0, 1))}, "INVALID_PAIRING", "Round 1: 2 meets 0, but 0 does not meet 2."),
        (
            {"results": ((1, 2, 3),)},
            "INVALID_ROUND_RESULTS_COUNT",
            "Round 1 has 3 scores for 4 players. Enter one score",
        ),
        ({"classes": (0,)}, "INVALID_PLAYER_CLASS_COUNT", "1 classes for 4 players. Give each player one."),
        ({"classes": (0, 0, 0, 1)}, "INVALID_PLAYER_CLASS", "Player 3 is in class 1. Classes are 0 to 0."),
        ({"removed": (4,)}, "INVALID_REMOVED_PLAYER", "Removed player 4 is not in the field. Name places 0 to 3."),
        ({"stakes": stakes(class_prizes=(0,))}, "INVALID_CLASS_PRIZE", "A class has 0 prizes. Give it at least 1"),
        (
            {"stakes": stakes(gibson_spread=-1)},
            "INVALID_GIBSON_SPREAD",
            "The Gibson spread is -1 points. Give 0 or more.",
        ),
        (
            {"stakes": stakes(control_loss_threshold=2)},
            "INVALID_CONTROL_LOSS_THRESHOLD",
            "is 2. Give a share from 0 to 1.",
        ),
        ({"stakes": stakes(hopefulness=0)}, "INVALID_HOPEFULNESS_THRESHOLD", "Hopefulness is 0. Give a share above 0"),
        ({"stakes": stakes(division_sims=0)}, "INVALID_DIVISION_SIMS", "Give at least 1; 100,000 is usual."),
        ({"stakes": stakes(control_loss_sims=0)}, "INVALID_CONTROL_LOSS_SIMS", "Give at least 1; 10,000 is usual."),
        ({"stakes": stakes(place_prizes=5)}, "INVALID_PLACE_PRIZES", "5 place prizes for 4 players. Give 1 to 4."),
        (
            {"stakes": stakes(activation_round=-1)},
            "INVALID_CONTROL_LOSS_ACTIVATION_ROUND",
            "after round -1. Give 0 or more.",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_to_do(change, code, message):
    with pytest.raises(BadEvent) as refused:
        read(replace(FOUR, **change))
    assert refused.value.code == code
    assert message in str(refused.value)


def test_rules_that_leave_nothing_name_who_stays_alone():
    event = read(FOUR)
    event.situation.shut[:, :] = True
    with pytest.raises(NoPairingPossible) as refused:
        pair_situation(event.situation, 1)
    assert refused.value.players == (0, 1, 2, 3)
