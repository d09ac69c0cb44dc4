"""Post a result through the same services as the pages; forfeits, and what a late player's missed rounds count."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypedDict

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from results.attendance.api import attendance as api_attendance
from results.attendance.api import check_in as api_check_in
from results.attendance.api import tables as api_tables
from results.games.api import Score, ScoresFields
from results.games.services.outcomes import (
    SCORE_LIMIT,
    Corrected,
    correct_result,
    played,
    record_result,
    withdraw_result,
)
from results.games.services.preview import preview_of, previews_of
from results.prizes import api as api_prizes
from results.rating_lists import api as api_rating_lists
from results.ratings import api as api_ratings
from results.rulings.api import ejections as api_ejections
from results.rulings.api import rulings as api_rulings
from results.rulings.forms.corrections import LONGEST_REASON
from results.rulings.models import Appeal
from results.rulings.services.forfeits import DecidedGame, decide, forfeit_by
from results.rulings.services.late_entry import WORTH, MissedRounds, enter_late
from results.rulings.services.rulings import amend_with
from results.sheets.api import recounts as api_recounts
from results.sheets.api import requests as api_requests
from results.sheets.api import sheets as api_sheets
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import CorrectedGameAnswer, GameAnswer, GamePreviewAnswer
from tdsuite.tournaments.api.decisions import GameNumber, with_rows
from tdsuite.tournaments.api.events import Fields, division_for, game_json, sent, tournament_for
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history_of_game
from tdsuite.tournaments.services.roads import Road


class ResultFields(ScoresFields):
    """The scores of a game.  reason: required to correct a result.

    with_lines: whether the lines that stand are in the scores; null is refused (`lines_stand`) where lines with points stand.
    keep_lines: whether lines that came with the result stay when it is corrected; null is refused where it has any.
    preview: only answer what it would make of the game.
    """

    reason = serializers.CharField(required=False, default="", max_length=2000)
    with_lines = serializers.BooleanField(required=False, default=None, allow_null=True)
    keep_lines = serializers.BooleanField(required=False, default=None, allow_null=True)
    preview = serializers.BooleanField(required=False, default=False)


class TakeBackFields(Fields):
    """reason: needed where somebody else entered or changed the result.  preview: as in `ResultFields`."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_REASON)
    preview = serializers.BooleanField(required=False, default=False)


class ForfeitFields(TakeBackFields):
    """absent: who forfeits.  margin null: the rulebook's points.  reason: needed.

    begun: whether the game had begun (NSA III.G); null is refused with the code `say_whether_begun` where there was play.
    Begun: the scores as they stood, and whether the player left in an emergency (WESPA 5.7; `say_whether_emergency`).
    """

    absent = serializers.ChoiceField(["first", "second", "both"])
    margin = serializers.IntegerField(required=False, default=None, allow_null=True, min_value=0, max_value=SCORE_LIMIT)
    begun = serializers.BooleanField(required=False, default=None, allow_null=True)
    emergency = serializers.BooleanField(required=False, default=None, allow_null=True)
    first_score, second_score = Score(optional=True), Score(optional=True)


class AmendFields(ForfeitFields):
    """game: of the ruling, or of its player.  Either the two scores, with `with_lines` and `keep_lines` as of a result; or a forfeit."""

    game = GameNumber()
    absent = serializers.ChoiceField(["first", "second", "both"], required=False, allow_null=True, default=None)
    with_lines = serializers.BooleanField(required=False, default=None, allow_null=True)
    keep_lines = serializers.BooleanField(required=False, default=None, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        missing = [name for name in ("first_score", "second_score") if attrs[name] is None]
        if missing and not attrs["absent"]:
            raise serializers.ValidationError({name: ["A played game needs this score."] for name in missing})
        return attrs


class LateFields(Fields):
    """plays_from: the first round that is played.  as: what each round missed counts; null: as the division chose."""

    plays_from = serializers.IntegerField(min_value=2, max_value=99)
    spread = Score(optional=True)
    reason = serializers.CharField(max_length=LONGEST_REASON)
    preview = serializers.BooleanField(required=False, default=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        kinds = serializers.ChoiceField(list(WORTH), required=False, default=None, allow_null=True)
        return {**super().get_fields(), "as": kinds}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["spread"] and not attrs["as"]:
            raise serializers.ValidationError({"as": ["Say what each round missed counts, if its spread is said."]})
        return attrs


class MissedAnswer(TypedDict):
    """The rounds that a late player missed, and now has."""

    rounds: list[int]


class MissedGameAnswer(TypedDict):
    """What a missed round would count, read out."""

    game: str
    after: list[str]


class MissedPreviewAnswer(TypedDict):
    """What each missed round would count. Nothing is saved."""

    preview: bool
    games: list[MissedGameAnswer]


@operations(
    POST=Operation(Can.ENTER_RESULTS, GameAnswer, 201, ResultFields, also={200: GamePreviewAnswer}),
    PUT=Operation(Can.CORRECT_RESULTS, CorrectedGameAnswer | GamePreviewAnswer, sends=ResultFields),
    DELETE=Operation(Can.ENTER_RESULTS, GameAnswer | GamePreviewAnswer, sends=TakeBackFields),
)
def result(request: Request, slug: str, pk: int) -> Response:
    """POST enters a result (201; 409 when there is one). PUT corrects one, with a reason. DELETE takes it back.

    With `preview` each answers the account now and then, and nothing is saved (200).
    """
    puts = request.method == "PUT"
    game = _game(request, slug, pk, Can.CORRECT_RESULTS if puts else Can.ENTER_RESULTS)
    if request.method == "DELETE":
        fields = sent(TakeBackFields, request)
        return _answered(
            game, lambda: _json(withdraw_result(by=actor_of(request), game=game, reason=fields["reason"])),
            preview=fields["preview"],
        )  # fmt: skip
    data = sent(ResultFields, request)

    def act() -> dict[str, Any]:
        by = actor_of(request)
        return _corrected_json(_corrected(by, game, data, Road.API)) if puts else _entered(by, game, data)

    return _answered(
        game, act, preview=data["preview"],
        code=status.HTTP_200_OK if puts else status.HTTP_201_CREATED,
    )  # fmt: skip


def _entered(by: Actor, game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    row = record_result(
        by=by, game=game, first_score=data["first_score"], second_score=data["second_score"],
        with_lines=data["with_lines"], road=Road.API,
    )  # fmt: skip
    return _json(row)


def _corrected(by: Actor, game: Game, data: Mapping[str, Any], road: Road) -> Corrected:
    return correct_result(
        by=by, game=game, outcome=played(data["first_score"], data["second_score"]), reason=data["reason"],
        with_lines=data["with_lines"], keep_own=data["keep_lines"], road=road,
    )  # fmt: skip


def _corrected_json(corrected: Corrected | DecidedGame) -> dict[str, Any]:
    return _json(corrected.game) | {"rounds_paired_before": list(corrected.rounds_paired_before)}


@operations(
    POST=Operation(Can.RULE, GameAnswer, 201, ForfeitFields, also={200: GamePreviewAnswer}),
    PUT=Operation(Can.RULE, CorrectedGameAnswer | GamePreviewAnswer, sends=ForfeitFields),
)
def forfeit(request: Request, slug: str, pk: int) -> Response:
    """One player, or both, forfeit. POST: 201, or 409 when there is a result. PUT corrects a result into a forfeit."""
    game = _game(request, slug, pk, Can.RULE)
    puts, data = request.method == "PUT", sent(ForfeitFields, request)

    def act() -> dict[str, Any]:
        decided = _forfeited(actor_of(request), game, data, Road.API, replaces=puts)
        return _corrected_json(decided) if puts else _json(decided.game)

    code = status.HTTP_200_OK if puts else status.HTTP_201_CREATED
    return _answered(game, act, preview=data["preview"], code=code)


def _forfeited(by: Actor, game: Game, data: Mapping[str, Any], road: Road, *, replaces: bool = True) -> DecidedGame:
    scores = (data["first_score"], data["second_score"])
    more = {name: data[name] for name in ("begun", "margin", "emergency")}
    ended = forfeit_by(data["absent"], scores=scores, **more)
    return decide(by=by, game=game, ended=ended, reason=data["reason"], replaces=replaces, road=road)


@operations(POST=Operation(Can.CORRECT_RESULTS, CorrectedGameAnswer | GamePreviewAnswer, sends=AmendFields))
def amend(request: Request, slug: str, pk: int) -> Response:
    """Correct a result because an appeal was upheld; the appeal keeps the old result and the new one. With `preview` nothing is saved."""
    tournament, by = tournament_for(request, slug, Can.CORRECT_RESULTS), actor_of(request)
    appeals = Appeal.objects.select_related("ruling__division__tournament")
    appeal = get_object_or_404(appeals, pk=pk, ruling__division__tournament=tournament)
    data = with_rows(AmendFields, sent(AmendFields, request), appeal.ruling.division)
    game = data["game"]
    put: Callable[..., Corrected | DecidedGame] = _forfeited if data["absent"] else _corrected

    def act() -> dict[str, Any]:
        correct = partial(put, by, game, data, Road.APPEAL)
        return _corrected_json(amend_with(by=by, appeal=appeal, game=game, correct=correct))

    return _answered(game, act, preview=data["preview"])


def _json(game: Game) -> dict[str, Any]:
    return game_json(history_of_game(game), game)


def _answered(
    game: Game, act: Callable[[], dict[str, Any]], *, preview: bool, code: int = status.HTTP_200_OK
) -> Response:
    """What a decision made of the game; with `preview` what it would make, and the account read out now and then."""
    if not preview:
        return Response(act(), status=code)
    looked = preview_of(game, act)
    return Response({**(looked.decision or {}), "preview": True, "before": looked.before, "after": looked.after})


@operations(POST=Operation(Can.RULE, MissedAnswer, 201, LateFields, also={200: MissedPreviewAnswer}))
def late(request: Request, slug: str, code: str, number: int) -> Response:
    """Give a late player the rounds missed; answers with them (201)."""
    division = division_for(request, slug, code, Can.RULE)
    entry = get_object_or_404(division.entries.select_related("player", "division__tournament"), number=number)
    fields = sent(LateFields, request)
    choice = MissedRounds(fields["as"], fields["spread"]) if fields["as"] else None

    def act() -> Sequence[Game]:
        return enter_late(
            by=actor_of(request), entry=entry, plays_from=fields["plays_from"], reason=fields["reason"], choice=choice
        )

    if fields["preview"]:
        looked = [{"game": game.where, "after": game.after} for game in previews_of(act).games]
        return Response({"preview": True, "games": looked})
    games = act()
    return Response({"rounds": [game.round.number for game in games]}, status=status.HTTP_201_CREATED)


def _game(request: Request, slug: str, pk: int, action: Can = Can.ENTER_RESULTS) -> Game:
    tournament = tournament_for(request, slug, action)
    return get_object_or_404(Game.objects.with_people(), pk=pk, round__division__tournament=tournament)


urlpatterns = [
    path("tournaments/<slug:slug>/games/<int:pk>/result/", result),
    path("tournaments/<slug:slug>/games/<int:pk>/forfeit/", forfeit),
    path("tournaments/<slug:slug>/appeals/<int:pk>/amend/", amend),
    path("tournaments/<slug:slug>/divisions/<slug:code>/players/<int:number>/late/", late),
    *api_attendance.urlpatterns,
    *api_check_in.urlpatterns,
    *api_tables.urlpatterns,
    *api_recounts.urlpatterns,
    *api_sheets.urlpatterns,
    *api_requests.urlpatterns,
    *api_rulings.urlpatterns,
    *api_ejections.urlpatterns,
    *api_prizes.urlpatterns,
    *api_rating_lists.urlpatterns,
    *api_ratings.urlpatterns,
]
