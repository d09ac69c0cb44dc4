"""Whether a division is judged by what its rulebook names for the event's date."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from adjudication.lexicons.engine.alphabets import LONGEST, SHORTEST
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.registry import WordSource, word_source
from tdsuite.tournaments.rulebooks.word_lists import is_named
from tdsuite.tournaments.word_lists import JudgedBy
from .models import DivisionLexicon, Lexicon


def source_of(tournament: Tournament) -> WordSource:
    """The word source of the rules in force on the event's last day (WESPA App. 2; NSA I.A.1)."""
    return word_source(tournament.rules.rulebook, tournament.ends_on)


def lists_by_length(source: WordSource) -> list[tuple[int, int, tuple[str, ...]]]:
    """Which of the book's lists rule words of which length (NSA I.A.1, SOWPODS Play 10): shortest, longest, the lists in order."""
    lists = {
        length: tuple(word_list.name for word_list in source.lists_for(length))
        for length in range(SHORTEST, LONGEST + 1)
    }
    spans = [(names, [*lengths]) for names, lengths in groupby(lists, key=lists.__getitem__)]
    return [(lengths[0], lengths[-1], names) for names, lengths in spans]


def lists_in_use(tournament: Tournament) -> dict[int, JudgedBy]:
    """What judges each division for which a list is chosen, by primary key. One query."""
    source = source_of(tournament)
    return {key: JudgedBy(str(row), _agrees(source, row)) for key, row in pinned_lexicons(tournament).items()}


def pinned_lexicons(tournament: Tournament) -> dict[int, DivisionLexicon]:
    """The lists chosen for each division that has any, by the division's primary key. One query."""
    rows = DivisionLexicon.objects.filter(division__tournament=tournament).select_related("lexicon", "second")
    return {row.division_id: row for row in rows}


def lists_to_choose(tournament: Tournament) -> list[str]:
    """One sentence for the divisions that no list was chosen for; it ends with the choice, whichever it is. Two queries."""
    pinned = pinned_lexicons(tournament)
    return _to_choose(tournament, [each for each in tournament.divisions.all() if each.pk not in pinned])


def _to_choose(tournament: Tournament, unpinned: Sequence[Division]) -> list[str]:
    sentence = _(
        "No word list is chosen for %(divisions)s: the open list would judge, and that is not a tournament list. "
        "%(book)s names %(source)s (%(rule)s)."
    )
    if tournament.club_evening:  # has no challenges
        return []
    names = ", ".join(map(str, unpinned))
    return [sentence % {"divisions": names, **_names(tournament, source_of(tournament))}] if unpinned else []


def word_source_warnings(tournament: Tournament) -> list[str]:
    """A sentence for every division that is judged by another list than its rulebook's, or by none. Two queries."""
    source = source_of(tournament)
    pinned = pinned_lexicons(tournament)
    divisions = list(tournament.divisions.all())
    warnings = [source.warning] if source.warning else []
    warnings += _to_choose(tournament, [each for each in divisions if each.pk not in pinned])
    for division in divisions:
        row = pinned.get(division.pk)
        if row is not None and not _agrees(source, row):
            warnings.append(
                _(
                    "%(division)s is judged by %(pinned)s; %(book)s names %(source)s for an event that ends on %(ends)s "
                    "(%(rule)s)."
                )
                % {
                    "division": division,
                    "pinned": row,
                    "ends": date_format(tournament.ends_on, "j F Y"),
                    **_names(tournament, source),
                }
            )
    return warnings


def _names(tournament: Tournament, source: WordSource) -> dict[str, str]:
    return {"book": tournament.book.name, "source": source.name, "rule": source.rule}


def _agrees(source: WordSource, row: DivisionLexicon) -> bool:
    """The first list goes by the first name, and a second by a later one from the length where that begins to rule.

    A source with one list wants no second. Roots cannot be judged by a list, so a source that ends with one may go
    without it (SOWPODS Play 10: Collegiate for roots).
    """
    first, *later = source.lists
    if not _is(first.name, row.lexicon):
        return False
    word_lists = [word_list for word_list in later if not word_list.roots]
    if row.second is None or not word_lists:
        return row.second is None and not word_lists
    return any(_is(word_list.name, row.second) and word_list.min_length == row.second_from for word_list in word_lists)


def _is(name: str, lexicon: Lexicon) -> bool:
    return lexicon.for_tournaments and is_named(name, lexicon.name, lexicon.edition)
