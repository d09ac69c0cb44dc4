"""What players ask of the director from their own page: asked, taken back, settled with an answer.

A request owns no division: whoever sends many makes nobody wait. Where the event says so (`presence_by_phone`), what players say of
their presence counts as they say it: they are here, sit out a round that is not paired yet, or leave before it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from results.attendance.services.check_in import mark_check_in
from results.sheets.actions import SheetAction
from results.sheets.models import NOTE_LENGTH, PlayerRequest
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import NotAllowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Decision, deciding_on
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Entry, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import update_entry
from .decisions import sheets_topic

MOST_WAITING = 5  # of one player
MOST_EVER = 40  # of one player in one event, with those taken back: each leaves a record
Kind = PlayerRequest.Kind
NEED_WORDS = (Kind.NAME, Kind.RESULT)
ABOUT_A_ROUND = (Kind.SIT_OUT, Kind.LEAVE)
OF_PRESENCE = (Kind.HERE, *ABOUT_A_ROUND)


def requests_topic(entry_id: int) -> str:
    """What a player's own pages listen to for answers."""
    return f"requests:{entry_id}"


def rounds_ahead(division: Division) -> range:
    """The rounds after the newest published one."""
    newest = Round.objects.filter(division=division).published().order_by("-number").first()
    return range(newest.number + 1 if newest else 1, division.planned_rounds + 1)


def ask_director(
    *, by: PlayerActor, entry: Entry, kind: str, words: str = "", round_number: int | None = None
) -> PlayerRequest:
    """Ask something of the director, or tell them. The same again, while it waits or counts, is the same request.

    Args:
        round_number: the round to sit out, or the first one without the player.

    Raises Refused, NotAllowed.
    """
    _require_own(by, entry)
    text = words.strip()[:NOTE_LENGTH]
    if kind not in PlayerRequest.Kind.values:
        raise Refused(_("Choose what it is about."), code="unknown_request")
    if kind in NEED_WORDS and not text:
        raise Refused(_("Write what is wrong, and what would be right."), code="words_missing")
    number = round_number if kind in ABOUT_A_ROUND else None
    counts = entry.division.tournament.presence_by_phone and kind in OF_PRESENCE
    with transaction.atomic():
        if counts:
            _count(by, entry, kind, number)
        return _ask(by, entry, kind, text, number, counts=counts)


def _ask(by: PlayerActor, entry: Entry, kind: str, text: str, number: int | None, *, counts: bool) -> PlayerRequest:
    status = PlayerRequest.Status.COUNTS if counts else PlayerRequest.Status.WAITING
    with _deciding(entry, by, SheetAction.REQUEST_MADE) as decision:
        rows = PlayerRequest.objects.filter(entry=entry)
        same = rows.filter(status=status, kind=kind, words=text, round_number=number).first()
        if same is not None:
            return same
        if rows.waiting().count() >= MOST_WAITING or rows.count() >= MOST_EVER:
            raise Refused(_("You have asked a lot already: go to the director’s table."), code="too_many_requests")
        now = timezone.now()
        row = PlayerRequest.objects.create(
            entry=entry, kind=kind, words=text, round_number=number, status=status, asked_at=now,
            settled_at=now if counts else None,
        )  # fmt: skip
        decision.record(row, after={"entry": entry.pk, "kind": kind})
    return row


def _count(by: PlayerActor, entry: Entry, kind: str, number: int | None, *, back: bool = False) -> None:
    """What the player says takes effect, or no longer does.  Raises Refused where the round is paired already."""
    if kind == Kind.HERE:
        mark_check_in(by=by, entry=entry, status="" if back else "here", by_phone=True)
        return
    if number not in rounds_ahead(entry.division):
        raise Refused(_("This round is paired already: go to the director’s table."), code="round_paired")
    entry = Entry.objects.select_related("division__tournament").get(pk=entry.pk)
    if entry.withdrawn_from != (
        number if back and kind == Kind.LEAVE else None
    ):  # an official said otherwise: theirs holds
        raise Refused(_("You are withdrawn: go to the director’s table."), code="withdrawn")
    absences = {*entry.absences} - {number} if back else {*entry.absences, number}
    leaves = None if back else number
    values = {"absences": sorted(absences)} if kind == Kind.SIT_OUT else {"withdrawn_from": leaves}
    update_entry(by=by, entry=entry, values=values, can=Can.SIGN)


def take_request_back(*, by: PlayerActor, player_request: PlayerRequest) -> PlayerRequest:
    """The player no longer asks. Twice does nothing.  Raises Refused where it is settled, NotAllowed."""
    _require_own(by, player_request.entry)
    if player_request.counts:
        with transaction.atomic():
            _count(by, player_request.entry, player_request.kind, player_request.round_number, back=True)
            return _end(by, player_request, PlayerRequest.Status.TAKEN_BACK, SheetAction.REQUEST_TAKEN_BACK)
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
        if not row.waits and not (row.counts and status == row.Status.TAKEN_BACK):
            says = _("The player took this request back.") if row.status == row.Status.TAKEN_BACK else ""
            raise Refused(says or _("This is settled already."), code="request_ended")
        before = row.status
        row.status, row.answer, row.settled_at = status, answer[:NOTE_LENGTH], timezone.now()
        row.settled_by = by.pk if status == row.Status.SETTLED else None
        row.save(update_fields=["status", "answer", "settled_at", "settled_by"])
        decision.record(row, before={"status": before}, after={"entry": row.entry_id, "status": status})
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
