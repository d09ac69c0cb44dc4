"""Slips for officials: the register, a slip, a new one, its verdict. Never which word of a play is unacceptable."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.access.roles import Can
from tdsuite.tournaments.api import tournament_for
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused

from .engine.penalty import ChallengeOf
from .engine.slips import Way
from .models import ChallengeSlip
from .services.judging import Answer, adjudicate
from .services.register import Line, Search, register_csv, search_register
from .services.slips import Written, write_slip


class SearchSerializer(serializers.Serializer[Any]):
    """text: a name or a word.  division: its short name.  upheld: true or false."""

    text = serializers.CharField(required=False, default="", allow_blank=True, max_length=100)
    division = serializers.SlugField(required=False, default="", allow_blank=True)
    round = serializers.IntegerField(required=False, default=None, min_value=1)
    table = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)
    upheld = serializers.BooleanField(required=False, default=None, allow_null=True)


class SlipSerializer(serializers.Serializer[Any]):
    """game: its id.  challenger: the player's number.  words: [] = they stand on paper.  request_key: sent twice, one slip."""

    game = serializers.IntegerField()
    challenger = serializers.IntegerField()
    words = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, default=list, max_length=8
    )
    of = serializers.ChoiceField([one.value for one in ChallengeOf], required=False, default=ChallengeOf.WORDS.value)
    way = serializers.ChoiceField([one.value for one in Way], required=False, default=Way.RUNNER.value)
    out_play = serializers.BooleanField(required=False, default=False)
    handed_over = serializers.BooleanField(required=False, default=True)
    agreed = serializers.BooleanField(required=False, default=False)
    another_turn = serializers.BooleanField(required=False, default=False)
    request_key = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)


class VerdictSerializer(serializers.Serializer[Any]):
    """words: all of them, as keyed.  stated: an official's own answer, without a look-up."""

    words = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, default=list, max_length=8
    )
    stated = serializers.BooleanField(required=False, default=None, allow_null=True)
    request_key = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)


def line_json(line: Line) -> dict[str, Any]:
    return {
        "id": line.pk,
        "division": line.division,
        "number": line.number,
        "round": line.round,
        "table": line.table or None,
        "challenger": line.challenger,
        "challenged": line.challenged,
        "of": line.of,
        "words": list(line.words),
        "count": line.count,
        "verdict": line.verdict or None,
        "state": line.state,
        "opinions": line.opinions,
        "written_at": line.written_at.isoformat(),
        "adjudicated_at": line.adjudicated_at.isoformat() if line.adjudicated_at else None,
    }


def answer_json(answer: Answer) -> dict[str, Any]:
    """The whole of what is told of a verdict."""
    return {
        "id": answer.slip,
        "number": answer.number,
        "acceptable": answer.acceptable,
        "state": answer.state,
        "at": answer.at.isoformat(timespec="microseconds"),
    }


@api_view(["GET", "POST"])
def slips(request: Request, slug: str) -> Response:
    """GET lists the event's challenges, searched by text, division, round, table, upheld. POST issues one (201)."""
    tournament = tournament_for(request, slug, Can.JUDGE_WORDS)
    if request.method == "GET":
        asked = SearchSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        lines = search_register(by=request.user, tournament=tournament, search=Search(**asked.validated_data))
        return Response([line_json(line) for line in lines])
    given = SlipSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    facts = dict(given.validated_data)
    key, pk = facts.pop("request_key"), facts.pop("game")
    game = get_object_or_404(Game.objects.with_people(), pk=pk, round__division__tournament=tournament)
    facts["challenger"] = _entry_id(game, facts["challenger"])
    facts |= {"words": tuple(facts["words"]), "of": ChallengeOf(facts["of"]), "way": Way(facts["way"])}
    slip = write_slip(by=request.user, game=game, written=Written(**facts), request_key=key)
    return Response({"id": slip.pk, "number": slip.number, "state": slip.state}, status=status.HTTP_201_CREATED)


def _entry_id(game: Game, number: int) -> int:
    there = [entry for entry in (game.first, game.second) if entry is not None]
    entry = next((one for one in there if one.number == number), None)
    if entry is None:
        raise Refused(f"Player {number} is not at this board.")
    return entry.pk


@api_view(["POST"])
def verdict(request: Request, slug: str, pk: int) -> Response:
    """Give the opinion that the slip awaits; the answer says acceptable or not for the whole play."""
    tournament = tournament_for(request, slug, Can.JUDGE_WORDS)
    slip = get_object_or_404(ChallengeSlip.objects.with_people(), pk=pk, division__tournament=tournament)
    given = VerdictSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    return Response(answer_json(adjudicate(by=request.user, slip=slip, **given.validated_data)))


@api_view(["GET"])
def slips_csv(request: Request, slug: str) -> HttpResponse:
    """The register as CSV, searched as the list is."""
    tournament = tournament_for(request, slug, Can.JUDGE_WORDS)
    asked = SearchSerializer(data=request.query_params)
    asked.is_valid(raise_exception=True)
    lines = search_register(by=request.user, tournament=tournament, search=Search(**asked.validated_data))
    named = {"Content-Disposition": f'attachment; filename="{tournament.slug}-challenges.csv"'}
    text = register_csv(lines, tournament=tournament)
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=named)


urlpatterns = [
    path("tournaments/<slug:slug>/slips/", slips),
    path("tournaments/<slug:slug>/slips.csv", slips_csv),
    path("tournaments/<slug:slug>/slips/<int:pk>/adjudicate/", verdict),
]
