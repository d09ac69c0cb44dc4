"""Decisions about copies: where they go, what was restored."""

import json
import os
import shutil
from pathlib import Path

from django.conf import settings
from django.db import connection

from tdsuite.ops.actions import OpsAction
from tdsuite.platform.access.guard import COMMAND_LINE, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import SITE, ChainHead
from tdsuite.platform.audit.services import deciding_on
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from . import sealing, state
from .restoring import RESTORED

LEAST_LETTERS = 12
SITE_RECORD = ChainHead(chain=SITE)  # what such decisions are about


def choose_folder(*, by: Actor, folder: str, passphrase: str) -> None:
    """Have copies go to a folder, sealed; an empty one: to this computer alone.  Raises Refused, NotAllowed."""
    require(by, None, Can.LOOK_AFTER_BACKUPS)
    _only_sqlite()
    place = None
    if not folder.strip() and state.chosen() is None:
        return
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
        shutil.rmtree(state.own_folder(path) / "files", ignore_errors=True)  # sealed with another key, perhaps
    with deciding_on(None, by=by, action=OpsAction.BACKUP_FOLDER_CHOSEN) as decision:
        state.choose(place)
        decision.record(SITE_RECORD, after={"folder": folder.strip()})


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
