"""The folder of events that were put aside: one file each, written whole, never changed.

It lies with photos and prints, so that backups carry it. A file that no row names is the rest of an event that was brought back, or of a
try that was broken off (`tidying`), or of one that is under way: whoever takes it away is `alone`.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.files import locks

from tdsuite.ops.health import LOW_DISK_BYTES
from tdsuite.tournaments.models import AsideEvent
from tdsuite.tournaments.services.decision import Refused

FOLDER, SUFFIX = "aside", ".zip"


class NotWhole(Exception):
    """A file that does not hold what it should."""


def folder() -> Path:
    path = Path(settings.MEDIA_ROOT) / FOLDER
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


@contextmanager
def alone() -> Iterator[Path]:
    """While nobody else puts aside, brings back or tidies up; an empty folder to work in, which goes at the end."""
    work = Path(settings.DATA_DIR) / "aside-work"
    with (folder() / ".lock").open("a") as file:
        locks.lock(file, locks.LOCK_EX)
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(mode=0o700)
        try:
            yield work
        finally:
            shutil.rmtree(work, ignore_errors=True)


def require_room(size: int) -> None:
    """Raise Refused where the disk would be nearly full: results need the room first.  size: bytes that are about to be written."""
    if shutil.disk_usage(settings.DATA_DIR).free < size + LOW_DISK_BYTES:
        raise Refused("The disk of this computer is nearly full: make room first.", code="disk_full")


def keep(source: Path, target: Path) -> None:
    """Write a file: it is there whole, on the disk, as reading it back proves, or not at all.  Raises OSError, NotWhole."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = target.with_name(f".{target.name}.part")
    try:
        with (
            source.open("rb") as data,
            os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,
        ):
            shutil.copyfileobj(data, file, 1 << 20)
            file.flush()
            os.fsync(file.fileno())
        if digest_of(draft) != digest_of(source):
            raise NotWhole(f"{target.name} could not be read back")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    with suppress(OSError):  # Windows opens no folder
        descriptor = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fault_of(event: AsideEvent) -> str:
    """What is wrong with an event's file, as a clause; "" where it is as it was written."""
    try:
        if event.path.stat().st_size != event.size or digest_of(event.path) != event.sha256:
            return "is damaged: it is not the file that was written"
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


def remove(names: Iterable[str]) -> None:
    """Take files away that lie in an event's file by now.  names: paths below MEDIA_ROOT."""
    for name in names:
        (Path(settings.MEDIA_ROOT) / name).unlink(missing_ok=True)


def unnamed() -> list[Path]:
    """Files of events that are not aside."""
    named = {event.path.name for event in AsideEvent.objects.only("file")}
    return sorted(path for path in folder().iterdir() if path.name not in named and path.name != ".lock")
