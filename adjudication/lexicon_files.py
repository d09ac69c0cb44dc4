"""Each process's hold on a word list: one hash-checked file in the data directory, mapped into memory and shared by all.

The row is the truth. The file is made from it when it is missing or not what it should be; where it cannot be written,
the list is held in memory. Nothing is ever looked up in bytes whose SHA-256 is not the list's own.
"""

import gzip
import logging
import mmap
import os
import tempfile
import threading
import zlib
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tdsuite.tournaments.services.decision import Refused

from .engine.lexicon_lookup import Buffer, digest
from .lexicon_models import Lexicon, LexiconWords

log = logging.getLogger(__name__)
FOLDER = "lexicons"


class DamagedLexicon(Refused):
    """The stored list is not what was imported: nothing is judged by it."""


@dataclass(frozen=True, slots=True)
class _Held:
    """An open list.  stamp: what the file looked like when it was checked; None for a list held in memory."""

    words: Buffer
    stamp: tuple[int, int, int] | None


_held: dict[str, _Held] = {}
_lock = threading.Lock()


def file_of(lexicon: Lexicon) -> Path:
    return Path(settings.DATA_DIR) / FOLDER / f"{lexicon.sha256}.txt"


def opened(lexicon: Lexicon) -> Buffer:
    """The canonical list, checked since its file last changed.  Raises DamagedLexicon."""
    path = file_of(lexicon)
    held = _held.get(lexicon.sha256)
    if held is not None and held.stamp in (None, _stamp(path)):
        return held.words
    with _lock:
        held = _mapped(path, lexicon) or _rebuilt(path, lexicon)
        _held[lexicon.sha256] = held
    return held.words


def forget() -> None:
    """Let go of every open list, as a new process would begin."""
    with _lock:
        _held.clear()


def unpacked(lexicon: Lexicon) -> bytes:
    """The canonical list from the row.  Raises DamagedLexicon."""
    row = LexiconWords.objects.filter(lexicon=lexicon).first()
    try:
        words = gzip.decompress(bytes(row.packed)) if row else b""
    except (OSError, EOFError, zlib.error):
        words = b""
    if digest(words) != lexicon.sha256:
        raise DamagedLexicon(
            _(
                "The word list %(list)s is damaged in the database: its words are not those that were imported. Nothing "
                "is judged by it. Put back a backup of the database, or import the list again as another variant and "
                "choose that for the division; until then judge from another source."
            )
            % {"list": lexicon}
        )
    return words


def _mapped(path: Path, lexicon: Lexicon) -> _Held | None:
    """The file, if it is there and whole."""
    try:
        with path.open("rb") as file:
            stamp = _stamp_of(os.fstat(file.fileno()))
            words = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        log.warning("%s cannot be read (%s): it is made anew from the database", path, error)
        return None
    if digest(words) == lexicon.sha256:
        return _Held(words, stamp)
    words.close()
    log.warning("%s is damaged: it is made anew from the database", path)
    return None


def _rebuilt(path: Path, lexicon: Lexicon) -> _Held:
    words = unpacked(lexicon)
    try:
        _write(path, words)
    except OSError as error:
        log.warning("%s cannot be written (%s): this process holds the list in memory", path, error)
        return _Held(words, None)
    return _mapped(path, lexicon) or _Held(words, None)


def _write(path: Path, words: bytes) -> None:
    """Whole or not at all: another process may be reading the old one, or writing the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".part-", delete=False) as file:
        try:
            file.write(words)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(file.name, path)
        except OSError:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        return _stamp_of(path.stat())
    except OSError:
        return (0, 0, 0)  # gone: no stamp that was ever kept


def _stamp_of(facts: os.stat_result) -> tuple[int, int, int]:
    return facts.st_ino, facts.st_size, facts.st_mtime_ns
