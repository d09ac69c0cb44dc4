"""The one place that puts a result on a game's rows; `games` is the one that writes its lines.

Every road to a result ends in `save_account`, inside a decision that owns the division and writes the one audit record.
Which road it is says `Road`; a road that tests/results/roads does not know fails the suite, and so does a module that
writes these rows itself. See docs/rulebook/account.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import Record
from tdsuite.platform.hooks.hooks import Hook
from ..engine.account import END_OF_GAME, OWN_SOURCES, SHEET, Account, AccountLine, written_scores, written_spread
from ..models import Game, Round
from ..reads import account_of_game
from .decision import Refused, note_road
from .games import GameOutcome, ScoreLine, lines_on, replace_lines
from .roads import CORRECTED, ENTERED, Road
from .rounds import settle_round

# Called when a game's result loses what the end-of-game calculator had added, inside the decision.
end_of_game_removed: Hook[[Game], None] = Hook("end_of_game_removed")


def save_account(
    game: Game,
    outcome: GameOutcome,
    *,
    road: Road,
    by: Actor,
    lines: Mapping[str, Sequence[ScoreLine]] | None = None,
    keep_own: bool = False,
    with_lines: bool = False,
    settles: bool = True,
    decided_at: datetime | None = None,
    standing: tuple[AccountLine, ...] | None = None,
) -> Account:
    """Put an outcome and the result's own lines on a game's rows, settle its round and return the account.

    The lines of the result that stood there go, for they belong to it; decisions of their own (challenges, rulings,
    incidents, time) stay. The caller owns the division (`deciding`), has asked the guard, and records the decision.

    Args:
        lines: the result's own lines by their source (one of OWN_SOURCES); each source named is replaced.
        keep_own: own lines of sources that `lines` does not name stay too (a written score mended, a recount).
        with_lines: the scores given have every line in that then stands; else they are as written before the lines.
        settles: bring the round in line too; False where the caller does so after several boards.
        decided_at: when it was decided; now, unless given.
        standing: the lines on it, where the decision has read them.

    Raises:
        Refused: an outcome that this board cannot have.
    """
    own_lines = dict(lines or {})
    remaining = OWN_SOURCES - set(own_lines) if keep_own else frozenset()
    if strange := sorted(set(own_lines) - OWN_SOURCES):
        raise ValueError(f"Lines of {strange[0]!r} do not come with a result: they are a decision of their own.")
    standing = lines_on(game) if standing is None and game.pk is not None else standing or ()
    going = {line.source for line in standing if line.came_with_result} - remaining - set(own_lines)
    for source in sorted(going | set(own_lines)) if game.pk is not None else ():
        official = by.pk if by.audit_kind == Record.ActorKind.USER and source in own_lines and source != SHEET else None
        replace_lines(game, source, own_lines.get(source, ()), road=road, ruled_by=official)
        standing = lines_on(game)
    replaces = game.outcome != Game.Outcome.AWAITED
    put_outcome(game, _as_written(outcome, standing) if with_lines else outcome, road=road, decided_at=decided_at)
    note_who_entered(game, road=road, by=by)
    game.save()
    note_road(game.pk, road, by)
    if settles:
        settle_round(Round.objects.get(pk=game.round_id))
    if replaces and END_OF_GAME not in remaining | set(own_lines):
        end_of_game_removed(game)
    return account_of_game(game, standing)


def keep_counted(game: Game, counted: Account, *, road: Road) -> None:
    """After lines of a game changed: make its written scores such that it counts as `counted` says, as it did before them."""
    if counted.totals is not None:
        unchanged = GameOutcome(
            game.outcome, first_score=counted.totals[0], second_score=counted.totals[1], rated=game.rated
        )
    elif game.outcome in Game.SCORED and counted.spread is not None:
        first, second = counted.spread
        unchanged = GameOutcome(game.outcome, first_spread=first, second_spread=second, rated=game.rated)
    else:
        return
    put_outcome(game, _as_written(unchanged, lines_on(game)), road=road, decided_at=game.decided_at)
    game.save()
    note_road(game.pk, road)


def note_who_entered(game: Game, *, road: Road, by: Actor) -> None:
    """Say on the row, which is not saved here, who gave its result and how; nobody, while it awaits one."""
    if game.outcome == Game.Outcome.AWAITED:
        game.entered_by_kind, game.entered_by, game.entered_road = "", None, ""
    else:
        game.entered_by_kind, game.entered_by, game.entered_road = by.audit_kind, by.pk, road.value


def is_entered_by(game: Game, by: Actor, *, or_corrected: bool = True) -> bool:
    """Whether this person entered (or corrected) the result that stands. A ruling on how a game ended is nobody's own."""
    roads = ENTERED | CORRECTED if or_corrected else ENTERED
    is_ruling = game.entered_road == Road.HOW_IT_ENDED and game.outcome != Game.Outcome.PLAYED
    return (
        game.entered_road in roads
        and not is_ruling
        and (game.entered_by_kind, game.entered_by) == (by.audit_kind, by.pk)
    )


def _as_written(outcome: GameOutcome, standing: Sequence[AccountLine]) -> GameOutcome:
    """The outcome with its scores, or its spread, as they were before the lines that stand."""
    if outcome.first_score is not None and outcome.second_score is not None:
        first, second = written_scores((outcome.first_score, outcome.second_score), standing)
        return replace(outcome, first_score=first, second_score=second)
    if outcome.kind in Game.SCORED and outcome.first_spread is not None:
        spread = written_spread(outcome.first_spread, standing)
        return replace(outcome, first_spread=spread, second_spread=-spread)
    return outcome


def put_outcome(
    game: Game, outcome: GameOutcome, *, road: Road, decided_at: datetime | None = None
) -> Game:  # fmt: skip
    """Put an outcome on a row that is not saved here: of many new boards, or a copy to look at. Returns the row.

    Raises Refused for an outcome that this board cannot have.
    """
    if outcome.kind in Game.SCORED and game.second_id is None:
        raise Refused("A bye has no score: turn it into a game first.", code="bye_has_no_score")
    if outcome.kind in Game.BYES and game.second_id is not None:
        raise Refused(
            "Two players stand on this board: take one off before it can be a bye.", code="board_has_two_players"
        )
    game.outcome = outcome.kind
    game.first_score, game.second_score = outcome.first_score, outcome.second_score
    game.first_halves, game.first_spread = outcome.first_halves, outcome.first_spread
    game.second_halves, game.second_spread = outcome.second_halves, outcome.second_spread
    as_kind_says = outcome.kind in Game.SCORED | Game.UNFINISHED and game.second_id is not None
    game.rated = as_kind_says if outcome.rated is None else outcome.rated
    game.decided_at = None if outcome.kind in Game.UNFINISHED else decided_at or timezone.now()
    return game
