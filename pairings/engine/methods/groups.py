"""Groups that play a round robin each: group round robin, quads and the initial Fontes rounds.

Groups of a group round robin and of the Fontes rounds follow the entry list; quads follow the standings before their
first round, and are made anew when their three rounds are over.
"""

from pairings.engine.errors import BadRound
from pairings.engine.model import PairingTask
from pairings.engine.options import Groups
from tdsuite.platform.words.sentences import Sentence, catalogued
from .round_robin import cycle_row, rounds_of_cycle
from .schedules import Players, Schedule, ScheduleSeat, in_table, standings_before

QUAD = 4


def grouped(players: Players, size: int, groups: Groups) -> list[Players]:
    """The players split into groups of `size`; players left over join the last group, or the last few if spread.

    Spread, the first groups have exactly `size`; an even number left over joins two by two, so that no group is odd
    that need not be.
    """
    count = max(1, len(players) // size)
    if groups is Groups.RANKED:
        whole = [players[size * at : size * (at + 1)] for at in range(count - 1)]
        return [*whole, players[size * (count - 1) :]]
    spread = [players[at : size * count : count] for at in range(count)]
    left = players[size * count :]
    for turn, at in enumerate(range(0, len(left), 2)):
        spread[count - 1 - turn % count] += left[at : at + 2]
    return spread


def _rows(groups: list[Players], message: str, index: int) -> list[ScheduleSeat]:
    row: list[ScheduleSeat] = []
    for number, group in enumerate(groups, start=1):
        row.extend(cycle_row(group, index, Sentence(message, number=number)))
    return row


def group_schedule(task: PairingTask) -> Schedule:
    groups = grouped(in_table(task), task.options.group_size, task.options.groups)
    return Schedule(
        lambda index: _rows(groups, catalogued("group {number}"), index),
        0,
        catalogued("starts are balanced over the rounds of the groups"),
    )


def fontes_schedule(task: PairingTask) -> Schedule:
    rounds = task.options.fontes_rounds
    if task.round - task.schedule_round != 1:
        raise BadRound("Initial Fontes rounds are the first of an event. Let the plan begin them in round 1.")
    if task.schedule_round >= rounds:
        raise BadRound(
            f"Round {task.round} comes after the {rounds} initial Fontes rounds. Let the plan go on with another method."
        )
    table = in_table(task)
    if len(table) < 2 * (rounds + 1):
        raise BadRound(
            f"{rounds} initial Fontes rounds need at least {2 * (rounds + 1)} players, two groups of {rounds + 1}; "
            f"there are {len(table)}. Play a round robin, or fewer Fontes rounds."
        )
    groups = grouped(table, rounds + 1, Groups.SPREAD)
    return Schedule(
        lambda index: _rows(groups, catalogued("initial group {number}"), index),
        rounds,
        catalogued("starts are balanced over the initial rounds"),
    )


def quad_schedule(task: PairingTask) -> Schedule:
    begun = task.round - task.schedule_round % rounds_of_cycle(QUAD)
    table = standings_before(task, begun)
    groups = grouped(table, QUAD, Groups.RANKED)
    group_of = {player.number: at for at, group in enumerate(groups) for player in group}
    for player in table:
        for number in player.opponents[begun - 1 : task.round - 1]:
            if number in group_of and group_of[number] != group_of[player.number]:
                raise BadRound(
                    f"Players {player.number} and {number} met since round {begun} but are not in one quad by the "
                    "standings given. Pair the rounds left by hand, or give the standings the quads were made from."
                )
    return Schedule(
        lambda index: _rows(groups, catalogued("quad {number}"), index % rounds_of_cycle(QUAD)),
        rounds_of_cycle(QUAD),
        catalogued("starts are balanced over the rounds of the quad"),
    )
