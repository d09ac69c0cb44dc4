"""Lines of a score, and spread points of a ruling: rows only, no guard and no record. No other module writes lines.

The caller owns the division (`deciding`), has asked the guard and writes the one audit record of its decision. A single
penalty by itself goes through `games.adjust_game`; a result's own lines go through `accounts.save_account`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.account import OWN_SOURCES, AccountLine
from ..models import Entry, Game, GameAdjustment, SpreadAdjustment
from ..reads import line_of
from .decision import Refused, note_road
from .roads import Road

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


def lines_on(game: Game) -> tuple[AccountLine, ...]:
    """The lines that stand with a game, as its rows have them now."""
    return tuple(line_of(row) for row in GameAdjustment.objects.filter(game=game).order_by("pk"))


def line_facts(game: Game) -> list[list[Any]]:
    """The lines of a game as plain values for the record: side, kind, points, seconds, lost turn, rule, source."""
    return [[*_plain(row), row.source] for row in GameAdjustment.objects.filter(game=game).order_by("pk")]


def own_lines_on(game: Game) -> dict[str, list[list[Any]]]:
    """The lines that came with a game's result, by source, as plain values of a ScoreLine: to be put back by an undo."""
    own: dict[str, list[list[Any]]] = {}
    for row in GameAdjustment.objects.filter(game=game, source__in=OWN_SOURCES).order_by("pk"):
        own.setdefault(row.source, []).append(list(_plain(row)))
    return own


def replace_lines(
    game: Game, source: str, lines: Sequence[ScoreLine], *, road: Road, ruled_by: int | None
) -> list[GameAdjustment]:  # fmt: skip
    """Make `lines` the game's only adjustments of this source; those of other sources stay. Same lines, same rows."""
    old = list(GameAdjustment.objects.filter(game=game, source=source).order_by("pk"))
    wanted = [line for line in lines if line.points or line.seconds or line.lost_turn]
    if [_plain(line) for line in wanted] == [_plain(row) for row in old]:
        return old
    for line in wanted:
        check_points(line.points)
    GameAdjustment.objects.filter(game=game, source=source).delete()
    note_road(game.pk, road)
    return [add_line(game, line, source=source, road=road, ruled_by=ruled_by) for line in wanted]


def _plain(line: ScoreLine | GameAdjustment) -> tuple[object, ...]:
    return line.side, line.kind, line.points, line.seconds, line.lost_turn, line.rule


def line_row(
    game: Game, line: ScoreLine, *, source: str, road: Road, ruled_by: int | None = None
) -> GameAdjustment:  # fmt: skip
    """A line's row that is not saved yet."""
    return GameAdjustment(
        game=game, side=line.side, kind=line.kind, points=line.points, seconds=line.seconds, lost_turn=line.lost_turn,
        rule=line.rule, source=source, ruled_by=ruled_by,
    )  # fmt: skip


def add_line(game: Game, line: ScoreLine, *, source: str, road: Road, ruled_by: int | None) -> GameAdjustment:
    """Add one line to a game, by a road of `Road`."""
    row = line_row(game, line, source=source, road=road, ruled_by=ruled_by)
    row.save()
    note_road(game.pk, road)
    return row


def remove_line(line: GameAdjustment, *, road: Road) -> None:
    """Take one line off its game."""
    line.delete()
    note_road(line.game_id, road)


def remove_all_lines(game: Game, *, road: Road) -> None:
    """Take every line off a game whose players change: none is theirs."""
    GameAdjustment.objects.filter(game=game).delete()
    note_road(game.pk, road)


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
