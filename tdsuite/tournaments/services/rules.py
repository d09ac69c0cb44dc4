"""What of an event's rules is not standard, or not as the rulebook has it."""

from collections.abc import Iterable

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.registry import word_source
from tdsuite.tournaments.rulebooks.word_lists import names_source


def deviations(tournament: Tournament, divisions: Iterable[Division] | None = None) -> tuple[str, ...]:
    """Choices that are not standard and may cost the rating, and another word source than the rulebook's (WESPA 1.2(b)).

    divisions: the event's in order, where they are there already.
    """
    rules = tournament.rules
    words = word_source(rules.rulebook, tournament.ends_on)
    sentences = list(rules.warnings)
    if words.warning:
        sentences.append(words.warning)
    for division in tournament.divisions.order_by("position", "pk") if divisions is None else divisions:
        if division.lexicon and not words.may_deviate and not names_source(words.lists, division.lexicon):
            sentences.append(
                Sentence(
                    "{division}: the lexicon is {lexicon}; the rulebook's word source is {source} ({rule}).",
                    division=division,
                    lexicon=division.lexicon,
                    source=words.name,
                    rule=words.rule,
                )
            )
    return tuple(sentences)
