"""The one place that puts a result on a game's rows; `adjustments` is the one that writes its lines.

Every road to a result ends in `save_account`, inside a decision that owns the division and writes the one audit record.
Which road it is says `Road`; a road that tests/results/roads does not know fails the suite, and so does a module that
writes these rows itself. See docs/rulebook/account.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from tdsuite.audit.models import Record

from ..engine.account import (
    END_OF_GAME,
    OWN_SOURCES,
    SHEET,
    Account,
    AccountLine,
    written_scores,
    written_spread,
)
from ..models import Game
from ..reads import account_of_game
from .adjustments import ScoreLine, lines_on, replace_lines
from .decision import Refused, note_road
from .games import GameOutcome, settle
from .roads import Road

Listener = Callable[[Game], None]
_end_gone: list[Listener] = []


def when_end_is_gone(listener: Listener) -> None:
    """Have `listener` called when a game's result loses what the end-of-game calculator had added, inside the decision."""
    if listener not in _end_gone:
        _end_gone.append(listener)


def save_account(
    game: Game,
    outcome: GameOutcome,
    *,
    road: Road,
    by: Any,
    lines: Mapping[str, Sequence[ScoreLine]] | None = None,
    keep_own: bool = False,
    with_lines: bool = False,
    settles: bool = True,
    decided_at: datetime | None = None,
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

    Raises:
        Refused: an outcome that this board cannot have.
    """
    stays, given = _sources_after(lines, keep_own=keep_own), dict(lines or {})
    check_sources(given)
    if game.pk is not None:
        for source in OWN_SOURCES - stays - set(given):
            replace_lines(game, source, (), road=road, ruled_by=None)
        for source, rows in given.items():
            replace_lines(game, source, rows, road=road, ruled_by=None if source == SHEET else _user_of(by))
    standing = () if game.pk is None else lines_on(game)
    wanted = _as_written(outcome, standing) if with_lines else outcome
    put_outcome(game, wanted, road=road, decided_at=decided_at)
    game.save()
    note_road(game.pk, road, by)
    if settles:
        settle(game)
    if END_OF_GAME not in stays | set(given):
        for listener in _end_gone:
            listener(game)
    return account_of_game(game, standing)


def check_sources(lines: Mapping[str, Sequence[ScoreLine]]) -> None:
    strange = sorted(set(lines) - OWN_SOURCES)
    if strange:
        raise ValueError(f"Lines of {strange[0]!r} do not come with a result: they are a decision of their own.")


def _sources_after(lines: Mapping[str, Sequence[ScoreLine]] | None, *, keep_own: bool) -> frozenset[str]:
    return OWN_SOURCES - set(lines or ()) if keep_own else frozenset()


def _as_written(outcome: GameOutcome, standing: Sequence[AccountLine]) -> GameOutcome:
    """The outcome with its scores, or its spread, as they were before the lines that stand."""
    if outcome.first_score is not None and outcome.second_score is not None:
        first, second = written_scores((outcome.first_score, outcome.second_score), standing, with_lines=True)
        return replace(outcome, first_score=first, second_score=second)
    if outcome.kind in Game.SCORED and outcome.first_spread is not None:
        spread = written_spread(outcome.first_spread, standing, with_lines=True)
        return replace(outcome, first_spread=spread, second_spread=-spread)
    return outcome


def put_outcome(
    game: Game, outcome: GameOutcome, *, road: Road, decided_at: datetime | None = None
) -> Game:  # fmt: skip
    """Put an outcome on a row that is not saved here: of many new boards, or a copy to look at. Returns the row.

    Raises Refused for an outcome that this board cannot have.
    """
    if outcome.kind in Game.SCORED and game.second_id is None:
        raise Refused("A bye has no score: turn it into a game first.")
    if outcome.kind in Game.BYES and game.second_id is not None:
        raise Refused("Two players stand on this board: take one off before it can be a bye.")
    game.outcome = outcome.kind
    game.first_score, game.second_score = outcome.first_score, outcome.second_score
    game.first_halves, game.first_spread = outcome.first_halves, outcome.first_spread
    game.second_halves, game.second_spread = outcome.second_halves, outcome.second_spread
    game.rated = _is_rated(game, outcome)
    game.decided_at = None if outcome.kind in Game.UNFINISHED else decided_at or timezone.now()
    return game


def _is_rated(game: Game, outcome: GameOutcome) -> bool:
    if outcome.rated is not None:
        return outcome.rated
    return outcome.kind in Game.SCORED | Game.UNFINISHED and game.second_id is not None


def _user_of(by: Any) -> int | None:
    """The user who ruled; a player, a station or a command is none."""
    kind = getattr(by, "audit_kind", Record.ActorKind.USER)
    return by.pk if kind == Record.ActorKind.USER else None
