"""The rules of an event as its players may know them: its rulebook's, what the organiser chose, and each division's own.

One reading for the public page and the printed sheet (WESPA 5.1.4: all players are to know which option is in force).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from results.prizes.engine.money import Money
from results.prizes.models import Prize
from tdsuite.platform.words.sentences import Sentence, clauses
from tdsuite.tournaments.engine.tie_breaks import IN_WORDS, tie_breaks_of
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.choices import ChoiceNotAllowed, UnknownChoice
from tdsuite.tournaments.rulebooks.loading import BadRulebookFile
from tdsuite.tournaments.rulebooks.registry import UnknownRulebook
from tdsuite.tournaments.rulebooks.summary import (
    Origin,
    PlayersRule,
    PlayersRules,
    as_facts,
    fingerprint,
    origin_of,
    summary,
)
from tdsuite.tournaments.services.rules import deviations
from tdsuite.tournaments.word_lists import JudgedBy, word_lists_of
from .prizes import rules_of, terms_of


@dataclass(frozen=True, slots=True)
class ToldRules:
    """What stands on the page and on paper.

    origin: the rulebook and, where it was loaded, its file.  groups: rules of the book.  divisions: what is a division's
    own, and the event's own prizes last.  warnings: what may make the event non-ratable.  print_hash: alike on two prints
    that say the same.
    """

    tournament: Tournament
    origin: Origin
    groups: tuple[PlayersRules, ...]
    divisions: tuple[PlayersRules, ...]
    warnings: tuple[str, ...]
    print_hash: str


def told_rules(tournament: Tournament) -> ToldRules:
    """The rules in force, in five queries.  Raises as `choices.effective` where the event's choices cannot be read."""
    rules = tournament.rules
    lists = word_lists_of(tournament)
    books = all(judged.is_the_books for judged in lists.values())
    groups = summary(rules, tournament.ends_on, by_the_books_list=books)
    prizes: dict[int | None, list[Prize]] = defaultdict(list)
    for prize in Prize.objects.of_event(tournament):
        prizes[prize.division_id].append(prize)
    terms = terms_of(tournament)
    own = list(tournament.divisions.order_by("position", "pk"))
    divisions = [
        PlayersRules(str(division), tuple(_of_division(division, prizes[division.pk], terms.currency, lists)))
        for division in own
    ]
    if prizes[None]:
        line = PlayersRule(Sentence("Prizes"), _prizes(prizes[None], terms.currency), chosen=True)
        divisions.append(PlayersRules(Sentence("The whole event"), (line,)))
    origin = origin_of(rules.rulebook)
    warnings = deviations(tournament, own)
    digest = fingerprint(asdict(origin), as_facts(groups), as_facts(divisions), list(warnings))
    return ToldRules(tournament, origin, groups, tuple(divisions), warnings, digest)


def rules_or_reason(tournament: Tournament) -> tuple[ToldRules | None, str]:
    """The rules, or None with the sentence that says why they cannot be read."""
    try:
        return told_rules(tournament), ""
    except (BadRulebookFile, UnknownRulebook, ChoiceNotAllowed, UnknownChoice) as error:
        return None, str(error)


def _of_division(
    division: Division, prizes: Sequence[Prize], currency: str, lists: Mapping[int, JudgedBy]
) -> list[PlayersRule]:
    ranking = Sentence("By wins")
    for tie_break in tie_breaks_of(division.standings_options):
        ranking = Sentence("{order}, then {criterion}", order=ranking, criterion=IN_WORDS[tie_break])
    lines = [
        (Sentence("Rounds"), f"{division.planned_rounds}."),
        (Sentence("Standings and tie-breaks"), Sentence("{order}.", order=ranking)),
        (Sentence("Spread cap"), _caps(division.spread_caps)),
    ]
    if division.lexicon and division.pk not in lists:
        lines.append((Sentence("Word list"), f"{division.lexicon}."))
    if division.pk in lists:
        lines.append((Sentence("Challenges are judged by"), Sentence("{lists}.", lists=lists[division.pk].name)))
    if prizes:
        lines.append((Sentence("Prizes"), _prizes(prizes, currency)))
        if rules_of(division).one_each:
            lines.append((Sentence("One prize each"), Sentence("Nobody wins two prizes of this division.")))
    else:
        places = f"{division.prize_places}." if division.prize_places else Sentence("None.")
        lines.append((Sentence("Prize places"), places))
    return [PlayersRule(title, text, chosen=True) for title, text in lines]


def _prizes(prizes: Sequence[Prize], currency: str) -> Sentence:
    money = Money.of_list(currency, [prize.money for prize in prizes])
    parts = []
    for prize in prizes:
        worth = [text for text in (money.sentence(prize.money) if prize.money else "", prize.text) if text]
        line = Sentence("{title} ({worth})", title=prize.title, worth=Sentence.listed(*worth)) if worth else prize.title
        parts.append(line)
    return Sentence("{lists}.", lists=clauses(*parts))


def _caps(caps: Sequence[int]) -> str:
    """The caps of rounds 1, 2, ...; the last one repeats, 0 is none."""
    runs: list[tuple[int, int]] = []  # (first round, cap)
    for number, cap in enumerate(caps, start=1):
        if not runs or runs[-1][1] != cap:
            runs.append((number, cap))
    if not any(cap for _, cap in runs):
        return Sentence("None: the whole spread of every game counts.")
    parts = []
    for at, (first, cap) in enumerate(runs):
        last = runs[at + 1][0] - 1 if at + 1 < len(runs) else 0
        where = _in_rounds(first, last) if at else _in_first_rounds(last)
        if cap:
            parts.append(Sentence("{where} at most {cap} points count", where=where, cap=cap))
        else:
            parts.append(Sentence("{where} the whole spread counts", where=where))
    return Sentence("{caps}, either way.", caps=clauses(*parts))


def _in_first_rounds(last: int) -> Sentence:
    """Where a sentence about the caps begins.  last: 0 where one cap holds in every round."""
    if not last:
        return Sentence("In every round")
    return (
        Sentence("In round {round}", round=1)
        if last == 1
        else Sentence("In rounds {first} to {last}", first=1, last=last)
    )


def _in_rounds(first: int, last: int) -> Sentence:
    if not last:
        return Sentence("from round {round} on", round=first)
    if last == first:
        return Sentence("in round {round}", round=first)
    return Sentence("in rounds {first} to {last}", first=first, last=last)
