"""Rating lists in: read, looked at, loaded whole as a version that never changes; deleted while nobody used them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused, check

from ..engine.list_matching import Index
from ..formats.rating_list import read_rating_list
from ..formats.rating_list_cells import day_in_filename
from ..formats.rating_list_model import BODY_NAMES, Body, Layout, ReadList
from ..formats.text import decoded, lines_of
from ..rating_list_models import VALUES, RatingList, RatingListEntry, RatingListUpload, as_entry

AT_ONCE = 5_000  # rows a statement, where the database takes so many
KEPT_FOR = timedelta(days=1)  # files hold names: what nobody loaded goes
KEPT_INDEXES = 2  # lists that a process keeps ready to be searched


class UnusableList(Refused):
    """A file that cannot be loaded.  read: everything its reader has to say."""

    def __init__(self, filename: str, read: ReadList) -> None:
        self.read = read
        count = len(read.errors)
        problems = "one problem" if count == 1 else f"{count} problems"
        super().__init__(f"{filename} cannot be loaded: {problems}. {read.errors[0].text if count else ''}".strip())


@dataclass(frozen=True, slots=True)
class GivenList:
    """A file and what somebody says of it.  as_of None: the day in its name, else the newest day anybody played.

    layout "": found out.  key_map: field by heading, or by number of the column.
    """

    filename: str
    data: bytes
    body: str
    name: str = ""
    as_of: date | None = None
    layout: str = ""
    key_map: Mapping[str, str] | None = None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def read_given(given: GivenList) -> ReadList:
    """Read a file.  Raises Refused for an unknown body or layout; what is wrong in the file stands in the answer."""
    if given.body not in set(Body):
        raise Refused(f"{given.body!r} publishes no list. Choose one of: {', '.join(Body)}.")
    if given.layout and given.layout not in set(Layout):
        raise Refused(f"{given.layout!r} is no layout. Choose one of: {', '.join(Layout)}.")
    layout = Layout(given.layout) if given.layout else None
    return read_rating_list(given.data, body=Body(given.body), layout=layout, key_map=given.key_map)


def described(given: GivenList, read: ReadList) -> dict[str, Any]:
    """What a version of this file says of itself.  Raises Refused where nobody says of which day it is."""
    as_of = given.as_of or day_in_filename(given.filename) or read.last_played
    if as_of is None:
        raise Refused("Say of which day the list is: neither its name nor its lines do.")
    return {
        "body": given.body,
        "name": " ".join(given.name.split()) or f"{BODY_NAMES[Body(given.body)]} ratings"[:60],
        "as_of": as_of,
        "filename": given.filename[:120],
        "layout": str(read.layout),
        "key_map": [list(one) for one in read.key_map],
        "size": len(read.entries),
        "counts": read.counts,
        "sha256": given.sha256,
    }


def load_list(
    *, by: Any, given: GivenList, tournament: Tournament | None = None, read: ReadList | None = None
) -> RatingList:
    """Keep a list as a new version, whole or not at all.  Raises UnusableList with every problem, Refused, NotAllowed.

    read: what `read_given` said of this very file, where somebody asked it already.
    """
    require(by, tournament, Can.EDIT_ROSTER)
    read = read or read_given(given)
    if not read.usable:
        raise UnusableList(given.filename, read)
    row = RatingList(
        **described(given, read),
        loaded_in=tournament.pk if tournament else None,
        loaded_by=by.pk,
        loaded_by_kind=getattr(by, "audit_kind", "user"),
    )
    refuse_taken(row)
    check(row)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            RatingListEntry.objects.bulk_create(
                (RatingListEntry.of(row, one) for one in read.entries), batch_size=AT_ONCE
            )
            facts = {"list": row.title, "body": row.body, "players": row.size, "sha256": row.sha256}
            record("rating_list.loaded", obj=row, tournament=tournament, by=by, after=facts)
    except IntegrityError as error:  # two loaded it at the same moment
        raise Refused(f"{row} was loaded a moment ago by somebody else. Look at it first.") from error
    return row


def refuse_taken(row: RatingList | RatingListUpload) -> None:
    """Raises Refused when this version, or this very file of this body, is here already."""
    same = RatingList.objects.filter(body=row.body, name__iexact=row.name, as_of=row.as_of).first()
    if same is not None and same.sha256 == row.sha256:
        raise Refused(f"{same} is here already, with these very bytes. Nothing was loaded.")
    if same is not None:
        raise Refused(f"{same} is here already, from another file. Give this one another name or day.")


def hold_list(*, by: Any, tournament: Tournament, given: GivenList) -> RatingListUpload:
    """Keep a file until somebody has looked at it, a day at most; one at a time for an event.  Raises Refused, NotAllowed.

    A file that cannot be loaded is held too, so that its problems can be looked at.
    """
    require(by, tournament, Can.EDIT_ROSTER)
    read = read_given(given)
    facts = described(given, read) if read.usable else {**described_roughly(given), "layout": str(read.layout or "")}
    asked = {"layout": given.layout, "key_map": dict(given.key_map or {})}
    upload = RatingListUpload(tournament=tournament, data=given.data, asked=asked, created_by=by.pk, **facts)
    if read.usable:
        refuse_taken(upload)
    with transaction.atomic():
        RatingListUpload.objects.filter(tournament=tournament).delete()
        RatingListUpload.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
        upload.save()
    return upload


def read_again(*, by: Any, upload: RatingListUpload, key_map: Mapping[str, str]) -> RatingListUpload:
    """Hold the same file read by other columns.  Raises Refused, NotAllowed."""
    given = given_again(upload)
    return hold_list(by=by, tournament=upload.tournament, given=replace(given, key_map=dict(key_map)))


def first_lines(upload: RatingListUpload, most: int) -> list[str]:
    """The first lines of a held file as they are, for somebody who has to say what its columns are."""
    text, _ = decoded(bytes(upload.data)[: 200 * most])
    return [line[:160] for line in lines_of(text) if line.strip()][:most]


def described_roughly(given: GivenList) -> dict[str, Any]:
    """The same of a file that cannot be loaded as it is."""
    as_of = given.as_of or day_in_filename(given.filename) or timezone.localdate()
    return {
        "body": given.body, "name": given.name[:60] or BODY_NAMES[Body(given.body)], "as_of": as_of,
        "filename": given.filename[:120], "size": 0, "sha256": given.sha256,
    }  # fmt: skip


def given_again(upload: RatingListUpload) -> GivenList:
    """The file that is held, as it was given."""
    return GivenList(
        upload.filename, bytes(upload.data), upload.body, upload.name, upload.as_of,
        str(upload.asked.get("layout", "")), upload.asked.get("key_map") or None,
    )  # fmt: skip


def load_upload(*, by: Any, upload: RatingListUpload) -> RatingList:
    """Load the list that was looked at, and let the file go.  Raises UnusableList, Refused, NotAllowed."""
    with transaction.atomic():
        row = load_list(by=by, given=given_again(upload), tournament=upload.tournament)
        upload.delete()
    return row


def delete_list(*, by: Any, rating_list: RatingList, tournament: Tournament | None = None) -> None:
    """Delete a list that was never applied, where it was loaded.  Raises Refused, NotAllowed."""
    require(by, tournament, Can.EDIT_ROSTER)
    if not getattr(by, "is_superuser", False) and (tournament is None or rating_list.loaded_in != tournament.pk):
        raise Refused("This list was loaded elsewhere. It can be deleted in that event, or on the command line.")
    with transaction.atomic():
        row = RatingList.objects.select_for_update().get(pk=rating_list.pk)
        if row.uses.exists():
            raise Refused(f"{row} was applied: it stays, so that everybody can see where the ratings come from.")
        facts = {"list": row.title, "body": row.body, "players": row.size, "sha256": row.sha256}
        record("rating_list.deleted", obj=row, tournament=tournament, by=by, before=facts)
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
    return Index((as_entry(row) for row in rows.iterator(chunk_size=AT_ONCE)), Body(body))


def list_facts(row: RatingList) -> dict[str, Any]:
    """A version for programs."""
    return {
        "id": row.pk, "body": row.body, "name": row.name, "as_of": row.as_of.isoformat(), "file": row.filename,
        "layout": row.layout, "players": row.size, "counts": row.counts, "key_map": row.key_map, "sha256": row.sha256,
        "loaded_at": row.loaded_at.isoformat(),
    }  # fmt: skip


def read_facts(read: ReadList) -> dict[str, Any]:
    """How a file was read, for programs."""
    return {
        "usable": read.usable,
        "layout": str(read.layout or ""),
        "counts": read.counts,
        "key_map": [list(one) for one in read.key_map],
        "columns": [list(one) for one in read.columns],
        "errors": [problem.text for problem in read.errors],
        "notes": [problem.text for problem in read.notes],
    }
