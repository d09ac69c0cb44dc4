"""Pictures of paper sheets: small, as browsers make them, in the data folder, which has no public address."""

import contextlib
import hashlib
import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings

from tdsuite.tournaments.services.decision import Refused

LARGEST, MOST_PIXELS = 8 * 1024 * 1024, 50_000_000
KINDS = ((b"\xff\xd8\xff", "image/jpeg", ".jpg"), (b"\x89PNG\r\n\x1a\n", "image/png", ".png"))
FOLDER = "sheets"


@dataclass(frozen=True, slots=True)
class Photo:
    """An uploaded picture, as bytes."""

    data: bytes


def store(photo: Photo) -> dict[str, Any]:
    """Check a picture and write it, whole, before any row speaks of it. Raises Refused."""
    if len(photo.data) > LARGEST:
        raise Refused(
            f"The photo has {len(photo.data) // 1024 // 1024 + 1} MB; at most {LARGEST // 1024 // 1024} fit.",
            code="photo_too_large",
        )
    kind = next(((kind, ending) for magic, kind, ending in KINDS if photo.data.startswith(magic)), None)
    if kind is None:
        raise Refused("The photo must be a JPEG or PNG picture.", code="photo_kind")
    _decode(photo.data)
    stored = f"{FOLDER}/{uuid4().hex}{kind[1]}"
    path = path_of(stored)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            file.write(photo.data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as wrong:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
        raise Refused(
            f"The photo could not be stored ({wrong.strerror}): enter the sheet without it.", code="photo_not_stored"
        ) from wrong
    digest = hashlib.sha256(photo.data).hexdigest()
    return {"stored": stored, "content_type": kind[0], "size": len(photo.data), "sha256": digest}


def _decode(data: bytes) -> None:
    """Read a picture to its last row: a head alone is none. Raises Refused.

    A JPEG is decoded at an eighth of its size, so only a PNG costs memory for every pixel.
    """
    from PIL import Image, ImageFile  # few processes need it

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # a process that has printed has WeasyPrint's True
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as picture:
            pixels = picture.width * picture.height
            if pixels <= MOST_PIXELS:
                picture.draft("L", (picture.width // 8 or 1, picture.height // 8 or 1))
                picture.load()
    except Exception as error:  # decoders fail in many ways on bytes that are no picture
        text = "The photo cannot be read: the file is damaged or was not sent whole. Take it again, or enter the sheet without it."
        raise Refused(text, code="photo_unreadable") from error
    if pixels > MOST_PIXELS:
        raise Refused(
            f"The photo has {pixels // 1_000_000} million pixels; at most {MOST_PIXELS // 1_000_000} million fit.",
            code="photo_too_large",
        )


def delete(stored: dict[str, Any] | None) -> None:
    """Delete a stored picture again: the decision came to nothing."""
    if stored:
        path_of(stored["stored"]).unlink(missing_ok=True)


def path_of(stored: str) -> Path:
    """Where a stored picture lies; its page asks the guard before it opens it."""
    return Path(settings.MEDIA_ROOT) / stored
