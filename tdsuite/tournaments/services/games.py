"""What happens to one game: its outcome, and what is added to or taken from its scores.

No other module writes lines. Of the functions on rows only, the caller owns the division (`deciding`), has asked the guard
and writes the one audit record of its decision; a result's own lines go through `accounts.save_account`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.hooks.hooks import Hook
from tdsuite.platform.words.sentences import Sentence
from ..actions import EventAction
from ..engine.account import OWN_SOURCES, AccountLine
from ..models import Division, Entry, Game, GameAdjustment, Round, SpreadAdjustment
from ..reads import line_of
from ..rulebooks.choices import EffectiveRules
from .decision import Refused, deciding, note_road
from .roads import Road

POINTS_LIMIT = 1500  # beyond any score; a typing slip
# Called before a line comes to a game that has its result: whether both players signed its scores, which makes them final.
signed_scores: Hook[[Game], bool] = Hook("signed_scores")


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game ended.

    Played games need both scores; stated kinds need half wins and spread per side, the second side's only where there
    is one.

    Attributes:
        kind: a Game.Outcome.
        first_halves, second_halves: 0 lost, 1 tied, 2 won.
        rated: None as the kind says (only played games are).
    """

    kind: str
    first_score: int | None = None
    second_score: int | None = None
    first_halves: int | None = None
    second_halves: int | None = None
    first_spread: int | None = None
    second_spread: int | None = None
    rated: bool | None = None

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Self:
        """As it was put down once.  facts: the columns `FACTS` of a game, among others."""
        return cls(facts["outcome"], **{name: facts[name] for name in FACTS if name != "outcome"})


AWAITED = GameOutcome(Game.Outcome.AWAITED)
FACTS = (
    "outcome", "first_score", "second_score", "first_halves", "second_halves", "first_spread", "second_spread", "rated",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line to add to one side's score.

    Attributes:
        side: first or second.
        points: signed.
        rule: "" where the book is silent.
    """

    side: str
    kind: str
    points: int = 0
    seconds: int = 0
    lost_turn: bool = False
    rule: str = ""


def check_points(points: int) -> None:
    """Raises Refused beyond POINTS_LIMIT."""
    if abs(points) > POINTS_LIMIT:
        raise Refused(
            f"{points} points are no penalty: from -{POINTS_LIMIT} to {POINTS_LIMIT}.", code="too_many_points"
        )


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
    score_lines = [line for line in lines if line.points or line.seconds or line.lost_turn]
    if [_plain(line) for line in score_lines] == [_plain(row) for row in old]:
        return old
    for line in score_lines:
        check_points(line.points)
    GameAdjustment.objects.filter(game=game, source=source).delete()
    note_road(game.pk, road)
    return [add_line(game, line, source=source, road=road, ruled_by=ruled_by) for line in score_lines]


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
        raise Refused("Give the spread points: above or below 0.", code="no_points")
    if not 1 <= round_number <= entry.division.planned_rounds:
        raise Refused(f"{entry.division} has rounds 1 to {entry.division.planned_rounds}.", code="no_such_round")
    return SpreadAdjustment.objects.create(
        entry=entry, round_number=round_number, points=points, rule=rule, reason=reason
    )


def bye(rules: EffectiveRules) -> GameOutcome:
    """What a bye gives in this event, unrated: a win of +50 unless its organiser chose otherwise (NSA III.G.3)."""
    terms = rules.rulebook.results.bye
    halves = terms.half_wins.value
    kinds = (Game.Outcome.ZERO_BYE, Game.Outcome.HALF_BYE, Game.Outcome.BYE)
    return GameOutcome(kinds[halves], first_halves=halves, first_spread=terms.spread.value if halves else 0)


def facts_of(game: Game) -> dict[str, Any]:
    """The plain facts of a game's outcome, for the record."""
    return {name: getattr(game, name) for name in FACTS}


def lines_by_game(games: Iterable[Game]) -> dict[int, list[list[Any]]]:
    """As `line_facts`, of many games in one query; those without a line are left out."""
    by_game: dict[int, list[list[Any]]] = {}
    for row in GameAdjustment.objects.filter(game__in=[game.pk for game in games]).order_by("pk"):
        by_game.setdefault(row.game_id, []).append([*_plain(row), row.source])
    return by_game


def result_facts(game: Game, lines: Mapping[int, list[list[Any]]] | None = None) -> dict[str, Any]:
    """The facts of a game's outcome with the lines that stand with it, for the record; "lines" only where there are any.

    lines: of many games (`lines_by_game`), where they were read together.
    """
    rows = line_facts(game) if lines is None else lines.get(game.pk, [])
    return {**facts_of(game), "lines": rows} if rows else facts_of(game)


def owned_game(division: Division, game: Game) -> Game:
    """The game's row as it is now, with the division that the decision owns. Raises Refused when it is gone."""
    try:  # not first(): what a row is sorted by costs more than to read it
        row = Game.objects.with_people().get(pk=game.pk, round__division=division)
    except Game.DoesNotExist:
        sentence = Sentence("This board was changed meanwhile and no longer exists: reload the page.")
        raise Refused(sentence, code="game_gone") from None
    row.round.division = division
    return row


def published_game(division: Division, game: Game) -> Game:
    """The same. Raises Refused before its round is published."""
    row = owned_game(division, game)
    if row.round.status == Round.Status.DRAFT:
        sentence = Sentence("Round {number} is not published yet.", number=row.round.number)
        raise Refused(sentence, code="round_not_published")
    return row


def require_seated(game: Game, entry: Entry) -> None:
    """Raise Refused where the player is not at the board."""
    if entry.pk not in (game.first_id, game.second_id):
        raise Refused(f"{entry.player} is not at this board.", code="not_at_board")


def adjust_game(
    *,
    by: Actor,
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
    with deciding(
        game.round.division, by=by, can=Can.RULE, action=EventAction.GAME_ADJUSTED, reason=reason
    ) as decision:
        row = owned_game(decision.division, game)
        if side not in GameAdjustment.Side.values or (side == GameAdjustment.Side.SECOND and row.second_id is None):
            raise Refused("Name the side the adjustment is for: first or second player.", code="no_such_side")
        line = ScoreLine(side, kind, points, seconds, lost_turn, rule)
        adjustment = add_line(row, line, source=source, road=Road.ADJUSTMENT, ruled_by=by.pk)
        after = {"game": row.pk, "side": side, "kind": kind, "points": points, "seconds": seconds, "rule": rule}
        decision.record(adjustment, after=after)
    return adjustment


def remove_adjustment(*, by: Actor, adjustment: GameAdjustment, reason: str) -> None:
    """Take an adjustment back; the record keeps what it was."""
    division = adjustment.game.round.division
    with deciding(division, by=by, can=Can.RULE, action=EventAction.GAME_ADJUSTMENT_REMOVED, reason=reason) as decision:
        before = {
            "game": adjustment.game_id,
            "side": adjustment.side,
            "kind": adjustment.kind,
            "points": adjustment.points,
        }
        decision.record(adjustment, before=before)
        remove_line(adjustment, road=Road.ADJUSTMENT)
