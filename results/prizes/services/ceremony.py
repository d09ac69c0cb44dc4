"""Who gets which prize by the standings and statistics of the moment, for pages, papers and programs; nothing is stored."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import get_language, gettext

from results.prizes.engine.event_prizes import Contest, EventCeremony, award_event
from results.prizes.engine.money import SIGN, Money
from results.prizes.engine.prizes import Award, Ceremony, PrizeError, PrizeField, Winner, award
from results.prizes.engine.prizes import Prize as PrizeLine
from results.prizes.engine.statistics import Facts, Kind
from results.prizes.models import Prize, PrizeTerms
from results.prizes.services.prizes import absent_of, as_line, event_rules, of_event, rules_of, terms_of
from results.prizes.services.statistics import PLAYER, facts_of, with_names
from results.ratings.services import chosen_system
from results.rulings.services.ejection import forfeited_awards
from tdsuite.platform.sentences import Sentence
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.reads import History, histories_of, history
from tdsuite.tournaments.still_open import is_to_come

UNRATED = Sentence("no rating system is chosen in the division’s settings: there are no gains")
NOTHING = Ceremony((), ())
Forfeited = tuple[tuple[int, str], ...]
"""Players without an award, each by number with the rule."""
_Row = tuple[int | None, PrizeLine]
"""A prize with its division's primary key; None for one of the event."""
_Alone = tuple[tuple[PrizeLine, ...], Forfeited]
"""What a division's own awards follow from beside its history: its prizes, and who gets none."""


@dataclass(frozen=True, slots=True)
class Given:
    """One winner's part with the person, and the money as people write it. entry: None for a team. amount: smallest units.

    make_why: gives `why`, in the language of the moment.
    """

    entry: Entry | None
    team: str
    money: str
    make_why: Callable[[], str] = field(repr=False, compare=False)
    amount: int = 0

    @property
    def why(self) -> str:
        """Put into words only where somebody reads it."""
        return self.make_why()

    @property
    def name(self) -> str:
        return self.entry.player.name if self.entry else self.team


@dataclass(frozen=True, slots=True)
class Announced:
    """An award as it is read out. texts: what it is besides money. mentions: honourable ones, who get nothing.

    make_reasons: gives `reasons`, in the language of the moment.
    """

    titles: tuple[str, ...]
    texts: tuple[str, ...]
    winners: tuple[Given, ...]
    make_reasons: Callable[[], tuple[str, ...]] = field(repr=False, compare=False)
    shared: bool
    mentions: tuple[Given, ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Who was passed over and how money was split; put into words only where somebody reads it."""
        return self.make_reasons()


@dataclass(frozen=True, slots=True)
class AwardedPage:
    """Who gets what in a division, or of the event's own prizes (division None).

    wrong: why the list cannot be awarded as it stands, "" where it can. after: the last round with a result. to_come: rounds;
    missing: results of paired games. paid, left_over: money in smallest units; total: `paid` as people write it.
    """

    division: Division | None
    announced: tuple[Announced, ...] = ()
    not_awarded: tuple[tuple[str, str], ...] = ()
    wrong: str = ""
    after: int = 0
    to_come: int = 0
    missing: int = 0
    paid: int = 0
    left_over: int = 0
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
        return self.event.wrong


@dataclass(frozen=True, slots=True)
class _Names:
    """Who the numbers of an award are: `own` and `entries` those of winners, `others` those in the whys of an event's prizes.

    rated: whether a rating system is chosen, without which nobody gains.
    """

    own: Mapping[int, str]
    entries: Mapping[int, Entry]
    others: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    rated: bool = True

    def say(self, text: str, division: str = "") -> str:
        return with_names(text, self.others[division] if division else self.own)


def division_page(division: Division, *, exact: bool = False) -> AwardedPage:
    """Who gets the prizes of one division. Where the event gives one prize each, its other divisions are looked at too.

    exact: amounts with two decimals whatever they are, for programs; else as the custom of `Money.of_list` is.
    """
    terms = terms_of(division.tournament)
    if terms.one_each:
        whole = _of_event(division.tournament, terms, histories_of(division.tournament))
        if not whole.wrong:
            results = next(results for results in whole.pasts if results.division == division)
            ceremony = whole.of(results)
            return _page(results, ceremony, _money(terms, [ceremony], exact=exact))
    results = history(division)
    rows = [_in_words(row) for row in Prize.objects.filter(division=division)]
    if not results.last_round:
        return _page(results, None, Money())
    try:
        ceremony = results.part(_ceremony, results.whole, *_given_alone(results, rows, forfeited_awards([division])))
    except PrizeError as error:
        return _page(results, None, Money(), with_names(str(error), results.names))
    return _page(results, ceremony, _money(terms, [ceremony], exact=exact))


def event_page(tournament: Tournament, pasts: Sequence[History] | None = None, *, exact: bool = False) -> EventPage:
    """Every prize of an event, in as many queries for many divisions and players as for few. Nothing before the first result.

    pasts: the histories of its divisions in order, where they are there already.  exact: as in `division_page`.
    """
    terms = terms_of(tournament)
    whole = _of_event(tournament, terms, histories_of(tournament) if pasts is None else pasts)
    ceremonies = [whole.of(results) for results in whole.pasts]
    own = whole.ceremony.event if whole.ceremony else None
    named = () if own == NOTHING else whole.pasts
    money = _money(terms, [*ceremonies, own], exact=exact)
    parts = tuple(
        results.part(_page_alone, results.whole, *whole.alone[results.division.pk], money, get_language())
        if results.division.pk in whole.alone
        else _page(results, ceremony, money)
        for results, ceremony in zip(whole.pasts, ceremonies, strict=True)
    )
    event = AwardedPage(
        None,
        wrong=whole.wrong,
        after=max((part.after for part in parts), default=0),
        to_come=max((part.to_come for part in parts), default=0),
        missing=sum(part.missing for part in parts),
        **(_awarded(own, _names_of(named), money) if own else {}),
    )
    return EventPage(parts, event, money.text(sum(part.paid for part in (*parts, event))))


def _names_of(pasts: Sequence[History]) -> _Names:
    """Everybody of an event."""
    entries = {entry.pk: entry for results in pasts for entry in results.entries}
    return _Names(
        {pk: entry.player.name for pk, entry in entries.items()},
        entries,
        {results.division.code: results.names for results in pasts},
        rated=any(chosen_system(results.division) for results in pasts),
    )


@dataclass(frozen=True, slots=True)
class _OfEvent:
    """The awards of an event. ceremony: None before the first result, and where the lists cannot be awarded: then `wrong` says why.

    alone: what the divisions that give their own prizes by themselves give, by primary key.
    """

    pasts: Sequence[History]
    ceremony: EventCeremony | None = None
    wrong: str = ""
    alone: Mapping[int, "_Alone"] = field(default_factory=dict)

    def of(self, results: History) -> Ceremony | None:
        """What a division gives: nothing before its first result."""
        return self.ceremony.divisions[results.division.code] if self.ceremony and results.last_round else None


def _of_event(tournament: Tournament, terms: PrizeTerms, pasts: Sequence[History]) -> _OfEvent:
    rows = of_event.rows_as(_in_words, tournament.pk)
    if not any(results.last_round for results in pasts):
        return _OfEvent(pasts)
    own = [line for division, line in rows if division is None]
    taken = forfeited_awards([results.division for results in pasts])
    playing = () if terms.one_each else [results for results in pasts if results.last_round]
    alone = {results.division.pk: _given_alone(results, rows, taken) for results in playing}
    ceremonies: dict[str, Ceremony] = {}
    try:
        for results in playing:
            ceremonies[results.division.code] = _own_ceremony(results, alone[results.division.pk])
        event = EventCeremony({}, NOTHING)
        if own or terms.one_each:
            event = award_event(_contests(pasts, rows, taken, alone), own, event_rules(terms))
        return _OfEvent(pasts, EventCeremony({**event.divisions, **ceremonies}, event.event), alone=alone)
    except PrizeError as error:
        return _OfEvent(pasts, wrong=_wrong_in_event(error, pasts))


def _in_words(row: Prize) -> "_Row":
    return row.division_id, as_line(row)


def _given_alone(results: History, rows: Sequence["_Row"], taken: Mapping[int, Mapping[int, str]]) -> "_Alone":
    """Of all rows those of the division."""
    division = results.division.pk
    return tuple(line for owner, line in rows if owner == division), tuple(sorted(taken[division].items()))


def _own_ceremony(results: History, alone: "_Alone") -> Ceremony:
    try:
        return results.part(_ceremony, results.whole, *alone)
    except PrizeError as error:
        raise PrizeError(str(error), results.division.code) from error


def _ceremony(results: History, _whole: int, lines: Sequence[PrizeLine], forfeited: Forfeited) -> Ceremony:
    """What a division gives by itself. Raises PrizeError."""
    kinds = [line.basis for line in lines]
    return award(lines, _field(results, dict(forfeited), kinds), rules_of(results.division))


def _money(terms: PrizeTerms, ceremonies: Sequence[Ceremony | None], *, exact: bool) -> Money:
    """How the awards that stand together write their amounts."""
    if exact:
        return Money(terms.currency)
    amounts = [amount for ceremony in ceremonies if ceremony for amount in ceremony.amounts]
    behind = gettext(SIGN).startswith("{figures}")
    return Money.of_list(terms.currency, amounts, get_format("DECIMAL_SEPARATOR"), behind=behind)


def _wrong_in_event(error: PrizeError, pasts: Sequence[History]) -> str:
    for results in pasts:
        if results.division.code == error.division:
            return f"{results.division}: {with_names(str(error), results.names)}"
    names = {entry.pk: entry.player.name for results in pasts for entry in results.entries}
    return PLAYER.sub(lambda match: names.get(int(match[1]), "a player who is gone"), str(error))


def _contests(
    pasts: Sequence[History], rows: Sequence["_Row"], taken: Mapping[int, Mapping[int, str]], alone: Collection[int]
) -> list[Contest]:
    """A division without a result takes part with its players, who may be named by hand, and gives nothing of its own.

    alone: divisions whose own prizes are given already.
    """
    kinds = [line.basis for _, line in rows]
    return [
        Contest(
            name=results.division.code,
            prizes=own if results.last_round and results.division.pk not in alone else (),
            standing=_field(results, taken[results.division.pk], kinds),
            rules=rules_of(results.division),
            keys={entry.number: entry.pk for entry in results.entries},
            people={entry.number: entry.player_id for entry in results.entries},
        )
        for results in pasts
        for own in [tuple(line for owner, line in rows if owner == results.division.pk)]
    ]


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


def _page_alone(
    results: History, _whole: int, lines: Sequence[PrizeLine], forfeited: Forfeited, money: Money, _language: str | None
) -> AwardedPage:
    return _page(results, results.part(_ceremony, results.whole, lines, forfeited), money)


def _page(results: History, ceremony: Ceremony | None, money: Money, wrong: str = "") -> AwardedPage:
    page = partial(
        AwardedPage,
        division=results.division,
        wrong=wrong,
        after=results.last_round,
        to_come=max(0, results.division.planned_rounds - results.last_round),
        missing=sum(results.part(_missing_in, number) for number in results.by_round),
    )
    names = _Names(results.names, results.by_number, rated=chosen_system(results.division) is not None)
    return page(**_awarded(ceremony, names, money)) if ceremony else page()


def _missing_in(results: History, number: int) -> int:
    return sum(is_to_come(game) for game in results.games_in(number))


def _awarded(ceremony: Ceremony, names: _Names, money: Money) -> dict[str, Any]:
    paid = sum(winner.money for awarded in ceremony.awards for winner in awarded.winners)
    return {
        "announced": tuple(_announced(awarded, names, money) for awarded in ceremony.awards),
        "not_awarded": tuple(
            (prize.title, names.say(UNRATED if prize.basis is Kind.RATING_GAIN and not names.rated else why))
            for prize, why in ceremony.not_awarded
        ),
        "paid": paid,
        "left_over": sum(awarded.left_over for awarded in ceremony.awards),
        "total": money.text(paid),
    }


def _announced(awarded: Award, names: _Names, money: Money) -> Announced:
    def part_of(winner: Winner) -> Given:
        return Given(
            None if winner.team else names.entries[winner.number],
            winner.team,
            money.text(winner.money) if winner.money else "",
            partial(names.say, winner.why, winner.division),
            winner.money,
        )

    return Announced(
        titles=tuple(prize.title for prize in awarded.prizes),
        texts=tuple(prize.text for prize in awarded.prizes if prize.text),
        winners=tuple(part_of(winner) for winner in awarded.winners),
        make_reasons=lambda: tuple(names.say(reason) for reason in awarded.reasons(money)),
        shared=awarded.shared,
        mentions=tuple(part_of(winner) for winner in awarded.mentions),
    )


def as_json(page: AwardedPage) -> dict[str, Any]:
    """Every award of an exact page. money is a decimal number as text with the currency, "" where there is none."""
    return {
        "after": page.after,
        "final": page.final,
        "wrong": page.wrong,
        "awards": [
            {
                "prizes": list(announced.titles),
                "texts": list(announced.texts),
                "shared": announced.shared,
                "winners": [_part_json(winner) for winner in announced.winners],
                "mentions": [_part_json(mention) for mention in announced.mentions],
                "reasons": list(announced.reasons),
            }
            for announced in page.announced
        ],
        "not_awarded": [{"prize": title, "why": why} for title, why in page.not_awarded],
    }


def _part_json(part: Given) -> dict[str, Any]:
    return {
        "division": part.entry.division.code if part.entry else "",
        "number": part.entry.number if part.entry else None,
        "name": part.name,
        "team": part.team,
        "money": part.money,
        "why": part.why,
    }


def event_json(page: EventPage) -> dict[str, Any]:
    """A whole event of an exact page: its divisions by code, and its own prizes."""
    return {
        "divisions": {part.division.code: as_json(part) for part in page.divisions if part.division},
        "event": as_json(page.event),
    }
