"""Which word list judges each division's challenges, for packages that know no word lists; `adjudication` tells it here."""

from collections.abc import Mapping
from dataclasses import dataclass

from tdsuite.platform.hooks.hooks import Hook
from .models import Tournament


@dataclass(frozen=True, slots=True)
class JudgedBy:
    """What judges a division's challenges.  is_the_books: whether it is what the rulebook names for the event's last day."""

    name: str
    is_the_books: bool


# An event's lists: what judges, by primary key of the division.
announced_word_lists: Hook[[Tournament], Mapping[int, JudgedBy]] = Hook("announced_word_lists")


def word_lists_of(tournament: Tournament) -> dict[int, JudgedBy]:
    """What judges each division that has a list of its own, by primary key of the division."""
    return {division: judged for lists in announced_word_lists(tournament) for division, judged in lists.items()}
