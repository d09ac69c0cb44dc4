"""Costs of boards in levels of importance, packed into one exact integer a board.

A level outweighs all that stand below it: its unit is larger than everything the lower levels can add up to over all
boards of the round.  Criteria inside one level are added with their weights.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pairings.engine.errors import WeightOverflow

Ints = npt.NDArray[np.int64]

LIMIT_BITS = 120
PART_BITS = 60
GUARD_BITS = 3
TIE_BITS = (24, 16, 8)  # the most that fit beside the levels


@dataclass(frozen=True)
class Criterion:
    """One thing a board can cost.

    costs: int64 >= 0, one a board, or a function that counts them once somebody asks.
    """

    name: str
    costs: Ints | Callable[[], Ints]
    weight: int = 1  # its share of the level

    def __post_init__(self) -> None:
        """Raise ValueError for values whose sums could not be compared exactly."""
        if isinstance(self.costs, np.ndarray):
            self._check(self.costs)

    @cached_property
    def values(self) -> Ints:
        """The costs.  Raises ValueError as soon as they are counted."""
        return self.costs if isinstance(self.costs, np.ndarray) else self._check(self.costs())

    def _check(self, values: Ints) -> Ints:
        if values.dtype != np.int64 or values.min(initial=0) < 0:
            raise ValueError(f"The cost {self.name!r} must be whole numbers (int64), none below 0.")
        return values


Level = tuple[Criterion, ...]


@dataclass(frozen=True, slots=True)
class PackedCosts:
    """Costs as upper * 2**shift + lower, one a board.

    upper, lower: int64 in [0, 2**PART_BITS).  The shift leaves GUARD_BITS free above the most that lower can add up to
    in a round, so that a unit of upper still outweighs it after potentials are taken off.
    """

    upper: Ints
    lower: Ints
    shift: int

    def exact(self) -> list[int]:
        """The costs as Python integers."""
        return [
            (above << self.shift) + below for above, below in zip(self.upper.tolist(), self.lower.tolist(), strict=True)
        ]


def level_values(level: Level) -> Ints:
    """The weighted sum of a level's criteria, one a board."""
    total = level[0].values * level[0].weight
    for criterion in level[1:]:
        total = total + criterion.values * criterion.weight
    return total


def pack(levels: Sequence[Ints], boards: int) -> PackedCosts:
    """Pack the levels, most important first.  levels: at least one array of int64 >= 0, one value a board.

    boards: how many boards a round has.  Raises WeightOverflow where the levels do not fit.
    """
    parts: list[tuple[Ints, int]] = [(np.zeros_like(levels[0]), 1)]
    for values in levels:
        radix = int(values.max(initial=0)) * boards + 1
        joined, size = parts[-1]
        if size * radix < 1 << PART_BITS:
            parts[-1] = (joined * radix + values, size * radix)
        else:
            parts.append((values, radix))
    bits = sum(size.bit_length() for _, size in parts) + GUARD_BITS
    if len(parts) > 2 or any(size >= 1 << PART_BITS for _, size in parts) or bits > LIMIT_BITS:
        raise WeightOverflow(bits)
    if len(parts) == 1:
        return PackedCosts(np.zeros_like(parts[0][0]), parts[0][0], parts[0][1].bit_length() + GUARD_BITS)
    return PackedCosts(parts[0][0], parts[1][0], parts[1][1].bit_length() + GUARD_BITS)


def pack_with_tie_break(levels: Sequence[Ints], boards: int, tie_break: Callable[[int], Ints]) -> PackedCosts:
    """Pack the levels with the seeded tie-break below them.  tie_break: its values by how many bits they may have."""
    for bits in TIE_BITS[:-1]:
        with suppress(WeightOverflow):
            return pack([*levels, tie_break(bits)], boards)
    return pack([*levels, tie_break(TIE_BITS[-1])], boards)
