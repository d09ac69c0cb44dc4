"""Rating lists in: read, loaded whole as a version that never changes; deleted while they were not applied."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache

from django.db import IntegrityError

from results.rating_lists.actions import RatingListAction
from results.rating_lists.engine.index import Index
from results.rating_lists.formats.cells import day_in_filename
from results.rating_lists.formats.model import BODY_NAMES, Body, ListEntry, ReadList
from results.rating_lists.formats.reading import read_rating_list
from results.rating_lists.models import VALUES, RatingList, RatingListEntry
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Facts, deciding_on
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused, check, deciding

AT_ONCE = 5_000  # rows a statement, where the database takes so many
KEPT_INDEXES = 4  # lists that a process keeps ready to be searched


class UnusableList(Refused):
    """A file that cannot be loaded.

    Attributes:
        read: everything its reader has to say.
    """

    def __init__(self, filename: str, read: ReadList) -> None:
        self.read = read
        count = len(read.errors)
        problems = "one problem" if count == 1 else f"{count} problems"
        sentence = f"{filename} cannot be loaded: {problems}. {read.errors[0].text if count else ''}".strip()
        super().__init__(sentence, code="list_unusable")


@dataclass(frozen=True, slots=True)
class ListFile:
    """A file and what somebody says of it.

    Attributes:
        as_of: None = the day in its name, else the newest day anybody played.
        key_map: field by heading, or by number of the column; empty = by the headings.
    """

    filename: str
    data: bytes
    body: str
    name: str = ""
    as_of: date | None = None
    key_map: Mapping[str, str] = field(default_factory=dict)

    def read(self) -> ReadList:
        """Read the file; what is wrong in it stands in the answer.

        Raises:
            Refused: code ``unknown_body``.
        """
        if self.body not in set(Body):
            raise Refused(f"{self.body!r} publishes no list. Choose one of: {', '.join(Body)}.", code="unknown_body")
        return read_rating_list(self.data, body=Body(self.body), key_map=self.key_map)


def load_list(
    *,
    by: Actor,
    file: ListFile,
    tournament: Tournament,
    read: ReadList | None = None,
    division: Division | None = None,
    facts: Facts | None = None,
) -> RatingList:
    """Keep a list as a new version, whole or not at all.

    Args:
        read: what `file.read` answered, where somebody asked it already.
        division: whose new ratings the list was made of, with `facts` for the record.

    Raises:
        UnusableList: with every problem.
        Refused: code ``list_day_unknown``, ``list_loaded``, ``list_name_taken`` or ``unknown_body``.
        NotAllowed: the actor may not change the roster.
    """
    require(by, tournament, Can.EDIT_ROSTER)
    read = read or file.read()
    if not read.usable:
        raise UnusableList(file.filename, read)
    row = _version(file, read)
    row.loaded_in, row.loaded_by, row.loaded_by_kind = tournament.pk, by.pk, by.audit_kind
    _refuse_duplicate(row)
    check(row)
    loading = (
        deciding(division, by=by, action=RatingListAction.MADE)
        if division
        else deciding_on(tournament, by=by, action=RatingListAction.LOADED)
    )
    try:
        with loading as decision:
            row.save(force_insert=True)
            RatingListEntry.objects.bulk_create(
                (RatingListEntry.of(row, entry) for entry in read.entries), batch_size=AT_ONCE
            )
            decision.record(row, after={**row.record_facts, **(facts or {})})
    except IntegrityError as error:  # two loaded it at the same moment
        raise Refused(f"Somebody else has just loaded {row}. Look at it first.", code="list_loaded") from error
    return row


def _version(file: ListFile, read: ReadList) -> RatingList:
    """Raises Refused without a day."""
    as_of = file.as_of or day_in_filename(file.filename) or read.last_played
    if as_of is None:
        raise Refused("Give the day of the list: neither its name nor its lines do.", code="list_day_unknown")
    return RatingList(
        body=file.body,
        name=" ".join(file.name.split())[:60] or f"{BODY_NAMES[Body(file.body)]} ratings"[:60],
        as_of=as_of,
        filename=file.filename[:120],
        key_map=[list(column) for column in read.key_map],
        size=len(read.entries),
        sha256=hashlib.sha256(file.data).hexdigest(),
    )


def _refuse_duplicate(row: RatingList) -> None:
    """Raises Refused when this version, or this very file of this body, is here already."""
    same = RatingList.objects.filter(body=row.body, name__iexact=row.name, as_of=row.as_of).first()
    if same is not None and same.sha256 == row.sha256:
        raise Refused(f"{same} is here already, with these very bytes. Nothing was loaded.", code="list_loaded")
    if same is not None:
        sentence = f"{same} is here already, from another file. Give this one another name or day."
        raise Refused(sentence, code="list_name_taken")


def delete_list(*, by: Actor, rating_list: RatingList, tournament: Tournament) -> None:
    """Delete a list that was never applied, where it was loaded.

    Raises:
        Refused: code ``list_loaded_elsewhere`` or ``list_applied``.
        NotAllowed: the actor may not change the roster.
    """
    require(by, tournament, Can.EDIT_ROSTER)
    if rating_list.loaded_in != tournament.pk:
        raise Refused("This list was loaded in another event: delete it there.", code="list_loaded_elsewhere")
    with deciding_on(tournament, by=by, action=RatingListAction.DELETED) as decision:
        row = RatingList.objects.select_for_update().get(pk=rating_list.pk)
        if row.uses.exists():
            sentence = f"{row} was applied: it stays, so that everybody can see where the ratings come from."
            raise Refused(sentence, code="list_applied")
        decision.record(row, before=row.record_facts)
        RatingListEntry.objects.filter(rating_list=row).delete()
        row.delete()


def index_of(rating_list: RatingList) -> Index:
    """The list ready to be searched. Two queries the first time in a process, one from then on: a list never changes,
    but a person may be erased from it."""
    count = RatingListEntry.objects.filter(rating_list=rating_list).count()
    return _index(rating_list.pk, count, rating_list.body, rating_list.loaded_at)


def forget_indexes() -> None:
    """Let go of the lists kept ready in this process: somebody was erased."""
    _index.cache_clear()


@lru_cache(maxsize=KEPT_INDEXES)
def _index(pk: int, count: int, body: str, loaded_at: datetime) -> Index:
    rows = RatingListEntry.objects.filter(rating_list=pk).order_by("line").values(*VALUES)
    return Index((ListEntry(**row) for row in rows.iterator(chunk_size=AT_ONCE)), Body(body))
