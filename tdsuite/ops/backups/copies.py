"""Copies of the whole installation, made while it runs: the database as it was at one instant, its keys, its files.

A copy is a zip archive (`ENTRIES`), sealed where it leaves this computer. Files that never change lie beside the
copies once, under `files/`. A copy counts only after its database was opened and checked and its bytes were read back.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.files import locks
from django.db import connection
from django.utils import timezone

from tdsuite.ops import safety_copy
from tdsuite.ops.health import LOW_DISK_BYTES
from tdsuite.platform.audit.digests import link_hash
from tdsuite.platform.audit.models import ChainHead, Record
from tdsuite.platform.audit.services import GENESIS
from . import sealing, state
from .state import Heads, Place

DATABASE, MANIFEST = "tdsuite.sqlite3", "manifest.json"
KEYS = ("secret_key", "record_key", "record_heads")
SUFFIX, STAMP = ".tdcopy", "%Y%m%d-%H%M%S"
NEWEST = 6
SLOTS = ((timedelta(minutes=5), 12), (timedelta(hours=1), 24), (timedelta(days=1), 14))
MOST_BYTES = 2_000_000_000
FIELDS = (
    "chain seq prev_hash hash at actor_kind actor_id action object_type object_id scope before after facts reason_hash"
)


class NotWhole(Exception):
    """A copy that does not hold what it should; it does not count."""


def look() -> None:
    """Copy what was decided since the newest copy; beat asks every five seconds, and the Round board says what goes wrong."""
    if connection.vendor != "sqlite":
        return
    with alone() as nobody_else:
        if not nobody_else:
            return
        place, problem = state.current()
        newest, now = state.read(), timezone.now().isoformat()
        heads = {chain: [seq, digest] for chain, seq, digest in ChainHead.objects.values_list("chain", "seq", "hash")}
        try:
            if newest.heads != heads or Path(newest.file).parent != place.folder or not Path(newest.file).is_file():
                newest = make(place)
            state.write(replace(newest, looked_at=now, problem=problem))
        except (OSError, sqlite3.Error, NotWhole) as error:
            state.failed(f"No backup could be made: {error}. The copies made before are kept.")


def make(place: Place) -> state.State:
    """Make one copy and thin out the older ones, `alone`.  Raises OSError, sqlite3.Error, NotWhole: then nothing of it is left."""
    needed = 2 * Path(connection.settings_dict["NAME"]).stat().st_size + LOW_DISK_BYTES
    if shutil.disk_usage(settings.DATA_DIR).free < needed:  # results need the room first
        raise NotWhole("the disk of this computer is nearly full: make room")
    newest, made_at = state.read(), timezone.now()
    known = newest.heads if Path(newest.file).parent == place.folder else {}
    place.folder.mkdir(exist_ok=True, mode=0o700)
    work = state.backups() / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True, mode=0o700)
    try:
        # The heads first: what the file knows is then in the database too.
        remembered = settings.RECORD_HEADS.read_bytes() if settings.RECORD_HEADS.exists() else b""
        safety_copy.copy_sqlite(work / DATABASE)
        heads = check_database(work / DATABASE, known)
        mirror(place)
        archive = work / "archive"
        manifest = {"format": 1, "made_at": made_at.isoformat(), "installation": settings.RECORD_KEY_ID}
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            packed.writestr(MANIFEST, json.dumps(manifest))
            for name, text in zip(KEYS, (settings.SECRET_KEY, settings.RECORD_KEY, remembered), strict=True):
                packed.writestr(name, text)
            for secret in sorted((Path(settings.DATA_DIR) / "publish").glob("*.secret")):
                packed.write(secret, f"publish/{secret.name}")
            packed.write(work / DATABASE, DATABASE)
        path = place.folder / f"copy-{made_at.astimezone(UTC).strftime(STAMP)}{SUFFIX}"
        put(archive, path, place)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    thin_out(place.folder)
    return state.State(file=str(path), made_at=made_at.isoformat(), heads=heads)


def check_database(path: Path, known: Heads) -> Heads:
    """Open a copied database, have SQLite check it, and follow every chain of records to its head; the heads.

    known: heads that an earlier check has reached; only what came after them is followed.  Raises NotWhole, sqlite3.Error.
    """
    with closing(sqlite3.connect(path)) as database:
        answer = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if answer != "ok":
            raise NotWhole(f"the copied database is damaged ({answer})")
        heads: Heads = {}
        for chain, seq, digest in database.execute("SELECT chain, seq, hash FROM audit_chainhead").fetchall():
            heads[chain] = [seq, digest]
            count, previous = known.get(chain, [0, GENESIS])
            if count > seq:
                count, previous = 0, GENESIS
            for row in records(database, chain, count):
                count += 1
                if row.seq != count or row.prev_hash != previous or link_hash(row) != row.hash:
                    raise NotWhole(f"record {count} of chain {chain} does not hold (verify_audit says more)")
                previous = row.hash
            if [count, previous] != heads[chain]:
                raise NotWhole(f"the newest records of chain {chain} are missing")
    return heads


def records(database: sqlite3.Connection, chain: str, after: int) -> Iterator[Record]:
    names = FIELDS.split()
    query = f"SELECT {', '.join(names)} FROM audit_record WHERE chain = ? AND seq > ? ORDER BY seq"
    for values in database.execute(query, (chain, after)):
        row = dict(zip(names, values, strict=True))
        row |= {name: None if row[name] is None else json.loads(row[name]) for name in ("before", "after", "facts")}
        yield Record(**{**row, "at": datetime.fromisoformat(row["at"]).replace(tzinfo=UTC)})


def files_of(root: Path) -> dict[str, Path]:
    """The files that go with the database, by their path in the data directory; what jobs made can be made again."""
    return {
        path.relative_to(root).as_posix(): path
        for path in sorted((root / "files").rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path.relative_to(root).parts[:2] != ("files", "jobs")
    }


def mirror(place: Place) -> None:
    """Have the place hold the files that the installation has now, and no other: what was erased goes there too."""
    ours, theirs = files_of(Path(settings.DATA_DIR)), files_of(place.folder)
    for name in theirs.keys() - ours.keys():
        theirs[name].unlink(missing_ok=True)
    for name in sorted(ours.keys() - theirs.keys()):
        (place.folder / name).parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # erased meanwhile
            _link(ours[name], place.folder / name) if place.key is None else put(ours[name], place.folder / name, place)


def _link(source: Path, target: Path) -> None:
    """A second name on the same disk takes no room."""
    try:
        os.link(source, target)
    except OSError:
        put(source, target, Place(target.parent))


def put(source: Path, target: Path, place: Place) -> None:
    """Write a file into a place, sealed if the place asks for it; it is there whole, as reading it back proves, or not at all."""
    draft = target.with_name(f".{target.name}.part")
    try:
        with source.open("rb") as data, draft.open("wb") as file:
            if place.key is None:
                shutil.copyfileobj(data, file, 1 << 20)
            else:
                sealing.seal(data, file, place.key)
            file.flush()
            os.fsync(file.fileno())
        with source.open("rb") as data:
            expected = hashlib.file_digest(data, "sha256").digest()
        if digest_of(draft, place) != expected:
            raise NotWhole(f"{target.name} could not be read back from {target.parent}")
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def digest_of(path: Path, place: Place) -> bytes:
    """SHA-256 of what was put there, read back from the disk."""
    with path.open("rb") as file:
        if place.key is None:
            return hashlib.file_digest(file, "sha256").digest()
        digest = hashlib.sha256()
        sealing.unseal(file, digest.update, place.key)
        return digest.digest()


def thin_out(folder: Path) -> None:
    """Keep the newest and the last one of each slot of time; no more than `MOST_BYTES` in all."""
    copies = sorted(folder.glob(f"copy-*{SUFFIX}"), reverse=True)
    keep = set(copies[:NEWEST])
    for length, count in SLOTS:
        slots = {int(time_of(path).timestamp() // length.total_seconds()): path for path in reversed(copies)}
        keep |= {slots[slot] for slot in sorted(slots, reverse=True)[:count]}
    size = 0
    for number, path in enumerate(copies):
        size += path.stat().st_size
        if path not in keep or (size > MOST_BYTES and number >= NEWEST):
            path.unlink()


def time_of(path: Path) -> datetime:
    """When a copy was made, by its name."""
    return datetime.strptime(path.stem.removeprefix("copy-"), STAMP).replace(tzinfo=UTC)


@contextmanager
def alone() -> Iterator[bool]:
    """Whether no other process or thread makes a copy now."""
    state.backups().mkdir(exist_ok=True, mode=0o700)
    with (state.backups() / "lock").open("ab") as file:
        yield locks.lock(file, locks.LOCK_EX | locks.LOCK_NB)
