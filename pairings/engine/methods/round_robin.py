"""Round robin: everyone meets everyone, by the Berger tables (FIDE Handbook C.05, annex 1); any number of cycles.

An odd field has an empty place in the table, and whoever would meet it has the bye.  Rounds paired together have their
starts solved together (`starts.balance`).
"""

from pairings.engine.model import PairingTask
from tdsuite.platform.words.sentences import Sentence, catalogued
from .schedules import Players, Schedule, ScheduleSeat, in_table

SIT_OUT = Sentence("your turn to sit out")


def schedule(task: PairingTask) -> Schedule:
    table = in_table(task)
    return Schedule(
        lambda index: cycle_row(table, index, Sentence("round robin")),
        0,
        catalogued("starts are balanced over the whole round robin"),
    )


def cycle_row(table: Players, index: int, name: str) -> list[ScheduleSeat]:
    """Round `index`, from 0, of the endless round robin of some players; in every other cycle the starts are swapped.

    Raises no error for one player: that one sits out.
    """
    cycle, number = divmod(index, max(1, rounds_of_cycle(len(table))))
    where = round_of(name, number, rounds_of_cycle(len(table)))
    if cycle:
        where = Sentence("{where}, cycle {number}", where=where, number=cycle + 1)
    row = []
    for upper, lower in berger_round(len(table) + len(table) % 2, number):
        first, second = (upper, lower) if cycle % 2 == 0 else (lower, upper)
        if max(first, second) < len(table):
            row.append(ScheduleSeat(table[first], table[second], where))
        else:
            row.append(ScheduleSeat(table[min(first, second)], None, where, SIT_OUT))
    return row


def round_of(where: str, index: int, rounds: int) -> str:
    """Which round it is, from 0, of how many: "group 2, round 1 of 3"."""
    return Sentence("{where}, round {number} of {last}", where=where, number=index + 1, last=rounds)


def berger_round(places: int, number: int) -> list[tuple[int, int]]:
    """Round `number`, from 0, of the Berger table for an even number of places, first starter first, places from 0."""
    circle, last = places - 1, places - 1
    base = number * (places // 2) % circle
    fixed = (base, last) if number % 2 == 0 else (last, base)
    return [fixed, *(((base + step) % circle, (base - step) % circle) for step in range(1, places // 2))]


def rounds_of_cycle(players: int) -> int:
    """How many rounds a cycle takes: everyone else, and a bye where the field is odd."""
    return players - 1 + players % 2
