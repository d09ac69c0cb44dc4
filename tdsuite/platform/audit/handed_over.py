"""Whether this computer has handed its events over to another one: from then on it decides nothing and only shows.

The note lies beside the database, not in it, so a copy of the database never carries it.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.core.exceptions import PermissionDenied

from tdsuite.platform.sentences import Sentence


@dataclass(frozen=True, slots=True)
class HandOver:
    """at: when, as a page shows it; copy: the file with which the other computer goes on, "" before it is written."""

    at: str
    copy: str = ""

    @property
    def says(self) -> Sentence:
        return Sentence(
            "Handed over to another computer on {at} UTC. This one only shows what was so then; nothing can be changed here.",
            at=self.at,
        )


class HandedOver(PermissionDenied):
    """A decision on a computer that has handed over."""

    code = "handed_over"


def note() -> Path:
    return Path(settings.DATA_DIR) / "handed_over.json"


def handed_over() -> HandOver | None:
    """What was noted; None on a computer that goes on itself."""
    try:
        return HandOver(**json.loads(note().read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None


def write(hand_over: HandOver) -> None:
    draft = note().with_suffix(".new")
    draft.write_text(json.dumps(asdict(hand_over)), encoding="utf-8")
    draft.replace(note())


def check() -> None:
    """Raise HandedOver where another computer goes on."""
    hand_over = handed_over()
    if hand_over is not None:
        raise HandedOver(
            Sentence("{why} To go on here after all, an administrator takes it back under Backups.", why=hand_over.says)
        )
