"""What players asked of the director, for programs: read, and settled."""

from datetime import datetime
from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from results.sheets.models import NOTE_LENGTH, PlayerRequest
from results.sheets.services import requests
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.decisions import DecisionCall, OptionalText, ReadingCall, event_calls, row_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.api.lists import Rows, number_asked
from tdsuite.tournaments.models import Tournament


class RequestAnswer(TypedDict):
    """What a player asked. kind: `sit_out`, `leave`, `late`, `name` or `result`; status: `waiting`, `settled` or `taken_back`."""

    id: int
    division: str
    number: int
    kind: str
    words: str
    status: str
    asked_at: datetime
    answer: str
    settled_at: datetime | None


class RequestsQuery(serializers.Serializer[Any]):
    """division: by its short name. player: who asked, by number. status: of which."""

    division = serializers.SlugField(required=False, source="entry__division__code")
    player = number_asked("entry__number")
    status = serializers.ChoiceField(PlayerRequest.Status.choices, required=False)


class RequestSettledFields(Fields):
    """answer: what the player reads; it may be left out."""

    answer = OptionalText(NOTE_LENGTH)


def request_json(_subject: Any, row: PlayerRequest) -> dict[str, Any]:
    return {
        "id": row.pk, "division": row.entry.division.code, "number": row.entry.number, "kind": row.kind,
        "words": row.words, "status": row.status, "asked_at": row.asked_at, "answer": row.answer,
        "settled_at": row.settled_at,
    }  # fmt: skip


def player_requests(tournament: Tournament, **asked: Any) -> Rows:
    return Rows(_requests(tournament).filter(**asked), lambda row: request_json(tournament, row))


def _requests(tournament: Tournament) -> QuerySet[PlayerRequest]:
    return PlayerRequest.objects.of_event(tournament).with_people()


urlpatterns = [
    *event_calls(
        requests=ReadingCall(
            about="What players asked of the director, the oldest first.",
            can=Can.HELP, answer=list[RequestAnswer], shows=player_requests, query=RequestsQuery,
        ),
    ),
    *row_calls(
        "requests", "player_request", _requests,
        settle=DecisionCall(
            about="What a player asked is done, or answered.",
            service=requests.settle_request, can=Can.HELP, sends=RequestSettledFields, answer=RequestAnswer, shows=request_json,
        ),
    ),
]  # fmt: skip
