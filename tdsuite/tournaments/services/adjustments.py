"""Lines of a score that are worked out together, and spread points of a ruling: rows only, no guard and no record.

The caller owns the division (`deciding`), has asked the guard and writes the one audit record of its decision. A single
penalty by itself goes through `games.adjust_game`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..models import Entry, Game, GameAdjustment, SpreadAdjustment
from .decision import Refused

POINTS_LIMIT = 1500  # beyond any score; a typing slip


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line to add to one side's score.  side: first or second.  points: signed.  rule: "" where the book is silent."""

    side: str
    kind: str
    points: int = 0
    seconds: int = 0
    lost_turn: bool = False
    rule: str = ""


def check_points(points: int) -> None:
    """Raises Refused beyond POINTS_LIMIT."""
    if abs(points) > POINTS_LIMIT:
        raise Refused(f"{points} points are no penalty: from -{POINTS_LIMIT} to {POINTS_LIMIT}.")


def replace_lines(game: Game, source: str, lines: Sequence[ScoreLine], *, ruled_by: int | None) -> list[GameAdjustment]:
    """Make `lines` the game's only adjustments of this source; those of other sources stay. Same lines, same rows."""
    old = list(game.adjustments.filter(source=source).order_by("pk"))
    wanted = [
        (one.side, one.kind, one.points, one.seconds, one.lost_turn, one.rule)
        for one in lines
        if one.points or one.seconds or one.lost_turn
    ]
    there = [(one.side, one.kind, one.points, one.seconds, one.lost_turn, one.rule) for one in old]
    if wanted == there:
        return old
    for line in lines:
        check_points(line.points)
    game.adjustments.filter(source=source).delete()
    return [
        GameAdjustment.objects.create(
            game=game,
            side=side,
            kind=kind,
            points=points,
            seconds=seconds,
            lost_turn=lost_turn,
            rule=rule,
            source=source,
            ruled_by=ruled_by,
        )
        for side, kind, points, seconds, lost_turn, rule in wanted
    ]


def add_spread(entry: Entry, *, round_number: int, points: int, rule: str, reason: str) -> SpreadAdjustment:
    """Spread points for one player alone in one round; no result changes (WESPA 6.3.3(b)(ii); NSA II.L.7, Guideline 7)."""
    check_points(points)
    if not points:
        raise Refused("Give the spread points: above or below 0.")
    if not 1 <= round_number <= entry.division.planned_rounds:
        raise Refused(f"{entry.division} has rounds 1 to {entry.division.planned_rounds}.")
    return SpreadAdjustment.objects.create(
        entry=entry, round_number=round_number, points=points, rule=rule, reason=reason
    )
