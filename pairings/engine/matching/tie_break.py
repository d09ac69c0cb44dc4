"""Seeded choices that are the same on every machine and in every process.

Python's own `hash` differs from process to process and `random` may change between versions; these come from BLAKE2b
(RFC 7693) and, for many pairs at once, from the splitmix64 finaliser (Steele, Lea and Flood, OOPSLA 2014).
"""

from hashlib import blake2b

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]


def seeded_bits(seed: int, *parts: int | str) -> int:
    """64 bits drawn from the seed and the parts; int in [0, 2**64)."""
    text = "\x1f".join(str(part) for part in (seed, *parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def player_bits(seed: int, round_number: int, numbers: tuple[int, ...]) -> Words:
    """One 64-bit word a player, for `pair_bits`.  numbers: the players; the result has the same order."""
    return np.array([seeded_bits(seed, "pair", round_number, number) for number in numbers], dtype=np.uint64)


def pair_bits(first: Words, second: Words, bits: int) -> npt.NDArray[np.int64]:
    """A number in [0, 2**bits) for each pair of words; the same whichever player is named first.  bits: 0..62."""
    word = first ^ second
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word = word ^ (word >> np.uint64(31))
    return (word >> np.uint64(1) >> np.uint64(63 - bits)).astype(np.int64)


def coin(seed: int, round_number: int, first: int, second: int) -> int:
    """0 or 1: which of two players the seed favours.  Swapping the two swaps the answer."""
    low, high = sorted((first, second))
    return 0 if (low, high)[seeded_bits(seed, "start", round_number, low, high) & 1] == first else 1


def shuffled(seed: int, label: str, numbers: tuple[int, ...]) -> list[int]:
    """The numbers in an order drawn from the seed and the label."""
    return sorted(numbers, key=lambda number: (seeded_bits(seed, label, number), number))
