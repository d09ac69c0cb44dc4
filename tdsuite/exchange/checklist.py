"""What to look at before a ratings submission, body by body: read only, the same number of queries for any field."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from results.formats.model import Stops
from results.services.rules import deviations
from results.services.sheets.officials import Unsigned, unsigned
from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History, history

from .export import FORMATS

FEWEST = 4  # players a division: NASPA's server refuses fewer
NAMED = 6  # names in one sentence; the rest is counted
EXPIRY_KEYS = ("expiry", "expires", "expiration", "membership_expires")  # columns a roster or rating list may have had
SUSPENSION_KEY = "suspended_until"  # as a rating list fills it: the last day


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
class Finding:
    """One thing to look at.  kind: a word for programs.  blocks: the submission would be refused or wrong as it is."""

    kind: str
    text: str
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class BodyCheck:
    """What one body's submission lacks, beside what concerns all of them."""

    body: Body
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Checklist:
    """common: findings for whichever body; bodies: each one's own."""

    common: tuple[Finding, ...]
    bodies: tuple[BodyCheck, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "common": [asdict(one) for one in self.common],
            "bodies": [
                {"body": one.body.key, "format": one.body.format, "findings": [asdict(row) for row in one.findings]}
                for one in self.bodies
            ],
        }


def checklist(*, by: Any, tournament: Tournament) -> Checklist:
    """Everything worth a look before the event is sent to a ratings body.  Raises NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    pasts = [history(division) for division in tournament.divisions.all()]
    common: list[Finding] = [] if pasts else [Finding("no_division", "The event has no division.", blocks=True)]
    for past in pasts:
        common += _players(past)
        common += _rounds(past)
        common += _sheets(past.division)
        common += _memberships(past, tournament.ends_on)
        common += _suspended(past, tournament.starts_on)
    common += [Finding("deviation", text) for text in deviations(tournament)]
    return Checklist(tuple(common), tuple(_body(body, tournament, pasts) for body in BODIES))


def _rated(past: History) -> set[int]:
    """Entries with a rated game; everybody entered, before the first."""
    games = [game for game in past.games if past.account(game).rated]
    seats = {seat for game in games for seat in (game.first_id, game.second_id) if seat}
    return seats or {entry.pk for entry in past.entries}


def _players(past: History) -> Iterator[Finding]:
    count = len(_rated(past))
    if count < FEWEST:
        players = "one player" if count == 1 else f"{count} players"
        yield Finding(
            "few_players", f"{past.division}: {players}; NASPA rates no division of fewer than {FEWEST}.", True
        )


def _rounds(past: History) -> Iterator[Finding]:
    numbers = {game.round.number for game in past.games if game.round.status != Round.Status.DRAFT}
    awaited: dict[int, int] = {}
    for game in past.games:
        if game.round.number in numbers and game.outcome in Game.UNFINISHED:
            awaited[game.round.number] = awaited.get(game.round.number, 0) + 1
    for number, count in sorted(awaited.items()):
        results = "one game has" if count == 1 else f"{count} games have"
        yield Finding("unfinished", f"{past.division}: round {number} is not finished, {results} no result.", True)
    left = [number for number in range(1, past.division.planned_rounds + 1) if number not in numbers]
    if left:
        which = f"round {left[0]} is" if len(left) == 1 else f"rounds {left[0]} to {left[-1]} are"
        yield Finding(
            "unplayed", f"{past.division}: {which} planned and not paired. Plan fewer rounds if none follows."
        )


def _sheets(division: Division) -> Iterator[Finding]:
    rows = unsigned(division)
    if rows:
        count = "one sheet is" if len(rows) == 1 else f"{len(rows)} sheets are"
        places = _listed([_place(row) for row in rows])
        yield Finding("unsigned", f"{division}: {count} not signed by both: {places}.")


def _place(row: Unsigned) -> str:
    return f"round {row.game.round.number} table {row.game.table}"


def _memberships(past: History, day: date) -> Iterator[Finding]:
    """Members known to have expired by the last day. Where the roster said nothing, nothing is known."""
    gone = [entry for entry in past.entries if (until := _expiry(entry)) is not None and until < day]
    if gone:
        names = _listed([f"{entry.player} ({_expiry(entry)})" for entry in gone])
        yield Finding("expired", f"{past.division}: membership ended before the last day: {names}.")


def _suspended(past: History, day: date) -> Iterator[Finding]:
    """Players whom a rating list says are suspended on the first day or later."""
    out = [entry for entry in past.entries if (until := _day(entry, (SUSPENSION_KEY,))) is not None and until >= day]
    if out:
        yield Finding("suspended", f"{past.division}: suspended: {_listed([str(entry.player) for entry in out])}.")


def _expiry(entry: Entry) -> date | None:
    """The day after which a membership no longer stands, where a list gave it as 2026-05-31 or 20260531."""
    return _day(entry, EXPIRY_KEYS)


def _day(entry: Entry, keys: Sequence[str]) -> date | None:
    """The first of these columns that a roster or a rating list had, as a day."""
    said = {key.casefold().replace(" ", "_"): value for key, value in entry.imported.items()}
    for key in keys:
        try:
            return date.fromisoformat(str(said[key]).strip())
        except (KeyError, ValueError):
            continue
    return None


def _body(body: Body, tournament: Tournament, pasts: Sequence[History]) -> BodyCheck:
    """Missing ids, then everything the body's own file cannot hold (in .TOU, names over 20 letters too)."""
    findings = []
    for past in pasts:
        seen = _rated(past)
        without = [entry for entry in past.entries if entry.pk in seen and not getattr(entry.player, body.field)]
        if without:
            names = _listed([str(entry.player) for entry in without])
            findings.append(Finding("missing_id", f"{past.division}: {len(without)} without {body.id_name}: {names}."))
    _, losses = FORMATS[body.format].write(tournament)
    findings += [Finding("file", problem.text, problem.stops is not Stops.NOTHING) for problem in losses]
    return BodyCheck(body, tuple(findings))


def _listed(words: Sequence[str]) -> str:
    more = len(words) - NAMED
    return ", ".join(words[:NAMED]) + (f" and {more} more" if more > 0 else "")
