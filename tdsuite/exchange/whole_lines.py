"""Lines of scores and spread adjustments as an event's document writes them."""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from tdsuite.tournaments.models import Division, GameAdjustment, SpreadAdjustment

from .lines import source_said

Lines = dict[int, list[dict[str, Any]]]


def instant(at: datetime | None) -> str | None:
    """In UTC, to the microsecond, as the row has it."""
    return at.astimezone(UTC).isoformat() if at else None


def by_game(division: Division) -> Lines:
    """Every line of a division's games, by the game's key, in their order.  One query."""
    found: Lines = defaultdict(list)
    for one in GameAdjustment.objects.filter(game__round__division=division).order_by("created_at", "pk"):
        found[one.game_id].append(
            {
                "side": one.side, "kind": one.kind, "points": one.points, "seconds": one.seconds,
                "lost_turn": one.lost_turn, "rule": one.rule, "source": source_said(one.source),
                "at": instant(one.created_at),
            }
        )  # fmt: skip
    return found


def spread_adjustments(division: Division) -> list[dict[str, Any]]:
    """What was given to single players, or taken from them, by round."""
    rows = SpreadAdjustment.objects.filter(entry__division=division).select_related("entry")
    return [
        {
            "player": one.entry.number, "round": one.round_number, "points": one.points, "reason": one.reason,
            "rule": one.rule, "at": instant(one.created_at),
        }
        for one in rows.order_by("round_number", "pk")
    ]  # fmt: skip
