"""A rating list used for a division: what it would change, all of it applied as one decision.

Before round 1 is published everything is filled: rating, lifetime games, numbers, membership. From then on pairings, classes and
rating reports stand on the ratings: those of unrated players, numbers and membership are filled (docs/decisions/0019-rating-lists.md).
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from results.rating_lists.actions import RatingListAction
from results.rating_lists.engine.matching import MATCHED, Match, MatchKind, RosterPlayer, match_all, unknown_lines
from results.rating_lists.formats.model import FOREVER, ID_FIELDS, IDS, ListEntry
from results.rating_lists.models import RatingList, RatingListUse
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Player, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from .lists import index_of

EXPIRY, SUSPENDED = "expiry", "suspended_until"  # keys of Entry.imported; the checklist reads the first
EARLY = (
    "rating",
    "lifetime_games",
    "deviation",
    "last_played",
)  # of a rated player not changed once round 1 is published
LABELS: Mapping[str, str] = {
    "rating": "rating", "lifetime_games": "lifetime games", "deviation": "deviation", "last_played": "last played", "national_id": "national number", "naspa_id": "NASPA number",
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
        return value_text(self.field, self.old)

    @property
    def after(self) -> str:
        return value_text(self.field, self.new)


def value_text(field: str, value: Value) -> str:
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
    """One player: how they were matched, and what would change.

    Attributes:
        warnings: sentences about membership and suspension.
    """

    entry: Entry
    match: Match
    changes: tuple[Change, ...]
    warnings: tuple[str, ...]

    @property
    def matched(self) -> bool:
        return self.match.kind in MATCHED


@dataclass(frozen=True, slots=True)
class ListPlan:
    """What a list would do to a division.

    Attributes:
        late: whether round 1 is published.
    """

    division: Division
    rating_list: RatingList
    rows: tuple[PlannedMatch, ...]
    late: bool

    @property
    def changed(self) -> tuple[PlannedMatch, ...]:
        return tuple(row for row in self.rows if row.changes)

    def of_kind(self, kind: MatchKind) -> tuple[PlannedMatch, ...]:
        return tuple(row for row in self.rows if row.match.kind is kind)

    @property
    def same(self) -> tuple[PlannedMatch, ...]:
        return tuple(row for row in self.rows if row.matched and not row.changes)

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(warning for row in self.rows for warning in row.warnings)

    @property
    def counts(self) -> dict[str, int]:
        return {
            "players": len(self.rows), "matched": sum(row.matched for row in self.rows), "changed": len(self.changed),
            "to_confirm": len(self.of_kind(MatchKind.TO_CONFIRM)), "unmatched": len(self.of_kind(MatchKind.UNMATCHED)),
            "left_alone": len(self.of_kind(MatchKind.LEFT)),
        }  # fmt: skip

    @property
    def seen(self) -> str:
        """A digest of every change: an answer to this plan is refused when it no longer holds."""
        facts = [
            [
                row.entry.pk,
                row.match.entry.line if row.match.entry else 0,
                [[change.field, change.old, change.new] for change in row.changes],
            ]
            for row in self.rows
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


Chosen = Mapping[int, int | None]


def plan_list(division: Division, rating_list: RatingList, chosen: Chosen | None = None, only: int = 0) -> ListPlan:
    """Say what applying a list would do; changes nothing. Who is pinned to a line stays there unless chosen otherwise.

    Five queries, however many players and lines (six the first time in a process).

    Args:
        only: the number of the one player looked at, whose rating stays; 0 = all are.

    Raises:
        Refused: code ``unknown_line`` or ``unknown_player`` for choices that do not fit.
    """
    index = index_of(rating_list)
    if lines := unknown_lines(index, chosen or {}):
        raise Refused(f"{rating_list} has no player in line {lines[0]}.", code="unknown_line")
    entries = list(division.entries.select_related("player").order_by("number"))
    if numbers := sorted(set(chosen or {}) - {entry.number for entry in entries}):
        raise Refused(f"{division} has no player {numbers[0]}.", code="unknown_player")
    entries = [entry for entry in entries if only in (0, entry.number)]
    late = division.rounds.published().exists()
    pins, own = pins_of(division, rating_list), ID_FIELDS[index.body]
    held = [(entry, index.by_line.get(pins.get(entry.pk, 0))) for entry in entries]
    stay = {  # but for who has got another number since
        entry.number: line.line
        for entry, line in held
        if line and getattr(entry.player, own) in ("", getattr(line, own))
    }
    matches = match_all([roster_player(entry) for entry in entries], index, {**stay, **(chosen or {})})
    keep = late or only
    ends = any(field == "suspended" for _, field in rating_list.key_map)
    rows = []
    for entry, match in zip(entries, matches, strict=True):
        if match.entry is None:
            rows.append(PlannedMatch(entry, match, (), ()))
            continue
        changes = changes_of(entry, match.entry, ends_suspensions=ends)
        allowed = tuple(change for change in changes if not (keep and entry.rating and change.field in EARLY))
        warnings = tuple(membership_warnings(match.entry, division.tournament))
        rows.append(PlannedMatch(entry, match, allowed, warnings))
    return ListPlan(division, rating_list, tuple(rows), late)


def pins_of(division: Division, rating_list: RatingList) -> dict[int, int]:
    """By key of the entry, the line of the list that was last taken for the player."""
    uses = division.rating_list_uses.filter(rating_list=rating_list).order_by("applied_at", "pk")
    return {entry: line for lines in uses.values_list("lines", flat=True) for entry, line in lines}


def roster_player(entry: Entry) -> RosterPlayer:
    person = entry.player
    ids = {name: getattr(person, name) for name in IDS}
    return RosterPlayer(entry.number, person.name, ids, person.country, person.club)


def changes_of(entry: Entry, line: ListEntry, *, ends_suspensions: bool) -> Iterator[Change]:
    """What a line would change of a player; what the list does not say stays as it is.

    Args:
        ends_suspensions: the list has a column of suspensions, so that nothing in it says that there is none.
    """
    values: dict[str, Value] = {
        "rating": line.rating,
        "lifetime_games": line.games,
        "deviation": "" if line.deviation is None else str(line.deviation),
        "last_played": line.last_played.isoformat() if line.last_played else "",
        **{name: getattr(line, name) for name in IDS},
        EXPIRY: line.expiry.isoformat() if line.expiry else "",
        SUSPENDED: line.suspended_until.isoformat() if line.suspended_until else "",
    }
    for field, new in values.items():
        old = value_of(entry, field)
        speaks = new not in (None, "") or (field == SUSPENDED and ends_suspensions)
        if speaks and new != old:
            yield Change(field, old, new)


def value_of(entry: Entry, field: str) -> Value:
    if field in (EXPIRY, SUSPENDED):
        return str(entry.imported.get(field, ""))
    if field in ("deviation", "last_played"):  # as text: the record keeps no fractions and no days
        return "" if getattr(entry, field) is None else str(getattr(entry, field))
    value: Value = getattr(entry.player if field in IDS else entry, field)
    return value


def membership_warnings(line: ListEntry, event: Tournament) -> Iterator[str]:
    if line.expiry is not None and line.expiry < event.ends_on:
        yield f"{line.name}: membership ended on {line.expiry}, before the last day of the event."
    if line.suspended_until is not None and line.suspended_until >= event.starts_on:
        end = "until further notice" if line.suspended_until == FOREVER else f"until {line.suspended_until}"
        yield f"{line.name}: suspended {end}."


def apply_list(
    *, by: Actor, division: Division, rating_list: RatingList, chosen: Chosen | None = None, seen: str = "",
    only: int = 0,
) -> ListPlan:  # fmt: skip
    """Fill what the list says of every player who is matched or confirmed, as one decision with one record.

    Args:
        chosen: by player number, the line that somebody confirmed, or None to leave the player alone.
        seen: the digest of the plan that was looked at, "" for programs that did not look.
        only: as of `plan_list`.

    Raises:
        Refused: code ``plan_changed``, ``nothing_to_change``, ``unknown_line`` or ``unknown_player``.
        NotAllowed: the actor may not change the roster.
    """
    with deciding(division, by=by, can=Can.EDIT_ROSTER, action=RatingListAction.APPLIED) as decision:
        plan = plan_list(decision.division, rating_list, chosen, only)
        if seen and seen != plan.seen:
            raise Refused(
                "The roster or the list changed since this was looked at. Look again, then apply.", code="plan_changed"
            )
        if not (plan.changed or only):
            raise Refused(
                "Nothing would change: every player who was found is as the list says.", code="nothing_to_change"
            )
        lines = [(row.entry.pk, row.match.entry.line) for row in plan.rows if row.match.entry]
        set_values((row.entry, change.field, change.new) for row in plan.changed for change in row.changes)
        use = RatingListUse.objects.create(
            rating_list=rating_list, division=decision.division, lines=lines, late=plan.late,
            applied_by=by.pk, applied_by_kind=by.audit_kind,
        )  # fmt: skip
        before, after = _recorded(plan)
        if only:
            after["lines"] = lines
        decision.record(use, before=before, after=after)
    return plan


def _recorded(plan: ListPlan) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record says: figures old and new by player number; of numbers and membership only whose changed."""
    before: dict[str, dict[str, Value]] = {name: {} for name in EARLY[:2]}
    after: dict[str, Any] = {name: {} for name in EARLY[:2]}
    person: dict[str, list[str]] = {}
    for row in plan.changed:
        number = str(row.entry.number)
        for change in row.changes:
            if change.field in EARLY:
                before.setdefault(change.field, {})[number] = change.old
                after.setdefault(change.field, {})[number] = change.new
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
        elif field == "deviation":
            entry.deviation = float(str(value)) if value else None
        elif field == "last_played":
            entry.last_played = date.fromisoformat(str(value)) if value else None
        else:
            setattr(entry, field, value)
    Entry.objects.bulk_update(entries.values(), [*EARLY, "imported"], batch_size=200)
    Player.objects.bulk_update(people.values(), IDS, batch_size=200)
