"""Bytes that another suite sent, each under its own SHA-256: whole on the disk before any row speaks of them.

Names of pages never reach the disk.  What lies here and is in no row is waiting for the push that it belongs to.
"""

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator
from pathlib import Path

from django.conf import settings

from .models import ReceivedSite
from .received_rules import DIGEST, LARGEST_SITE

KEPT_FREE = 200 * 1024 * 1024  # the event's own results need room first (as ops.health warns)
WAITS = 24 * 60 * 60.0  # seconds that bytes of a push that never ended may lie here
AT_ONCE = 64 * 1024
PART = ".part-"


class NoRoom(Exception):
    """The bytes cannot be kept here.  Says why; what was there is untouched."""


class NotWhole(Exception):
    """What arrived is not what was announced."""


def folder_of(site: ReceivedSite) -> Path:
    return Path(settings.DATA_DIR) / "received" / str(site.pk)


def keep(site: ReceivedSite, digest: str, chunks: Iterator[bytes], size: int) -> None:
    """Write announced bytes under their digest; twice is as good as once.  Raises NoRoom, NotWhole."""
    folder = folder_of(site)
    part: Path | None = None
    try:
        _check_room(folder, size)
        descriptor, name = tempfile.mkstemp(prefix=PART, dir=folder)
        part, seen, count = Path(name), hashlib.sha256(), 0
        with os.fdopen(descriptor, "wb") as file:
            for chunk in chunks:
                seen.update(chunk)
                count += len(chunk)
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        if count != size or seen.hexdigest() != digest:
            raise NotWhole(f"{count} of {size} bytes arrived, or others than announced. Send the file again.")
        part.replace(folder / digest)
    except OSError as error:
        raise NoRoom(f"The file cannot be kept here: {error.strerror or error}.") from error
    finally:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def _check_room(folder: Path, size: int) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if shutil.disk_usage(folder).free - size < KEPT_FREE:
        raise NoRoom("The disk of the receiving suite is nearly full. Its administrator has to make room.")
    if sum(file.stat().st_size for file in _files(folder)) + size > 2 * LARGEST_SITE:
        raise NoRoom(
            "More is kept for this site than a site may have. The administrator can remove the site and add it again."
        )


def _files(folder: Path) -> list[Path]:
    with contextlib.suppress(FileNotFoundError):
        return [Path(dir_entry.path) for dir_entry in os.scandir(folder) if dir_entry.is_file()]
    return []


def sizes(site: ReceivedSite) -> dict[str, int]:
    """What lies here whole: bytes by digest."""
    sizes = {}
    for file in _files(folder_of(site)):
        with contextlib.suppress(FileNotFoundError):  # swept meanwhile
            if DIGEST.fullmatch(file.name):
                sizes[file.name] = file.stat().st_size
    return sizes


def read(site: ReceivedSite, digest: str) -> bytes | None:
    """The bytes; None where they are gone."""
    try:
        return (folder_of(site) / digest).read_bytes()
    except FileNotFoundError:
        return None


def sweep(site: ReceivedSite, keep: Collection[str]) -> None:
    """Let go of everything but these digests: pages that were replaced may hold a name that had to go."""
    for file in _files(folder_of(site)):
        if file.name not in keep and not file.name.startswith(PART):
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
    sweep_old(site, keep)


def sweep_old(site: ReceivedSite, keep: Collection[str]) -> None:
    """Let go of what waited a day for the end of its push."""
    oldest = time.time() - WAITS
    for file in _files(folder_of(site)):
        with contextlib.suppress(OSError):
            if file.name not in keep and file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)


def forget(site: ReceivedSite) -> None:
    shutil.rmtree(folder_of(site), ignore_errors=True)
