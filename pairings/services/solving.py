"""The engine's door, without Django: a helper process calls it too."""

from pairings.engine.methods.registry import METHODS, pair, pair_block

from ..engine.model import Pairing, PairingTask


def solve(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
    """Ask the engine: `rounds` rounds at once for a method that pairs blocks, else one. Raises PairingError."""
    return pair_block(task, rounds) if METHODS[task.method].whole_block else (pair(task),)
