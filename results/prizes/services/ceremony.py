"""Who gets which prize by the standings and statistics of the moment, for pages and papers; nothing is stored."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import get_format
from django.utils.translation import gettext

from results.prizes.engine.event_prizes import Contest, award_event
from results.prizes.engine.money import SIGN, Money
from results.prizes.engine.prizes import (
    Award,
    Ceremony,
    Prize as PrizeLine,
    PrizeError,
    PrizeField,
    PrizeRules,
    Winner,
    award,
)
from results.prizes.engine.statistics import Facts, Kind
from results.prizes.models import Prize
from results.ratings.services import chosen_system
from results.rulings.services.ejection import forfeited_awards
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.reads import History, histories_of
from tdsuite.tournaments.still_open import is_to_come
from .prizes import absent_of, as_line, event_rules, rules_of, terms_of
from .statistics import PLAYER, facts_of, with_names

UNRATED = Sentence("no rating system is chosen in the division’s settings: there are no gains")


@dataclass(frozen=True, slots=True)
class Given:
    """One winner's part with the person, and the money as people write it. entry: None for a team."""

    entry: Entry | None
    team: str
    money: str
    why: str

    @property
    def name(self) -> str:
        return self.entry.player.name if self.entry else self.team


@dataclass(frozen=True, slots=True)
class Announced:
    """An award as it is read out. texts: what it is besides money. reasons: who was passed over and how money was split."""

    titles: tuple[str, ...]
    texts: tuple[str, ...]
    winners: tuple[Given, ...]
    reasons: tuple[str, ...]
    shared: bool


@dataclass(frozen=True, slots=True)
class AwardedPage:
    """Who gets what in a division, or of the event's own prizes (division None).

    wrong: why the list cannot be awarded as it stands, "" where it can. after: the last round with a result. to_come: rounds;
    missing: results of paired games. paid: money in smallest units; total: the same as people write it.
    """

    division: Division | None
    announced: tuple[Announced, ...] = ()
    not_awarded: tuple[tuple[str, str], ...] = ()
    wrong: str = ""
    after: int = 0
    to_come: int = 0
    missing: int = 0
    paid: int = 0
    total: str = ""

    @property
    def final(self) -> bool:
        return not self.to_come and not self.missing


@dataclass(frozen=True, slots=True)
class EventPage:
    """Every award of an event: its divisions in order, then its own prizes. total: all the money, as people write it."""

    divisions: tuple[AwardedPage, ...]
    event: AwardedPage
    total: str

    @property
    def parts(self) -> tuple[AwardedPage, ...]:
        return (*self.divisions, self.event)

    @property
    def final(self) -> bool:
        return all(part.final for part in self.parts)

    @property
    def wrong(self) -> str:
        return next((part.wrong for part in self.parts if part.wrong), "")


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What was awarded, or why nothing can be, before the money is written.

    Attributes:
        entries: of the numbers of winners.
        say: a sentence of the engine with names, by the division that it speaks of.
        rated: whether a rating system is chosen, without which nobody gains.
    """

    ceremony: Ceremony
    entries: Mapping[int, Entry]
    say: Callable[[str, str], str]
    rated: bool
    wrong: str = ""


NOTHING = Ceremony((), ())


def division_page(division: Division) -> AwardedPage:
    """Who gets the prizes of one division, in as many queries as for the whole event."""
    return next(page for page in event_page(division.tournament).divisions if page.division == division)


def event_page(tournament: Tournament, pasts: Sequence[History] | None = None) -> EventPage:
    """Every prize of an event, in as many queries for many divisions and players as for few. Nothing before the first result.

    pasts: the histories of its divisions in order, where they are there already.
    """
    pasts = histories_of(tournament) if pasts is None else pasts
    terms, rows = terms_of(tournament), list(Prize.objects.of_event(tournament))
    kinds = {row.basis for row in rows}
    taken = forfeited_awards([results.division for results in pasts])
    fields = {results.division.pk: _field(results, taken[results.division.pk], kinds) for results in pasts}
    outcomes = [
        _of_division(
            results, fields[results.division.pk], [row for row in rows if row.division_id == results.division.pk]
        )
        for results in pasts
    ]
    contests = [
        Contest(
            results.division.code, fields[results.division.pk], {entry.number: entry.pk for entry in results.entries}
        )
        for results in pasts
    ]
    lines = [as_line(row) for row in rows if row.tournament_id] if any(results.last_round for results in pasts) else []
    own = _of_event(pasts, contests, lines, event_rules(terms))
    behind = gettext(SIGN).startswith("{figures}")
    amounts = [amount for part in (*outcomes, own) for amount in part.ceremony.amounts]
    money = Money.of_list(terms.currency, amounts, get_format("DECIMAL_SEPARATOR"), behind=behind)
    parts = tuple(
        _page(
            part,
            money,
            results.division,
            after=results.last_round,
            to_come=max(0, results.division.planned_rounds - results.last_round),
            missing=sum(map(is_to_come, results.games)),
        )
        for results, part in zip(pasts, outcomes, strict=True)
    )
    event = _page(
        own,
        money,
        after=max((part.after for part in parts), default=0),
        to_come=max((part.to_come for part in parts), default=0),
        missing=sum(part.missing for part in parts),
    )
    return EventPage(parts, event, money.text(sum(part.paid for part in (*parts, event))))


def _field(results: History, forfeited: Mapping[int, str], kinds: Collection[str]) -> PrizeField:
    """forfeited: rule by number.  kinds: what prizes are given for; statistics and ratings are worked out only where one asks for them."""
    chosen = chosen_system(results.division) if Kind.RATING_GAIN in kinds else None
    listed = not set(Kind).isdisjoint(kinds)
    return PrizeField(
        standings=results.standings(),
        classes={entry.number: entry.class_name for entry in results.entries},
        facts=facts_of(results, rating_system=chosen.key if chosen else "") if listed else Facts(()),
        absent=absent_of(results.division),
        forfeited=forfeited,
        teams={entry.number: entry.team for entry in results.entries},
    )


def _of_division(results: History, field: PrizeField, rows: Sequence[Prize]) -> _Outcome:
    """What a division gives: nothing before its first result."""

    def say(text: str, _division: str = "") -> str:
        return with_names(text, results.names)

    ceremony, wrong = NOTHING, ""
    try:
        lines = [as_line(row) for row in rows] if results.last_round else []
        ceremony = award(lines, field, rules_of(results.division))
    except PrizeError as error:
        wrong = say(str(error))
    return _Outcome(ceremony, results.by_number, say, chosen_system(results.division) is not None, wrong)


def _of_event(
    pasts: Sequence[History], contests: Sequence[Contest], lines: Sequence[PrizeLine], rules: PrizeRules
) -> _Outcome:
    """The event's own prizes, whose winners are primary keys of entries."""
    entries = {entry.pk: entry for results in pasts for entry in results.entries}
    names = {pk: entry.player.name for pk, entry in entries.items()}
    others = {results.division.code: results.names for results in pasts}

    def say(text: str, division: str = "") -> str:
        return with_names(text, others[division] if division else names)

    ceremony, wrong = NOTHING, ""
    try:
        ceremony = award_event(contests, lines, rules)
    except PrizeError as error:
        wrong = PLAYER.sub(lambda match: names.get(int(match[1]), "a player who is gone"), str(error))
    return _Outcome(ceremony, entries, say, any(chosen_system(results.division) for results in pasts), wrong)


def _page(outcome: _Outcome, money: Money, division: Division | None = None, **state: int) -> AwardedPage:
    """state: `after`, `to_come` and `missing`."""
    awards = outcome.ceremony.awards
    paid = sum(winner.money for awarded in awards for winner in awarded.winners)
    return AwardedPage(
        division=division,
        announced=tuple(_announced(awarded, outcome, money) for awarded in awards),
        not_awarded=tuple(
            (prize.title, outcome.say(UNRATED if prize.basis is Kind.RATING_GAIN and not outcome.rated else why, ""))
            for prize, why in outcome.ceremony.not_awarded
        ),
        wrong=outcome.wrong,
        paid=paid,
        total=money.text(paid),
        **state,
    )


def _announced(awarded: Award, outcome: _Outcome, money: Money) -> Announced:
    def part_of(winner: Winner) -> Given:
        return Given(
            None if winner.team else outcome.entries[winner.number],
            winner.team,
            money.text(winner.money) if winner.money else "",
            outcome.say(winner.why, winner.division),
        )

    return Announced(
        titles=tuple(prize.title for prize in awarded.prizes),
        texts=tuple(prize.text for prize in awarded.prizes if prize.text),
        winners=tuple(part_of(winner) for winner in awarded.winners),
        reasons=tuple(outcome.say(reason, "") for reason in awarded.reasons(money)),
        shared=awarded.shared,
    )
