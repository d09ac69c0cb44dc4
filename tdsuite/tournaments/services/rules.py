"""What of an event's rules is not standard, or not as the rulebook has it."""

from collections.abc import Iterable

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.registry import word_source
from tdsuite.tournaments.rulebooks.word_lists import names_source
from tdsuite.tournaments.word_lists import JudgedBy, word_lists_of


def deviations(tournament: Tournament, divisions: Iterable[Division] | None = None) -> tuple[str, ...]:
    """Choices that are not standard and may cost the rating, and another word source than the rulebook's (WESPA 1.2(b)).

    What judges a division counts before what its file says.  divisions: the event's in order, where they are there already.
    """
    rules, lists = tournament.rules, word_lists_of(tournament)
    words = word_source(rules.rulebook, tournament.ends_on)
    sentences = list(rules.warnings)
    if words.warning:
        sentences.append(words.warning)
    for division in tournament.divisions.order_by("position", "pk") if divisions is None else divisions:
        judged = lists.get(division.pk, JudgedBy(division.lexicon, names_source(words.lists, division.lexicon)))
        if judged.name and not words.may_deviate and not judged.is_the_books:
            sentences.append(
                Sentence(
                    "{division}: the lexicon is {lexicon}; the rulebook's word source is {source} ({rule}).",
                    division=division,
                    lexicon=judged.name,
                    source=words.name,
                    rule=words.rule,
                )
            )
    return tuple(sentences)
