"""Where copies go and how the newest one is: two small files in the data directory, about this computer and not in the database."""

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from .sealing import Key

LATE = timedelta(seconds=60)
TRIES = 100
Heads = dict[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """A folder of copies.  key: what they are sealed with, None for the folder on this computer itself."""

    folder: Path
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The last look.

    Attributes:
        looked_at: when everything decided until then was in a copy; "" never.
        file: the newest copy, whole path.
        made_at: when it was made.
        heads: number and hash of the newest record of each chain in it.
        problem: what is wrong and what to do, "" where nothing is.
    """

    looked_at: str = ""
    file: str = ""
    made_at: str = ""
    heads: Heads = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """What the Round board and `/healthz` show.  place: "folder" (the one that was chosen), "computer", or "none" while there is no copy.

    made_at: of the newest copy; seconds: since everything decided was in one; problem: as that of the state.
    """

    place: str
    file: Path | None
    made_at: datetime | None
    seconds: int | None
    problem: str


def backups() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def _choice() -> Path:
    return Path(settings.DATA_DIR) / "backup_folder.json"


def own_folder(folder: Path) -> Path:
    """The folder in a chosen one that is this installation's alone."""
    return folder / f"tdsuite-{settings.RECORD_KEY_ID}"


def chosen() -> Place | None:
    """The chosen place, there or not; None where none was chosen."""
    try:
        choice = json.loads(_choice().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return Place(Path(choice["folder"]), Key(bytes.fromhex(choice["salt"]), bytes.fromhex(choice["secret"])))


def choose(place: Place | None) -> None:
    if place is None or place.key is None:
        _choice().unlink(missing_ok=True)
    else:
        choice = {"folder": str(place.folder), "salt": place.key.salt.hex(), "secret": place.key.secret.hex()}
        _write(_choice(), choice)


def current() -> tuple[Place, str]:
    """Where copies go now, and what is wrong with it: this computer itself while the chosen folder is not there.

    The installation's own folder is made when a folder is chosen, and never again: an empty mount point is no stick.
    """
    choice = chosen()
    if choice is None:
        return Place(backups()), ""
    if own_folder(choice.folder).is_dir():
        return Place(own_folder(choice.folder), choice.key), ""
    missing = (
        f"The folder for backups is not there: {choice.folder}. Put the stick in again, or choose another folder under Backups. "
        "Until then copies stay on this computer."
    )
    return Place(backups()), missing


def read() -> State:
    try:
        return State(**json.loads((backups() / "state.json").read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError):
        return State()


def write(state: State) -> None:
    backups().mkdir(exist_ok=True, mode=0o700)
    _write(backups() / "state.json", asdict(state))


def failed(problem: str) -> None:
    """Note that no copy could be made: `looked_at` stays, so the age goes on growing."""
    write(replace(read(), problem=problem))


def status() -> Status | None:
    """How the backups are; None on PostgreSQL, where the suite makes none."""
    if connection.vendor != "sqlite":
        return None
    state, now = read(), timezone.now()
    file = Path(state.file) if state.file else None
    place = "none" if file is None else "computer" if file.parent == backups() else "folder"
    looked = datetime.fromisoformat(state.looked_at) if state.looked_at else None
    made_at = datetime.fromisoformat(state.made_at) if state.made_at else None
    problem = state.problem
    if not problem and looked is not None and now - looked > LATE:
        problem = f"No backup since {looked:%H:%M:%S} UTC: the worker or beat does not run. Stop the suite and start it again."
    return Status(
        place, file, made_at, None if looked is None else max(0, int((now - looked).total_seconds())), problem
    )


def _write(path: Path, values: dict[str, Any]) -> None:
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(values), encoding="utf-8")
    for _try in range(TRIES):
        with suppress(PermissionError):  # Windows replaces no file that a page is reading
            draft.replace(path)
            return
        time.sleep(0.02)
    draft.replace(path)
