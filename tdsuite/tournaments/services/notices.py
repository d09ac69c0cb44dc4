"""Notices of the director: a sentence that stands on every public page, wall screen and own page until it is taken down."""

from typing import Any

from django.utils import timezone

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor

from ..actions import EventAction
from ..models import Tournament
from .decision import Refused, deciding_event

LONGEST_NOTICE = 200
MOST_NOTICES = 5


def post_notice(*, by: Actor, tournament: Tournament, text: str) -> dict[str, Any]:
    """Show a sentence to everybody at once; returns the notice. Raises Refused, NotAllowed."""
    require(by, tournament, Can.RUN_ROUNDS)
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_NOTICE:
        raise Refused(f"A notice has 1 to {LONGEST_NOTICE} characters.", code="bad_notice")
    with deciding_event(tournament, by=by, action=EventAction.NOTICE_POSTED, reason=text) as decision:
        row = decision.event
        if len(row.notices) >= MOST_NOTICES:
            raise Refused(f"{MOST_NOTICES} notices stand already: take one down first.", code="too_many_notices")
        notice = row.add_notice(text, timezone.now())
        row.save(update_fields=["notices"])
        decision.record(row, after={"notice": notice["number"]})
    return notice


def replace_notice(*, by: Actor, tournament: Tournament, about: str, text: str) -> None:
    """Show what a page says to everybody in the place of what it said before; "" takes that down.

    Args:
        about: which page's notice it is: each has one.
        text: at most LONGEST_NOTICE characters.

    Raises Refused, NotAllowed.
    """
    require(by, tournament, Can.RUN_ROUNDS)
    action = EventAction.NOTICE_POSTED if text else EventAction.NOTICE_TAKEN_DOWN
    with deciding_event(tournament, by=by, action=action) as decision:
        row = decision.event
        old = next((notice for notice in row.notices if notice.get("about") == about), None)
        if (old["text"] if old else "") == text:
            return
        row.notices = [notice for notice in row.notices if notice is not old]
        if text and len(row.notices) >= MOST_NOTICES:
            raise Refused(f"{MOST_NOTICES} notices stand already: take one down first.", code="too_many_notices")
        after = {}
        if text:
            notice = row.add_notice(text, timezone.now())
            notice["about"], after = about, {"notice": notice["number"]}
        row.save(update_fields=["notices"])
        decision.record(row, before={"notice": old["number"]} if old else None, after=after)


def take_down_notice(*, by: Actor, tournament: Tournament, number: int) -> None:
    """Show it no more. Raises Refused, NotAllowed."""
    require(by, tournament, Can.RUN_ROUNDS)
    with deciding_event(tournament, by=by, action=EventAction.NOTICE_TAKEN_DOWN) as decision:
        row = decision.event
        left = [notice for notice in row.notices if notice["number"] != number]
        if len(left) == len(row.notices):
            raise Refused("This notice is taken down already.", code="no_such_notice")
        row.notices = left
        row.save(update_fields=["notices"])
        decision.record(row, before={"notice": number})
