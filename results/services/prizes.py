"""A division's prizes: the list that the organiser keeps, and who gets them by the standings and statistics of the moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from results.engine.prizes import Award, Basis, Ceremony, PrizeError, PrizeField, PrizeRules, award
from results.engine.prizes import Prize as PrizeLine
from results.engine.statistics import OF_A_ROUND, Kind
from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Division, Entry
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.decision import Refused, changed_fields, check, deciding
from tdsuite.tournaments.services.events import update_division

from ..awards_models import Prize
from .ratings import chosen_system
from .statistics import TITLES, facts_of, with_names

OPTION = "prizes"  # in a division's standings options: one_each, round_to
FIELDS = ("position", "title", "basis", "place", "class_name", "round_number", "money", "text", "besides", "winners")
BASES: Mapping[str, str] = {
    Basis.PLACE: "a place",
    Basis.CLASS: "a place in a class",
    **{kind.value: TITLES[kind] for kind in Kind},
    Basis.BY_HAND: "by hand",
}


@dataclass(frozen=True, slots=True)
class Given:
    """One winner's part with the person, and the money as people write it."""

    entry: Entry
    money: str
    why: str


@dataclass(frozen=True, slots=True)
class Announced:
    """An award as it is read out. texts: what it is besides money."""

    titles: tuple[str, ...]
    texts: tuple[str, ...]
    winners: tuple[Given, ...]
    reasons: tuple[str, ...]
    shared: bool


@dataclass(frozen=True, slots=True)
class AwardedPage:
    """Who gets what. wrong: why the list cannot be awarded as it stands, "" where it can."""

    announced: tuple[Announced, ...]
    not_awarded: tuple[tuple[str, str], ...]
    wrong: str
    after: int


def rules_of(division: Division) -> PrizeRules:
    """One prize each or not, and what shares are rounded down to, as the division's options say."""
    stored = division.standings_options.get(OPTION) or {}
    return PrizeRules(bool(stored.get("one_each")), int(stored.get("round_to") or 1))


def set_rules(*, by: Any, division: Division, one_each: bool, round_to: int) -> Division:
    """Choose how prizes are shared. round_to: in the smallest unit. Raises Refused, NotAllowed."""
    if round_to < 1:
        raise Refused("Shares are rounded down to at least 0.01.")
    options = {**division.standings_options, OPTION: {"one_each": one_each, "round_to": round_to}}
    return update_division(by=by, division=division, values={"standings_options": options})


def save_prize(*, by: Any, division: Division, values: Mapping[str, Any], prize: Prize | None = None) -> Prize:
    """Add a prize, or change one. Raises Refused, NotAllowed."""
    require(by, division.tournament, Can.MANAGE_TOURNAMENT)
    with deciding(division, changes_state=False) as owned:
        if prize is None:
            last = Prize.objects.filter(division=owned).aggregate(last=Max("position"))["last"] or 0
            row = Prize(division=owned, position=last + 1)
        else:
            row = Prize.objects.select_for_update().get(pk=prize.pk, division=owned)
        before, after = changed_fields(row, {name: values[name] for name in FIELDS if name in values})
        _check(owned, row)
        check(row)
        row.save()
        if after:
            action = "prize.changed" if prize else "prize.added"
            record(
                action, obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by,
                before=before if prize else {}, after=after,
            )  # fmt: skip
    return row


def remove_prize(*, by: Any, prize: Prize) -> None:
    """Take a prize off the list. Raises NotAllowed."""
    require(by, prize.division.tournament, Can.MANAGE_TOURNAMENT)
    with deciding(prize.division, changes_state=False) as owned:
        row = Prize.objects.select_for_update().get(pk=prize.pk, division=owned)
        facts = {"title": row.title, "basis": row.basis, "place": row.place, "money": row.money, "text": row.text}
        record("prize.removed", obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by, before=facts)
        row.delete()


def _check(division: Division, row: Prize) -> None:
    if row.basis not in BASES:
        raise Refused("Say what the prize is given for.")
    if row.basis == Basis.CLASS and not row.class_name:
        raise Refused("Say which class the prize is for.")
    if row.round_number is not None and row.basis not in OF_A_ROUND:
        raise Refused("This is not kept by round: leave the round empty.")
    if row.winners and row.basis != Basis.BY_HAND:
        raise Refused("Only prizes by hand name their winners.")
    if not row.money and not row.text:
        raise Refused("Say what the prize is: money, or something in words.")
    known = set(division.entries.filter(number__in=row.winners).values_list("number", flat=True))
    if missing := [number for number in row.winners if number not in known]:
        raise Refused(f"There is no player {missing[0]} in {division}.")


def as_line(row: Prize) -> PrizeLine:
    """The row in the engine's words."""
    basis: Basis | Kind = Basis(row.basis) if row.basis in set(Basis) else Kind(row.basis)
    return PrizeLine(
        row.pk, row.title, basis, row.place, row.class_name, row.round_number, row.money, row.text, row.besides,
        tuple(row.winners),
    )  # fmt: skip


def ceremony(past: History, rows: Sequence[Prize]) -> Ceremony:
    """Who gets every prize after the last round with a result. Raises PrizeError."""
    chosen = chosen_system(past.division)
    field = PrizeField(
        standings=past.standings(),
        classes={entry.number: entry.class_name for entry in past.entries},
        facts=facts_of(past, rating_system=chosen.key if chosen else ""),
    )
    return award([as_line(row) for row in rows], field, rules_of(past.division))


def awarded_page(past: History, rows: Sequence[Prize]) -> AwardedPage:
    """The ceremony with people, or why the list cannot be awarded. Nothing is awarded before the first result."""
    if not past.last_round:
        return AwardedPage((), (), "", 0)
    try:
        found = ceremony(past, rows)
    except PrizeError as error:
        return AwardedPage((), (), str(error), past.last_round)
    rules = rules_of(past.division)
    return AwardedPage(
        tuple(_announced(past, one, rules) for one in found.awards),
        tuple((prize.title, with_names(why, past.names)) for prize, why in found.not_awarded),
        "",
        past.last_round,
    )


def _announced(past: History, one: Award, rules: PrizeRules) -> Announced:
    return Announced(
        titles=tuple(prize.title for prize in one.prizes),
        texts=tuple(prize.text for prize in one.prizes if prize.text),
        winners=tuple(
            Given(
                past.by_number[winner.number],
                rules.amount(winner.money) if winner.money else "",
                with_names(winner.why, past.names),
            )
            for winner in one.winners
        ),
        reasons=tuple(with_names(reason, past.names) for reason in one.reasons),
        shared=one.shared,
    )


def as_json(page: AwardedPage) -> dict[str, Any]:
    """Every award with its winners. money is a decimal number as text, "" where there is none."""
    return {
        "after": page.after,
        "wrong": page.wrong,
        "awards": [
            {
                "prizes": list(one.titles),
                "texts": list(one.texts),
                "shared": one.shared,
                "winners": [
                    {
                        "number": given.entry.number,
                        "name": given.entry.player.name,
                        "money": given.money,
                        "why": given.why,
                    }
                    for given in one.winners
                ],
                "reasons": list(one.reasons),
            }
            for one in page.announced
        ],
        "not_awarded": [{"prize": title, "why": why} for title, why in page.not_awarded],
    }
