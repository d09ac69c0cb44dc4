"""The last two rounds of an event in which everyone meets everyone, once or several times.

When two rounds are left and everyone has exactly two opponents left, who meets whom is settled: the boards form rings,
and each ring can only be played one way round first and the other way next.  Win differences no longer choose
opponents, only an order.  So the starts of both rounds are settled together, as `balance` settles rounds that are paired
together, wherever two have as many starts and as many replies; and the order goes to the way that leaves the starts of
both rounds best.  Where both ways are alike the win differences decide.

The same holds for the last two rounds of a cycle in mid-event (`starts_ahead`): two who both started three times running
could else be each other's only opponents left.

Without `even_starts` the starts are left to each round, and only boards not played at all count as left.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.engine.matching.field import CrossTable
from pairings.engine.matching.matching import Edge
from pairings.engine.matching.tie_break import coin
from pairings.engine.model import Contestant, PairingTask, Repeats
from pairings.engine.starts.balance import balanced_starts
from pairings.engine.starts.starters import is_full_run, within_runs
from tdsuite.tournaments.engine.starts import REPLY, SECOND, START, StartMode, StartRecord, who_starts

Ring = tuple[int, ...]
Starts = dict[frozenset[int], int]  # who starts, by the two players of a board, all by number

FREE_RUN = 3
MOST_MEETINGS = np.iinfo(np.int16).max


@dataclass(frozen=True, slots=True)
class Closing:
    """What the last two rounds together ask of this one.  boards: positions, the lower one first.  starts: of the boards of
    both rounds whose players have as many starts and as many replies; empty without `even_starts`."""

    boards: frozenset[Edge]
    starts: Starts


def closing(table: CrossTable, task: PairingTask) -> Closing:
    """The boards of the better way round of every ring, and who starts them.

    No boards where the round is not the last but one of the event or of a cycle, where the boards left form no even rings, where somebody has a bye,
    where starts are not assigned, where repeats are allowed, or where both ways of every ring are alike.
    """
    chosen: set[Edge] = set()
    starts: Starts = {}
    for ring in _closing_rings(table, task):
        players = [table.players[at] for at in ring]
        ways = (_way(ring, 0), _way(ring, 1))
        plans = [_settled(players), _settled(players[::-1])] if task.options.even_starts else [{}]
        costs = [[_cost_of_both(table, task, plan, ways[at], ways[1 - at]) for at in (0, 1)] for plan in plans]
        favoured = coin(task.seed, task.round, players[0].number, players[1].number) % len(plans)
        best = min(range(len(plans)), key=lambda at: (min(costs[at]), at != favoured))
        starts |= plans[best]
        if costs[best][0] != costs[best][1]:
            chosen.update(ways[costs[best].index(min(costs[best]))])
    return Closing(frozenset(chosen), starts)


def _settled(players: list[Contestant]) -> Starts:
    """Who starts on a ring so that the sum of the squared balances at its end is the least possible, where either may."""
    ring = list(zip(players, players[1:] + players[:1], strict=True))
    before = {player.number: player.record.balance for player in players}
    settled = balanced_starts([(player.number, other.number) for player, other in ring], before)
    starters = [pair if starts[0] == pair[0].number else pair[::-1] for starts, pair in zip(settled, ring, strict=True)]
    return {
        frozenset((starter.number, other.number)): starter.number
        for starter, other in starters
        if may_start(starter, other)
    }


def may_start(player: Contestant, opponent: Contestant) -> bool:
    """Whether the last two rounds together may ask this one to start: either may, and it makes no fourth in a row."""
    starting, replying = player.record, opponent.record
    is_even = (starting.starts, starting.replies) == (replying.starts, replying.replies)
    return is_even and not is_full_run(starting, START) and not is_full_run(replying, REPLY)


def _closing_rings(table: CrossTable, task: PairingTask) -> list[Ring]:
    """The rings of the last two rounds; none where the rule of this module does not speak."""
    of_a_cycle = task.options.even_starts and task.options.starts_ahead
    in_time = task.rounds_left >= 1 if of_a_cycle else task.rounds_left == 1
    if not in_time or task.start_mode != StartMode.ASSIGNED or task.repeats is Repeats.ALLOW:
        return []
    others = ~np.eye(table.size, dtype=np.bool_)
    fewest = table.met[others].min(initial=MOST_MEETINGS) if task.options.even_starts else 0
    rings = _rings(others & (table.met == fewest))
    if len(task.present()) != table.size or any(len(ring) % 2 for ring in rings):
        return []
    return rings


def _rings(left: npt.NDArray[np.bool_]) -> list[Ring]:
    """The rings of the boards left, (n, n); none where somebody has not exactly two."""
    if (left.sum(axis=1) != 2).any():
        return []
    others = [row.nonzero()[0].tolist() for row in left]
    rings: list[Ring] = []
    seen: set[int] = set()
    for start in range(len(others)):
        if start in seen:
            continue
        ring = [start]
        while (following := next((item for item in others[ring[-1]] if item not in ring), None)) is not None:
            ring.append(following)
        seen.update(ring)
        rings.append(tuple(ring))
    return rings


def _way(ring: Ring, begin: int) -> tuple[Edge, ...]:
    """Every other board of a ring, from its first board or from its second."""
    pairs = [(ring[at], ring[(at + 1) % len(ring)]) for at in range(begin, len(ring), 2)]
    return tuple((min(pair), max(pair)) for pair in pairs)


def _cost_of_both(
    table: CrossTable, task: PairingTask, starts: Starts, now: tuple[Edge, ...], then: tuple[Edge, ...]
) -> int:
    """How far from even, and in how long runs, the players of a ring end after both rounds, this one started as settled."""
    records = {at: table.players[at].record for pair in now for at in pair}
    for settled, boards in ((starts, now), ({}, then)):
        for first, second in boards:
            upper, lower = sorted((first, second), key=lambda at: table.players[at].rank_order)
            numbers = table.players[upper].number, table.players[lower].number
            tie_break = coin(task.seed, task.round, *numbers)
            decision = who_starts(records[upper], records[lower], StartMode.ASSIGNED, tie_break=tie_break)
            decision = within_runs(decision, records[upper], records[lower], StartMode.ASSIGNED)
            upper_starts = settled.get(frozenset(numbers), numbers[decision.starter == SECOND]) == numbers[0]
            sides = (START, REPLY) if upper_starts else (REPLY, START)
            records[upper], records[lower] = records[upper].then(sides[0]), records[lower].then(sides[1])
    return sum(map(_cost, records.values()))


def _cost(record: StartRecord) -> int:
    return int(max(0, abs(record.balance) - 1) ** 3 + max(0, record.longest_run - FREE_RUN) ** 3)
