"""Decisions about copies: where they go, which computer goes on, what was restored."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from tdsuite.ops.actions import OpsAction
from tdsuite.ops.backups import copies, sealing, state
from tdsuite.ops.backups.restoring import RESTORED
from tdsuite.platform.access.guard import COMMAND_LINE, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit import handed_over
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import SITE, ChainHead
from tdsuite.platform.audit.services import deciding_on
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

LEAST_LETTERS = 12
SITE_RECORD = ChainHead(chain=SITE)  # what such decisions are about


def choose_folder(*, by: Actor, folder: str, passphrase: str) -> None:
    """Have copies go to a folder, sealed; an empty one: to this computer alone.  Raises Refused, NotAllowed."""
    require(by, None, Can.LOOK_AFTER_BACKUPS)
    _only_sqlite()
    place = None
    if folder.strip():
        path, data = Path(folder.strip()), Path(settings.DATA_DIR).resolve()
        if not path.is_absolute() or not path.is_dir() or not os.access(path, os.W_OK):
            raise Refused("Name a folder that is there and can be written, with its whole path.", code="no_such_folder")
        if path.resolve() == data or data in path.resolve().parents:
            raise Refused(
                "This folder lies in the suite’s own data. Name one of another disk.", code="folder_of_the_suite"
            )
        if len(passphrase.strip()) < LEAST_LETTERS:
            raise Refused(f"A passphrase has at least {LEAST_LETTERS} letters.", code="weak_passphrase")
        place = state.Place(path, sealing.key_of(passphrase))
        state.own_folder(path).mkdir(exist_ok=True, mode=0o700)
        for name in copies.FOLDERS:  # sealed with another key, perhaps
            shutil.rmtree(state.own_folder(path) / name, ignore_errors=True)
    with deciding_on(None, by=by, action=OpsAction.BACKUP_FOLDER_CHOSEN) as decision:
        state.choose(place)
        decision.record(SITE_RECORD, after={"folder": folder.strip()})


def hand_over(*, by: Actor, to: str) -> Path:
    """Stop deciding on this computer and make the copy with which another one goes on; the copy.

    The note is written while this decision holds the database: whoever decides before it is in the copy, whoever comes later is refused.
    Raises Refused, NotAllowed: then this computer goes on.
    """
    require(by, None, Can.LOOK_AFTER_BACKUPS)
    _only_sqlite()
    handed_over.check()
    place, problem = state.current()
    if problem or place.key is None:
        raise Refused(problem or "Choose a folder first, such as a USB stick: the copy goes there.", code="no_folder")
    at = timezone.now().strftime("%Y-%m-%d %H:%M")
    try:
        with transaction.atomic():
            with deciding_on(None, by=by, action=OpsAction.HANDED_OVER, reason=to) as decision:
                decision.record(SITE_RECORD, after={"folder": str(place.folder)})
            handed_over.write(handed_over.HandOver(at))
        with copies.alone(wait=True):
            newest = copies.make(place, copies.HAND_OVER)
            state.write(newest)
    except (OSError, sqlite3.Error, copies.NotWhole) as error:
        handed_over.note().unlink(missing_ok=True)
        raise Refused(f"The copy could not be made: {error}. This computer goes on.", code="no_copy") from error
    except BaseException:
        handed_over.note().unlink(missing_ok=True)
        raise
    handed_over.write(handed_over.HandOver(at, newest.file))
    return Path(newest.file)


def take_back(*, by: Actor, reason: str) -> None:
    """Go on with this computer's own data after all.  Raises Refused, NotAllowed."""
    require(by, None, Can.LOOK_AFTER_BACKUPS)
    hand_over = handed_over.handed_over()
    if hand_over is None:
        raise Refused("This computer has not handed over.", code="not_handed_over")
    if not reason.strip():
        raise Refused("Say why: it stands in the record.", code="reason_missing")
    handed_over.note().unlink()
    try:
        with deciding_on(None, by=by, action=OpsAction.TAKEN_BACK, reason=reason.strip()) as decision:
            decision.record(SITE_RECORD, before={"handed_over": hand_over.at})
    except BaseException:
        handed_over.write(hand_over)
        raise


def events_here() -> list[str]:
    """The names of the events that a restore would put aside."""
    return list(Tournament.objects.order_by("pk").values_list("name", flat=True))


def note_restored() -> None:
    """After a restore: the record says from which copy this computer goes on."""
    path = Path(settings.DATA_DIR) / RESTORED
    if path.exists():
        with deciding_on(None, by=COMMAND_LINE, action=OpsAction.RESTORED) as decision:
            decision.record(SITE_RECORD, after=json.loads(path.read_text(encoding="utf-8")))
        path.unlink()


def _only_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise Refused(
            "Copies by themselves are made of SQLite alone: PostgreSQL is backed up as docs/operations.md says.",
            code="not_sqlite",
        )
