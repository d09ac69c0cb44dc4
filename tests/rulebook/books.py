"""The suite's rulebooks, by name, and as parameters of a test."""

import pytest

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

WESPA_2010 = RULEBOOKS["wespa-2010"]
WESPA_2012 = RULEBOOKS["wespa-2012"]
NSA_2004 = RULEBOOKS["nsa-2004"]
SOWPODS_CLUB = RULEBOOKS["sowpods-club"]
SCRABBLE_GUIDE = RULEBOOKS["scrabble-guide"]


def each_of(*books: Rulebook) -> list[object]:
    """One test for each book, by its key."""
    return [pytest.param(book, id=book.key) for book in books]


ALL = each_of(*RULEBOOKS.values())
RULED = [
    key for key, book in RULEBOOKS.items() if not book.based_on
]  # what is based on another differs in its words alone (test_books_model)
WESPA = each_of(WESPA_2010, WESPA_2012)
SILENT = each_of(SOWPODS_CLUB, SCRABBLE_GUIDE)  # on much that the two big books rule
