"""Our pairings beside those of two real events of many rounds (docs/replays.md)."""

import statistics

import pytest

from benchmarks.replays import (
    RealEvent,
    RealRound,
    csw_2023,
    mean_and_error,
    play,
    real_tally,
    side_by_side,
    spc_2024,
    tally,
)
from pairings.engine.methods.registry import pair
from tests.oracles.files import oracle

pytestmark = pytest.mark.oracle

TRIALS = 1_000
FOUR = RealEvent(
    "four players, four rounds",
    (2000, 1800, 1600, 1400),
    (
        RealRound(((1, 2, 40), (4, 3, -10)), {}),
        RealRound(((2, 1, -5), (3, 4, 25)), {}),
        RealRound(((1, 2, 60),), {3: 50, 4: -50}),
        RealRound(((1, 4, -1), (2, 3, 100)), {}),
    ),
)


def test_repeats_third_games_and_games_back_to_back_are_counted_apart():
    result = tally(FOUR.replica(1, 4, trials=1))
    assert (result.boards, result.repeats, result.thrice, result.back_to_back) == (7, 3, 1, 3)
    assert (result.within_one, result.longest_run) == (0.75, 2)


def test_who_forfeited_is_away_and_who_had_a_bye_is_not():
    assert FOUR.away == {1: set(), 2: set(), 3: {4}, 4: set()}
    field = FOUR.replica(1, 3, trials=1).contestants()
    assert [(player.halves, player.spread, player.byes) for player in field] == [
        (6, 105, 0), (0, -105, 0), (6, 85, 1), (0, -85, 0),
    ]  # fmt: skip


def test_500_rating_points_are_worth_100_points_a_game():
    two = RealEvent("two", (2500, 2000), (RealRound(((1, 2, 9),), {}),))
    margins = []
    for seed in range(400):
        made = two.replica(seed, 0, trials=1)
        made.play(pair(made.task("king_of_the_hill")))
        margins.append(made.contestants()[0].spread)
    assert abs(statistics.fmean(margins) - 100) < 15  # three standard errors of a deviation of 100


@pytest.fixture(scope="module")
def csw():
    oracle("csw-2023-24x23.t")
    return csw_2023()


@pytest.fixture(scope="module")
def spc():
    oracle("tsh_2024_spc_div1.json")
    return spc_2024()


def test_csw_2023_is_read_whole(csw):
    result = tally(csw.replica(1, 23, trials=1))
    assert (len(csw.ratings), len(csw.rounds), csw.prizes, result.boards) == (24, 23, 6, 276)
    assert (result.repeats, result.within_one, result.longest_run) == (81, 1.0, 4)


def test_spc_2024_is_read_without_the_two_who_never_came(spc):
    result = tally(spc.replica(1, 31, trials=1))
    assert (len(spc.ratings), len(spc.rounds), spc.prizes, result.boards) == (45, 31, 11, 677)
    assert {number: who for number, who in spc.away.items() if who} == {
        4: {23},
        8: {44},
        **{row: {1, 5} for row in (29, 30, 31)},
    }


@pytest.mark.parametrize("name", ["csw", "spc"])
def test_from_the_real_standings_our_rounds_repeat_less_and_stake_no_less(name, request):
    event = request.getfixturevalue(name)
    beside = side_by_side(event, "contenders", TRIALS)
    gain, error = beside.gain
    assert beside.ours.repeats < beside.real.repeats / 2
    assert beside.ours.back_to_back <= beside.real.back_to_back
    assert gain + error > 0  # the interval does not lie below 0


@pytest.mark.parametrize("name", ["csw", pytest.param("spc", marks=pytest.mark.full)])
def test_whole_events_of_the_same_players_are_no_worse_than_the_real_one(name, request):
    event = request.getfixturevalue(name)
    real = real_tally(event, side_by_side(event, "contenders", TRIALS))
    ours = [play(event, "contenders", seed, TRIALS) for seed in (1, 2, 3)]
    assert max(one.repeats for one in ours) < real.repeats
    assert max(one.thrice for one in ours) <= real.thrice
    assert max(one.longest_run for one in ours) <= real.longest_run
    uneven = statistics.fmean(1 - one.within_one for one in ours)
    assert uneven <= 1 - real.within_one + 1 / len(event.ratings) / 2  # half a player: three events are few
    stake, error = mean_and_error([one.stake for one in ours])
    assert stake + error > real.stake
