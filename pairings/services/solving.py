"""The engine's door, without Django: a helper process calls it too."""

from typing import Any

from ..engine.alternatives import alternative
from ..engine.errors import PairingError
from ..engine.methods import METHODS, pair, pair_block
from ..engine.model import Pairing, PairingTask


def solve(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
    """Ask the engine: `rounds` rounds at once for a method that pairs blocks, else one. Raises PairingError."""
    return pair_block(task, rounds) if METHODS[task.method].whole_block else (pair(task),)


def weigh_alternative(task: PairingTask, one: int, two: int, play: bool) -> dict[str, Any]:
    """What the round costs with a board played or not, as plain facts; "refused" where there is no such round."""
    try:
        found = alternative(task, one, two, play=play)
    except PairingError as error:
        return {"refused": str(error)}
    boards = [[board.first, board.second] for board in found.boards]
    return {"rows": [list(row) for row in found.rows], "boards": boards}
