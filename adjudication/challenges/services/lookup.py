"""Acceptable or not: the one answer about all the words of one challenge."""

from collections.abc import Sequence

from adjudication.lexicons.engine.lookup import NotJudged, checked, contains
from adjudication.lexicons.loading import canonical_words
from adjudication.lexicons.models import DivisionLexicon
from adjudication.lexicons.services import open_list
from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused


def lexicons_of(division: Division) -> DivisionLexicon:
    """The lists pinned for a division; where nobody chose, an unsaved row with the open list. One query when pinned."""
    pinned = DivisionLexicon.objects.filter(division=division).select_related("lexicon", "second").first()
    return pinned or DivisionLexicon(division=division, lexicon=open_list())


def canonical(words: Sequence[str], lists: DivisionLexicon) -> tuple[str, ...]:
    """The words as they are looked up: capitals, digraph tiles in brackets.

    Raises:
        Refused: code ``bad_words``: none or more than 8, or one has letters that are no tile or not 2 to 15 tiles.
    """
    try:
        return checked(words, lists.lexicon.tiles)
    except NotJudged as error:
        raise Refused(translated(error), code="bad_words") from error


def acceptable(words: Sequence[str], lists: DivisionLexicon) -> bool:
    """Whether a play with these challenged words, in canonical form, stands: each is in the first list or the second.

    Every word is looked up in every list that rules it, whatever the others gave, and no query is made once the
    lists are open.  Raises DamagedLexicon when a list is not what was imported.
    """
    first = canonical_words(lists.lexicon)
    good = [contains(first, word) for word in words]
    if lists.second is not None:
        second, length, least = canonical_words(lists.second), lists.lexicon.tiles.length, lists.second_from or 0
        long = [contains(second, word) if length(word) >= least else False for word in words]
        good = [in_first or in_second for in_first, in_second in zip(good, long, strict=True)]
    return all(good)
