"""Notices for programs."""

from datetime import datetime
from typing import Any, TypedDict

from rest_framework import serializers

from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.decisions import DONE, DecisionCall, ReadingCall, event_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.notices import LONGEST_NOTICE, standing_notices
from tdsuite.tournaments.services.notices import post_notice, take_down_notice


class NoticeAnswer(TypedDict):
    """A notice that stands.  at: since when."""

    number: int
    text: str
    at: datetime


class NoticeFields(Fields):
    """text: what everybody is to read."""

    text = serializers.CharField(max_length=LONGEST_NOTICE)


class TakeDownFields(Fields):
    """number: of the notice."""

    number = serializers.IntegerField(min_value=1, max_value=999_999_999)


def standing(tournament: Tournament) -> list[dict[str, Any]]:
    return [{"number": number, "text": text, "at": at} for number, text, at in standing_notices(tournament)]


urlpatterns = event_calls(
    notices=(
        ReadingCall(about="What everybody reads now.", can=Can.SEE_CONSOLE, answer=list[NoticeAnswer], shows=standing),
        DecisionCall(
            about="Show a sentence on every public page, wall screen and own page.",
            service=post_notice, can=Can.RUN_ROUNDS, sends=NoticeFields, answer=NoticeAnswer,
            shows=lambda _tournament, notice: notice, location="notices/",
        ),
    ),
    notices__take_down=DecisionCall(
        about="Take a notice down.", service=take_down_notice, can=Can.RUN_ROUNDS, sends=TakeDownFields, **DONE,
    ),
)  # fmt: skip
