"""What happens to one game: its outcome, and what is added to or taken from its scores."""

from dataclasses import dataclass
from typing import Any

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record

from ..models import Division, Game, GameAdjustment, Round
from ..rulebooks.choices import EffectiveRules
from .adjustments import ScoreLine, add_line, line_facts, remove_line
from .decision import Refused, deciding
from .roads import Road
from .rounds import settle_round


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game ended.

    kind: a Game.Outcome. Played games need both scores; stated kinds need half wins (0, 1, 2) and spread per side, the
    second side's only where there is one. rated None: as the kind says (only played games are).
    """

    kind: str
    first_score: int | None = None
    second_score: int | None = None
    first_halves: int | None = None
    second_halves: int | None = None
    first_spread: int | None = None
    second_spread: int | None = None
    rated: bool | None = None


AWAITED = GameOutcome(Game.Outcome.AWAITED)
FACTS = (
    "outcome", "first_score", "second_score", "first_halves", "second_halves", "first_spread", "second_spread", "rated",
)  # fmt: skip


def bye(rules: EffectiveRules) -> GameOutcome:
    """What a bye gives in this event, unrated: a win of +50 unless its organiser chose otherwise (NSA III.G.3)."""
    given = rules.rulebook.results.bye
    halves = given.half_wins.value
    kinds = (Game.Outcome.ZERO_BYE, Game.Outcome.HALF_BYE, Game.Outcome.BYE)
    return GameOutcome(kinds[halves], first_halves=halves, first_spread=given.spread.value if halves else 0)


def facts_of(game: Game) -> dict[str, Any]:
    """The plain facts of a game's outcome, for the record."""
    return {name: getattr(game, name) for name in FACTS}


def result_facts(game: Game) -> dict[str, Any]:
    """The facts of a game's outcome with the lines that stand with it, for the record; "lines" only where there are any."""
    rows = line_facts(game)
    return {**facts_of(game), "lines": rows} if rows else facts_of(game)


def owned_game(division: Division, game: Game) -> Game:
    """The game's row as it is now, inside a decision that owns the division. Raises Refused when it is gone."""
    row = Game.objects.of_division(division).with_people().filter(pk=game.pk).first()
    if row is None:
        raise Refused("This board was changed meanwhile and no longer exists: reload the page.")
    return row


def settle(game: Game) -> None:
    settle_round(Round.objects.get(pk=game.round_id))


def adjust_game(
    *,
    by: Any,
    game: Game,
    side: str,
    kind: str,
    points: int = 0,
    seconds: int = 0,
    lost_turn: bool = False,
    rule: str = "",
    source: str = "",
    reason: str = "",
) -> GameAdjustment:
    """Add points, seconds or a lost turn to one side of a game: the only way a penalty reaches a score."""
    require(by, game.round.division.tournament, Can.RULE)
    with deciding(game.round.division) as division:
        row = owned_game(division, game)
        if side not in GameAdjustment.Side.values or (side == GameAdjustment.Side.SECOND and row.second_id is None):
            raise Refused("Name the side the adjustment is for: first or second player.")
        line = ScoreLine(side, kind, points, seconds, lost_turn, rule)
        adjustment = add_line(row, line, source=source, road=Road.ADJUSTMENT, ruled_by=by.pk)
        after = {"game": row.pk, "side": side, "kind": kind, "points": points, "seconds": seconds, "rule": rule}
        record(
            "game.adjusted",
            obj=adjustment,
            tournament=division.tournament,
            scope=division.live_topic,
            by=by,
            after=after,
            reason=reason,
        )
    return adjustment


def remove_adjustment(*, by: Any, adjustment: GameAdjustment, reason: str) -> None:
    """Take an adjustment back; the record keeps what it was."""
    division = adjustment.game.round.division
    require(by, division.tournament, Can.RULE)
    with deciding(division) as owned:
        before = {
            "game": adjustment.game_id,
            "side": adjustment.side,
            "kind": adjustment.kind,
            "points": adjustment.points,
        }
        record(
            "game.adjustment_removed",
            obj=adjustment,
            tournament=owned.tournament,
            scope=owned.live_topic,
            by=by,
            before=before,
            reason=reason,
        )
        remove_line(adjustment, road=Road.ADJUSTMENT)
