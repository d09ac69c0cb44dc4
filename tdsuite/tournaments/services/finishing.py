"""The end of an event: refused while something still has to be done, and undone with a reason."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.live.services import bump

from ..models import Tournament
from .decision import Refused, own_event

Blocker = Callable[[Tournament], Iterable[str]]
_BLOCKERS: list[Blocker] = []


def block_finishing(blocker: Blocker) -> None:
    """Have `blocker` asked before an event is finished: it answers with one sentence for each thing still to be done."""
    if blocker not in _BLOCKERS:
        _BLOCKERS.append(blocker)


def blockers(tournament: Tournament) -> list[str]:
    """What keeps the event from being finished; empty when nothing does."""
    return [sentence for blocker in _BLOCKERS for sentence in blocker(tournament)]


def require_finishable(tournament: Tournament) -> None:
    """Raise Refused naming everything that still has to be done."""
    found = blockers(tournament)
    if found:
        raise Refused("The event cannot be finished yet. " + " ".join(found))


def finish_event(*, by: Any, tournament: Tournament) -> Tournament:
    """Say that the event is over. Closing a round asks for nothing of this. Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with transaction.atomic():
        row = own_event(tournament)  # nobody signs, or unsigns, meanwhile
        if row.status == Tournament.Status.FINISHED:
            raise Refused(f"{row} is finished already.")
        require_finishable(row)
        _becomes(row, Tournament.Status.FINISHED, "tournament.finished", by)
    return row


def reopen_event(*, by: Any, tournament: Tournament, reason: str) -> Tournament:
    """A finished event runs again: something was found that has to be put right. Raises Refused without a reason."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if not reason.strip():
        raise Refused("Say why the event is opened again.")
    with transaction.atomic():
        row = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if row.status != Tournament.Status.FINISHED:
            raise Refused(f"{row} is not finished.")
        _becomes(row, Tournament.Status.RUNNING, "tournament.reopened", by, reason=reason)
    return row


def _becomes(row: Tournament, status: str, action: str, by: Any, *, reason: str = "") -> None:
    before = row.status
    row.status = status
    row.save(update_fields=["status"])
    record(
        action, obj=row, tournament=row, by=by, before={"status": before}, after={"status": str(status)}, reason=reason
    )
    bump(*(division.live_topic for division in row.divisions.all()))
