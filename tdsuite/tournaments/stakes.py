"""What a division plays for: how many places win a prize, overall and in each class.

The floor above knows the list of prizes and tells it here; without a list the division's own number of prize places counts,
and one prize for each class.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .models import Division


@dataclass(frozen=True, slots=True)
class Stakes:
    """places: prize places, from 1.  classes: (class, prizes), in order of names, where a class has any."""

    places: int
    classes: tuple[tuple[str, int], ...]


Announced = Callable[[Division], Stakes | None]
_announced: list[Announced] = []


def announce_stakes(announced: Announced) -> None:
    """Have `announced` asked what a division plays for; None where it has no list."""
    if announced not in _announced:
        _announced.append(announced)


def stakes_of(division: Division, classes: Iterable[str]) -> Stakes:
    """What a division plays for. classes: those that its players are in; prizes of other classes are nobody's."""
    known = sorted({name for name in classes if name})
    for announced in _announced:
        found = announced(division)
        if found is not None:
            return Stakes(found.places, tuple((name, prizes) for name, prizes in found.classes if name in known))
    return Stakes(division.prize_places, tuple((name, 1) for name in known))


def prize_places_of(division: Division) -> int:
    """How many places win a prize: where pages and papers draw the line under the prizes. One query at most."""
    return stakes_of(division, ()).places
