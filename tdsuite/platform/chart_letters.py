"""How much room words and figures have in a chart. They are measured in a wide font: phones write with their own."""

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, east_asian_width

LETTER = 14.0  # units high, on a phone
NARROW = frozenset("ijltfrI.,:;|!'’()[]/- ")
WIDE = frozenset("mwMW@%")
GAP = 4.0  # between two labels
ISOLATED = "\u2068{}\u2069"  # written in its own direction, whatever stands around it


@lru_cache(4096)
def width(text: str) -> float:
    """Units that a text needs."""
    return LETTER * sum(map(_ems, text))


def _ems(letter: str) -> float:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if east_asian_width(letter) in "WF" or letter == "…":
        return 1.0
    if letter in NARROW:
        return 0.38
    if letter in WIDE:
        return 0.96
    return 0.7 if letter.isupper() else 0.62


@lru_cache(4096)
def shortened(name: str, most: float) -> str:
    """A name cut to so many units, kept apart from what is written beside it: the dots stand at its end in Arabic too."""
    short = name
    while short and width(short if short == name else f"{short}…") > most:
        short = short[:-1].rstrip(" -")
    return ISOLATED.format(short if short == name else f"{short}…")


def every(labels: Sequence[str], step: float) -> int:
    """One of so many labels is written, so that none touches the next."""
    widest = max(map(width, labels), default=0.0) + GAP
    return max(1, -int(-widest // step))
