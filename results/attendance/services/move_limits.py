"""A limit for each move of a player found wasting time: set, timed by an official, ended (guide, Time)."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from results.attendance.actions import AttendanceAction
from results.attendance.models import MoveLimit
from results.attendance.services.attendance import attendance_topic, moment
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.rulebooks.terms import MoveLimit as MoveLimitRule
from tdsuite.tournaments.services.decision import Refused, deciding

SHORTEST, LONGEST = 10, 20 * 60  # seconds


@dataclass(frozen=True, slots=True)
class LimitView:
    """A limit at a table.  left: seconds of the move being timed, below 0 once over; None while none is timed."""

    limit: MoveLimit
    left: int | None


def may_limit_moves(division: Division) -> bool:
    """Whether the book lets the director set a limit for each move."""
    rule = division.tournament.rules.rulebook.before.game_time.move_limit.value
    return rule is MoveLimitRule.DIRECTOR_FOR_TIME_WASTING


def set_move_limit(*, by: Actor, entry: Entry, seconds: int, reason: str, at: datetime | None = None) -> MoveLimit:
    """From now on the player has so many seconds for each move. Raises Refused where the book knows no such limit."""
    division = entry.division
    require(by, division.tournament, Can.RULE)
    provision = division.tournament.rules.rulebook.before.game_time.move_limit
    if not may_limit_moves(division):
        raise Refused(f"{provision.explain} ({cited(provision)})", code="not_in_rulebook")
    if not SHORTEST <= seconds <= LONGEST:
        raise Refused(f"A limit is {SHORTEST} seconds to {LONGEST // 60} minutes a move.", code="limit_range")
    if not reason.strip():
        raise Refused("Say how the player was found wasting time.", code="reason_missing")
    with deciding(division, by=by, action=AttendanceAction.TIME_MOVE_LIMITED, reason=reason) as decision:
        MoveLimit.objects.in_force().filter(entry=entry).update(ended_at=moment(at), move_started_at=None)
        limit = MoveLimit.objects.create(entry=entry, seconds=seconds, set_at=moment(at))
        decision.record(limit, after={"entry": entry.pk, "seconds": seconds})
        bump(attendance_topic(division))
    return limit


def end_move_limit(*, by: Actor, limit: MoveLimit, reason: str = "", at: datetime | None = None) -> None:
    """The player has no limit for each move any more. Ending it twice does nothing."""
    division = limit.entry.division
    require(by, division.tournament, Can.RULE)
    with deciding(division, by=by, action=AttendanceAction.TIME_MOVE_LIMIT_ENDED, reason=reason) as decision:
        if MoveLimit.objects.in_force().filter(pk=limit.pk).update(ended_at=moment(at), move_started_at=None):
            decision.record(limit, after={"entry": limit.entry_id})
            bump(attendance_topic(division))


def time_move(*, by: Actor, limit: MoveLimit, starts: bool, at: datetime | None = None) -> None:
    """A move of the player starts and is timed, or is made. Timing decides nothing: it is in no record."""
    require(by, limit.entry.division.tournament, Can.SEE_ATTENDANCE)
    with transaction.atomic():
        MoveLimit.objects.in_force().filter(pk=limit.pk).update(move_started_at=moment(at) if starts else None)
        bump(attendance_topic(limit.entry.division))


def limits_of(game: Game, now: datetime | None = None) -> list[LimitView]:
    """The limits of a game's players in force now; in one query."""
    rows = (
        MoveLimit.objects.in_force().filter(entry__in=[game.first_id, game.second_id]).select_related("entry__player")
    )
    now = now or timezone.now()
    return [
        LimitView(
            row, None if (start := row.move_started_at) is None else row.seconds - int((now - start).total_seconds())
        )
        for row in rows
    ]
