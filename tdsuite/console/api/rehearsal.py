"""Rehearsals for programs."""

from datetime import datetime
from typing import Any, TypedDict

from rest_framework import serializers

from tdsuite.console import rehearsal
from tdsuite.tournaments.api.answers import QueuedAnswer
from tdsuite.tournaments.api.decisions import DONE, DecisionCall, ReadingCall, event_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.models import Tournament


class DrillAnswer(TypedDict):
    """A drill that was set up.  handled: whether somebody has done its task.  gone: its board was taken away."""

    number: int
    kind: str
    at: datetime
    situation: str
    task: str
    handled: bool
    gone: bool


class PlayFields(Fields):
    """how_far: one round, into the middle of one, or to the end."""

    how_far = serializers.ChoiceField(list(rehearsal.HOW_FAR))


class DrillFields(Fields):
    """kind: what happens."""

    kind = serializers.ChoiceField(list(rehearsal.KINDS))


class PutAwayFields(Fields):
    """number: of the drill."""

    number = serializers.IntegerField(min_value=1, max_value=999_999_999)


def drills_json(tournament: Tournament, _result: Any = None) -> list[dict[str, Any]]:
    rows = rehearsal.drills(Tournament.objects.get(pk=tournament.pk))
    return [{name: getattr(row, name) for name in DrillAnswer.__annotations__} for row in rows]


DRILLS: dict[str, Any] = {"can": rehearsal.CAN, "answer": list[DrillAnswer], "shows": drills_json}
urlpatterns = event_calls(
    drills=(
        ReadingCall(about="Drills that were set up, the newest first.", **DRILLS),
        DecisionCall(
            about="Set a situation up at a table of a practice event.",
            service=rehearsal.set_up_drill, sends=DrillFields, **DRILLS,
        ),
    ),
    drills__put_away=DecisionCall(
        about="Show a drill no more; what it changed stays.",
        service=rehearsal.put_drill_away, can=rehearsal.CAN, sends=PutAwayFields, **DONE,
    ),
    rehearsal=DecisionCall(
        about="Have a practice event play on with simulated results.",
        service=rehearsal.simulate, can=rehearsal.CAN, sends=PlayFields, answer=QueuedAnswer,
        shows=lambda _tournament, job: {"job": job.pk, "status": job.status},
    ),
)  # fmt: skip
