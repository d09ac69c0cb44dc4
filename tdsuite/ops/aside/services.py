"""Put a finished event aside: everything of it lies in one file then. Bring it back, as it was."""

import os
import sqlite3
import zipfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, IntegrityError, models, transaction
from django.utils import timezone

from tdsuite.ops.actions import OpsAction
from tdsuite.ops.aside import event_file, folder
from tdsuite.ops.errors import NewerDatabase
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import Membership, PlayerLink, User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit import handed_over
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.discard import discard_chain, written_once_lifted
from tdsuite.platform.audit.services import deciding_on, head_hash
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import AsideEvent, Tournament
from tdsuite.tournaments.models.aside import LINK_DIGITS
from tdsuite.tournaments.services.decision import Refused, own_event, tell_event
from tdsuite.tournaments.services.whole import Rows, delete_rows, event_leaves

CANNOT_READ = (
    OSError,
    sqlite3.Error,
    DatabaseError,
    zipfile.BadZipFile,
    folder.NotWhole,
    NewerDatabase,
    KeyError,
    ValueError,
)
CHANGED = "The event was changed while its file was being written. Nothing was changed here: press again."


def put_aside(*, by: Actor, tournament: Tournament) -> AsideEvent:
    """Write everything of a finished event into its file, read that again, and then delete the rows.

    The file is whole on the disk before the transaction begins that deletes anything, and stays when that is undone. Raises Refused, NotAllowed.
    """
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    handed_over.check()
    if refused := what_keeps(tournament):
        raise refused
    with folder.alone() as work:
        with transaction.atomic():
            event_leaves(own_event(tournament))
        rows = event_file.whole_event(tournament)
        seen = event_file.fingerprint(rows)
        try:
            folder.require_room(_bytes_of(rows))
            named = event_file.mentioned(rows)
            archive = event_file.write(tournament, rows, named, work)
            stamp = timezone.now().strftime("%Y%m%d-%H%M%S-%f")
            path = folder.folder() / f"{tournament.slug}-{tournament.pk}-{stamp}{folder.SUFFIX}"
            folder.keep(archive, path)
        except CANNOT_READ as error:
            raise Refused(
                f"The event’s file could not be written: {error}. Nothing was changed.", code="no_file"
            ) from error
        try:
            return _let_go(by, tournament, seen, named, path)
        except Refused:  # before anything was committed: nothing names the file
            path.unlink(missing_ok=True)
            raise
        except IntegrityError as error:  # a row came between the look and the end
            raise Refused(CHANGED, code="changed_meanwhile") from error


def what_keeps(tournament: Tournament) -> Refused | None:
    """Why an event is not put aside now."""
    if tournament.is_practice:
        return Refused(
            f"{tournament} is a practice event: it is deleted in its settings, not put aside.", code="practice_event"
        )
    if tournament.status != Tournament.Status.FINISHED:
        return Refused(f"{tournament} is not finished: finish it first, then put it aside.", code="event_not_finished")
    if jobs := Job.objects.of(tournament).active().count():
        return Refused(
            f"Jobs of {tournament} wait or run ({jobs}): let them end, or stop them under Files, Jobs.",
            code="jobs_waiting",
        )
    return None


def what_goes(tournament: Tournament) -> list[tuple[int, str]]:
    """What is put into the file, in numbers, for whoever is about to do it."""
    rows = event_file.whole_event(tournament)
    count = {model._meta.label_lower: len(keys) for model, keys in rows.items()}
    named = (
        ("tournaments.division", "divisions"),
        ("tournaments.entry", "entries of players"),
        ("tournaments.game", "games"),
        ("results.sheet", "result sheets"),
        ("audit.record", "records of decisions"),
    )
    listed = [(count.pop(label, 0), words) for label, words in named]
    return [*listed, (len(event_file.stored_files(rows)), "prints and photos"), (sum(count.values()), "other rows")]


def _let_go(by: Actor, tournament: Tournament, seen: str, named: Rows, path: Path) -> AsideEvent:
    with deciding_on(None, by=by, action=OpsAction.PUT_ASIDE) as decision:
        row = own_event(tournament)
        if refused := what_keeps(row):
            raise refused
        rows = event_file.whole_event(row)
        if event_file.fingerprint(rows) != seen:
            raise Refused(CHANGED, code="changed_meanwhile")
        head, files = head_hash(row), event_file.stored_files(rows)
        aside = AsideEvent(
            number=row.pk, slug=row.slug, name=row.name, venue=row.venue, starts_on=row.starts_on, ends_on=row.ends_on,
            visibility=row.visibility, file=path.relative_to(settings.MEDIA_ROOT).as_posix(), sha256=folder.digest_of(path),
            size=path.stat().st_size, put_aside_at=timezone.now(), put_aside_by=by if isinstance(by, User) else None,
            kept_roles=_roles(row), links=_links(row), mentions={model._meta.label_lower: sorted(keys) for model, keys in named.items()},
        )  # fmt: skip
        tell_event(row)
        with written_once_lifted():
            delete_rows({model: keys for model, keys in rows.items() if model._meta.app_label != "audit"})
            discard_chain(row)
        aside.save(force_insert=True)
        decision.record(row, before=_facts(aside, head, rows))
        transaction.on_commit(partial(folder.remove, files), robust=True)
    return aside


def bring_back(*, by: Actor, event: AsideEvent) -> Tournament:
    """Put the rows and files of an event back where they were, with the same keys.

    Where its file is missing or damaged, or something took its place, it stays aside. Raises Refused, NotAllowed.
    """
    require(by, event, Can.MANAGE_TOURNAMENT)
    handed_over.check()
    with folder.alone() as work:
        if not AsideEvent.objects.filter(pk=event.pk).exists():
            raise Refused(f"{event} was brought back already.", code="not_aside")
        if fault := folder.fault_of(event):
            raise Refused(
                f"The file of {event} {fault}. The event stays aside: put the file back from a backup ({event.path}), "
                "and try again.",
                code="file_missing" if fault == "is missing" else "file_damaged",
            )
        database = _unpacked(event, work)
        files = _files_back(event)
        try:
            with event_file.opened(database):
                tournament = _take_in(by, event, event_file.rows_in_file())
        except (Refused, IntegrityError) as error:  # nothing was committed: no row names them
            for path in files:
                path.unlink(missing_ok=True)
            if isinstance(error, Refused):
                raise
            raise Refused(f"Something here has its place: {error}. {event} stays aside.", code="place_taken") from error
        os.utime(event.path)  # from now on it waits for the older copies of the database to go
        return tournament


def _unpacked(event: AsideEvent, work: Path) -> Path:
    try:
        return event_file.unpack(event.path, work)
    except NewerDatabase as error:
        raise Refused(
            f"A newer version of the suite wrote the file of {event}. It stays aside: install that version, and try again.",
            code="newer_file",
        ) from error
    except CANNOT_READ as error:
        raise Refused(f"The file of {event} cannot be used: {error}. It stays aside.", code="file_damaged") from error


def _files_back(event: AsideEvent) -> list[Path]:
    """Lay photos and prints where they lay, before the rows that name them; those that were not there."""
    missing = [path for path in event_file.stored_in(event.path) if not path.exists()]
    folder.require_room(sum(event_file.sizes_in(event.path, missing)))
    try:
        event_file.unpack_files(event.path, missing)
    except CANNOT_READ as error:
        for path in missing:
            path.unlink(missing_ok=True)
        raise Refused(f"The files of {event} could not be written: {error}. It stays aside.", code="no_file") from error
    return missing


def _take_in(by: Actor, event: AsideEvent, rows: Rows) -> Tournament:
    with deciding_on(None, by=by, action=OpsAction.BROUGHT_BACK) as decision:
        row = AsideEvent.objects.select_for_update().get(pk=event.pk)
        rows = {model: keys for model, keys in rows.items() if model._meta.label_lower not in row.mentions}
        _require_place(row, rows)
        event_file.copy_back(rows)
        tournament = Tournament.objects.get(pk=row.pk)
        facts = _facts(row, head_hash(tournament), rows)
        row.delete()
        tell_event(tournament)
        decision.record(tournament, after=facts)
    return tournament


def _require_place(event: AsideEvent, rows: Rows) -> None:
    """Raise Refused where a row stands in the place of one that comes back, or one is gone that the event names."""
    if Tournament.objects.filter(slug=event.slug).exists():
        raise Refused(f"There is another event called {event.slug!r}: it stays aside.", code="slug_taken")
    for model, keys in rows.items():
        if taken := _present(model, keys):
            raise Refused(
                f"{str(model._meta.verbose_name_plural).capitalize()} here have the numbers of this event’s own "
                f"({min(taken)}): it stays aside. This happens when rows were put into the database without the suite.",
                code="numbers_taken",
            )
    for label, numbers in event.mentions.items():
        model = event_file.model_named(label)
        if gone := set(numbers) - _present(model, set(numbers)):
            raise Refused(
                f"The event names a {model._meta.verbose_name} that is not here any more ({min(gone)}): it stays aside.",
                code="named_row_gone",
            )


def _present(model: type[models.Model], keys: set[Any]) -> set[Any]:
    return {
        pk
        for some in event_file.slices(keys)
        for pk in model._base_manager.filter(pk__in=some).order_by().values_list("pk", flat=True)
    }


def _roles(tournament: Tournament) -> dict[str, list[str]]:
    roles: dict[str, list[str]] = {}
    for user, role in Membership.objects.filter(tournament=tournament).order_by("pk").values_list("user", "role"):
        roles.setdefault(str(user), []).append(role)
    return roles


def _links(tournament: Tournament) -> str:
    """What the event's living links are known by while it is aside."""
    links = PlayerLink.objects.of(tournament).live().values_list("token_hash", flat=True)
    return "".join(f"{fingerprint[:LINK_DIGITS]} " for fingerprint in links)


def _facts(event: AsideEvent, head: str, rows: Rows) -> dict[str, Any]:
    return {
        "slug": event.slug, "head": head, "file": event.file, "sha256": event.sha256, "size": event.size,
        "rows": sum(map(len, rows.values())),
    }  # fmt: skip


def _bytes_of(rows: Rows) -> int:
    """Roughly what writing the file takes at most, for a moment."""
    photos = 0
    for name in event_file.stored_files(rows):
        with suppress(OSError):
            photos += (Path(settings.MEDIA_ROOT) / name).stat().st_size
    return 2 * photos + 2_000 * sum(map(len, rows.values()))
