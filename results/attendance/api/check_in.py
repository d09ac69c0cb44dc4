"""Check-in for programs: who is at the door."""

from typing import Any

from rest_framework import serializers

from results.attendance.services import check_in
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import Answer
from tdsuite.tournaments.api.decisions import DecisionCall, ReadingCall, event_calls, player_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.engine.presence import Source, State
from tdsuite.tournaments.models import Presence

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


class CheckInFields(Fields):
    """status: "" for nothing said."""

    status = serializers.ChoiceField(SAID, allow_blank=True)


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
    ),
]  # fmt: skip
