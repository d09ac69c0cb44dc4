"""Check-in for programs: who is at the door, and what happens with those who are not here."""

from typing import Any, TypedDict

from rest_framework import serializers

from results.attendance.services import check_in
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import Answer
from tdsuite.tournaments.api.decisions import DecisionCall, ReadingCall, event_calls, player_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.engine.presence import Source, State
from tdsuite.tournaments.models import Presence, Tournament

CAN = Can.SEE_ATTENDANCE
SAID = [(status.value, status.label) for status in Presence.AT_CHECK_IN]


class CheckInAnswer(Answer):
    """A player at the door.

    status: whether the player is here in `round`, the next one.  source: where that is known from.  since: when it was said.
    """

    division = serializers.CharField(source="entry.division.code")
    number = serializers.IntegerField(source="entry.number")
    round = serializers.IntegerField(source="number")
    status = serializers.ChoiceField([*State], source="known.state")
    source: Any = serializers.ChoiceField([*Source], source="known.source")
    since = serializers.DateTimeField(source="known.at", allow_null=True)


class SettledAnswer(TypedDict):
    """How many players a decision was about."""

    players: int


class CheckInFields(Fields):
    """status: "" for nothing said."""

    status = serializers.ChoiceField(SAID, allow_blank=True)


class GateFields(Fields):
    """choice: of everybody who is not here before the next round is paired."""

    choice = serializers.ChoiceField(check_in.CHOICES)


def settle_all(*, by: Actor, tournament: Tournament, choice: str) -> int:
    """One choice for everybody who is not here."""
    missing = check_in.missing_at_the_gate(tournament)
    return check_in.settle_gate(by=by, tournament=tournament, choices={guest.entry.pk: choice for guest in missing})


urlpatterns = [
    *player_calls(
        check_in=DecisionCall(
            about="Say that a player is here, comes late, does not come, or is not sure.",
            service=check_in.mark_check_in, can=CAN, sends=CheckInFields, answer=CheckInAnswer,
        ),
    ),
    *event_calls(
        check_in=ReadingCall(
            about="Everybody at the door, by name.", can=CAN, answer=list[CheckInAnswer], shows=check_in.guests,
        ),
        gate=DecisionCall(
            about="Before the next round is paired: everybody who is not here sits it out, is paired all the same, or is out of the event.",
            service=settle_all, can=Can.EDIT_ROSTER, sends=GateFields, answer=SettledAnswer, shows=lambda _subject, count: {"players": count},
        ),
    ),
]  # fmt: skip
