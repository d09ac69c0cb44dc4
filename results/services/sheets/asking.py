"""What a player can ask for from the sheet: a recount where the margin allows, and the director at the table."""

from typing import Any

from django.utils import timezone

from tdsuite.access.actors import PlayerActor
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.reads import FinalScore
from tdsuite.tournaments.services.decision import Refused

from ...engine.sheet_states import NOT_NOW, State
from ...models import Recount, TableCall
from .. import recounts
from .frame import NOTE_LIMIT, at_desk


def request_recount(*, by: PlayerActor, game: Game, both_take_part: bool = True) -> Recount:
    """A player asks for a recount of the figures on the sheet, signed or not. Refused beyond the rulebook's margin."""
    with at_desk(by=by, game=game, can=Can.SIGN) as desk:
        facts = desk.facts
        if facts is None or facts.margin is None or desk.state is State.EMPTY:
            raise Refused(NOT_NOW[State.EMPTY])
        score = FinalScore(facts.total(desk.game.first_id), facts.total(desk.game.second_id or 0))
        asked_by = Entry.objects.select_related("player").get(pk=by.pk)
        return recounts.open_recount(
            desk.division, desk.game, score, by=by, asked_by=asked_by, both_take_part=both_take_part
        )


def signal_problem(*, by: PlayerActor, game: Game, note: str = "") -> TableCall:
    """Call the director to the table. A second call by the same player, before anybody came, is the same call."""
    with at_desk(by=by, game=game, can=Can.SIGN) as desk:
        call = TableCall.objects.filter(game=desk.game, entry_id=by.pk, answered_at=None).first()
        if call is None:
            call = TableCall.objects.create(
                game=desk.game, entry_id=by.pk, note=note.strip()[:NOTE_LIMIT], called_at=timezone.now()
            )
            desk.noted("table.called", entry=by.pk)
        return call


def answer_call(*, by: Any, call: TableCall) -> TableCall:
    """An official has gone to the table. Saying so twice does nothing."""
    game = Game.objects.with_people().select_related("round__division__tournament").get(pk=call.game_id)
    with at_desk(by=by, game=game, can=Can.SEE_CONSOLE) as desk:
        row = TableCall.objects.get(pk=call.pk)
        if row.answered_at is None:
            row.answered_at, row.answered_by = timezone.now(), by.pk
            row.save(update_fields=["answered_at", "answered_by"])
            desk.noted("table.call_answered", entry=row.entry_id)
        return row
