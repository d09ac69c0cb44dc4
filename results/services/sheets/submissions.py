"""Idempotency keys: issued by the server with the page, used once. The same again is answered the same."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from django.core import signing

from tdsuite.audit.services import canonical
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused

from ...engine.sheet_states import State
from ...models import Sheet, Submission
from .frame import Desk, kind_of

_SIGNER = signing.Signer(salt="results.sheets.submission")
PAGE_TOO_OLD = "This page is no longer good for sending: reload it, your figures are kept, and send again."


class KeyReused(Refused):
    """The same key came with something else."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a submission.  said: one sentence.  again: it had come before, and nothing was done twice."""

    sheet: Sheet
    state: State
    version: int
    said: str
    again: bool = False


def issue_key(*, by: Any, game: Game) -> str:
    """A key for one submission by this actor about this game. Nothing is stored until it is used."""
    return _SIGNER.sign(f"{kind_of(by)}.{by.pk}.{game.pk}.{secrets.token_hex(8)}")


def answered(desk: Desk, key: str, action: str, content: Any) -> Answer | None:
    """The stored answer where this key was used for the same; None for a fresh key, and where none was sent.

    Raises Refused for a key that this server did not issue to this actor for this game, KeyReused for another content.
    """
    if not key:
        return None
    try:
        issued = _SIGNER.unsign(key).rsplit(".", 1)[0]
    except signing.BadSignature:
        raise Refused(PAGE_TOO_OLD) from None
    if issued != f"{kind_of(desk.by)}.{desk.by.pk}.{desk.game.pk}":
        raise Refused(PAGE_TOO_OLD)
    used = Submission.objects.filter(key=key).first()
    if used is None:
        return None
    if (used.action, used.content) != (action, _digest(content)):
        raise KeyReused("This page sent something else before: reload it, look at the sheet, and send again.")
    return Answer(desk.sheet, State(used.answer["state"]), used.answer["version"], used.answer["said"], again=True)


def answer(desk: Desk, key: str, action: str, content: Any, said: str) -> Answer:
    """The answer to a decision just taken, kept with its key in the same transaction."""
    given = Answer(desk.sheet, desk.state, desk.sheet.number, said)
    if key:
        kept = {"state": given.state.value, "version": given.version, "said": said}
        Submission.objects.create(key=key, action=action, content=_digest(content), answer=kept)
    return given


def _digest(content: Any) -> str:
    return hashlib.sha256(canonical(content).encode()).hexdigest()
