"""A refused file is put right where it is read: its faulty lines are changed, or another file takes its place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction

from tdsuite.formats.model import FileFormat
from tdsuite.formats.text import decoded, lines_of
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from .columns import source_of
from .event_sources import SourceFile, read_storable
from .incoming import check_sources, sources_of
from .models import EventUploadFile, RosterUpload
from .roster import plan_roster

BY_LINES = frozenset({FileFormat.CSV, FileFormat.TSH, FileFormat.TOU, FileFormat.ABSP_CSV, FileFormat.GAMES_TABLE})


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line that stops a file.  text: as it is in the file.  faults: a sentence each, with the line and the field."""

    number: int
    text: str
    faults: tuple[str, ...]


def faulty_lines(file: EventUploadFile | RosterUpload) -> list[FaultyLine]:
    """Every line that stops the file, in order; none where the file is not made of lines."""
    source = source_of(file)
    read = read_storable(source)
    if read.format not in BY_LINES:
        return []
    errors = read.errors
    if isinstance(file, RosterUpload):
        errors = tuple(plan_roster(file.division, source, file.section).errors)
    lines = lines_of(decoded(source.data)[0])
    faults: dict[int, list[str]] = {}
    for problem in errors:
        if problem.line is not None and 1 <= problem.line <= len(lines):
            faults.setdefault(problem.line, []).append(problem.text)
    return [FaultyLine(number, lines[number - 1], tuple(faults[number])) for number in sorted(faults)]


def mend_lines(*, by: Actor, file: EventUploadFile | RosterUpload, lines: Mapping[int, str]) -> None:
    """Write other text on faulty lines; an empty text leaves a line out, and the others keep their numbers.

    Raises Refused, NotAllowed.
    """
    _require(by, file)
    text = lines_of(decoded(bytes(file.data))[0])
    for faulty in faulty_lines(file):
        text[faulty.number - 1] = " ".join(lines.get(faulty.number, faulty.text).splitlines())
    _keep(file, replace(source_of(file), data="\n".join(text).encode()))


def replace_file(*, by: Actor, file: EventUploadFile | RosterUpload, source: SourceFile) -> None:
    """Take another file in the place of one; all else that was said of the event stays.  Raises Refused, NotAllowed."""
    _require(by, file)
    file.filename, file.columns = source.name[:120], None
    _keep(file, source)


def _require(by: Actor, file: EventUploadFile | RosterUpload) -> None:
    if isinstance(file, RosterUpload):
        require(by, file.division.tournament, Can.EDIT_ROSTER)
    else:
        require(by, None, Can.CREATE_TOURNAMENT)


@transaction.atomic
def _keep(file: EventUploadFile | RosterUpload, source: SourceFile) -> None:
    others = sources_of(file.upload, but=file.pk) if isinstance(file, EventUploadFile) else []
    check_sources([*others, source])
    file.data = source.data
    file.save(update_fields=["filename", "data", "columns"])
