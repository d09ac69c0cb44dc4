"""The lists of prizes that organisers keep: of each division and of the whole event, and how they are shared."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import Max

from results.engine.event_prizes import NOT_OF_AN_EVENT
from results.engine.prizes import Basis, PrizeRules
from results.engine.prizes import Prize as PrizeLine
from results.engine.statistics import OF_A_ROUND, Kind
from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.services.decision import Refused, changed_fields, check, deciding
from tdsuite.tournaments.services.events import update_division

from ..awards_models import Prize, PrizeTerms
from .statistics import TITLES

OPTION = "prizes"  # in a division's standings options: one_each, round_to, mentions, absent
MOST_MENTIONS = 20
FIELDS = (
    "position", "title", "basis", "place", "class_name", "round_number", "team_size", "money", "text", "besides", "winners",
)  # fmt: skip
TERMS = ("one_each", "round_to", "currency", "mentions")
BASES: Mapping[str, str] = {
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
    return PrizeRules(terms.one_each, terms.round_to, terms.mentions)


def rules_of(division: Division) -> PrizeRules:
    """One prize each or not, what shares are rounded down to, and mentions, as the division's options say."""
    stored = division.standings_options.get(OPTION) or {}
    return PrizeRules(
        bool(stored.get("one_each")),
        int(stored.get("round_to") or 1),
        int(stored.get("mentions") or 0),
    )


def absent_of(division: Division) -> frozenset[int]:
    """Numbers of players who are not at the ceremony, or want nothing."""
    return frozenset((division.standings_options.get(OPTION) or {}).get("absent") or ())


def set_rules(
    *, by: Any, division: Division, one_each: bool, round_to: int, mentions: int = 0, absent: Sequence[int] = ()
) -> Division:
    """Choose how a division's prizes are shared. round_to: in the smallest unit. Raises Refused, NotAllowed."""
    _check_shares(round_to, mentions)
    _check_known(division, absent)
    chosen: dict[str, Any] = {"one_each": one_each, "round_to": round_to}
    chosen |= {"mentions": mentions} if mentions else {}
    chosen |= {"absent": sorted(set(absent))} if absent else {}
    options = {**division.standings_options, OPTION: chosen}
    return update_division(by=by, division=division, values={"standings_options": options})


def set_terms(*, by: Any, tournament: Tournament, **values: Any) -> PrizeTerms:
    """Choose how the whole event's prizes are given. values: fields of PrizeTerms. Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with transaction.atomic():
        row = terms_of(Tournament.objects.select_for_update().get(pk=tournament.pk))
        before, after = changed_fields(row, {name: values[name] for name in TERMS if name in values})
        _check_shares(row.round_to, row.mentions)
        check(row)
        if after:
            row.save()
            record("prize.terms", obj=row, tournament=tournament, by=by, before=before, after=after)
    return row


def _check_shares(round_to: int, mentions: int) -> None:
    if round_to < 1:
        raise Refused("Shares are rounded down to at least 0.01.")
    if not 0 <= mentions <= MOST_MENTIONS:
        raise Refused(f"Name 0 to {MOST_MENTIONS} honourable mentions a list.")


def save_prize(
    *,
    by: Any,
    values: Mapping[str, Any],
    division: Division | None = None,
    tournament: Tournament | None = None,
    prize: Prize | None = None,
) -> Prize:
    """Add a prize to a division's list or to the event's, whichever is given, or change one. Raises Refused, NotAllowed."""
    event = division.tournament if division else tournament
    assert event is not None
    require(by, event, Can.MANAGE_TOURNAMENT)
    with _owning(event, division) as (owned_event, owned):
        rows = Prize.objects.filter(division=owned) if owned else Prize.objects.filter(tournament=owned_event)
        if prize is None:
            last = rows.aggregate(last=Max("position"))["last"] or 0
            row = Prize(division=owned, tournament=None if owned else owned_event, position=last + 1)
        else:
            row = rows.select_for_update().get(pk=prize.pk)
        before, after = changed_fields(row, {name: values[name] for name in FIELDS if name in values})
        _check(owned_event, owned, row)
        check(row)
        row.save()
        if after:
            _recorded("prize.changed" if prize else "prize.added", row, by, before=before if prize else {}, after=after)
    return row


def remove_prize(*, by: Any, prize: Prize) -> None:
    """Take a prize off its list. Raises NotAllowed."""
    event = prize.division.tournament if prize.division else prize.tournament
    assert event is not None
    require(by, event, Can.MANAGE_TOURNAMENT)
    with _owning(event, prize.division):
        row = Prize.objects.select_for_update().get(pk=prize.pk)
        facts = {"title": row.title, "basis": row.basis, "place": row.place, "money": row.money, "text": row.text}
        _recorded("prize.removed", row, by, before=facts)
        row.delete()


@contextmanager
def _owning(event: Tournament, division: Division | None) -> Iterator[tuple[Tournament, Division | None]]:
    """One transaction that owns the division, or the event where the prize is the event's. No draft becomes stale."""
    if division is not None:
        with deciding(division, changes_state=False) as owned:
            yield owned.tournament, owned
        return
    with transaction.atomic():
        yield Tournament.objects.select_for_update().get(pk=event.pk), None


def _recorded(
    action: str, row: Prize, by: Any, *, before: dict[str, Any] | None = None, after: dict[str, Any] | None = None
) -> None:
    event = row.division.tournament if row.division else row.tournament
    scope = row.division.live_topic if row.division else ""
    record(action, obj=row, tournament=event, scope=scope, by=by, before=before or {}, after=after or {})


def _check(event: Tournament, division: Division | None, row: Prize) -> None:
    if row.basis not in (BASES if division else EVENT_BASES):
        raise Refused("Say what the prize is given for.")
    if row.basis == Basis.CLASS and not row.class_name:
        raise Refused("Say which class the prize is for.")
    if row.round_number is not None and row.basis not in OF_A_ROUND:
        raise Refused("This is not kept by round: leave the round empty.")
    if row.team_size is not None and row.basis != Basis.TEAM:
        raise Refused("Only a prize for teams says how many members count.")
    if row.team_size == 0:
        raise Refused("At least one member of a team counts.")
    if row.winners and row.basis != Basis.BY_HAND:
        raise Refused("Only prizes by hand name their winners.")
    if not row.money and not row.text:
        raise Refused("Say what the prize is: money, or something in words.")
    if division:
        _check_known(division, row.winners)
    elif set(row.winners) != set(
        Entry.objects.filter(division__tournament=event, pk__in=row.winners).values_list("pk", flat=True)
    ):
        raise Refused(f"A winner does not play in {event}: name them anew.")


def _check_known(division: Division, numbers: Sequence[int]) -> None:
    known = set(division.entries.filter(number__in=numbers).values_list("number", flat=True))
    if missing := [number for number in numbers if number not in known]:
        raise Refused(f"There is no player {missing[0]} in {division}.")


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
        name = BASES.get(row.basis, row.basis)
        words = f"{name[:1].upper()}{name[1:]}, place {row.place}"
    words += f", best {row.team_size} of each" if row.team_size else ""
    words += f", round {row.round_number}" if row.round_number else ""
    return words + (", besides others" if row.besides else "")
