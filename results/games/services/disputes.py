"""A sheet that a player disputes: who gives its game a result says first that the result rules on the dispute."""

from collections.abc import Collection, Iterable, Mapping

from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.hooks.hooks import Hook
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused

# Called where results are shown or given, with keys of games: for each disputed sheet who disputes which figures.
disputed_sheets: Hook[[Collection[int]], Mapping[int, str]] = Hook("disputed_sheets")


class SheetDisputed(Refused):
    """A player disputes the sheet of this game, and it was not said that the result rules on that."""

    code = "sheet_disputed"


def disputes_of(games: Collection[int]) -> dict[int, str]:
    """ "Ada Winterbourne disputes the sheet 431-388" of each game whose sheet is disputed."""
    return {game: says for answer in disputed_sheets(games) for game, says in answer.items()}


def mark_disputes(games: Iterable[Game]) -> list[Game]:
    """The same games, each with `dispute`: as of `disputes_of`, "" without one. One query."""
    rows = list(games)
    disputes = disputes_of([game.pk for game in rows])
    for game in rows:
        game.dispute = disputes.get(game.pk, "")  # type: ignore[attr-defined]
    return rows


def require_dispute_ruled(game: Game, *, by: Actor, rules_dispute: bool) -> None:
    """Refused where a director's result would end a dispute unsaid. The sheet itself refuses everybody else.

    Raises:
        SheetDisputed: with who disputes what.
    """
    if not rules_dispute and allowed(by, game.round.division.tournament, Can.RULE) and (says := disputes_of([game.pk])):
        raise SheetDisputed(f"{says[game.pk]}. Say that this result rules on the dispute.", code="sheet_disputed")
