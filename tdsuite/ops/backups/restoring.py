"""Read a copy back, on any computer and without network: opened, checked and laid ready; `swap` puts it in place."""

import json
import shutil
import sqlite3
import subprocess
import zipfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.utils import timezone

from tdsuite.ops import paths, safety_copy
from tdsuite.ops.errors import NewerDatabase
from tdsuite.platform.audit.models import SITE
from tdsuite.tournaments.services.decision import Refused
from . import copies, sealing, swap
from .copies import DATABASE, KEYS, MANIFEST, STAMP, SUFFIX, NotWhole

RESTORED = "restored.json"
FLAWS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Laid:
    """A copy that lies ready.

    Attributes:
        made_at: when it was made.
        addresses: where printed codes lead.
        aside: the folder that will hold the old data.
        missing: files that could not be opened.
        flaws: what in it is not as its own record has it; None where an older version wrote it, and it cannot be compared yet.
    """

    made_at: datetime
    addresses: tuple[str, ...]
    aside: Path
    missing: int
    flaws: tuple[str, ...] | None = ()

    @property
    def says(self) -> str:
        """What whoever restores has to know."""
        copy = f"The copy of {self.made_at:%Y-%m-%d %H:%M:%S} UTC"
        if self.flaws:
            named = "; ".join(self.flaws[:FLAWS_SHOWN])
            more = f"; and {len(self.flaws) - FLAWS_SHOWN} more" if len(self.flaws) > FLAWS_SHOWN else ""
            whole = (
                f"{copy} can be opened, but it is not as its record says: {named}{more}. Somebody changed it without the suite, or it "
                "was so before: take an older copy, or look with `tdsuite manage verify_audit` before you go on."
            )
        elif self.flaws is None:
            whole = f"{copy} was written by an older version: once the suite has started, compare it with `tdsuite manage verify_audit`."
        else:
            whole = f"{copy} is whole."
        texts = [f"{whole} The old data is put aside in {self.aside}."]
        if self.missing:
            texts.append(f"{self.missing} files could not be opened and are missing.")
        texts.append("Stop using the computer it comes from. What was decided there later is not in it.")
        if self.addresses:
            texts.append(
                f"Printed codes lead to {', '.join(self.addresses)}: give this computer that address and port, or print the cards again."
            )
        return " ".join(texts)


def newest(source: Path) -> Path:
    """The copy that a path means: the file itself, or the newest of a folder or stick.  Raises Refused."""
    if source.is_file():
        return source
    folders = sorted({path.parent for pattern in ("*", "*/*") for path in source.glob(f"{pattern}{SUFFIX}")})
    if not folders:
        raise Refused(
            f"There is no copy in {source}: name a file that ends in {SUFFIX}, or its folder.", code="no_copy"
        )
    if len(folders) > 1:
        names = ", ".join(map(str, folders))
        raise Refused(f"There are copies of several installations: {names}. Name the right folder.", code="several")
    return max(folders[0].glob(f"*{SUFFIX}"), key=copies.time_of)


def lay_ready(source: Path, passphrase: str) -> Laid:
    """Open and check the newest copy of a file or folder, and lay it ready in the data directory.

    Raises Refused: then nothing was changed.
    """
    root, path = Path(settings.DATA_DIR), newest(source)
    if not settings.SQLITE:
        raise Refused("Copies are of SQLite: unset DATABASE_URL to restore one.", code="not_sqlite")
    waiting = root / swap.RESTORE
    if swap.is_ready(root):
        raise Refused("A copy lies ready already: stop the suite and start it again.", code="lies_ready")
    shutil.rmtree(waiting, ignore_errors=True)
    waiting.mkdir(mode=0o700)
    try:
        laid = _lay(path, passphrase, waiting)
    except (
        OSError,
        sqlite3.Error,
        zipfile.BadZipFile,
        sealing.CannotOpen,
        NotWhole,
        NewerDatabase,
        KeyError,
        ValueError,
    ) as error:
        shutil.rmtree(waiting, ignore_errors=True)
        says = f"{path} cannot be restored: {error} Nothing was changed. Older copies lie beside it: name one of them."
        raise Refused(says, code="copy_not_whole") from error
    draft = waiting / "ready.new"
    draft.write_text(laid.aside.name, encoding="utf-8")
    draft.replace(waiting / swap.READY)
    return laid


def _lay(path: Path, passphrase: str, waiting: Path) -> Laid:
    key = None
    with path.open("rb") as file:
        salt = sealing.salt_of(file)
    if salt is None:
        _refuse_unsealed(path, passphrase)
    else:
        if not passphrase.strip():
            raise sealing.CannotOpen("It is sealed: give its passphrase.")
        key = sealing.key_of(passphrase, salt)
    archive = waiting / "archive"
    _open(path, archive, key)
    with zipfile.ZipFile(archive) as packed:
        manifest = json.loads(packed.read(MANIFEST))
        for name in packed.namelist():
            if name in (DATABASE, *KEYS) or _is_secret(name):
                packed.extract(name, waiting)
    archive.unlink()
    copies.check_database(waiting / DATABASE, {})
    with closing(sqlite3.connect(waiting / DATABASE)) as database:
        applied = database.execute("SELECT app, name FROM django_migrations").fetchall()
        safety_copy.refuse_unknown(applied)
        slugs = [slug for (slug,) in database.execute("SELECT slug FROM tournaments_tournament")]
        rows = database.execute(
            "SELECT public_base_url FROM tournaments_tournament UNION SELECT base_url FROM access_printedbatch"
        )
        addresses = tuple(sorted({url for (url,) in rows if url}))
    missing = 0
    for name, stored in copies.files_of(path.parent).items():
        (waiting / name).parent.mkdir(parents=True, exist_ok=True)
        try:
            _open(stored, waiting / name, key)
        except sealing.CannotOpen:  # the results are whole without it
            (waiting / name).unlink()
            missing += 1
    for name in ("wal", "shm"):
        (waiting / f"{DATABASE}-{name}").unlink(missing_ok=True)
    (waiting / RESTORED).write_text(json.dumps({"made_at": manifest["made_at"], "kind": "copy"}), encoding="utf-8")
    flaws = None if safety_copy.steps_missing(applied) else _flaws(waiting, slugs)
    aside = waiting.parent / f"before-restore-{timezone.now().strftime(STAMP)}"
    return Laid(datetime.fromisoformat(manifest["made_at"]), addresses, aside, missing, flaws)


def _refuse_unsealed(path: Path, passphrase: str) -> None:
    """Raise CannotOpen for an unsealed copy where a sealed one is expected: anybody could have put it there."""
    if passphrase.strip():
        raise sealing.CannotOpen(
            "It is not sealed, and you gave a passphrase. Leave it empty if these copies never were."
        )
    for other in path.parent.glob(f"*{SUFFIX}"):
        with other.open("rb") as file:
            if sealing.salt_of(file) is not None:
                raise sealing.CannotOpen(f"It is not sealed, and {other.name} beside it is: do not trust it.")


def _flaws(waiting: Path, slugs: Sequence[str]) -> tuple[str, ...]:
    """What verify_audit finds in the data that lies ready, with the keys of that data: in a process of its own, which has them."""
    keys_of_this_one = ("SECRET_KEY", "RECORD_KEY", "DATABASE_URL", "TDSUITE_DATA")
    environment = {name: value for name, value in paths.environment().items() if name not in keys_of_this_one}
    there = {path.name for path in waiting.iterdir()}
    done = subprocess.run(
        paths.command("manage", "verify_audit", SITE, *slugs, "--json"),
        check=False,
        env={**environment, "TDSUITE_DATA": str(waiting)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    for path in waiting.iterdir():
        if path.name not in there:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    verdicts = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(verdicts) <= len(slugs):  # one of the installation itself too
        return (f"its record cannot be read ({done.stderr.strip()[-300:]})",)
    faults = [f"record {fault['record']}: {fault['what']}" for verdict in verdicts for fault in verdict["faults"]]
    return (*faults, *(f"{flaw['row']}: {flaw['what']}" for verdict in verdicts for flaw in verdict["flaws"]))


def _open(path: Path, target: Path, key: sealing.Key | None) -> None:
    with path.open("rb") as source, target.open("wb") as file:
        if key is None:
            shutil.copyfileobj(source, file, 1 << 20)
        else:
            sealing.unseal(source, file.write, key)


def _is_secret(name: str) -> bool:
    """Whether an entry is the password of a publishing target; a name is never a path elsewhere."""
    parts = PurePosixPath(name).parts
    return len(parts) == 2 and parts[0] == "publish" and parts[1].removesuffix(".secret").isdecimal()
