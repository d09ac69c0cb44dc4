"""The rulebooks by key, and the word source an event must use."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.nsa_2004 import NSA_2004
from tdsuite.tournaments.rulebooks.scrabble_guide import SCRABBLE_GUIDE
from tdsuite.tournaments.rulebooks.sowpods_club import SOWPODS_CLUB
from tdsuite.tournaments.rulebooks.terms import WordList
from tdsuite.tournaments.rulebooks.wespa_2010 import WESPA_2010
from tdsuite.tournaments.rulebooks.wespa_2012 import WESPA_2012

RULEBOOKS: Mapping[str, Rulebook] = MappingProxyType(
    {book.key: book for book in (WESPA_2010, WESPA_2012, NSA_2004, SOWPODS_CLUB, SCRABBLE_GUIDE)}
)
DEFAULT = WESPA_2010.key  # of a new event


class UnknownRulebook(LookupError):
    """No rulebook has that key.  The message lists those there are."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"There is no rulebook {key!r}. Choose one of: {', '.join(RULEBOOKS)}.")


def rulebook(key: str) -> Rulebook:
    """The rulebook kept under `key`.  Raises UnknownRulebook."""
    try:
        return RULEBOOKS[key]
    except KeyError:
        raise UnknownRulebook(key) from None


@dataclass(frozen=True, slots=True)
class WordSource:
    """What decides whether a word is acceptable at one event.

    lists: in the order they are consulted.  may_deviate: whether the organiser may use another.  warning: "" or a
    sentence for the event page.
    """

    lists: tuple[WordList, ...]
    rule: str
    may_deviate: bool
    warning: str = ""

    @property
    def name(self) -> str:
        return ", then ".join(word_list.name for word_list in self.lists)

    def lists_for(self, length: int) -> tuple[WordList, ...]:
        """The lists that may rule a word of `length` letters, in order."""
        return tuple(kept for kept in self.lists if kept.min_length <= length <= kept.max_length)


def word_source(book: Rulebook, event_ends: date) -> WordSource:
    """The word source for an event that ends on `event_ends` (WESPA App. 2; NSA I.A.1)."""
    provision = book.before.word_source
    wanted = provision.value
    edition = next(
        edition for edition in reversed(wanted.editions) if edition.first_end is None or event_ends >= edition.first_end
    )
    warning = ""
    if wanted.revised_from is not None and event_ends >= wanted.revised_from:
        warning = f"{book.name} has later rules for events that end in {wanted.revised_from.year} or later."
    return WordSource(edition.lists, provision.rule, wanted.may_deviate, warning)
