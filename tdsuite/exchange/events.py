"""A whole event in one go: from files to divisions with closed rounds, or nothing at all."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from results.formats.model import ImportedDivision, ImportedFile, Problem, RosterRow
from results.formats.reading import read_file
from tdsuite.audit.services import record
from tdsuite.console.addresses import taken_by_events, taken_in_events
from tdsuite.tournaments.models import Division, Entry, Player, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.services.practice import mark_practice

from .events_games import create_games
from .events_more import division_values, fill_event, fill_more

DEFAULT_ROUNDS = 7


class UnusableFile(Refused):
    """A file that cannot be imported. problems: everything wrong with it, with lines."""

    def __init__(self, filename: str, problems: Sequence[Problem]) -> None:
        self.filename, self.problems = filename, tuple(problems)
        first = problems[0].text if problems else "it holds no players."
        more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
        super().__init__(f"{filename}: {first}{more}")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as the director gave it."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def read_usable(source: SourceFile) -> ImportedFile:
    """Read a file whose players and games can all be applied. Raises UnusableFile."""
    read = read_file(source.name, source.data)
    if not read.games_usable:
        raise UnusableFile(source.name, read.errors)
    return read


def import_tournament(
    *,
    by: Any,
    slug: str,
    files: Sequence[SourceFile],
    name: str = "",
    rulebook: str = "",
    values: dict[str, Any] | None = None,
) -> tuple[Tournament, list[Problem]]:
    """Make an event from result files, all or nothing; returns it with what the readers repaired or noticed.

    One division per tsh file or .TOU section. Rounds whose games all have an outcome are closed, unless the file tells of
    its rounds; an event that the file calls finished is finished. Raises UnusableFile,
    Refused (the slug exists or is an address of the suite, no file), NotAllowed.
    """
    if not files:
        raise Refused("Name at least one file to import.")
    if slug in taken_by_events():
        raise Refused(f"The suite's own addresses use the word {slug!r}; choose another short name.")
    reads = [read_usable(source) for source in files]
    divisions = [division for read in reads for division in read.divisions]
    given = (
        _values(reads, name or slug, bool(name))
        | dict(values or {})
        | ({"rulebook": rulebook, "rulebook_file": ""} if rulebook else {})
    )
    with transaction.atomic():
        specs = [
            {"name": one.name[:60], "code": code, "planned_rounds": one.planned or one.rounds or DEFAULT_ROUNDS}
            | division_values(one.more)
            for one, code in zip(divisions, codes(divisions), strict=True)
        ]
        tournament = create_tournament(by=by, slug=slug, values=given, divisions=specs)
        if all(read.more.get("practice") for read in reads):
            tournament = mark_practice(by=by, tournament=tournament, practice=True)  # before a result is there
        entries = {}
        for division, imported in zip(tournament.divisions.order_by("position"), divisions, strict=True):
            found = fill_division(by=by, division=division, imported=imported, sources=files)
            fill_more(by=by, division=division, entries=found, more=imported.more)
            entries[imported.code] = found
        for read in reads:
            fill_event(by=by, tournament=tournament, entries=entries, more=read.more)
    return tournament, [problem for read in reads for problem in read.notes]


def _values(reads: Sequence[ImportedFile], title: str, chosen: bool) -> dict[str, Any]:
    """The event's own fields as the files say; chosen: the title is the importer's."""
    day = next((read.event_date for read in reads if read.event_date), None) or timezone.localdate()
    said: dict[str, Any] = {}
    for read in reads:  # a file that names its rulebook, and brings no text of one, means a book of the suite
        said |= {"rulebook_file": ""} if "rulebook" in read.settings else {}
        said |= read.settings
    named = "" if chosen else next((read.event_name for read in reads if read.event_name), "")
    return {"name": named or title, "starts_on": day, "ends_on": day, "status": "running", **said}


def codes(divisions: Sequence[ImportedDivision]) -> list[str]:
    """A short name for each division, made different where two would be the same or pages of the event have that address."""
    made: list[str] = []
    for division in divisions:
        base = division.code or slugify(division.name)[:16] or "division"
        code, again = base, 2
        while code in made or code in taken_in_events():
            code, again = f"{base[:16]}-{again}", again + 1
        made.append(code)
    return made


def fill_division(
    *, by: Any, division: Division, imported: ImportedDivision, sources: Sequence[SourceFile]
) -> dict[int, Entry]:
    """Put players, rounds and games into an empty division; the caller's guard has been asked and its transaction is open.

    Returns the entries by the file's numbers.
    """
    with deciding(division) as row:
        if row.entries.exists():
            raise Refused(f"{row} has players already: a history can only be loaded into an empty division.")
        row.planned_rounds = max(row.planned_rounds, imported.rounds)
        row.spread_caps = list(imported.spread_caps) or row.spread_caps
        row.save(update_fields=["planned_rounds", "spread_caps"])
        entries = create_entries(row, imported)
        lines = create_games(row, imported, entries)
        facts = {"players": len(entries), "rounds": imported.rounds, "files": [one.sha256 for one in sources]}
        facts |= {"lines": lines} if lines else {}
        record("roster.imported", obj=row, tournament=row.tournament, scope=row.live_topic, by=by, after=facts)
    return entries


def create_entries(division: Division, imported: ImportedDivision) -> dict[int, Entry]:
    """Entries by the file's numbers; the file's order is the seeding."""
    people = Player.objects.bulk_create(player_of(row) for row in imported.players)
    last = imported.rounds
    entries = []
    for seed, (row, person) in enumerate(zip(imported.players, people, strict=True), start=1):
        number = row.number or seed
        entries.append(
            Entry(
                division=division, player=person, number=number, seed=seed if row.seed is None else row.seed,
                rating=row.rating or 0, at_bottom=row.at_bottom,
                lifetime_games=row.lifetime_games, class_name=row.class_name[:12], team=row.team[:40],
                withdrawn_from=row.withdrawn_from if row.off is None else last + 1, absences=list(row.absences),
                unranked=number in imported.left_out, imported=dict(row.extras),
            )
        )  # fmt: skip
    return {entry.number: entry for entry in Entry.objects.bulk_create(entries)}


def player_of(row: RosterRow) -> Player:
    """A new person from a file's row."""
    return Player(
        name=row.name[:120], filing_name=row.filing_name[:120], national_id=row.national_id[:20], naspa_id=row.naspa_id[:12],
        wespa_id=row.wespa_id[:12], absp_id=row.absp_id[:12], club=row.club[:60], country=row.country[:3],
    )  # fmt: skip
