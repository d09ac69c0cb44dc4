"""Acceptable or not: the one answer about all the words of one challenge."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.lexicons.engine.lookup import NotJudged, checked, contains
from adjudication.lexicons.loading import canonical_words
from adjudication.lexicons.models import DivisionLexicon, Lexicon
from adjudication.lexicons.services import open_list
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused


@dataclass(frozen=True, slots=True)
class Lexicons:
    """What one challenge is judged by.

    Attributes:
        second: None, or the list that rules words of `second_from` tiles and more too.
        pinned: False where nobody chose, and the open list that comes with the suite stands in.
    """

    first: Lexicon
    second: Lexicon | None = None
    second_from: int = 0
    pinned: bool = True

    @property
    def words(self) -> Sentence:
        """What a challenge is judged by, in words."""
        if self.second is None:
            return Sentence.listed(str(self.first))
        return Sentence(
            "{first}, then {second} from {letters} letters",
            first=str(self.first),
            second=str(self.second),
            letters=self.second_from,
        )

    def __str__(self) -> str:
        return str(self.words)

    def canonical(self, words: Sequence[str]) -> tuple[str, ...]:
        """The words as they are looked up: capitals, digraph tiles in brackets.

        Raises:
            Refused: code ``bad_words``: none or more than 8, or one has letters that are no tile or not 2 to 15 tiles.
        """
        try:
            return checked(words, self.first.tiles)
        except NotJudged as error:
            raise Refused(translated(error), code="bad_words") from error

    def acceptable(self, words: Sequence[str]) -> bool:
        """Whether a play with these challenged words, in canonical form, stands: each is in the first list or the second.

        Every word is looked up in every list that rules it, whatever the others gave, and no query is made once the
        lists are open.  Raises DamagedLexicon when a list is not what was imported.
        """
        first = canonical_words(self.first)
        good = [contains(first, word) for word in words]
        if self.second is not None:
            second, length = canonical_words(self.second), self.first.tiles.length
            long = [contains(second, word) if length(word) >= self.second_from else False for word in words]
            good = [in_first or in_second for in_first, in_second in zip(good, long, strict=True)]
        return all(good)


def lexicons_of(division: Division) -> Lexicons:
    """The lists pinned for a division, else the open list. One query when pinned."""
    pinned = DivisionLexicon.objects.filter(division=division).select_related("lexicon", "second").first()
    if pinned is None:
        return Lexicons(open_list(), pinned=False)
    return Lexicons(pinned.lexicon, pinned.second, pinned.second_from or 0)
