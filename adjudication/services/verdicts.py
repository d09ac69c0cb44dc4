"""Acceptable or not: the one answer about all the words of one challenge."""

from collections.abc import Sequence
from dataclasses import dataclass

from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused

from ..engine.lexicon_lookup import NotJudged, checked, contains
from ..lexicon_files import opened
from ..lexicon_models import DivisionLexicon, Lexicon
from .lexicons import open_list


@dataclass(frozen=True, slots=True)
class Lexicons:
    """What one challenge is judged by.  second: None, or the list that rules words of `second_from` tiles and more too.

    pinned: False where nobody chose, and the open list that comes with the suite stands in.
    """

    first: Lexicon
    second: Lexicon | None = None
    second_from: int = 0
    pinned: bool = True

    def __str__(self) -> str:
        second = f", then {self.second} from {self.second_from} letters" if self.second else ""
        return f"{self.first}{second}"


def lexicons_of(division: Division) -> Lexicons:
    """The lists pinned for a division, else the open list. One query when pinned."""
    pinned = DivisionLexicon.objects.filter(division=division).select_related("lexicon", "second").first()
    if pinned is None:
        return Lexicons(open_list(), pinned=False)
    return Lexicons(pinned.lexicon, pinned.second, pinned.second_from or 0)


def words_of(lexicons: Lexicons, words: Sequence[str]) -> tuple[str, ...]:
    """The words as they are looked up: capitals, digraph tiles in brackets.

    Raises Refused when there are none or more than 8, or one has letters that are no tile or not 2 to 15 tiles.
    """
    try:
        return checked(words, lexicons.first.tiles)
    except NotJudged as error:
        raise Refused(str(error)) from error


def verdict(lexicons: Lexicons, words: Sequence[str]) -> bool:
    """Whether a play whose challenged words these are is acceptable: every word in the first list, or in the second by length.

    Every word is looked up in every list that rules it, whatever the others gave, and no query is made once the lists
    are open. Raises Refused as `words_of`, DamagedLexicon when a list is not what was imported.
    """
    asked = words_of(lexicons, words)
    first = opened(lexicons.first)
    found = [contains(first, word) for word in asked]
    if lexicons.second is not None:
        second, length = opened(lexicons.second), lexicons.first.tiles.length
        long = [contains(second, word) if length(word) >= lexicons.second_from else False for word in asked]
        found = [one or other for one, other in zip(found, long, strict=True)]
    return all(found)
