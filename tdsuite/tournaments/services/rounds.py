"""A round's life: draft, published, playing, closed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record

from ..models import Division, Game, Round
from .decision import Refused, deciding
from .starts import settle_starts


def ensure_rounds(division: Division) -> None:
    """Make the rows of all planned rounds that do not exist yet."""
    there = set(division.rounds.values_list("number", flat=True))
    wanted = [number for number in range(1, division.planned_rounds + 1) if number not in there]
    Round.objects.bulk_create(Round(division=division, number=number) for number in wanted)


def start_round(*, by: Any, round: Round, at: datetime | None = None) -> Round:
    """The director's Start: from now on the round is playing. Raises Refused unless it is published and not started."""
    require(by, round.division.tournament, Can.RUN_ROUNDS)
    with deciding(round.division, changes_state=False) as division:
        row = Round.objects.get(pk=round.pk)
        if row.status == Round.Status.DRAFT:
            raise Refused(f"Round {row.number} is not published yet: publish its pairings first.")
        if row.started_at is not None:
            raise Refused(f"Round {row.number} was started already.")
        row.started_at = at or timezone.now()
        if row.status == Round.Status.PUBLISHED:
            row.status = Round.Status.PLAYING
        row.save(update_fields=["started_at", "status"])
        settle_starts(division)
        begun = row.started_at.isoformat()
        record(
            "round.started",
            obj=row,
            tournament=division.tournament,
            scope=division.live_topic,
            by=by,
            after={"round": row.number, "at": begun},
        )
    return row


def schedule_rounds(*, by: Any, division: Division, times: Mapping[int, datetime | None]) -> None:
    """Set (or clear) when rounds are to start, by round number. Raises Refused for a round that has started."""
    require(by, division.tournament, Can.RUN_ROUNDS)
    with deciding(division, changes_state=False) as owned:
        ensure_rounds(owned)
        before: dict[str, str | None] = {}
        after: dict[str, str | None] = {}
        for row in owned.rounds.filter(number__in=times):
            at = times[row.number]
            if at == row.scheduled_at:
                continue
            if row.started_at is not None:
                raise Refused(f"Round {row.number} has started: its scheduled start can no longer be changed.")
            before[str(row.number)], after[str(row.number)] = _instant(row.scheduled_at), _instant(at)
            row.scheduled_at = at
            row.save(update_fields=["scheduled_at"])
        if after:
            record(
                "rounds.scheduled",
                obj=owned,
                tournament=owned.tournament,
                scope=owned.live_topic,
                by=by,
                before=before,
                after=after,
            )


def _instant(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def start_due_rounds(now: datetime | None = None) -> int:
    """Start published rounds whose scheduled time has come, in events that say so. Returns how many."""
    from tdsuite.access.guard import COMMAND_LINE

    now = now or timezone.now()
    due = Round.objects.filter(
        status=Round.Status.PUBLISHED,
        started_at=None,
        scheduled_at__lte=now,
        division__tournament__starts_by_schedule=True,
    ).select_related("division__tournament")
    for row in due:
        start_round(by=COMMAND_LINE, round=row, at=row.scheduled_at)
    return len(due)


def settle_round(row: Round) -> None:
    """Bring a published round's status in line with its games; called inside every decision that touches a result."""
    if row.status == Round.Status.DRAFT:
        return
    awaited = Game.objects.filter(round=row).awaiting_result().exists()
    decided = Game.objects.filter(round=row, second__isnull=False).exclude(outcome__in=Game.UNFINISHED).exists()
    if not awaited:
        status, closed = Round.Status.CLOSED, row.closed_at or timezone.now()
    elif row.started_at or decided or row.status == Round.Status.CLOSED:
        status, closed = Round.Status.PLAYING, None
    else:
        status, closed = Round.Status.PUBLISHED, None
    if (status, closed) != (row.status, row.closed_at):
        row.status, row.closed_at = status, closed
        row.save(update_fields=["status", "closed_at"])
