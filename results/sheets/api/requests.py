"""What players asked of the director, for programs."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from results.sheets.models import PlayerRequest
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import Shown
from tdsuite.tournaments.api.decisions import ReadingCall, event_calls
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


def player_requests(tournament: Tournament, **asked: Any) -> QuerySet[PlayerRequest]:
    return PlayerRequest.objects.of_event(tournament).with_people().filter(**asked)


urlpatterns = event_calls(
    requests=ReadingCall(
        about="What players asked of the director, the oldest first.",
        can=Can.HELP, answer=list[RequestAnswer], shows=player_requests, query=RequestsQuery,
    ),
)  # fmt: skip
