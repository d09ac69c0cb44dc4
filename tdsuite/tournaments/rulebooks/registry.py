"""The rulebooks by key, rulebooks of organisers' files, and the word source an event must use."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

from tdsuite.platform.words.sentences import Sentence
from .loading import read_book
from .model import Rulebook
from .terms import WordList
from .word_lists import list_name

BOOKS = Path(__file__).parent / "books"
KEYS = ("wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club", "scrabble-guide")  # as pages list them
DEFAULT = "wespa-2012"  # of a new event: the newest edition, whose word list follows the date (App. 2)


class Rulebooks(Mapping[str, Rulebook]):
    """The suite's books, each read from its file when it is first asked for."""

    def __getitem__(self, key: str) -> Rulebook:
        if key not in KEYS:
            raise KeyError(key)
        return _own_book(key)

    def __contains__(self, key: object) -> bool:
        return key in KEYS

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


RULEBOOKS = Rulebooks()


@cache
def _own_book(key: str) -> Rulebook:
    return read_book((BOOKS / f"{key}.toml").read_text(encoding="utf-8"), RULEBOOKS, own=True)


@lru_cache(maxsize=64)
def read_rulebook(text: str) -> Rulebook:
    """The rulebook that an organiser's file makes.  text: as `loading.tidy` returns it.  Raises BadRulebookFile."""
    return read_book(text, RULEBOOKS)


class UnknownRulebook(LookupError):
    """No rulebook has that key.  The message lists those there are."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"There is no rulebook {key!r}. Choose one of: {', '.join(RULEBOOKS)}.")


@cache
def rulebook(key: str) -> Rulebook:
    """The rulebook kept under `key`.  Raises UnknownRulebook."""
    try:
        return RULEBOOKS[key]
    except KeyError:
        raise UnknownRulebook(key) from None


@dataclass(frozen=True, slots=True)
class WordSource:
    """What decides whether a word is acceptable at one event."""

    lists: tuple[WordList, ...]  # in the order they are consulted
    rule: str
    may_deviate: bool  # whether the organiser may use another
    warning: str = ""  # "" or a sentence for the event page

    @property
    def name(self) -> str:
        first, *later = (list_name(word_list.name) for word_list in self.lists)
        for name in later:
            first = Sentence("{lists}, then {list}", lists=first, list=name)
        return first

    def lists_for(self, length: int) -> tuple[WordList, ...]:
        """The lists that may rule a word of `length` letters, in order."""
        return tuple(word_list for word_list in self.lists if word_list.min_length <= length <= word_list.max_length)


def word_source(book: Rulebook, event_ends: date) -> WordSource:
    """The word source for an event that ends on `event_ends` (WESPA App. 2; NSA I.A.1)."""
    provision = book.before.word_source
    word_source_rule = provision.value
    edition = next(
        edition
        for edition in reversed(word_source_rule.editions)
        if edition.first_end is None or event_ends >= edition.first_end
    )
    warning = ""
    if word_source_rule.revised_from is not None and event_ends >= word_source_rule.revised_from:
        warning = Sentence(
            "{book} has later rules for events that end in {year} or later.",
            book=book.name,
            year=word_source_rule.revised_from.year,
        )
    return WordSource(edition.lists, provision.rule, word_source_rule.may_deviate, warning)
