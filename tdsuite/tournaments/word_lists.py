"""Which word list judges each division's challenges, for pages and papers of rooms that know no word lists.

The floor above keeps the lists and tells their names here.
"""

from collections.abc import Callable, Mapping

from .models import Tournament

Announced = Callable[[Tournament], Mapping[int, str]]
_announced: list[Announced] = []


def announce_word_lists(announced: Announced) -> None:
    """Have `announced` asked for an event's lists: the name of what judges, by primary key of the division."""
    if announced not in _announced:
        _announced.append(announced)


def word_lists_of(tournament: Tournament) -> dict[int, str]:
    """What judges each division that has a list of its own, by primary key of the division."""
    return {division: name for announced in _announced for division, name in announced(tournament).items()}
