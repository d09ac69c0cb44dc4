"""Notices: what everybody reads on public pages, wall screens and own pages, until it is taken down or over."""

from collections.abc import Callable
from typing import Any

from django.db.models import Max, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from ..actions import EventAction
from ..models import Round, Tournament
from ..notices import CHECK_IN, LONGEST_NOTICE, TABLES, missing_at_check_in, missing_at_tables, notice_text
from .decision import Refused, deciding_event

MOST_NOTICES = 5


def post_notice(*, by: Actor, tournament: Tournament, text: str) -> dict[str, Any]:
    """Show a sentence to everybody at once; returns the notice. Raises Refused, NotAllowed."""
    require(by, tournament, Can.RUN_ROUNDS)
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_NOTICE:
        raise Refused(f"A notice has 1 to {LONGEST_NOTICE} characters.", code="bad_notice")
    with deciding_event(tournament, by=by, action=EventAction.NOTICE_POSTED, reason=text) as decision:
        row = decision.event
        _require_room(row)
        notice = row.add_notice(text, timezone.now())
        row.save(update_fields=["notices"])
        decision.record(row, after={"notice": notice["number"]})
    return notice


def announce_check_in(*, by: Actor, tournament: Tournament) -> int:
    """Everybody reads who is not here for the next round of each division; returns how many.  Raises Refused, NotAllowed."""
    begun = Round.objects.filter(status__in=(Round.Status.PLAYING, Round.Status.CLOSED))
    last = Coalesce(Max("rounds__number", filter=Q(rounds__in=begun)), 0)
    rounds = {row.pk: row.last + 1 for row in tournament.divisions.annotate(last=last) if row.last < row.planned_rounds}
    about = {"about": CHECK_IN, "rounds": {str(pk): number for pk, number in rounds.items()}}
    _announce(by, tournament, about, lambda notice: notice.get("about") == CHECK_IN)
    return sum(len(names) for names in missing_at_check_in(tournament, rounds))


def announce_absent(*, by: Actor, row: Round) -> int:
    """Everybody reads who is not at their table in a round; returns how many.  Raises Refused, NotAllowed."""
    about = {"about": TABLES, "division": row.division_id, "round": row.number}
    _announce(by, row.division.tournament, about, lambda notice: notice.get("division") == row.division_id)
    return len(missing_at_tables(row.division_id, row.number))


def _announce(by: Actor, tournament: Tournament, about: dict[str, Any], same: Callable[[dict[str, Any]], bool]) -> None:
    """Put an announcement in the place of the same one, without those that are over."""
    require(by, tournament, Can.RUN_ROUNDS)
    with deciding_event(tournament, by=by, action=EventAction.NOTICE_POSTED) as decision:
        row = decision.event
        row.notices = [notice for notice in _still_shown(row) if not same(notice)]
        if notice_text(row, about):
            _require_room(row)
            notice = row.add_notice("", timezone.now())
            notice |= about
        row.save(update_fields=["notices"])
        action = EventAction.NOTICE_POSTED if notice_text(row, about) else EventAction.NOTICE_TAKEN_DOWN
        decision.record(row, action=action, after=about)
    tournament.notices = row.notices


def _still_shown(row: Tournament) -> list[dict[str, Any]]:
    return [notice for notice in row.notices if notice_text(row, notice)]


def _require_room(row: Tournament) -> None:
    if len(_still_shown(row)) >= MOST_NOTICES:
        raise Refused(f"{MOST_NOTICES} notices are shown already: take one down first.", code="too_many_notices")


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
