"""Read the event: tournaments, divisions, rounds, games, standings."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.forms.utils import from_current_timezone
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.guard import allowed, require, visible_tournaments
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.engine.account import Account, public_line
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.gone import gone_from
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.own_tables import keepers, own_tables
from tdsuite.tournaments.reads import History, history
from .answers import (
    AccountAnswer,
    GameAnswer,
    RoundAnswer,
    StandingsAnswer,
    TournamentAnswer,
    facts,
)
from .lists import Rows, asked
from .operations import Operation, operations


def tournament_for(request: Request, slug: str, action: Can = Can.SEE_EVENT) -> Tournament:
    """The event, if the caller may do `action` in it. A private event does not exist for strangers (404)."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None or not allowed(request.user, tournament, Can.SEE_EVENT):
        raise Http404("There is no such event.")
    require(request.user, tournament, action)
    return tournament


def division_for(request: Request, slug: str, code: str, action: Can = Can.SEE_EVENT) -> Division:
    """A division, fetched through its tournament."""
    tournament = tournament_for(request, slug, action)
    return get_object_or_404(Division.objects.select_related("tournament"), tournament=tournament, code=code)


OPTIONAL: dict[str, Any] = {"required": False, "allow_null": True, "default": None}  # of a field: left out, it is null


class Fields(serializers.Serializer[Any]):
    """What a call sends. A name that it does not know is refused: a misspelt field is not taken for one left out."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (unknown := [name for name in data if name not in self.fields]):
            says = f"There is no such field here. There are: {', '.join(self.fields) or 'none'}."
            raise serializers.ValidationError({name: [says] for name in unknown})
        return super().to_internal_value(data)


def sent(kind: type[Fields], request: Request, *, partial: bool = False) -> dict[str, Any]:
    """The fields that came, as `kind` reads them; partial: none is required. 400 names each field that is wrong."""
    fields = kind(data=request.data, partial=partial)
    fields.is_valid(raise_exception=True)
    return dict(fields.validated_data)


class LocalTime(serializers.DateTimeField):
    """An instant; without an offset, in the event's own time, where an hour that comes twice or never is none."""

    def enforce_timezone(self, value: datetime) -> Any:
        try:
            instant = from_current_timezone(value) if timezone.is_naive(value) else super().enforce_timezone(value)
            instant.astimezone(UTC)  # as it is kept
        except OverflowError:
            self.fail("overflow")
        except ValidationError as error:
            raise serializers.ValidationError(error.messages) from error
        return instant


class RoundQuery(serializers.Serializer[Any]):
    """round: after which round; 0 is the seeding. Left out: the last with a result."""

    round = serializers.IntegerField(required=False, min_value=0)


class EventsQuery(serializers.Serializer[Any]):
    """status: of the events. since: those that end on this day or later."""

    status = serializers.ChoiceField(Tournament.Status.choices, required=False)
    since = serializers.DateField(required=False)


class RoundsQuery(serializers.Serializer[Any]):
    """status: of the rounds."""

    status = serializers.ChoiceField(Round.Status.choices, required=False)


class RoundGamesQuery(serializers.Serializer[Any]):
    """player: whose, by number. status: awaited or decided. since: decided at this instant or later."""

    player = serializers.IntegerField(required=False, min_value=1)
    status = serializers.ChoiceField(["awaited", "decided"], required=False)
    since = LocalTime(required=False)


class GamesQuery(RoundGamesQuery):
    """round: of which round."""

    round = serializers.IntegerField(required=False, min_value=1)


def game_json(played: History, game: Game, *, whole: bool = True) -> dict[str, Any]:
    """One published game. "table" is null for a bye; scores are the agreed ones with adjustments added."""
    final = played.final_score(game)
    return {
        "id": game.pk,
        "round": game.round.number,
        "table": game.table or None,
        "first": _entry(played, game.first_id),
        "second": _entry(played, game.second_id) if game.second_id else None,
        "starts_by": game.starts_by,
        "outcome": game.outcome or None,
        "gone": [entry.number for entry in gone_from(played, game)],
        "table_kept_for": [played.by_id[pk].number for pk in keepers(game, own_tables(played, game.round.number))],
        "first_score": final.first,
        "second_score": final.second,
        "rated": game.rated,
        "reason": game.reason,
        "table_reason": game.table_reason if game.board else "",
        "account": account_json(played.account(game), whole=whole),
    }


def account_json(account: Account, *, whole: bool) -> dict[str, Any]:
    """The account of a game; pairs are the first player's, then the second's (docs/rulebook/account.md)."""
    lines = [asdict(line if whole else public_line(line)) for line in account.lines]
    return {**facts(AccountAnswer, account), "lines": lines}


def _entry(played: History, pk: int) -> dict[str, Any]:
    entry = played.by_id[pk]
    return {"number": entry.number, "name": entry.player.name}


def standing_json(played: History, row: Standing) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "number": row.number,
        "name": played.names[row.number],
        "wins": row.halves / 2,
        "losses": row.losing_halves / 2,
        "spread": row.spread,
        "games": row.games,
    }


@operations(cached=True, GET=Operation(Can.SEE_EVENT, list[TournamentAnswer], query=EventsQuery))
def tournaments(request: Request) -> Response:
    """Every event the caller may know of."""
    query = asked(EventsQuery, request)
    rows = visible_tournaments(request.user).prefetch_related("divisions")
    if "status" in query:
        rows = rows.filter(status=query["status"])
    if "since" in query:
        rows = rows.filter(ends_on__gte=query["since"])
    return Response(rows)


@operations(cached=True, GET=Operation(Can.SEE_EVENT, TournamentAnswer))
def tournament(request: Request, slug: str) -> Response:
    """The event, with its divisions."""
    return Response(tournament_for(request, slug))


@operations(cached=True, GET=Operation(Can.SEE_EVENT, list[RoundAnswer], query=RoundsQuery))
def rounds(request: Request, slug: str, code: str) -> Response:
    """The published rounds of a division."""
    division = division_for(request, slug, code)
    return Response(division.rounds.published().filter(**asked(RoundsQuery, request)))


@operations(cached=True, GET=Operation(Can.SEE_EVENT, list[GameAnswer], query=GamesQuery))
def division_games(request: Request, slug: str, code: str) -> Response:
    """The published games of a division, by round and table, byes last."""
    return _games(request, slug, code, asked(GamesQuery, request))


@operations(cached=True, GET=Operation(Can.SEE_EVENT, list[GameAnswer], query=RoundGamesQuery))
def games(request: Request, slug: str, code: str, number: int) -> Response:
    """The games of one published round, by table, byes last."""
    return _games(request, slug, code, {**asked(RoundGamesQuery, request), "round": number})


def _games(request: Request, slug: str, code: str, query: dict[str, Any]) -> Response:
    division = division_for(request, slug, code)
    played, whole = history(division), allowed(request.user, division.tournament, Can.SEE_CONSOLE)
    rows = [game for game in played.games if _fits(played, game, query)]
    return Response(Rows(rows, partial(game_json, played, whole=whole)))


def _fits(played: History, game: Game, query: dict[str, Any]) -> bool:
    player = played.by_number.get(query.get("player", 0))
    return (
        ("round" not in query or query["round"] == game.round.number)
        and ("player" not in query or (player is not None and player.pk in (game.first_id, game.second_id)))
        and ("status" not in query or (query["status"] == "awaited") is (game.outcome in Game.UNFINISHED))
        and ("since" not in query or (game.decided_at is not None and game.decided_at >= query["since"]))
    )


@operations(cached=True, GET=Operation(Can.SEE_EVENT, StandingsAnswer, query=RoundQuery, rows="standings"))
def standings(request: Request, slug: str, code: str) -> Response:
    """The table after the last round with a result, or after ?round=N (0: the seeding)."""
    played = history(division_for(request, slug, code))
    param = request.query_params.get("round", "")
    after = whole(param, played.division.planned_rounds) if param else played.last_round
    if after is None:
        raise serializers.ValidationError({"round": [f"Give a number from 0 to {played.division.planned_rounds}."]})
    return Response({"round": after, "standings": Rows(played.standings(after), partial(standing_json, played))})


urlpatterns = [
    path("tournaments/", tournaments),
    path("tournaments/<slug:slug>/", tournament),
    path("tournaments/<slug:slug>/divisions/<slug:code>/rounds/", rounds),
    path("tournaments/<slug:slug>/divisions/<slug:code>/rounds/<int:number>/games/", games),
    path("tournaments/<slug:slug>/divisions/<slug:code>/games/", division_games),
    path("tournaments/<slug:slug>/divisions/<slug:code>/standings/", standings),
]
