"""What players asked of the director, for programs: read, and settled."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from results.sheets.models import NOTE_LENGTH, PlayerRequest
from results.sheets.services import requests
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import Shown
from tdsuite.tournaments.api.decisions import DecisionCall, OptionalText, ReadingCall, event_calls, row_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.api.lists import number_asked
from tdsuite.tournaments.models import Tournament


class RequestAnswer(Shown):
    """What a player asked."""

    division = serializers.CharField(source="entry.division.code")
    number = serializers.IntegerField(source="entry.number")

    class Meta:
        model = PlayerRequest
        fields = ["id", "division", "number", "kind", "words", "status", "asked_at", "answer", "settled_at"]


class RequestsQuery(serializers.Serializer[Any]):
    """division: by its short name. player: who asked, by number. status: of which."""

    division = serializers.SlugField(required=False, source="entry__division__code")
    player = number_asked("entry__number")
    status = serializers.ChoiceField(PlayerRequest.Status.choices, required=False)


class RequestSettledFields(Fields):
    """answer: what the player reads; it may be left out."""

    answer = OptionalText(NOTE_LENGTH)


def player_requests(tournament: Tournament, **asked: Any) -> QuerySet[PlayerRequest]:
    return _requests(tournament).filter(**asked)


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
            service=requests.settle_request, can=Can.HELP, sends=RequestSettledFields, answer=RequestAnswer,
        ),
    ),
]  # fmt: skip
