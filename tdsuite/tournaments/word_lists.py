"""Which word list judges each division's challenges, for packages that know no word lists; `adjudication` tells it here."""

from collections.abc import Mapping

from tdsuite.platform.hooks.hooks import Hook

from .models import Tournament

# An event's lists: the name of what judges, by primary key of the division.
announced_word_lists: Hook[[Tournament], Mapping[int, str]] = Hook("announced_word_lists")


def word_lists_of(tournament: Tournament) -> dict[int, str]:
    """What judges each division that has a list of its own, by primary key of the division."""
    return {division: name for lists in announced_word_lists(tournament) for division, name in lists.items()}
