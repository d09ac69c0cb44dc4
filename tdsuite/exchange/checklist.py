"""What to look at before a ratings submission, body by body: read only, the same number of queries for any field."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from results.sheets.reads import SheetRow, unsigned_by_division
from tdsuite.formats.model import Stops
from tdsuite.formats.tou.corrector import corrections
from tdsuite.formats.writing import NO_ROOM
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tdsuite.tournaments.reads import History, histories as read_histories
from tdsuite.tournaments.services.rules import deviations
from .events import EXPIRY
from .export import FORMATS

FEWEST = 4  # players a division: NASPA's server refuses fewer
NAMED = 6  # names in one sentence; the rest is counted
SUSPENSION_KEY = "suspended_until"  # of `Entry.imported`, as a rating list fills it: the last day


@dataclass(frozen=True, slots=True)
class Body:
    """A ratings body: the file it takes and the id it knows a player by."""

    key: str
    name: str
    format: str
    field: str
    id_name: str


BODIES = (
    Body("wespa", "WESPA", "tou", "wespa_id", "WESPA number"),
    Body("naspa", "NASPA", "tsh", "naspa_id", "NASPA number"),
    Body("absp", "ABSP", "absp", "absp_id", "ABSP number"),
)


@dataclass(frozen=True, slots=True)
class ChecklistFinding:
    """One thing to look at.  kind: a word for programs.  blocks: the submission would be refused or wrong as it is."""

    kind: str
    text: str
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings of one kind: what blocks stands alone, each for itself.  about: what those of a file are about."""

    about: str
    blocks: bool
    findings: tuple[ChecklistFinding, ...]


def in_groups(findings: Sequence[ChecklistFinding]) -> list[FindingGroup]:
    """What blocks first, then the rest by kind; what a format cannot hold by what it is about (names, rounds)."""
    groups: dict[tuple[bool, str], list[ChecklistFinding]] = {}
    for finding in sorted(findings, key=lambda each: not each.blocks):
        about = finding.text.partition(":")[0] if finding.kind == "file" else finding.kind.replace("_", " ")
        groups.setdefault((finding.blocks, "" if finding.blocks else about), []).append(finding)
    return [FindingGroup(about.capitalize(), blocks, tuple(rows)) for (blocks, about), rows in groups.items()]


@dataclass(frozen=True, slots=True)
class BodyCheck:
    """What one body's submission lacks, beside what concerns all of them."""

    body: Body
    findings: tuple[ChecklistFinding, ...]

    @property
    def as_it_is(self) -> bool | None:
        """Whether the body's reader takes the file as it is; None where its rules are not written down."""
        return all(finding.kind != "corrector" for finding in self.findings) if self.body.format == "tou" else None


@dataclass(frozen=True, slots=True)
class Checklist:
    """common: findings for whichever body; bodies: each one's own."""

    common: tuple[ChecklistFinding, ...]
    bodies: tuple[BodyCheck, ...]


def checklist(*, by: Actor, tournament: Tournament) -> Checklist:
    """Everything worth a look before the event is sent to a ratings body.  Raises NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    histories = read_histories(list(tournament.divisions.all()))
    common: list[ChecklistFinding] = (
        [] if histories else [ChecklistFinding("no_division", "The event has no division.", blocks=True)]
    )
    unsigned = unsigned_by_division(tournament)
    for history in histories:
        common += _players(history)
        common += _rounds(history)
        common += _sheets(history.division, unsigned.get(history.division.pk, []))
        common += _memberships(history, tournament.ends_on)
        common += _suspended(history, tournament.starts_on)
    common += [ChecklistFinding("deviation", text) for text in deviations(tournament)]
    return Checklist(tuple(common), tuple(_body(body, tournament, histories) for body in BODIES))


def _rated(history: History) -> set[int]:
    """Entries with a rated game, also of players who left later; before the first, everybody who has not left."""
    games = [game for game in history.games if history.account(game).rated]
    seats = {seat for game in games for seat in (game.first_id, game.second_id) if seat}
    return seats or {entry.pk for entry in history.entries if not history.never_came(entry)}


def _players(history: History) -> Iterator[ChecklistFinding]:
    count = len(_rated(history))
    if count < FEWEST:
        players = "one player" if count == 1 else f"{count} players"
        yield ChecklistFinding(
            "few_players", f"{history.division}: {players}; NASPA rates no division of fewer than {FEWEST}.", True
        )


def _rounds(history: History) -> Iterator[ChecklistFinding]:
    numbers = {game.round.number for game in history.games if game.round.is_published}
    awaited: dict[int, int] = {}
    for game in history.games:
        if game.round.number in numbers and game.outcome in Game.UNFINISHED:
            awaited[game.round.number] = awaited.get(game.round.number, 0) + 1
    for number, count in sorted(awaited.items()):
        results = "one game has" if count == 1 else f"{count} games have"
        yield ChecklistFinding(
            "unfinished", f"{history.division}: round {number} is not finished, {results} no result.", True
        )
    if left := [number for number in range(1, history.division.planned_rounds + 1) if number not in numbers]:
        which = f"round {left[0]} is" if len(left) == 1 else f"rounds {left[0]} to {left[-1]} are"
        yield ChecklistFinding(
            "unplayed", f"{history.division}: {which} planned and not paired. Plan fewer rounds if none follows."
        )


def _sheets(division: Division, rows: Sequence[SheetRow]) -> Iterator[ChecklistFinding]:
    if rows:
        count = "one sheet is" if len(rows) == 1 else f"{len(rows)} sheets are"
        places = _listed([f"round {row.game.round.number} table {row.game.table}" for row in rows])
        yield ChecklistFinding("unsigned", f"{division}: {count} not signed by both: {places}.")


def _memberships(history: History, day: date) -> Iterator[ChecklistFinding]:
    """Members known to have expired by the last day. Where the roster said nothing, nothing is known."""
    if expired := [entry for entry in history.entries if (until := _day(entry, EXPIRY)) is not None and until < day]:
        names = _listed([f"{entry.player} ({_day(entry, EXPIRY)})" for entry in expired])
        yield ChecklistFinding("expired", f"{history.division}: membership ended before the last day: {names}.")


def _suspended(history: History, day: date) -> Iterator[ChecklistFinding]:
    """Players whom a rating list says are suspended on the first day or later."""
    out = [entry for entry in history.entries if (until := _day(entry, SUSPENSION_KEY)) is not None and until >= day]
    if out:
        yield ChecklistFinding(
            "suspended", f"{history.division}: suspended: {_listed([str(entry.player) for entry in out])}."
        )


def _day(entry: Entry, key: str) -> date | None:
    """A day that a roster or a rating list gave of a player."""
    try:
        return date.fromisoformat(str(entry.imported[key]))
    except (KeyError, ValueError):
        return None


def _body(body: Body, tournament: Tournament, histories: Sequence[History]) -> BodyCheck:
    """Missing ids, then everything the body's own file cannot hold (in .TOU, names over 20 letters too)."""
    findings = []
    for history in histories:
        seen = _rated(history)
        without = [entry for entry in history.entries if entry.pk in seen and not getattr(entry.player, body.field)]
        if without:
            names = _listed([str(entry.player) for entry in without])
            text = f"{history.division}: {len(without)} of {len(seen)} rated players without {body.id_name}: {names}."
            findings.append(ChecklistFinding("missing_id", text))
    data, losses = FORMATS[body.format].write(tournament)
    findings += [
        ChecklistFinding("file", problem.text, problem.stops is not Stops.NOTHING)
        for problem in losses
        if problem.field != NO_ROOM
    ]
    if body.format == "tou":
        findings += [
            ChecklistFinding("corrector", f"WESPA’s reader would not take the file as it is. {change}")
            for change in corrections(data.decode())
        ]
    return BodyCheck(body, tuple(findings))


def _listed(words: Sequence[str]) -> str:
    more = len(words) - NAMED
    return ", ".join(words[:NAMED]) + (f" and {more} more" if more > 0 else "")
