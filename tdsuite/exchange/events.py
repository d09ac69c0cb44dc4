"""A whole event in one go: from files to divisions with closed rounds, or nothing at all."""

from collections.abc import Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from pairings.services.checking import imported_findings
from pairings.services.round_chances import ask as ask_for_chances
from tdsuite.console.addresses import taken_by_events, taken_in_events
from tdsuite.formats.model import FileDivision, ImportedFile, Problem, Problems, RosterRow
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Player, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.entries import PLAYER_FIELDS
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.services.practice import mark_practice
from .actions import ExchangeAction
from .event_sources import SourceFile, days, division_settings, one_person_twice, read_sources, with_bye_spread
from .events_details import division_values, fill_division_details, fill_event_details
from .events_games import create_games
from .new_event import NewEvent, arranged

DEFAULT_ROUNDS = 7
EXPIRY = "expiry"  # a key of `Entry.imported`, as rating lists fill it too


class UnusableFile(Refused):
    """A file that cannot be imported. problems: everything wrong with it, with lines."""

    def __init__(self, filename: str, problems: Sequence[Problem]) -> None:
        self.filename, self.problems = filename, tuple(problems)
        first = problems[0].text if problems else "it holds no players."
        more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
        problem_texts = [problem.text for problem in problems]
        super().__init__(f"{filename}: {first}{more}", code="unusable_file", problems=problem_texts)


def import_tournament(
    *,
    by: Actor,
    slug: str,
    files: Sequence[SourceFile],
    name: str = "",
    rulebook: str = "",
    day: date | None = None,
    values: Mapping[str, Any] | None = None,
    plan: NewEvent | None = None,
) -> tuple[Tournament, Problems]:
    """Make an event from result files, all or nothing; returns it with what the readers repaired or noticed.

    Args:
        plan: what was said of the event besides: its divisions, or an earlier one whose settings it takes.

    One division per tsh file or .TOU section. Rounds whose games all have an outcome are closed, unless the file tells of
    its rounds; an event that the file calls finished is finished. Raises UnusableFile, Refused, NotAllowed.
    """
    reads = _read(files, slug, plan)
    divisions = [division for read in reads for division in read.divisions]
    notes = Problems([*(problem for read in reads for problem in read.notes), *one_person_twice(divisions)])
    event_values = _values(reads, name or slug, bool(name)) | dict(values or {})
    if "starts_on" not in event_values or day:
        event_values |= days(reads, day)
    if rulebook:
        event_values |= {"rulebook": rulebook, "rulebook_file": ""}
    if "bye_spread" in event_values:
        event_values |= with_bye_spread(event_values, event_values.pop("bye_spread"), notes)
    with transaction.atomic():
        specs = [
            {"name": division.name[:60], "code": code, "planned_rounds": planned_rounds(division)}
            | division_values(division.document)
            | division_settings(division, notes)
            for division, code in zip(divisions, codes(divisions), strict=True)
        ]
        tournament = create_tournament(by=by, slug=slug, values=event_values, divisions=specs)
        if all(read.document and read.document.is_practice for read in reads):
            tournament = mark_practice(by=by, tournament=tournament, practice=True)  # before a result is there
        entries = {}
        for division, imported in zip(tournament.divisions.order_by("position"), divisions, strict=True):
            entries[imported.code] = fill_division(by=by, division=division, imported=imported, sources=files)
            fill_division_details(by=by, division=division, entries=entries[imported.code], document=imported.document)
            if imported.rounds:
                ask_for_chances(division)
        for read in reads:
            fill_event_details(by=by, tournament=tournament, entries=entries, document=read.document)
    notes += round_notes(tournament)
    return tournament, notes


def _read(files: Sequence[SourceFile], slug: str, plan: NewEvent | None) -> list[ImportedFile]:
    """The files, all of which can be used, as the plan arranges them.  Raises Refused, UnusableFile."""
    if not (files or plan):
        raise Refused("Name at least one file to import.", code="no_file")
    if slug in taken_by_events():
        raise Refused(
            f"The suite's own addresses use the word {slug!r}; choose another short name.", code="address_in_use"
        )
    reads = read_sources(files)
    for source, read in zip(files, reads, strict=True):
        if read.errors:
            raise UnusableFile(source.name, read.errors)
    return arranged(reads, plan) if plan else reads


def round_notes(tournament: Tournament) -> Problems:
    """What the checker of pairings found in the event's published rounds; it stops nothing. The field is the rule, in words."""
    notes = Problems()
    for division in tournament.divisions.select_related("tournament"):
        names = dict(division.entries.values_list("number", "player__name"))
        for number, finding in imported_findings(division):
            message = finding.message
            if finding.rule == "left_out":
                message = f"on no board: {', '.join(names[player] for player in finding.numbers)}."
                if len(finding.numbers) == 1:
                    message += (
                        " It may be a bye that the file does not have: place the player on the Round board if so."
                    )
            notes.note(None, finding.rule.replace("_", " "), f"{division}, round {number}: {message}")
    return notes


def planned_rounds(division: FileDivision) -> int:
    """How many rounds a division is to have."""
    if division.document:
        return division.document.planned_rounds
    return max(division.rounds, division.settings.get("planned_rounds", 0)) or DEFAULT_ROUNDS


def _values(reads: Sequence[ImportedFile], title: str, chosen: bool) -> dict[str, Any]:
    """The event's own fields as the files say; chosen: the title is the importer's."""
    settings: dict[str, Any] = {}
    for read in reads:  # a file that names its rulebook, and brings no text of one, means a book of the suite
        settings |= {"rulebook_file": ""} if "rulebook" in read.settings else {}
        settings |= read.settings
    named = "" if chosen else next((read.event_name for read in reads if read.event_name), "")
    return {"status": "running", **settings, "name": named or title}


def codes(divisions: Sequence[FileDivision]) -> list[str]:
    """A short name for each division, made different where two would be the same or pages of the event have that address."""
    chosen: list[str] = []
    for division in divisions:
        base = division.code or slugify(division.name)[:16] or "division"
        code, again = base, 2
        while code in chosen or code in taken_in_events():
            code, again = f"{base[:16]}-{again}", again + 1
        chosen.append(code)
    return chosen


def fill_division(
    *, by: Actor, division: Division, imported: FileDivision, sources: Sequence[SourceFile]
) -> dict[int, Entry]:
    """Put players, rounds and games into an empty division; the caller's guard has been asked and its transaction is open.

    Returns the entries by the file's numbers.
    """
    with deciding(division, by=by, action=ExchangeAction.ROSTER_IMPORTED) as decision:
        row = decision.division
        row.planned_rounds = max(row.planned_rounds, imported.rounds)
        if imported.document and imported.document.spread_caps:
            row.spread_caps = imported.document.spread_caps
        row.save(update_fields=["planned_rounds", "spread_caps"])
        entries = create_entries(row, imported)
        lines = create_games(row, imported, entries)
        facts = {"players": len(entries), "rounds": imported.rounds, "files": [source.sha256 for source in sources]}
        facts |= {"lines": lines} if lines else {}
        decision.record(row, after=facts)
    return entries


def create_entries(division: Division, imported: FileDivision) -> dict[int, Entry]:
    """Entries by the file's numbers; the file's order is the seeding."""
    people = Player.objects.bulk_create(player_of(row) for row in imported.players)
    last = {number: game.round for game in sorted(imported.games, key=attrgetter("round")) for number in game.players}
    entries = []
    for seed, (row, person) in enumerate(zip(imported.players, people, strict=True), start=1):
        number = row.number or seed
        entries.append(
            entry_of(
                division, person, row, number=number, seed=seed if row.seed is None else row.seed, at_bottom=row.at_bottom,
                withdrawn_from=row.withdrawn_from if row.off is None else last.get(number, 0) + 1, absences=list(row.absences),
                unranked=number in imported.left_out,
            )
        )  # fmt: skip
    return {entry.number: entry for entry in Entry.objects.bulk_create(entries)}


def entry_of(division: Division, person: Player, row: RosterRow, **more: Any) -> Entry:
    """An entry from a file's row, with what is kept of the row for the way out and the checklist; it is not saved."""
    imported = dict(row.extras) | ({EXPIRY: row.membership_ends.isoformat()} if row.membership_ends else {})
    return Entry(
        division=division, player=person, rating=row.rating or 0, lifetime_games=row.lifetime_games, deviation=row.deviation,
        last_played=row.last_played, class_name=row.class_name[:12], team=row.team[:40], imported=imported, **more,
    )  # fmt: skip


def player_of(row: RosterRow) -> Player:
    """A new person from a file's row."""
    fields = {field.name: field for field in Player._meta.fields if field.name in PLAYER_FIELDS}
    return Player(**{name: getattr(row, name)[: field.max_length] for name, field in fields.items()})
