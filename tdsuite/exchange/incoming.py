"""A whole event from files, in two steps: look at what they would make, then make it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import chain, count
from pathlib import PurePath

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from pairings.services.advice import format_advice
from tdsuite.console.addresses import taken_by_events
from tdsuite.formats.model import FileDivision, Outcome, Problem
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from .columns import source_of
from .event_sources import SourceFile, first_day_of, one_person_twice, read_sources
from .events import codes, import_tournament, planned_rounds
from .models import EventUpload, EventUploadFile
from .new_event import NewEvent, arranged
from .new_event_details import settle_new_event
from .not_imported import not_imported

KEPT_FOR = timedelta(days=1)  # files hold names: what nobody applied goes
MOST_FILES = 30
LARGEST_TOGETHER = 20 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """A division as it would be made.

    Attributes:
        games: with two players; awaited: those of them without a result.
        advice: what fits its field, where the event is a new one.
    """

    name: str
    code: str
    players: int
    rounds: int
    games: int
    awaited: int
    names: tuple[str, ...]
    tables: str = ""
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file: what it was taken for, everything its reader has to say, and what of the event does not come with it."""

    name: str
    format: str
    usable: bool
    errors: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What the files would make.  day: None where no file says one."""

    name: str
    day: date | None
    files: tuple[PlannedFile, ...]
    divisions: tuple[PlannedDivision, ...]
    notes: tuple[Problem, ...] = ()

    @property
    def usable(self) -> bool:
        return bool(self.files or self.divisions) and all(file.usable for file in self.files)


def plan_event(sources: Sequence[SourceFile], new_event: NewEvent | None = None) -> EventPlan:
    """Read the files and say what they would make; nothing is written and nothing raised."""
    reads = read_sources(sources)
    event_reads = arranged(reads, new_event) if new_event else reads
    divisions = [division for read in event_reads for division in read.divisions]
    return EventPlan(
        name=next((read.event_name for read in reads if read.event_name), ""),
        day=first_day_of(reads),
        files=tuple(
            PlannedFile(source.name, str(read.format), not read.errors, read.errors, read.notes, not_imported(read))
            for source, read in zip(sources, reads, strict=True)
        ),
        divisions=tuple(
            _planned(division, code, new=new_event is not None)
            for division, code in zip(divisions, codes(divisions), strict=True)
        ),
        notes=tuple(one_person_twice(divisions)),
    )


def _planned(division: FileDivision, code: str, *, new: bool) -> PlannedDivision:
    games = [game for game in division.games if game.second is not None]
    names = tuple(f"{row.name} · {row.rating or 'unrated'}" for row in division.players)
    rounds = planned_rounds(division) if new else division.rounds
    return PlannedDivision(
        name=division.name,
        code=code,
        players=len(names),
        rounds=rounds,
        games=len(games),
        awaited=sum(game.outcome is Outcome.AWAITED for game in games),
        names=names,
        tables=division.settings.get("table_plan", {}).get("tables", ""),
        advice=tuple(format_advice(len(names), rounds)) if new else (),
    )


def keep_upload(
    *, by: Actor, sources: Sequence[SourceFile], slug: str, name: str, rulebook: str, new_event: NewEvent | None = None
) -> EventUpload:
    """Keep the files until they are applied, or for a day.

    Args:
        slug: where it is empty, one that is free is proposed.
        new_event: what was said of the event besides; then there need be no file.

    Raises Refused, NotAllowed.
    """
    require(by, None, Can.CREATE_TOURNAMENT)
    if sources or new_event is None:
        check_sources(sources)
    slug = slug or proposed_slug(name or plan_event(sources).name, sources[0].name if sources else "")
    with transaction.atomic():
        EventUpload.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
        upload = EventUpload.objects.create(
            slug=slug, name=name, rulebook=rulebook, created_by=by.pk,
            new_event=new_event.as_json() if new_event else {},
        )  # fmt: skip
        EventUploadFile.objects.bulk_create(
            EventUploadFile(upload=upload, filename=source.name[:120], data=source.data) for source in sources
        )
    return upload


def proposed_slug(name: str, filename: str) -> str:
    """A short name that no event has, made from the event's name, else from the file's, else "event"."""
    taken = taken_by_events() | frozenset([*Tournament.objects.values_list("slug", flat=True)])
    proposed = slugify(name)[:55] or slugify(PurePath(filename).stem)[:55] or "event"
    tries = chain([proposed], (f"{proposed}-{number}" for number in count(2)))
    return next(slug for slug in tries if slug not in taken)


def proposed_name(sources: Sequence[SourceFile]) -> str:
    """A name for an event whose files say none: the first file's own, as words."""
    words = " ".join(PurePath(sources[0].name).stem.replace("_", " ").replace("-", " ").split()) if sources else ""
    return words[:1].upper() + words[1:]


def check_sources(sources: Sequence[SourceFile]) -> None:
    """Raises Refused for no file, too many or too much."""
    if not sources:
        raise Refused("Choose at least one file.", code="no_file")
    if len(sources) > MOST_FILES:
        raise Refused(f"These are {len(sources)} files; at most {MOST_FILES} are read at once.", code="too_many_files")
    if sum(len(source.data) for source in sources) > LARGEST_TOGETHER:
        raise Refused(
            "Together these files are larger than 20 MB; no event is. Choose the result files alone.",
            code="files_too_large",
        )


def sources_of(upload: EventUpload, *, but: int | None = None) -> list[SourceFile]:
    """The kept files, in the order in which they were given.  but: the primary key of one to pass over."""
    return [source_of(file) for file in upload.files.order_by("pk") if file.pk != but]


def new_event_of(upload: EventUpload) -> NewEvent | None:
    """What was said of the event besides its files."""
    return NewEvent.from_json(upload.new_event) if upload.new_event else None


def apply_upload(*, by: Actor, upload: EventUpload, slug: str, name: str, day: date | None = None) -> Tournament:
    """Make the event of the kept files, all or nothing, and let the files go.  Raises UnusableFile, Refused, NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    plan = new_event_of(upload)
    if plan is not None:
        plan, day = plan.moved_to(day or plan.values["starts_on"]), None
    with transaction.atomic():
        tournament, _ = import_tournament(
            by=by, slug=slug, files=sources_of(upload), name=name, rulebook=upload.rulebook, day=day,
            values=plan.values if plan else None, plan=plan,
        )  # fmt: skip
        if plan is not None:
            settle_new_event(by=by, tournament=tournament, plan=plan)
        if not EventUpload.objects.filter(pk=upload.pk).delete()[0]:
            raise Refused("These files were applied already.", code="already_applied")
    return tournament
