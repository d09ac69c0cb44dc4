"""The engine's door, without Django: a helper process calls it too."""

from typing import Any

from pairings.engine.matching.comparison import alternative
from pairings.engine.methods.registry import METHODS, pair, pair_block

from ..engine.errors import PairingError
from ..engine.model import Pairing, PairingTask


def solve(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
    """Ask the engine: `rounds` rounds at once for a method that pairs blocks, else one. Raises PairingError."""
    return pair_block(task, rounds) if METHODS[task.method].whole_block else (pair(task),)


def weigh_alternative(task: PairingTask, first: int, second: int, play: bool) -> dict[str, Any]:
    """What the round costs with a board played or not, as plain facts; "refused" where there is no such round."""
    try:
        compared = alternative(task, first, second, play=play)
    except PairingError as error:
        return {"refused": str(error)}
    boards = [[board.first, board.second] for board in compared.boards]
    return {"rows": [list(row) for row in compared.rows], "boards": boards}
