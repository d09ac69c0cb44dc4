"""Post a result through the same services as the pages."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.access.roles import Can
from tdsuite.tournaments.api import game_json, tournament_for
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history

from . import api_rating_lists
from .services.outcomes import SCORE_LIMIT, correct_result, played, record_result


class ResultSerializer(serializers.Serializer[Any]):
    """first_score, second_score: points of the first and second player.  reason: required to correct a result."""

    first_score = serializers.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)
    second_score = serializers.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)
    reason = serializers.CharField(required=False, default="", max_length=2000)


@api_view(["POST", "PUT"])
def result(request: Request, slug: str, pk: int) -> Response:
    """POST enters a result (201; 409 when there is one). PUT corrects one, with a reason (200)."""
    tournament = tournament_for(request, slug, Can.ENTER_RESULTS)
    game = get_object_or_404(Game.objects.with_people(), pk=pk, round__division__tournament=tournament)
    given = ResultSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    first, second = given.validated_data["first_score"], given.validated_data["second_score"]
    if request.method == "POST":
        row = record_result(by=request.user, game=game, first_score=first, second_score=second)
        past = history(game.round.division)
        return Response(game_json(past, row), status=status.HTTP_201_CREATED)
    reason = given.validated_data["reason"]
    corrected = correct_result(by=request.user, game=game, outcome=played(first, second), reason=reason)
    answer = game_json(history(game.round.division), corrected.game)
    return Response({**answer, "rounds_paired_before": list(corrected.rounds_paired_before)})


urlpatterns = [path("tournaments/<slug:slug>/games/<int:pk>/result/", result), *api_rating_lists.urlpatterns]
