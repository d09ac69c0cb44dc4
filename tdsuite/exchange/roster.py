"""A roster from a file: first what it would do, then all of it or nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from results.rating_lists.engine.index import NEAR
from results.rating_lists.services.known import newest_lists
from results.rating_lists.services.lists import index_of
from tdsuite.formats.model import FileDivision, Problem, RosterRow, Stops, note
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine.names import name_key, near_known
from tdsuite.tournaments.models import Division, Entry, Player
from tdsuite.tournaments.services.decision import deciding
from tdsuite.tournaments.services.entries import IDS, LISTED_FIELDS, PLAYER_FIELDS
from .actions import ExchangeAction
from .event_sources import SourceFile, read_storable
from .events import UnusableFile, create_entries, entry_of, player_of

PLAYER_VALUES = PLAYER_FIELDS[1:]  # but for the name, which says who it is


@dataclass(frozen=True, slots=True)
class Change:
    """One value that would change."""

    field: str
    old: str
    new: str

    @property
    def label(self) -> str:
        """What pages call the field."""
        model = Player if self.field in PLAYER_VALUES else Entry
        return str(model._meta.get_field(self.field).verbose_name)  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One line of the file and what it would do.  entry: whom it is about, None for a new player."""

    row: RosterRow
    entry: Entry | None
    number: int
    changes: tuple[Change, ...] = ()

    @property
    def kind(self) -> str:
        return "add" if self.entry is None else "change" if self.changes else "same"


@dataclass(frozen=True, slots=True)
class RosterPlan:
    """What a file would do to a division.

    Attributes:
        sections: names of the file's divisions; section: which of them it is, from 0.
    """

    division: Division
    rows: tuple[PlannedRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    sections: tuple[str, ...] = ()
    section: int = 0
    imported: FileDivision | None = None

    @property
    def usable(self) -> bool:
        return bool(self.rows) and not any(problem.fatal for problem in self.problems)

    @property
    def errors(self) -> list[Problem]:
        """Problems because of which nothing can be applied."""
        return [problem for problem in self.problems if problem.fatal]

    @property
    def notes(self) -> list[Problem]:
        """The other problems, but for warnings, which pages show first."""
        return [problem for problem in self.problems if not (problem.fatal or problem.warns)]

    @property
    def counts(self) -> dict[str, int]:
        return {kind: sum(row.kind == kind for row in self.rows) for kind in ("add", "change", "same")}


@dataclass(slots=True)
class _Roster:
    """The division's entries, to be found by id, name or number."""

    entries: list[Entry]
    by_name: dict[str, Entry] = field(default_factory=dict)
    by_number: dict[int, Entry] = field(default_factory=dict)
    by_id: dict[tuple[str, str], Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for entry in self.entries:
            self.by_name.setdefault(name_key(entry.player.name), entry)
            self.by_number[entry.number] = entry
            for name in IDS:
                if value := getattr(entry.player, name):
                    self.by_id[name, value] = entry

    def find(self, row: RosterRow) -> Entry | None:
        """The entry a row is about: by one of its ids, else by its name."""
        ids = (self.by_id.get((name, getattr(row, name))) for name in IDS if getattr(row, name))
        return next((entry for entry in ids if entry), None) or self.by_name.get(name_key(row.name))


def plan_roster(division: Division, source: SourceFile, section: int | None = None) -> RosterPlan:
    """Say what applying a file would do; changes nothing, never raises for what is in the file.

    section: which division of the file, from 0; None: the one of this division's name or short name, else the first.
    """
    read = read_storable(source)
    sections = tuple(division.name for division in read.divisions)
    if section is None:
        own = {division.name.casefold(), division.code.casefold()}
        section = next((at for at, name in enumerate(sections) if name.casefold() in own), 0)
    if not read.usable:
        return RosterPlan(division, problems=read.problems, sections=sections, section=section)
    if section >= len(read.divisions):
        problem = Problem(None, "section", f"the file has {len(read.divisions)} divisions.", "Choose one of them.")
        return RosterPlan(division, problems=(problem,), sections=sections, section=section)
    imported = read.divisions[section]
    roster = _Roster(list(division.entries.select_related("player")))
    rows = tuple(_planned(roster, imported))
    problems = [*read.problems, *_clashes(roster, rows), *_near(roster, rows), *_near_listed(rows)]
    return RosterPlan(division, rows, tuple(problems), sections, section, imported)


def _planned(roster: _Roster, imported: FileDivision) -> Iterator[PlannedRow]:
    taken = set(roster.by_number) | {row.number for row in imported.players if row.number}
    free = (number for number in range(1, 10_000) if number not in taken)
    for row in imported.players:
        entry = roster.find(row)
        if entry is not None:
            yield PlannedRow(row, entry, entry.number, tuple(_changes(entry, row)))
        else:
            yield PlannedRow(row, None, row.number or next(free))


def _changes(entry: Entry, row: RosterRow) -> Iterator[Change]:
    for name in LISTED_FIELDS:
        new, old = getattr(row, name), getattr(entry, name)
        if new not in (None, "") and new != old:
            yield Change(name, str(old if old is not None else ""), str(new))
    for name in PLAYER_VALUES:
        new, old = getattr(row, name), getattr(entry.player, name)
        if new and new != old and (name != "filing_name" or new.casefold() != old.casefold()):
            yield Change(name, str(old), str(new))


def _clashes(roster: _Roster, rows: Iterable[PlannedRow]) -> Iterator[Problem]:
    """New players whose number is somebody's, and two lines about one player."""
    about: dict[int, PlannedRow] = {}
    for planned in rows:
        if planned.entry is None:
            holder = roster.by_number.get(planned.number)
            if holder is not None:
                message = f"number {planned.number} belongs to {holder.player}."
                yield Problem(planned.row.line, "number", message, "Give another number, or leave it out.")
            continue
        other = about.setdefault(planned.entry.pk, planned)
        if other is not planned:
            message = f"{planned.row.name} is {planned.entry.player}, as is line {other.row.line}."
            yield Problem(planned.row.line, "name", message, "Keep one of the two lines.")


def _near(roster: _Roster, rows: tuple[PlannedRow, ...]) -> Iterator[Problem]:
    """New names that look like somebody already on the roster. (The reader compares the file with itself.)"""
    new = [planned for planned in rows if planned.entry is None]
    known = [entry.player.name for entry in roster.entries]
    for pair in near_known([planned.row.name for planned in new], known):
        row = new[pair.first].row
        message = f"{row.name} looks like {known[pair.second]} on the roster ({pair.reason})."
        yield note(row.line, "name", message, "Check that they are two people.")


def _near_listed(rows: tuple[PlannedRow, ...]) -> Iterator[Problem]:
    """New names that a loaded rating list does not have, where it has one like them."""
    for rating_list in newest_lists():
        index = index_of(rating_list)
        for row in (planned.row for planned in rows if planned.entry is None):
            if not index.with_name(row.name) and (near := index.search(row.name, NEAR)):
                yield note(
                    row.line, "name", f"{row.name} looks like {near[0].name} in {rating_list}.", "Check the spelling."
                )


def apply_roster(*, by: Actor, division: Division, source: SourceFile, section: int | None = None) -> RosterPlan:
    """Add and change players as the plan says, all or nothing.  Raises UnusableFile with every problem, NotAllowed."""
    with deciding(division, by=by, can=Can.EDIT_ROSTER, action=ExchangeAction.ROSTER_IMPORTED) as decision:
        row = decision.division
        plan = plan_roster(row, source, section)
        if not plan.usable or plan.imported is None:
            raise UnusableFile(
                source.name, [problem for problem in plan.problems if problem.stops is not Stops.NOTHING]
            )
        _apply_rows(row, plan)
        decision.record(row, after={**plan.counts, "file": source.sha256})
    return plan


def _apply_rows(division: Division, plan: RosterPlan) -> None:
    if not division.entries.exists() and plan.imported is not None and not plan.imported.rounds:
        numbered = tuple(replace(planned.row, number=planned.number) for planned in plan.rows)
        create_entries(division, replace(plan.imported, players=numbered))
        return
    seed = division.entries.count()
    for planned in plan.rows:
        if planned.entry is None:
            seed += 1
            _add(division, planned, seed)
        elif planned.changes:
            _change(planned)


def _add(division: Division, planned: PlannedRow, seed: int) -> None:
    row = planned.row
    person = player_of(row)
    person.save()
    entry_of(division, person, row, number=planned.number, seed=seed).save()


def _change(planned: PlannedRow) -> None:
    entry, row = planned.entry, planned.row
    assert entry is not None
    for change in planned.changes:
        target: Any = entry.player if change.field in PLAYER_VALUES else entry
        setattr(target, change.field, getattr(row, change.field))
    entry.player.save()
    entry.save()
