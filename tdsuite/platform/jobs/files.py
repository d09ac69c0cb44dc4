"""Produced files: whole on the disk before any row speaks of them."""

import contextlib
import errno
import hashlib
import mimetypes
import os
import tempfile
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _

from . import lease
from .errors import DiskFull, JobRefused, LeaseLost
from .models import Job, JobFile

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def store(job: Job, name: str, data: bytes, content_type: str = "") -> JobFile:
    """Keep `data` as a file of the job; a file of the same name from an earlier attempt is replaced.

    Raises DiskFull or JobRefused where it cannot be written, LeaseLost when the job is no longer this worker's.
    """
    name = get_valid_filename(name)
    stored = f"jobs/{job.pk}/{uuid4().hex}{Path(name).suffix.lower()[:10]}"
    path = Path(settings.MEDIA_ROOT) / stored
    _write(path, data)
    try:
        with transaction.atomic():
            if not lease.refresh(job):
                raise LeaseLost(str(job))
            job.files.filter(name=name).delete()
            return JobFile.objects.create(
                job=job,
                name=name,
                stored=stored,
                content_type=content_type or mimetypes.guess_type(name)[0] or "application/octet-stream",
                size=len(data),
                sha256=hashlib.sha256(data).hexdigest(),
            )
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def tidy(job: Job) -> int:
    """Remove what a killed worker left in the job's folder without a row that speaks of it. How many files."""
    folder = Path(settings.MEDIA_ROOT) / "jobs" / str(job.pk)
    known = {Path(stored).name for stored in job.files.values_list("stored", flat=True)}
    removed = 0
    with contextlib.suppress(OSError):  # a folder that is not there, or not ours, is no reason to fail the job
        for path in [path for path in folder.iterdir() if path.name not in known]:
            path.unlink()
            removed += 1
    return removed


def _write(path: Path, data: bytes) -> None:
    """Temporary file, fsync, rename: after a crash there is the whole file or none."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".part-", delete=False) as file:
            temporary = file.name
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        # Make the new name itself last; Windows cannot, and needs not.
        with contextlib.suppress(PermissionError):
            descriptor = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise _refusal(error, path.parent, len(data)) from error


def is_full(error: BaseException) -> bool:
    """Whether there was no room: on the disk, within a quota, or within the largest size a file may have."""
    return isinstance(error, OSError) and error.errno in _NO_ROOM


def _refusal(error: OSError, folder: Path, size: int) -> JobRefused:
    if is_full(error):
        return DiskFull(
            _("The disk is full: %(kb)d KB did not fit into %(folder)s. Free some space there, then press “Try again”.")
            % {"kb": size // 1024 + 1, "folder": folder}
        )
    return JobRefused(
        _("The file could not be written to %(folder)s (%(why)s). Put that right, then press “Try again”.")
        % {"folder": folder, "why": error.strerror or error}
    )
