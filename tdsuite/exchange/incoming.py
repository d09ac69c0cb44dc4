"""A whole event from files, in two steps: look at what they would make, then make it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from itertools import chain, count
from pathlib import PurePath
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from results.formats.model import ImportedDivision, ImportedFile, Outcome, Problem
from results.formats.reading import read_file
from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.console.addresses import taken_by_events
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

from .events import SourceFile, codes, import_tournament
from .models import EventUpload, EventUploadFile
from .staying import Stays, staying

KEPT_FOR = timedelta(days=1)  # files hold names: what nobody applied goes
MOST_FILES = 30
LARGEST_TOGETHER = 20 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """A division as it would be made.  games: with two players; awaited: those of them without a result."""

    name: str
    code: str
    players: int
    rounds: int
    games: int
    awaited: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file: what it was taken for, everything its reader has to say, and what of the event does not come with it."""

    name: str
    format: str
    usable: bool
    errors: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    stays: tuple[Stays, ...] = ()


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What the files would make.  day: None where no file says one."""

    name: str
    day: date | None
    files: tuple[PlannedFile, ...]
    divisions: tuple[PlannedDivision, ...]

    @property
    def usable(self) -> bool:
        return bool(self.files) and all(one.usable for one in self.files)

    def as_json(self) -> dict[str, Any]:
        files = [
            {
                "name": one.name,
                "format": one.format,
                "usable": one.usable,
                "errors": [problem.text for problem in one.errors],
                "notes": [problem.text for problem in one.notes],
                "stays": [what.text for what in one.stays],
            }
            for one in self.files
        ]
        divisions = [{key: value for key, value in asdict(one).items() if key != "names"} for one in self.divisions]
        day = self.day.isoformat() if self.day else None
        return {"usable": self.usable, "name": self.name, "day": day, "files": files, "divisions": divisions}


def plan_event(sources: Sequence[SourceFile]) -> EventPlan:
    """Read the files and say what they would make; nothing is written and nothing raised."""
    reads = [read_file(one.name, one.data) for one in sources]
    divisions = [division for read in reads for division in read.divisions]
    return EventPlan(
        name=next((read.event_name for read in reads if read.event_name), ""),
        day=next((read.event_date for read in reads if read.event_date), None),
        files=tuple(_planned_file(one.name, read) for one, read in zip(sources, reads, strict=True)),
        divisions=tuple(_planned(one, code) for one, code in zip(divisions, codes(divisions), strict=True)),
    )


def _planned_file(name: str, read: ImportedFile) -> PlannedFile:
    return PlannedFile(name, str(read.format), read.games_usable, read.errors, read.notes, staying(read))


def _planned(division: ImportedDivision, code: str) -> PlannedDivision:
    games = [game for game in division.games if game.second is not None]
    awaited = sum(game.outcome is Outcome.AWAITED for game in games)
    names = tuple(row.name for row in division.players)
    return PlannedDivision(division.name, code, len(names), division.rounds, len(games), awaited, names)


def keep_upload(*, by: Any, sources: Sequence[SourceFile], slug: str, name: str, rulebook: str) -> EventUpload:
    """Keep the files until they are applied, or for a day.  slug: where it is empty, one that is free is proposed.

    Raises Refused, NotAllowed.
    """
    require(by, None, Can.CREATE_TOURNAMENT)
    check_sources(sources)
    slug = slug or proposed_slug(name or plan_event(sources).name, sources[0].name)
    with transaction.atomic():
        EventUpload.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
        upload = EventUpload.objects.create(slug=slug, name=name, rulebook=rulebook, created_by=by.pk)
        EventUploadFile.objects.bulk_create(
            EventUploadFile(upload=upload, filename=one.name[:120], data=one.data) for one in sources
        )
    return upload


def proposed_slug(name: str, filename: str) -> str:
    """A short name that no event has, made from the event's name, else from the file's, else "event"."""
    taken = taken_by_events() | frozenset(Tournament.objects.values_list("slug", flat=True))
    wanted = slugify(name)[:55] or slugify(PurePath(filename).stem)[:55] or "event"
    tries = chain([wanted], (f"{wanted}-{number}" for number in count(2)))
    return next(slug for slug in tries if slug not in taken)


def check_sources(sources: Sequence[SourceFile]) -> None:
    """Raises Refused for no file, too many or too much."""
    if not sources:
        raise Refused("Choose at least one file.")
    if len(sources) > MOST_FILES:
        raise Refused(f"These are {len(sources)} files; at most {MOST_FILES} are read at once.")
    if sum(len(one.data) for one in sources) > LARGEST_TOGETHER:
        raise Refused("Together these files are larger than 20 MB; no event is. Choose the result files alone.")


def sources_of(upload: EventUpload) -> list[SourceFile]:
    """The kept files, in the order in which they were given."""
    return [SourceFile(one.filename, bytes(one.data)) for one in upload.files.order_by("pk")]


def apply_upload(*, by: Any, upload: EventUpload, slug: str, name: str) -> Tournament:
    """Make the event of the kept files, all or nothing, and let the files go.  Raises UnusableFile, Refused, NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with transaction.atomic():
        made, _ = import_tournament(
            by=by, slug=slug, files=sources_of(upload), name=name, rulebook=upload.rulebook
        )  # fmt: skip
        if not EventUpload.objects.filter(pk=upload.pk).delete()[0]:
            raise Refused("These files were applied already.")
    return made
