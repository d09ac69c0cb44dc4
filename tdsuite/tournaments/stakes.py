"""What a division plays for: how many places win a prize, overall and in each class.

`results` knows the list of prizes and tells it here; without a list the division's own number of prize places counts,
and one prize for each class.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tdsuite.platform.hooks.hooks import Hook
from .models import Division


@dataclass(frozen=True, slots=True)
class Stakes:
    places: int  # prize places, from 1
    classes: tuple[tuple[str, int], ...]  # (class, prizes), in order of names, where a class has any


# What a division plays for; None where it has no list.
announced_stakes: Hook[[Division], Stakes | None] = Hook("announced_stakes")


def stakes_of(division: Division, classes: Iterable[str]) -> Stakes:
    """What a division plays for. classes: those that its players are in; prizes of other classes are nobody's."""
    known = sorted({name for name in classes if name})
    for stakes in announced_stakes(division):
        if stakes is not None:
            return Stakes(stakes.places, tuple((name, prizes) for name, prizes in stakes.classes if name in known))
    return Stakes(division.prize_places, tuple((name, 1) for name in known))


def prize_places_of(division: Division) -> int:
    """How many places win a prize: where pages and papers draw the line under the prizes. One query at most."""
    return stakes_of(division, ()).places
