"""Looking ahead: no round forces a repeat later; the cheapest round that does not, its certificate, its reasons."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check
from pairings.engine.matching import schedules_ahead
from pairings.engine.matching.ahead import _from_cheapest, ahead_of, can_go_on
from pairings.engine.matching.field import cross_table
from pairings.engine.matching.optimum import cost_of
from pairings.engine.matching.schedules_ahead import certain, schedule, without
from pairings.engine.methods import swiss
from pairings.engine.methods.registry import pair
from pairings.engine.model import Pairing, PairingTask, Repeats
from pairings.engine.presence import bye_order
from pairings.engine.rules import Rules
from tdsuite.tournaments.engine.starts import StartMode
from tests.pairings.engine.fields import contestant, every_pairing


def complete(size: int) -> tuple[int, ...]:
    return tuple((1 << size) - 1 & ~(1 << at) for at in range(size))


def repeats(task: PairingTask, pairing: Pairing) -> int:
    by_number = {player.number: player for player in task.contestants}
    games = [board for board in pairing.boards if board.second is not None]
    return sum(bool(task.meetings(by_number[board.first], by_number[board.second])) for board in games)


def rounds_of(event: MadeUpEvent, method: str = "swiss") -> list[tuple[PairingTask, Pairing]]:
    return list(event.play_through(method))


# --- schedules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 6, 8, 14])
def test_a_whole_field_has_as_many_rounds_as_opponents_and_no_more(size):
    found = schedule(complete(size), size - 1, seed=1)
    assert sorted(board for row in found for board in row) == list(combinations(range(size), 2))
    assert schedule(complete(size), size, seed=1) is None


def test_half_of_the_field_left_is_certain_and_fewer_is_not():
    assert certain(complete(8), 4) and not certain(complete(8), 5)


def rounds_on(graph: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    return [row for row in every_pairing(list(range(len(graph)))) if all(graph[one] >> two & 1 for one, two in row)]


def exists(graph: tuple[int, ...], rounds: int) -> bool:
    """Whether so many rounds without a board twice exist, by trying every one."""
    return rounds == 0 or any(exists(without(graph, row), rounds - 1) for row in rounds_on(graph))


@pytest.mark.parametrize("splits", [0, schedules_ahead.SPLITS])
def test_a_schedule_is_found_exactly_where_there_is_one_with_luck_and_without(monkeypatch, splits):
    monkeypatch.setattr(schedules_ahead, "SPLITS", splits)
    there = []
    for seed in range(60):
        rng = random.Random(seed)
        size, rounds = rng.choice([4, 6, 8]), rng.randint(0, 4)
        played = [board for board in combinations(range(size), 2) if rng.random() < 0.5]
        graph = without(complete(size), played)
        found = schedule(graph, rounds, seed)
        there.append(found is not None)
        assert there[-1] == exists(graph, rounds), (graph, rounds)
        assert certain(graph, rounds) <= there[-1]
        for row in found or ():
            assert list(row) == sorted(row) and sorted(sum(row, ())) == list(range(size))
            assert all(one < two and graph[one] >> two & 1 for one, two in row)
            graph = without(graph, row)
    assert 10 < sum(there) < 50


@pytest.mark.parametrize("rules", [Rules(), Rules(forbidden=((1, 2), (3, 6)))])
def test_rounds_are_looked_at_from_the_cheapest_on_and_each_once(rules):
    for seed in range(4):
        task = MadeUpEvent(6, 9, seed, rules=rules).play_quickly(seed).task()
        table = cross_table(task.present(), task)
        rounds = [best.pairs for best in _from_cheapest(task, table, swiss.levels, swiss.likely)]
        costs = [cost_of(table, swiss.levels, task.repeats, row) for row in rounds]
        assert costs == sorted(costs)
        every = {row for row in every_pairing(list(range(6))) if not any(table.shut[board] for board in row)}
        assert sorted(rounds) == sorted(every)


# --- events ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["swiss", "king_of_the_hill", "factor"])
@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 3), (6, 5), (8, 6), (8, 7), (10, 9), (12, 11), (5, 5), (7, 7), (9, 9)]
)
def test_an_event_of_as_many_rounds_as_opponents_has_no_repeat(players, rounds, method):
    for seed in range(4):
        for task, pairing in rounds_of(MadeUpEvent(players, rounds, seed), method):
            assert repeats(task, pairing) == 0 and check(task, pairing) == []


@pytest.mark.parametrize(("players", "rounds"), [(8, 6), (10, 8), (12, 10)])
@pytest.mark.parametrize("leaves", [True, False])
def test_a_player_who_leaves_or_comes_late_forces_no_repeat(players, rounds, leaves):
    for seed in range(5):
        at = 2 + seed % (rounds - 1)
        missed = range(at, rounds + 1) if leaves else range(1, at)
        event = MadeUpEvent(players, rounds, seed, away=dict.fromkeys(missed, (1 + seed % players,)))
        for task, pairing in rounds_of(event):
            assert repeats(task, pairing) == 0 and check(task, pairing) == []


def test_forbidden_boards_are_looked_ahead_at():
    rules = Rules(forbidden=((1, 2), (3, 4), (5, 6)))
    for seed in range(5):
        rounds = rounds_of(MadeUpEvent(12, 10, seed, rules=rules))
        assert [repeats(task, pairing) for task, pairing in rounds] == [0] * 10


def test_beyond_everybody_nobody_meets_a_third_time_before_all_met_twice():
    event = MadeUpEvent(6, 10, 3)
    met = dict.fromkeys(combinations(range(1, 7), 2), 0)
    for _, pairing in event.play_through():
        for board in pairing.boards:
            met[min(board.numbers), max(board.numbers)] += 1
    assert set(met.values()) == {2}


def test_with_few_rounds_the_boards_are_those_of_before():
    for seed in range(6):
        ahead, before = (rounds_of(MadeUpEvent(10, 7, seed, ahead=how)) for how in (True, False))
        assert [pairing.boards for _, pairing in ahead] == [pairing.boards for _, pairing in before]


def cheapest_by_trying(task: PairingTask) -> int:
    """The least sum of squared win differences of a round after which the rounds to come can do without a repeat."""
    players = {player.number: player for player in task.contestants}
    numbers = sorted(players)
    free = tuple(
        sum(
            1 << at
            for at, other in enumerate(numbers)
            if other != one and not task.meetings(players[one], players[other])
        )
        for one in numbers
    )

    def wins(boards):
        return sum((players[numbers[a]].halves - players[numbers[b]].halves) ** 2 for a, b in boards)

    return min(
        wins(boards)
        for boards in rounds_on(free)
        if schedule(without(free, boards), task.rounds_free, seed=9) is not None
    )


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (8, 6), (8, 7)])
def test_it_is_the_cheapest_round_that_forces_no_repeat(players, rounds):
    for seed in range(6):
        for task, pairing in rounds_of(MadeUpEvent(players, rounds, seed, start_mode=StartMode.DRAW)):
            assert pairing.cost("wins") == cheapest_by_trying(task)


# --- what it says ----------------------------------------------------------------------------------


def looked_ahead() -> tuple[PairingTask, Pairing]:
    """A round that would be another if nothing came after it."""
    for seed in range(40):
        for task, pairing in rounds_of(MadeUpEvent(8, 7, seed)):
            if pairing.boards != pair(replace(task, rounds_free=None)).boards:
                return task, pairing
    raise AssertionError("no such round")


def test_a_board_that_was_chosen_for_later_says_so_and_the_rounds_to_come_are_kept():
    task, pairing = looked_ahead()
    assert any("so that nobody has to meet twice later" in board.reason for board in pairing.boards)
    assert len(pairing.schedule) == task.rounds_free


def test_a_schedule_with_a_repeat_is_found_out():
    task, pairing = looked_ahead()
    played = tuple(tuple(sorted(board.numbers)) for board in pairing.boards)
    wrong = replace(pairing, schedule=(played, *pairing.schedule[1:]))
    (finding,) = check(task, wrong)
    assert finding.message == f"Round {task.round + 1} of the schedule does not do without a repeat."


def test_boards_by_hand_that_force_a_repeat_later_are_told_and_those_that_do_not_are_not():
    task, pairing = looked_ahead()
    short_sighted = pair(replace(task, rounds_free=None))
    last = task.round + task.rounds_free
    rounds = f"rounds {task.round + 1} to {last}" if task.rounds_free > 1 else f"round {last}"
    assert [finding.message for finding in check(task, short_sighted)] == [
        f"These boards leave no way to play {rounds} without a repeat; other boards would."
    ]
    assert check(task, replace(pairing, schedule=())) == []


def test_what_is_still_possible_is_asked_before_a_round_is_paired():
    event = MadeUpEvent(6, 5, 1)
    tasks = [task for task, _ in rounds_of(event)]
    assert [can_go_on(task) for task in tasks] == [(6 - number, True) for number in range(1, 6)]
    after_three = replace(tasks[3], rounds_free=2)  # a round more than there are opponents
    assert can_go_on(after_three) == (2, True)
    assert can_go_on(replace(tasks[3], repeats=Repeats.ALLOW)) is None
    corner = replace(MadeUpEvent(6, 5, 1, ahead=False).play_quickly(3).task(), rounds_free=1)  # two triangles are left
    assert can_go_on(corner) == (2, False)


@pytest.mark.parametrize(("rounds", "sit_out"), [(2, 0b11100), (3, 0b11110), (9, 0b11110)])
def test_byes_ahead_go_to_those_with_fewest_as_far_as_these_suffice(rounds, sit_out):
    field = tuple(contestant(number, byes=(2, 1, 0, 0, 0)[number]) for number in range(5))
    made = PairingTask(field, round=1, planned_rounds=9, method="swiss", rounds_free=rounds)
    assert ahead_of(made, made.present()).graph[-1] == sit_out


def of_passed_byes() -> list[tuple[PairingTask, Pairing]]:
    """Rounds after a withdrawal whose bye passed on."""
    event = MadeUpEvent(8, 6, 1, away=dict.fromkeys(range(4, 7), (3,)))
    return [
        (task, pairing)
        for task, pairing in rounds_of(event)
        if pair(replace(task, rounds_free=None)).byes != pairing.byes
    ]


def test_a_bye_that_passed_on_says_why_and_may_not_where_it_stays_with_its_holder():
    firm = Rules(bye_passes=False)
    passed = of_passed_byes()
    reasons = [board.reason for _, pairing in passed for board in pairing.boards if board.is_bye]
    assert passed and all("lets nobody meet twice" in reason for reason in reasons)
    for task, pairing in passed:
        stays = replace(task, rules=firm)
        assert pair(stays).byes == (bye_order(task.present())[0].number,)
        assert [finding.rule for finding in check(stays, pairing)] == ["bye"] and not check(stays, pair(stays))
