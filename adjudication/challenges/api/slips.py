"""Slips for officials: the register, a slip, a new one, its verdict. Never which word of a play is unacceptable."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import Way
from adjudication.challenges.models import ChallengeSlip, Verdict
from adjudication.challenges.services.register import RegisterLine, Search, register_csv, search_register
from adjudication.challenges.services.slips import NewChallenge, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import Fields, LocalTime, sent, tournament_for
from tdsuite.tournaments.api.lists import Rows, asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.decision import Refused


class SearchSerializer(serializers.Serializer[Any]):
    """What to look for: a name or a word, a division by its short name, a table, upheld or not."""

    text = serializers.CharField(required=False, default="", allow_blank=True, max_length=100)
    division = serializers.SlugField(required=False, default="", allow_blank=True)
    round = serializers.IntegerField(required=False, default=None, min_value=1)
    table = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)
    upheld = serializers.BooleanField(required=False, default=None, allow_null=True)


class SlipsQuery(SearchSerializer):
    """since: written at this instant or later."""

    since = LocalTime(required=False)


class SlipFields(Fields):
    """A new challenge.

    Attributes:
        game: its id.
        challenger: the player's number.
        words: [] = they stand on paper.
        request_key: sent twice, one slip.
    """

    game = serializers.IntegerField()
    challenger = serializers.IntegerField()
    words = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, default=list, max_length=8
    )
    of = serializers.ChoiceField(
        [challenge_of.value for challenge_of in ChallengeOf], required=False, default=ChallengeOf.WORDS.value
    )
    way = serializers.ChoiceField([way.value for way in Way], required=False, default=Way.RUNNER.value)
    out_play = serializers.BooleanField(required=False, default=False)
    handed_over = serializers.BooleanField(required=False, default=True)
    agreed = serializers.BooleanField(required=False, default=False)
    another_turn = serializers.BooleanField(required=False, default=False)
    request_key = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)


class VerdictFields(Fields):
    """A verdict: all the words as keyed, or an official's own answer without a look-up."""

    words = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, default=list, max_length=8
    )
    stated = serializers.BooleanField(required=False, default=None, allow_null=True)
    request_key = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)


class SlipLineAnswer(TypedDict):
    """A line of the register. words: as written. count: words challenged. opinions: how many were given."""

    id: int
    division: str
    number: int
    round: int
    table: str | None
    challenger: str
    challenged: str
    of: str
    words: list[str]
    count: int
    verdict: str | None
    state: str
    opinions: int
    written_at: datetime
    adjudicated_at: datetime | None


class SlipAnswer(TypedDict):
    """A slip that was issued."""

    id: int
    number: int
    state: str


class VerdictAnswer(TypedDict):
    """A verdict on the whole play, never on one word of it."""

    id: int
    number: int
    acceptable: bool
    state: str
    at: datetime


def line_json(line: RegisterLine) -> dict[str, Any]:
    slip = line.slip
    return {
        "id": slip.pk,
        "division": slip.division.name,
        "number": slip.number,
        "round": slip.game.round.number,
        "table": slip.game.table or None,
        "challenger": str(slip.challenger.player),
        "challenged": str(slip.challenged.player),
        "of": slip.get_of_display(),
        "words": list(line.words),
        "count": line.count,
        "verdict": slip.verdict_text or None,
        "state": slip.state_text,
        "opinions": line.opinions,
        "written_at": slip.written_at.isoformat(),
        "adjudicated_at": slip.adjudicated_at.isoformat() if slip.adjudicated_at else None,
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """The whole of what is said of a verdict."""
    return {
        "id": verdict.slip_id,
        "number": verdict.slip.number,
        "acceptable": verdict.acceptable,
        "state": verdict.slip.state,
        "at": verdict.at.isoformat(timespec="microseconds"),
    }


def _search(request: Request, tournament: Tournament) -> Sequence[RegisterLine]:
    serializer = SearchSerializer(data=request.query_params)
    serializer.is_valid(raise_exception=True)
    return search_register(by=actor_of(request), tournament=tournament, search=Search(**serializer.validated_data))


@operations(
    GET=Operation(Can.JUDGE_WORDS, list[SlipLineAnswer], query=SlipsQuery),
    POST=Operation(Can.JUDGE_WORDS, SlipAnswer, 201, SlipFields),
)
def slips(request: Request, slug: str) -> Response:
    """GET lists the event's challenges, searched by text, division, round, table, upheld. POST issues one (201)."""
    tournament = tournament_for(request, slug, Can.JUDGE_WORDS)
    if request.method == "GET":
        since = asked(SlipsQuery, request).get("since")
        lines = _search(request, tournament)
        return Response(Rows([line for line in lines if since is None or line.slip.written_at >= since], line_json))
    facts = sent(SlipFields, request)
    key, pk = facts.pop("request_key"), facts.pop("game")
    game = get_object_or_404(Game.objects.with_people(), pk=pk, round__division__tournament=tournament)
    entry = next((entry for entry in (game.first, game.second) if entry and entry.number == facts["challenger"]), None)
    if entry is None:
        raise Refused(f"Player {facts['challenger']} is not at this board.", code="who_challenges")
    facts["challenger"] = entry.pk
    facts |= {"words": tuple(facts["words"]), "of": ChallengeOf(facts["of"]), "way": Way(facts["way"])}
    slip = write_slip(by=actor_of(request), game=game, challenge=NewChallenge(**facts), request_key=key)
    return Response({"id": slip.pk, "number": slip.number, "state": slip.state}, status=status.HTTP_201_CREATED)


@operations(POST=Operation(Can.JUDGE_WORDS, VerdictAnswer, sends=VerdictFields))
def verdict(request: Request, slug: str, pk: int) -> Response:
    """Give the opinion that the slip awaits; the answer says acceptable or not for the whole play."""
    tournament = tournament_for(request, slug, Can.JUDGE_WORDS)
    slip = get_object_or_404(ChallengeSlip.objects.with_people(), pk=pk, division__tournament=tournament)
    return Response(verdict_json(adjudicate(by=actor_of(request), slip=slip, **sent(VerdictFields, request))))


@operations(GET=Operation(Can.JUDGE_WORDS, bytes, query=SearchSerializer, media=["text/csv"]))
def slips_csv(request: Request, slug: str) -> HttpResponse:
    """The register as CSV, searched as the list is."""
    tournament = tournament_for(request, slug, Can.JUDGE_WORDS)
    named = {"Content-Disposition": f'attachment; filename="{tournament.slug}-challenges.csv"'}
    text = register_csv(_search(request, tournament), tournament=tournament)
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=named)


urlpatterns = [
    path("tournaments/<slug:slug>/slips/", slips),
    path("tournaments/<slug:slug>/slips.csv", slips_csv),
    path("tournaments/<slug:slug>/slips/<int:pk>/adjudicate/", verdict),
]
