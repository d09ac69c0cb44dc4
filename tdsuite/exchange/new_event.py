"""What a new event is to be besides its rosters: the organiser's words, or an earlier event with every setting."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, time, timedelta
from typing import Any

from msgspec import UNSET, structs as parts

from tdsuite.formats.event_json.document import DocumentDivision, EventDocument
from tdsuite.formats.event_json.reader import read_event_json
from tdsuite.formats.model import FileDivision, ImportedFile, RosterRow
from tdsuite.tournaments.engine.timetable import Timetable
from tdsuite.tournaments.models import Tournament
from .event_document import document_bytes, event_document

SPARE_TABLES = 2  # of a division, for walk-ins
DAYS = ("starts_on", "ends_on")


@dataclass(frozen=True, slots=True)
class DivisionLine:
    """A division as its line says it.  players: how many of a roster without divisions it takes, best first; 0 for the rest."""

    name: str
    planned_rounds: int
    code: str = ""
    players: int = 0


@dataclass(frozen=True, slots=True)
class NewEvent:
    """What was said of an event on the page of a new one.

    Attributes:
        values: fields of the event.
        divisions: best first; of a copied event none.
        by_rating: whether players without a number are numbered by rating, not in the roster's order.
        copied: the primary key of the event whose settings it takes, 0 for none.
        same_players: whether its players come along where no roster is given.
        same_people: whether those who help to run it come along.
        practice: whether it is a practice event.
    """

    values: Mapping[str, Any]
    divisions: tuple[DivisionLine, ...] = ()
    by_rating: bool = True
    timetable: Timetable | None = None
    copied: int = 0
    same_players: bool = False
    same_people: bool = False
    practice: bool = False

    def as_json(self) -> dict[str, Any]:
        table = self.timetable and {**asdict(self.timetable), "first": self.timetable.first.isoformat()}
        values = {name: value.isoformat() if name in DAYS else value for name, value in self.values.items()}
        return {**asdict(self), "values": values, "timetable": table}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "NewEvent":
        table = stored["timetable"] and Timetable(
            **{**stored["timetable"], "first": time.fromisoformat(stored["timetable"]["first"])}
        )
        values = {
            name: date.fromisoformat(value) if name in DAYS else value for name, value in stored["values"].items()
        }
        lines = tuple(DivisionLine(**line) for line in stored["divisions"])
        return cls(**{**stored, "values": values, "divisions": lines, "timetable": table})

    def moved_to(self, day: date) -> "NewEvent":
        """The same, beginning on another day."""
        later = day - self.values["starts_on"]
        return replace(self, values={**self.values, **{name: self.values[name] + later for name in DAYS}})

    @property
    def days(self) -> int:
        """How many days it takes."""
        return int((self.values["ends_on"] - self.values["starts_on"]) / timedelta(days=1)) + 1

    @property
    def source(self) -> Tournament | None:
        """The event that is copied."""
        return Tournament.objects.filter(pk=self.copied).first() if self.copied else None


def arranged(reads: Sequence[ImportedFile], plan: NewEvent) -> list[ImportedFile]:
    """The files as the event's divisions, all in the first of them; those that cannot be used stay as they are."""
    if any(read.errors for read in reads):
        return list(reads)
    rosters = [division for read in reads for division in read.divisions]
    source = plan.source
    if source is not None:
        earlier = _settings_of(source, same_players=plan.same_players and not rosters)
        divisions = _of_earlier(earlier.divisions, rosters)
        reads = [earlier, *reads]
    else:
        divisions = _of_lines(plan.divisions, rosters)
    if plan.by_rating:
        divisions = [_by_rating(division) for division in divisions]
    with_tables = tuple(_with_tables(divisions))
    return [replace(read, divisions=() if at else with_tables) for at, read in enumerate(reads)]


def _key(name: str) -> str:
    """By what a division of a roster is known: "Division A" and "a" are the same."""
    return name.strip().casefold().removeprefix("division").strip()


def _of_lines(lines: Sequence[DivisionLine], rosters: Sequence[FileDivision]) -> list[FileDivision]:
    """Divisions of a roster with the rounds that the lines give them; a roster of one division is dealt out by rating."""
    by_name = {_key(line.name): line for line in lines} if len(lines) > 1 else {}
    if len(rosters) == 1 and _key(rosters[0].name) not in by_name:
        return list(_dealt_out(rosters[0], lines))
    places = list(by_name)
    ordered = sorted(
        rosters, key=lambda row: places.index(_key(row.name)) if _key(row.name) in by_name else len(places)
    )  # fmt: skip
    divisions = []
    for roster in ordered:
        line = by_name.pop(_key(roster.name), None)
        rounds = {"planned_rounds": (line or lines[-1]).planned_rounds}
        named = replace(roster, name=line.name, code=line.code) if line else roster
        divisions.append(replace(named, settings={**roster.settings, **rounds}))
    return [*divisions, *(_of_line(FileDivision(line.name, ()), line) for line in by_name.values())]


def _of_line(roster: FileDivision, line: DivisionLine) -> FileDivision:
    settings = {**roster.settings, "planned_rounds": line.planned_rounds}
    return replace(roster, name=line.name, code=line.code, settings=settings)


def _dealt_out(roster: FileDivision, lines: Sequence[DivisionLine]) -> Iterator[FileDivision]:
    """The best players to the first line, and so on; the last line takes the rest."""
    left = sorted(roster.players, key=_best_first) if len(lines) > 1 else list(roster.players)
    for place, line in enumerate(lines, start=1):
        number = len(left) if place == len(lines) else line.players
        own, left = left[:number], left[number:]
        yield _of_line(replace(roster, players=tuple(own)), line)


def _best_first(row: RosterRow) -> int:
    return -(row.rating or 0)


def _of_earlier(earlier: Sequence[FileDivision], rosters: Sequence[FileDivision]) -> list[FileDivision]:
    """The earlier event's divisions with the players of the rosters; one that it did not have is new."""
    known = {_key(name): division for division in earlier for name in (division.code, division.name)}
    if len(earlier) == len(rosters) == 1:
        known[_key(rosters[0].name)] = earlier[0]
    players = {id(known[_key(roster.name)]): roster for roster in rosters if _key(roster.name) in known}
    divisions = [
        replace(division, players=roster.players) if (roster := players.get(id(division))) else division
        for division in earlier
    ]
    return [*divisions, *(roster for roster in rosters if _key(roster.name) not in known)]


def _by_rating(division: FileDivision) -> FileDivision:
    if any(row.number is not None for row in division.players):
        return division
    return replace(division, players=tuple(sorted(division.players, key=_best_first)))


def _with_tables(divisions: Sequence[FileDivision]) -> Iterator[FileDivision]:
    """Tables of their own for several divisions, with some to spare; where one has a plan of tables, all stay as they are."""
    written = any(
        division.document and division.document.table_plan is not UNSET and division.document.table_plan.tables
        for division in divisions
    )
    first = 1
    for division in divisions:
        if len(divisions) < 2 or written or not division.players:
            yield division
            continue
        last = first + (len(division.players) + 1) // 2 + SPARE_TABLES - 1
        yield replace(division, settings={**division.settings, "table_plan": {"tables": f"{first}-{last}"}})
        first = last + 1


def _settings_of(tournament: Tournament, *, same_players: bool) -> ImportedFile:
    """An event as its own document, without what was played."""
    document = event_document(tournament)
    divisions = [_without_games(division, same_players=same_players) for division in document.divisions]
    prizes = [parts.replace(prize, winners=[]) for prize in document.prizes]
    bare: EventDocument = parts.replace(
        document, divisions=divisions, prizes=prizes, is_practice=False, status="preparing", officials=[]
    )
    read = read_event_json(document_bytes(bare).decode())
    return replace(read, divisions=tuple(_fresh(division) for division in read.divisions))


def _without_games(division: DocumentDivision, *, same_players: bool) -> DocumentDivision:
    rules = division.pairing_rules
    if rules is not UNSET and not same_players:  # those that name players stay behind with them
        rules = parts.replace(rules, boards=[], families=[], volunteers=[])
    return parts.replace(
        division, rounds=[], spread_adjustments=[], high_claims=[], pairing_rules=rules,
        players=division.players if same_players else [], table_needs=division.table_needs if same_players else [],
        prizes=[parts.replace(prize, winners=[]) for prize in division.prizes],
        standings=parts.replace(division.standings, after=0, table=[]),
    )  # fmt: skip


def _fresh(division: FileDivision) -> FileDivision:
    """Its players as on the first day."""
    players = tuple(
        replace(row, withdrawn_from=None, absences=(), at_bottom=False, extras=()) for row in division.players
    )
    return replace(division, players=players)
