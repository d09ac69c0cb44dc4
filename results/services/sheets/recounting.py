"""Recounts of figures that are on a sheet and not signed by both: they change the sheet, and both sign what was found."""

from dataclasses import replace
from typing import Any

from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import FinalScore

from ...engine.sheet_states import Event, State
from ...engine.sheets import Side
from ...models import Sheet
from .frame import desk_for

NOT_COUNTED = (State.ENTERED, State.DISPUTED)


def totals(game: Game) -> FinalScore | None:
    """The totals on the newest version of a sheet that does not count yet; None where there is none."""
    sheet = Sheet.objects.filter(game=game, state__in=NOT_COUNTED).first()
    newest = sheet.versions.filter(number=sheet.number).first() if sheet else None
    if newest is None or game.second_id is None:
        return None
    facts = newest.facts
    return FinalScore(facts.total(game.first_id), facts.total(game.second_id))


def put(*, by: Any, division: Division, game: Game, first_total: int, second_total: int) -> None:
    """The recounted totals as a new version; the lines stay. The caller owns the division and has asked the guard."""
    desk = desk_for(by, division, game)
    row = desk.step(Event.RECOUNTED)
    facts = desk.base()
    wanted = {game.first_id: first_total, game.second_id: second_total}
    one, other = (Side(entry, (wanted[entry] or 0) - facts.points(entry)) for entry in facts.players)
    desk.version(replace(facts, sides=(one, other)), cause="recount.closed")
    desk.becomes(row.becomes)
    desk.noted("sheet.recounted")
