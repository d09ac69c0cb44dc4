"""Fields, brute force and strategies for the engine's tests."""

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from checklist.made_up_events import MadeUpEvent
from pairings.engine.errors import Relaxation
from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Contestant, PairingTask
from pairings.engine.rules import is_among
from tdsuite.tournaments.engine.starts import record_of

LEFT_OUT = ("cop", "contenders", "manual")  # two simulate, which takes too long here; one needs a list
SOLVED = tuple(key for key, method in METHODS.items() if not method.whole_block and key not in LEFT_OUT)


def events(most):
    """Made-up events of 6 to `most` players in mid-event, two rounds before their end."""
    return st.builds(
        lambda players, rounds, seed, absences: MadeUpEvent(
            players, rounds + 2, seed, absences=absences, ahead=False
        ).play_quickly(rounds),
        players=st.integers(6, most),
        rounds=st.integers(0, 9),
        seed=st.integers(0, 2**31),
        absences=st.sampled_from([0.0, 0.1]),
    ).filter(lambda event: len(event.task().present()) > 1)


EVENTS = events(14)
SMALL_EVENTS = events(9)
METHOD_KEYS = st.sampled_from(SOLVED)


def contestant(number, halves=0, **facts):
    """A player whose rank and seed are the number unless said otherwise."""
    return Contestant(**{"number": number, "rank": number, "seed": number, "halves": halves, **facts})


def fresh(players):
    """A field before round 1."""
    return tuple(contestant(number) for number in range(1, players + 1))


def with_meetings(players, meetings, rounds):
    """Players with the given meetings put into their histories.  meetings: {round: [(one, two), ...]}."""
    opponents = {player.number: [0] * rounds for player in players}
    for number, pairs in meetings.items():
        for one, two in pairs:
            opponents[one][number - 1], opponents[two][number - 1] = two, one
    return tuple(replace(player, opponents=tuple(opponents[player.number])) for player in players)


def sides(*given):
    """A start record of these sides."""
    return record_of(given)


def task(players, method="swiss", number=1, planned=8, **facts):
    """A task for a field."""
    assert method in METHODS
    return PairingTask(tuple(players), round=number, planned_rounds=planned, method=method, **facts)


def boards(pairing):
    """The games as a set of unordered pairs, byes left out."""
    return {frozenset(board.numbers) for board in pairing.boards if not board.is_bye}


def pairs(*given):
    """Boards as `boards` has them."""
    return {frozenset(pair) for pair in given}


def every_pairing(items):
    """Every way to pair an even number of items."""
    if not items:
        yield ()
        return
    head, *rest = items
    for at, other in enumerate(rest):
        for others in every_pairing(rest[:at] + rest[at + 1 :]):
            yield ((head, other), *others)


def random_costs(size, seed, *, share=1.0, most=1000):
    """Edges of a random graph with random costs, as {(one, two): cost}."""
    rng = random.Random(seed)
    return {
        (one, two): rng.randrange(most) for one in range(size) for two in range(one + 1, size) if rng.random() < share
    }


def relaxed(task: PairingTask, relaxations: Sequence[Relaxation]) -> PairingTask:
    """The task with the exceptions granted: boards let through, boards asked for given up."""
    given_up = tuple(relaxation.board for relaxation in relaxations if relaxation.rule == "forced")
    let = tuple(relaxation.board for relaxation in relaxations if relaxation.rule != "forced")
    rules = replace(
        task.rules,
        forced=tuple(board for board in task.rules.forced if not is_among(given_up, *board)),
        exempt=(*task.rules.exempt, *let),
    )
    return replace(task, rules=rules)
