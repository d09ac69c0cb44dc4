"""The lists of prizes that organisers keep: of each division and of the whole event, and how they are shared."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.functional import Promise

from results.prizes.actions import PrizeAction
from results.prizes.engine.event_prizes import NOT_OF_AN_EVENT
from results.prizes.engine.prizes import Basis, Prize as PrizeLine, PrizeRules, wrong_with
from results.prizes.engine.statistics import Kind
from results.prizes.models import Prize, PrizeTerms
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Decision
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.services.decision import Refused, changed_fields, check, deciding, deciding_event
from tdsuite.tournaments.services.events import update_division
from tdsuite.tournaments.stakes import Stakes
from .statistics import TITLES

OPTION = "prizes"  # in a division's standings options: one_each, round_to, absent
FIELDS = (
    "position", "title", "basis", "place", "class_name", "round_number", "team_size", "money", "text", "besides", "winners",
)  # fmt: skip
TERMS = ("round_to", "currency")
BASES: Mapping[str, str | Promise] = {
    Basis.PLACE: "a place",
    Basis.CLASS: "a place in a class",
    Basis.TEAM: "a team",
    **{kind.value: TITLES[kind] for kind in Kind},
    Basis.BY_HAND: "by hand",
}
EVENT_BASES = {key: name for key, name in BASES.items() if key not in NOT_OF_AN_EVENT}


def terms_of(tournament: Tournament) -> PrizeTerms:
    """How the event's prizes are given: its row, or the defaults, not saved."""
    return PrizeTerms.objects.filter(tournament=tournament).first() or PrizeTerms(tournament=tournament)


def event_rules(terms: PrizeTerms) -> PrizeRules:
    """The terms in the engine's words."""
    return PrizeRules(round_to=terms.round_to)


def rules_of(division: Division) -> PrizeRules:
    """One prize each or not, and what shares are rounded down to, as the division's options say."""
    stored = division.standings_options.get(OPTION) or {}
    return PrizeRules(bool(stored.get("one_each")), int(stored.get("round_to") or 1))


def absent_of(division: Division) -> frozenset[int]:
    """Numbers of players who are not at the ceremony, or want nothing."""
    return frozenset((division.standings_options.get(OPTION) or {}).get("absent") or ())


def set_rules(*, by: Actor, division: Division, one_each: bool, round_to: int, absent: Sequence[int] = ()) -> Division:
    """Choose how a division's prizes are shared. round_to: in the smallest unit. Raises Refused, NotAllowed."""
    _check_share(round_to)
    _check_known(division, absent)
    chosen: dict[str, Any] = {"one_each": one_each, "round_to": round_to}
    chosen |= {"absent": sorted(set(absent))} if absent else {}
    if (rules_of(division), absent_of(division)) == (PrizeRules(one_each, round_to), frozenset(absent)):
        chosen = division.standings_options.get(OPTION) or {}
    options = {**division.standings_options, **({OPTION: chosen} if chosen else {})}
    return update_division(by=by, division=division, values={"standings_options": options})


def set_terms(*, by: Actor, tournament: Tournament, **values: Any) -> PrizeTerms:
    """Choose how the whole event's prizes are given. values: fields of PrizeTerms. Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with deciding_event(tournament, by=by, action=PrizeAction.PRIZE_TERMS) as decision:
        row = terms_of(decision.event)
        before, after = changed_fields(row, {name: values[name] for name in TERMS if name in values})
        _check_share(row.round_to)
        check(row)
        if after:
            row.save()
            decision.record(row, before=before, after=after)
    return row


def _check_share(round_to: int) -> None:
    if round_to < 1:
        raise Refused("Shares are rounded down to at least 0.01.", code="bad_share")


def save_prize(
    *,
    by: Actor,
    values: Mapping[str, Any],
    division: Division | None = None,
    tournament: Tournament | None = None,
    prize: Prize | None = None,
) -> Prize:
    """Add a prize to a division's list or to the event's, whichever is given, or change one. Raises Refused, NotAllowed."""
    event = division.tournament if division else tournament
    assert event is not None
    require(by, event, Can.MANAGE_TOURNAMENT)
    with _owning(
        event, division, by=by, action=PrizeAction.PRIZE_CHANGED if prize else PrizeAction.PRIZE_ADDED
    ) as decision:
        rows = Prize.objects.filter(division=division) if division else Prize.objects.filter(tournament=event)
        if prize is None:
            last = rows.aggregate(last=Max("position"))["last"] or 0
            row = Prize(division=division, tournament=None if division else event, position=last + 1)
        else:
            row = rows.select_for_update().get(pk=prize.pk)
        before, after = changed_fields(row, {name: values[name] for name in FIELDS if name in values})
        _check(event, division, row)
        check(row)
        if after:
            row.save()
            decision.record(row, before=before if prize else {}, after=after)
    return row


def save_prizes(*, by: Actor, division: Division, prizes: Sequence[Mapping[str, Any]]) -> list[Prize]:
    """Add several prizes to a division's list, all of them or none. Raises Refused, NotAllowed."""
    with transaction.atomic():
        return [save_prize(by=by, division=division, values=values) for values in prizes]


def remove_prize(*, by: Actor, prize: Prize) -> None:
    """Take a prize off its list. Raises NotAllowed."""
    event = prize.division.tournament if prize.division else prize.tournament
    assert event is not None
    require(by, event, Can.MANAGE_TOURNAMENT)
    with _owning(event, prize.division, by=by, action=PrizeAction.PRIZE_REMOVED) as decision:
        row = Prize.objects.select_for_update().get(pk=prize.pk)
        facts = {"title": row.title, "basis": row.basis, "place": row.place, "money": row.money, "text": row.text}
        decision.record(row, before=facts)
        row.delete()


def _owning(
    event: Tournament, division: Division | None, *, by: Actor, action: PrizeAction
) -> AbstractContextManager[Decision]:
    """A decision that owns the division, or the event where the prize is the event's."""
    if division is not None:
        return deciding(division, by=by, action=action)
    return deciding_event(event, by=by, action=action)


def _check(event: Tournament, division: Division | None, row: Prize) -> None:
    if row.basis not in (BASES if division else EVENT_BASES):
        raise Refused("Say what the prize is given for.", code="basis_missing")
    if wrong := wrong_with(as_line(row)):
        raise Refused(wrong[:1].upper() + wrong[1:], code="bad_prize")
    if not row.money and not row.text:
        raise Refused("Say what the prize is: money, or something in words.", code="prize_empty")
    if division:
        _check_known(division, row.winners)
    elif set(row.winners) != set(
        Entry.objects.filter(division__tournament=event, pk__in=row.winners).values_list("pk", flat=True)
    ):
        raise Refused(f"A winner does not play in {event}: name them anew.", code="unknown_winner")


def _check_known(division: Division, numbers: Sequence[int]) -> None:
    known = set(division.entries.filter(number__in=numbers).values_list("number", flat=True))
    if missing := [number for number in numbers if number not in known]:
        raise Refused(f"There is no player {missing[0]} in {division}.", code="unknown_player")


def as_line(row: Prize) -> PrizeLine:
    """The row in the engine's words."""
    basis: Basis | Kind = Basis(row.basis) if row.basis in set(Basis) else Kind(row.basis)
    return PrizeLine(
        row.pk, row.title, basis, row.place, row.class_name, row.round_number, row.money, row.text, row.besides,
        tuple(row.winners), row.team_size,
    )  # fmt: skip


def what_for(row: Prize) -> str:
    """What a prize is given for, in words: "Place 2", "Class B, place 1", "High win, place 1, round 3"."""
    if row.basis == Basis.PLACE:
        words = f"Place {row.place}"
    elif row.basis == Basis.CLASS:
        words = f"Class {row.class_name}, place {row.place}"
    elif row.basis == Basis.BY_HAND:
        words = "By hand"
    elif row.basis == Basis.TEAM:
        words = f"Team, place {row.place}"
    else:
        name = str(BASES.get(row.basis, row.basis))
        words = f"{name[:1].upper()}{name[1:]}, place {row.place}"
    words += f", best {row.team_size} of each" if row.team_size else ""
    words += f", round {row.round_number}" if row.round_number else ""
    return words + (", besides others" if row.besides else "")


def stakes(division: Division) -> Stakes | None:
    """The places and class places of the list; None where it has neither. One query, none where the division brings its prizes."""
    places, classes = 0, defaultdict[str, int](int)
    for prize in division.prizes.all():
        if prize.basis == Basis.PLACE:
            places = max(places, prize.place)
        elif prize.basis == Basis.CLASS:
            classes[prize.class_name] = max(classes[prize.class_name], prize.place)
    if not places and not classes:
        return None
    return Stakes(places or division.prize_places, tuple(sorted(classes.items())))


def prizes_of_round(division: Division, number: int) -> list[str]:
    """What keeps a round from being taken away: the prizes given for it."""
    return [
        f"The prize “{prize}” is given for round {number}: change the list of prizes first."
        for prize in Prize.objects.filter(division=division, round_number=number)
    ]
