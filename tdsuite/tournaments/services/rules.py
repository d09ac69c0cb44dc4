"""An event's effective rules with their sources, and everything that is not standard or not as the rulebook has it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from tdsuite.platform.sentences import Sentence
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.choices import Row, Whose, describe
from tdsuite.tournaments.rulebooks.registry import word_source
from tdsuite.tournaments.rulebooks.word_lists import names_source

OURS = "our default"


@dataclass(frozen=True, slots=True)
class EventRules:
    """The rules in force for an event.

    Attributes:
        rows: every provision in the book's order.
        deviations: sentences with the rule that says so.
    """

    tournament: Tournament
    rows: tuple[Row, ...]
    word_source: str
    deviations: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "event": self.tournament.slug,
            "rulebook": self.tournament.book.facts,
            "rules": [{**asdict(row), "whose": str(row.whose), "source": source(row)} for row in self.rows],
            "word_source": self.word_source,
            "deviations": list(self.deviations),
        }


def rules_of(tournament: Tournament) -> EventRules:
    """The rules in force for this event.  Raises as `choices.describe` where its choices cannot be read."""
    choices = {**tournament.choices, "game_minutes": str(tournament.game_minutes)}
    rows = tuple(describe(tournament.book, choices))
    source_of_words = word_source(tournament.rules.rulebook, tournament.ends_on)
    return EventRules(tournament, rows, source_of_words.name, deviations(tournament))


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


def source(row: Row) -> str:
    """Where one row comes from: its rule, the organiser's choice, or our default."""
    if row.our_default:
        return f"{OURS}; {row.rule}" if row.rule else OURS
    if row.whose is Whose.YOURS and not row.rule:
        return "organiser's choice"
    return row.rule or OURS
