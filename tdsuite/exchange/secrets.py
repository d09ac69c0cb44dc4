"""Passwords of publishing targets: one file each under the data directory, readable by its owner only.

Never in the database, so never in a record, a job, an export or a safety copy of it.
"""

import os
from pathlib import Path

from django.conf import settings

from .models import PublishTarget


def _path(target: PublishTarget) -> Path:
    return Path(settings.DATA_DIR) / "publish" / f"{target.pk}.secret"


def keep(target: PublishTarget, secret: str) -> None:
    """Write the secret, whole or not at all."""
    path = _path(target)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def secret_of(target: PublishTarget) -> str:
    """The secret; "" where none is kept on this computer."""
    try:
        return _path(target).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def forget(target: PublishTarget) -> None:
    _path(target).unlink(missing_ok=True)
