"""A rating list used for a division: what it would change, all of it applied as one decision, and taken back.

Before round 1 is published everything is filled: rating, lifetime games, numbers, membership. From then on pairings, classes and
rating reports stand on the ratings: only numbers and membership are filled (docs/decisions/0019-rating-lists.md).
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Division, Entry, Player, Round
from tdsuite.tournaments.services.decision import Refused, deciding

from ..engine.list_matching import MATCHED, Kind, Match, Wanted, match_all, unknown_lines
from ..formats.rating_list_model import FOREVER, IDS, ListEntry
from ..rating_list_models import RatingList, RatingListUse, day_text
from .rating_lists import index_of

EXPIRY, SUSPENDED = "expiry", "suspended_until"  # keys of Entry.imported; the checklist reads the first
EARLY = ("rating", "lifetime_games")  # not changed once round 1 is published
LABELS: Mapping[str, str] = {
    "rating": "rating", "lifetime_games": "lifetime games", "national_id": "national number", "naspa_id": "NASPA number",
    "wespa_id": "WESPA number", "absp_id": "ABSP number", EXPIRY: "membership until", SUSPENDED: "suspended until",
}  # fmt: skip
Value = int | str | None


@dataclass(frozen=True, slots=True)
class Change:
    """One value that would change.  "" and None: there is none."""

    field: str
    old: Value
    new: Value

    @property
    def label(self) -> str:
        return LABELS[self.field]

    @property
    def before(self) -> str:
        return shown(self.field, self.old)

    @property
    def after(self) -> str:
        return shown(self.field, self.new)


def shown(field: str, value: Value) -> str:
    """A value as a person reads it."""
    if value in (None, ""):
        return "none"
    if value == 0 and field == "rating":
        return "unrated"
    if value == FOREVER.isoformat():
        return "life" if field == EXPIRY else "further notice"
    return str(value)


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One player: how they were matched, and what would change.  warnings: sentences about membership and suspension."""

    entry: Entry
    match: Match
    changes: tuple[Change, ...]
    warnings: tuple[str, ...]

    @property
    def matched(self) -> bool:
        return self.match.kind in MATCHED


@dataclass(frozen=True, slots=True)
class ListPlan:
    """What a list would do to a division.  late: round 1 is published."""

    division: Division
    rating_list: RatingList
    rows: tuple[PlannedMatch, ...]
    late: bool

    @property
    def changed(self) -> tuple[PlannedMatch, ...]:
        return tuple(row for row in self.rows if row.changes)

    def of_kinds(self, *kinds: Kind) -> tuple[PlannedMatch, ...]:
        return tuple(row for row in self.rows if row.match.kind in kinds)

    @property
    def open(self) -> tuple[PlannedMatch, ...]:
        """Players for whom somebody has to choose, if anybody wants to."""
        return self.of_kinds(Kind.TO_CONFIRM, Kind.SEVERAL, Kind.UNMATCHED)

    @property
    def left(self) -> tuple[PlannedMatch, ...]:
        return self.of_kinds(Kind.LEFT)

    @property
    def same(self) -> tuple[PlannedMatch, ...]:
        return tuple(row for row in self.rows if row.matched and not row.changes)

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(warning for row in self.rows for warning in row.warnings)

    @property
    def counts(self) -> dict[str, int]:
        matched = sum(row.matched for row in self.rows)
        return {
            "players": len(self.rows), "matched": matched, "changed": len(self.changed),
            "to_confirm": len(self.of_kinds(Kind.TO_CONFIRM, Kind.SEVERAL)), "unmatched": len(self.of_kinds(Kind.UNMATCHED)),
            "left_alone": len(self.left),
        }  # fmt: skip

    @property
    def seen(self) -> str:
        """A digest of every change: an answer to this plan is refused when it no longer holds."""
        facts = [
            [row.entry.pk, row.match.entry.line if row.match.entry else 0, _as_lists(row.changes)] for row in self.rows
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def _as_lists(changes: Iterable[Change]) -> list[list[Value]]:
    return [[change.field, change.old, change.new] for change in changes]


Chosen = Mapping[int, int | None]


def plan_list(division: Division, rating_list: RatingList, chosen: Chosen | None = None) -> ListPlan:
    """Say what applying a list would do; changes nothing.  Raises Refused for a line that the list does not have.

    Four queries, however many players and lines (five the first time in a process).
    """
    index = index_of(rating_list)
    if unknown := unknown_lines(index, chosen or {}):
        raise Refused(f"{rating_list} has no player in line {unknown[0]}.")
    entries = list(division.entries.select_related("player").order_by("number"))
    if stray := sorted(set(chosen or {}) - {entry.number for entry in entries}):
        raise Refused(f"{division} has no player {stray[0]}.")
    late = division.rounds.exclude(status=Round.Status.DRAFT).exists()
    matches = match_all([wanted(entry) for entry in entries], index, chosen)
    days = division.tournament.starts_on, division.tournament.ends_on
    ends = any(field == "suspended" for _, field in rating_list.key_map)
    rows = tuple(_planned(entry, match, late, days, ends) for entry, match in zip(entries, matches, strict=True))
    return ListPlan(division, rating_list, rows, late)


def wanted(entry: Entry) -> Wanted:
    person = entry.player
    return Wanted(entry.number, person.name, {name: getattr(person, name) for name in IDS}, person.country, person.club)


def _planned(entry: Entry, match: Match, late: bool, days: tuple[date, date], ends: bool) -> PlannedMatch:
    if match.entry is None:
        return PlannedMatch(entry, match, (), ())
    changes = tuple(
        change
        for change in changes_of(entry, match.entry, ends_suspensions=ends)
        if not (late and change.field in EARLY)
    )
    return PlannedMatch(entry, match, changes, tuple(_warnings(entry, match.entry, days)))


def changes_of(entry: Entry, line: ListEntry, *, ends_suspensions: bool = False) -> Iterator[Change]:
    """What a line would change of a player; what the list does not say stays as it is.

    ends_suspensions: the list has a column of suspensions, so that nothing in it says that there is none.
    """
    said: dict[str, Value] = {
        "rating": line.rating,
        "lifetime_games": line.games,
        **{name: getattr(line, name) for name in IDS},
        EXPIRY: day_text(line.expiry),
        SUSPENDED: day_text(line.suspended_until),
    }
    for field, new in said.items():
        old = value_of(entry, field)
        speaks = new not in (None, "") or (field == SUSPENDED and ends_suspensions)
        if speaks and new != old:
            yield Change(field, old, new)


def value_of(entry: Entry, field: str) -> Value:
    if field in (EXPIRY, SUSPENDED):
        return str(entry.imported.get(field, ""))
    value: Value = getattr(entry.player if field in IDS else entry, field)
    return value


def _warnings(entry: Entry, line: ListEntry, days: tuple[date, date]) -> Iterator[str]:
    if line.expiry is not None and line.expiry < days[1]:
        yield f"{entry.player}: membership ended on {line.expiry}, before the last day of the event."
    if line.suspended_until is not None and line.suspended_until >= days[0]:
        end = "until further notice" if line.suspended_until == FOREVER else f"until {line.suspended_until}"
        yield f"{entry.player}: suspended {end}."


def apply_list(
    *, by: Any, division: Division, rating_list: RatingList, chosen: Chosen | None = None, seen: str = ""
) -> ListPlan:
    """Fill what the list says of every player who is matched or confirmed, as one decision with one record.

    chosen: by player number, the line that somebody confirmed, or None to leave the player alone.  seen: the digest of the
    plan that was looked at, "" for programs that did not look.  Raises Refused when it no longer holds, NotAllowed.
    """
    require(by, division.tournament, Can.EDIT_ROSTER)
    with deciding(division) as owned:
        plan = plan_list(owned, rating_list, chosen)
        if seen and seen != plan.seen:
            raise Refused("The roster or the list changed since this was looked at. Look again, then apply.")
        if not plan.changed:
            raise Refused("Nothing would change: every player who was found is as the list says.")
        changes = [
            {"entry": row.entry.pk, "line": row.match.entry.line if row.match.entry else 0, **_facts(change)}
            for row in plan.changed
            for change in row.changes
        ]
        set_values((row.entry, change.field, change.new) for row in plan.changed for change in row.changes)
        use = RatingListUse.objects.create(
            rating_list=rating_list, division=owned, changes=changes, late=plan.late,
            applied_by=by.pk, applied_by_kind=getattr(by, "audit_kind", "user"),
        )  # fmt: skip
        before, after = _recorded(plan)
        record(
            "rating_list.applied", obj=use, tournament=owned.tournament, scope=owned.live_topic, by=by,
            before=before, after=after,
        )  # fmt: skip
    return plan


def _facts(change: Change) -> dict[str, Value]:
    return {"field": change.field, "old": change.old, "new": change.new}


def _recorded(plan: ListPlan) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record says: figures old and new by player number; of numbers and membership only whose changed."""
    before: dict[str, dict[str, Value]] = {name: {} for name in EARLY}
    after: dict[str, Any] = {name: {} for name in EARLY}
    person: dict[str, list[str]] = {}
    for row in plan.changed:
        number = str(row.entry.number)
        for change in row.changes:
            if change.field in EARLY:
                before[change.field][number] = change.old
                after[change.field][number] = change.new
            else:
                person.setdefault(number, []).append(change.field)
    facts = {"list": plan.rating_list.title, "sha256": plan.rating_list.sha256, **plan.counts}
    return before, {**facts, **after, "other_fields": person, "entries": [row.entry.pk for row in plan.changed]}


def set_values(values: Iterable[tuple[Entry, str, Value]]) -> None:
    """Write values of entries and their people, in a handful of statements however many there are."""
    entries: dict[int, Entry] = {}
    people: dict[int, Player] = {}
    for entry, field, value in values:
        if field in IDS:
            setattr(entry.player, field, value)
            people[entry.player.pk] = entry.player
            continue
        entries[entry.pk] = entry
        if field in (EXPIRY, SUSPENDED):
            entry.imported = {**entry.imported, field: value}
            if value in (None, ""):
                del entry.imported[field]
        else:
            setattr(entry, field, value)
    Entry.objects.bulk_update(entries.values(), ["rating", "lifetime_games", "imported"], batch_size=200)
    Player.objects.bulk_update(people.values(), IDS, batch_size=200)


@dataclass(frozen=True, slots=True)
class Restored:
    """What taking a use back did.  kept: values that somebody changed since, or that round 1 holds fast, as sentences."""

    use: RatingListUse
    restored: int
    kept: tuple[str, ...]


def restore_use(*, by: Any, use: RatingListUse) -> Restored:
    """Put back what stood before the division's last use of a list.  Values that were changed since stay.

    Raises Refused when it is not the last one, was taken back already, or nothing can be put back; NotAllowed.
    """
    require(by, use.division.tournament, Can.EDIT_ROSTER)
    with deciding(use.division) as owned:
        row = (
            RatingListUse.objects.select_for_update(of=("self",))
            .select_related("rating_list")
            .get(pk=use.pk, division=owned)
        )
        last = RatingListUse.objects.filter(division=owned, restored_at=None).first()
        if row.restored_at is not None:
            raise Refused("This was taken back already.")
        if last != row:
            raise Refused(f"{last.rating_list if last else 'Another list'} was applied after it: take that back first.")
        late = owned.rounds.exclude(status=Round.Status.DRAFT).exists()
        entries = {entry.pk: entry for entry in owned.entries.select_related("player")}
        values, kept = _put_back(row, entries, late)
        if not values:
            raise Refused(f"Nothing can be put back. {' '.join(kept[:3])}".strip())
        about = sorted({entry.pk for entry, _, _ in values})
        facts = {"list": row.rating_list.title, "values": len(values), "kept": len(kept), "entries": about}
        set_values(values)
        row.restored_at = timezone.now()
        row.save(update_fields=["restored_at"])
        record(
            "rating_list.taken_back", obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by, after=facts
        )
    return Restored(row, len(values), tuple(kept))


def _put_back(
    use: RatingListUse, entries: Mapping[int, Entry], late: bool
) -> tuple[list[tuple[Entry, str, Value]], list[str]]:
    values: list[tuple[Entry, str, Value]] = []
    kept: list[str] = []
    for change in use.changes:
        entry, field = entries.get(change["entry"]), change["field"]
        if entry is None:
            continue
        if late and field in EARLY:
            kept.append(f"{entry.player}: {LABELS[field]} stays, as round 1 is published.")
        elif value_of(entry, field) != change["new"]:
            kept.append(f"{entry.player}: {LABELS[field]} was changed since and stays.")
        else:
            values.append((entry, field, change["old"]))
    return values, kept


def plan_facts(plan: ListPlan) -> dict[str, Any]:
    """A plan for programs."""
    return {
        "list": plan.rating_list.pk,
        "title": plan.rating_list.title,
        "late": plan.late,
        "seen": plan.seen,
        "counts": plan.counts,
        "players": [_row_facts(row) for row in plan.rows],
    }


def _row_facts(row: PlannedMatch) -> dict[str, Any]:
    return {
        "number": row.entry.number,
        "name": row.entry.player.name,
        "match": str(row.match.kind),
        "why": row.match.why,
        "line": row.match.entry.line if row.match.entry else None,
        "changes": [_facts(change) for change in row.changes],
        "offered": [
            {"line": one.entry.line, "name": one.entry.name, "rating": one.entry.rating, "why": one.why}
            for one in row.match.offered
        ],
        "warnings": list(row.warnings),
    }
