"""What players ask of the director from their own page: asked, taken back, settled with an answer.

A request owns no division: whoever sends many makes nobody wait.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone
from django.utils.translation import gettext as _

from results.sheets.actions import SheetAction
from results.sheets.models import NOTE_LENGTH, PlayerRequest
from results.sheets.services.decisions import sheets_topic
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import NotAllowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Decision, deciding_on
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.services.decision import Refused

MOST_WAITING = 5  # of one player
MOST_EVER = 40  # of one player in one event, with those taken back: each leaves a record
NEED_WORDS = (PlayerRequest.Kind.NAME, PlayerRequest.Kind.RESULT)


def requests_topic(entry_id: int) -> str:
    """What a player's own pages listen to for answers."""
    return f"requests:{entry_id}"


def ask_director(*, by: PlayerActor, entry: Entry, kind: str, words: str = "") -> PlayerRequest:
    """Ask something of the director, or tell them. The same again, while it waits, is the same request.

    Raises Refused, NotAllowed.
    """
    _require_own(by, entry)
    text = words.strip()[:NOTE_LENGTH]
    if kind not in PlayerRequest.Kind.values:
        raise Refused(_("Choose what it is about."), code="unknown_request")
    if kind in NEED_WORDS and not text:
        raise Refused(_("Write what is wrong, and what would be right."), code="words_missing")
    with _deciding(entry, by, SheetAction.REQUEST_MADE) as decision:
        rows = PlayerRequest.objects.filter(entry=entry)
        same = rows.waiting().filter(kind=kind, words=text).first()
        if same is not None:
            return same
        if rows.waiting().count() >= MOST_WAITING or rows.count() >= MOST_EVER:
            raise Refused(_("You have asked a lot already: go to the director’s table."), code="too_many_requests")
        row = PlayerRequest.objects.create(entry=entry, kind=kind, words=text, asked_at=timezone.now())
        decision.record(row, after={"entry": entry.pk, "kind": kind})
    return row


def take_request_back(*, by: PlayerActor, player_request: PlayerRequest) -> PlayerRequest:
    """The player no longer asks. Twice does nothing.  Raises Refused where it is settled, NotAllowed."""
    _require_own(by, player_request.entry)
    return _end(by, player_request, PlayerRequest.Status.TAKEN_BACK, SheetAction.REQUEST_TAKEN_BACK)


def settle_request(*, by: Actor, player_request: PlayerRequest, answer: str = "") -> PlayerRequest:
    """What was asked is done, or answered. The same twice does nothing.

    Args:
        answer: what the player reads.

    Raises Refused where the player took it back or it has another answer, NotAllowed.
    """
    require(by, player_request.entry.division.tournament, Can.HELP)
    return _end(by, player_request, PlayerRequest.Status.SETTLED, SheetAction.REQUEST_SETTLED, answer.strip())


def _require_own(by: PlayerActor, entry: Entry) -> None:
    require(by, entry.division.tournament, Can.SIGN)
    if by.pk != entry.pk:
        raise NotAllowed(Can.SIGN)


def _end(by: Actor, player_request: PlayerRequest, status: str, action: SheetAction, answer: str = "") -> PlayerRequest:
    with _deciding(player_request.entry, by, action) as decision:
        row = PlayerRequest.objects.with_people().get(pk=player_request.pk)
        if row.status == status and answer in ("", row.answer):
            return row
        if not row.waits:
            says = _("The player took this request back.") if row.status == row.Status.TAKEN_BACK else ""
            raise Refused(says or _("This is settled already."), code="request_ended")
        row.status, row.answer, row.settled_at = status, answer[:NOTE_LENGTH], timezone.now()
        row.settled_by = by.pk if status == row.Status.SETTLED else None
        row.save(update_fields=["status", "answer", "settled_at", "settled_by"])
        decision.record(row, before={"status": row.Status.WAITING}, after={"entry": row.entry_id, "status": status})
    return row


@contextmanager
def _deciding(entry: Entry, by: Actor, action: SheetAction) -> Iterator[Decision]:
    """Open a decision about one player's requests, of which the officials' pages and the player's own are told."""
    division = entry.division
    with deciding_on(division.tournament, by=by, action=action, scope=division.live_topic) as decision:
        Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
        yield decision
        if decision.records:
            bump(sheets_topic(division), requests_topic(entry.pk))
