"""The methods a round can be paired by, and the one door to them."""

from collections.abc import Callable
from dataclasses import dataclass

from pairings.engine import round_robin
from pairings.engine.errors import UnknownMethod
from pairings.engine.king_of_the_hill import pair_king_of_the_hill
from pairings.engine.manual import pair_manual
from pairings.engine.model import Pairing, PairingTask
from pairings.engine.random_draw import pair_random
from pairings.engine.swiss import pair_swiss


@dataclass(frozen=True, slots=True)
class Method:
    """A way to pair.

    label: what a director calls it.  needs_standings: whether earlier results decide who meets whom.  whole_block:
    whether its rounds can all be paired at once (`pair_block`).  pair: pairs one round.
    """

    label: str
    needs_standings: bool
    whole_block: bool
    pair: Callable[[PairingTask], Pairing]


METHODS: dict[str, Method] = {
    "random": Method("Random", False, False, pair_random),
    "round_robin": Method("Round robin", False, True, round_robin.pair_round_robin),
    "king_of_the_hill": Method("King of the Hill", True, False, pair_king_of_the_hill),
    "swiss": Method("Swiss", True, False, pair_swiss),
    "manual": Method("By hand", False, False, pair_manual),
}


def method_of(task: PairingTask) -> Method:
    """The task's method.  Raises UnknownMethod."""
    if task.method not in METHODS:
        raise UnknownMethod(task.method, tuple(METHODS))
    return METHODS[task.method]


def pair(task: PairingTask) -> Pairing:
    """Pair one round.  The same task gives the same boards in every process and on every machine.

    Raises a PairingError that says what the director can do.
    """
    return method_of(task).pair(task)


def pair_block(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
    """Pair several rounds from task.round on, their starts solved together.  Raises PairingError.

    Only a method with whole_block pairs more than one round before the first is played.
    """
    if method_of(task).whole_block:
        return round_robin.pair_block(task, rounds)
    return (pair(task),)
