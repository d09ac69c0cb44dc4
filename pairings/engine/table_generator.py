"""Seeded random rounds to be seated: plans with names and gaps, claims of every kind, a session of several rounds."""

import random
from collections.abc import Iterator
from dataclasses import replace

from tdsuite.tournaments.engine.tables import TableOrder, TablePlan, table_key

from .tables import SeatingTask, TableClaim, seat_boards, tables_for

FEATURES = ("accessible", "near the door", "quiet")
NAMES = ("Stage", "Window", "Bar", "Hall A", "Hall B")
MOST_BOARDS = 12


def random_plan(rng: random.Random, boards: int) -> TablePlan:
    """A plan that may be empty, too short, or longer than the round; some tables reserved, some with features."""
    numbers = rng.sample(range(1, 3 * boards + 2), k=rng.randint(0, boards + 3))
    names = [*map(str, sorted(numbers)), *rng.sample(NAMES, k=rng.randint(0, 2))] if rng.random() < 0.7 else []
    known = names or [str(number) for number in range(1, boards + 3)]
    reserved = frozenset(map(table_key, rng.sample(known, k=min(len(known), rng.randint(0, 2)))))
    features = tuple(
        (feature, frozenset(map(table_key, rng.sample(known, k=rng.randint(0, min(3, len(known)))))))
        for feature in FEATURES
    )
    return TablePlan(tuple(names), TableOrder.RANK, reserved, features)


def random_claims(rng: random.Random, plan: TablePlan, players: int) -> tuple[TableClaim, ...]:
    """Up to five claims; tables named may be missing from the plan, and may be claimed twice."""
    names = [*(plan.names or ("1", "2", "3")), "Nowhere"]
    claims = []
    for _ in range(rng.randint(0, 5)):
        features = frozenset(rng.sample(FEATURES, k=rng.randint(0, 2)))
        table = rng.choice(names) if rng.random() < 0.5 or not features else ""
        claims.append(TableClaim(rng.randint(1, players), table, features))
    return tuple(claims)


def random_session(seed: int, rounds: int = 4) -> Iterator[SeatingTask]:
    """The rounds of one session with stable seats: each knows where the one before seated everybody."""
    rng = random.Random(seed)
    boards = rng.randint(1, MOST_BOARDS)
    players = list(range(1, 2 * boards + 1))
    plan = replace(random_plan(rng, boards), order=TableOrder.STABLE)
    claims = random_claims(rng, plan, 2 * boards)
    last: dict[int, str] = {}
    for _ in range(rounds):
        rng.shuffle(players)
        here = rng.randint(max(1, boards - 1), boards)
        drawn = tuple((players[2 * at], players[2 * at + 1]) for at in range(here))
        mentioned = [*(claim.table for claim in claims), *last.values()]
        task = SeatingTask(drawn, tables_for(plan, here, mentioned), claims, plan.order, dict(last))
        yield task
        for board, placed in zip(drawn, seat_boards(task).places, strict=True):
            last |= dict.fromkeys(board, placed.table.key)
