"""Read the event: tournaments, divisions, rounds, games, standings."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.guard import allowed, require, visible_tournaments
from tdsuite.platform.access.roles import Can
from tdsuite.platform.numbers import whole
from tdsuite.tournaments.api.answers import GameAnswer, RoundAnswer, StandingsAnswer, TournamentAnswer
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.engine.account import Account, public_line
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.reads import History, history


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


class RoundQuery(serializers.Serializer[Any]):
    """round: after which round; 0 is the seeding. Left out: the last with a result."""

    round = serializers.IntegerField(required=False, min_value=0)


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    """The public facts of an event."""
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "venue": tournament.venue,
        "starts_on": tournament.starts_on.isoformat(),
        "ends_on": tournament.ends_on.isoformat(),
        "time_zone": tournament.time_zone,
        "rulebook": tournament.rulebook,
        "status": tournament.status,
        "divisions": [
            {"code": division.code, "name": division.name, "planned_rounds": division.planned_rounds}
            for division in tournament.divisions.all()
        ],
    }


def round_json(row: Round) -> dict[str, Any]:
    return {
        "round": row.number,
        "status": row.status,
        "scheduled_at": row.scheduled_at.isoformat() if row.scheduled_at else None,
        "started_at": row.started_at.isoformat() if row.started_at else None,
        "closed_at": row.closed_at.isoformat() if row.closed_at else None,
    }


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
        "first_score": final.first,
        "second_score": final.second,
        "rated": game.rated,
        "reason": game.reason,
        "table_reason": game.table_reason if game.board else "",
        "account": account_json(played.account(game), whole=whole),
    }


def account_json(account: Account, *, whole: bool) -> dict[str, Any]:
    """The account of a game; pairs are the first player's, then the second's (docs/rulebook/account.md)."""
    return {
        "written": account.written,
        "lines": [asdict(line if whole else public_line(line)) for line in account.lines],
        "totals": account.totals,
        "half_wins": account.half_wins,
        "spread": account.spread,
        "winner": account.winner,
        "rated": account.rated,
        "starts": account.starts,
        "filed": account.filed,
        "filed_scores": account.filed_scores,
    }


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


@operations(cached=True, GET=Operation(Can.SEE_EVENT, list[TournamentAnswer]))
def tournaments(request: Request) -> Response:
    """Every event the caller may know of."""
    rows = visible_tournaments(request.user).prefetch_related("divisions")
    return Response([tournament_json(row) for row in rows])


@operations(cached=True, GET=Operation(Can.SEE_EVENT, TournamentAnswer))
def tournament(request: Request, slug: str) -> Response:
    """The event, with its divisions."""
    return Response(tournament_json(tournament_for(request, slug)))


@operations(cached=True, GET=Operation(Can.SEE_EVENT, list[RoundAnswer]))
def rounds(request: Request, slug: str, code: str) -> Response:
    """The published rounds of a division."""
    division = division_for(request, slug, code)
    return Response([round_json(row) for row in division.rounds.exclude(status=Round.Status.DRAFT)])


@operations(cached=True, GET=Operation(Can.SEE_EVENT, list[GameAnswer]))
def games(request: Request, slug: str, code: str, number: int) -> Response:
    """The games of one published round, by table, byes last."""
    division = division_for(request, slug, code)
    played, whole = history(division), allowed(request.user, division.tournament, Can.SEE_CONSOLE)
    return Response([game_json(played, game, whole=whole) for game in played.games if game.round.number == number])


@operations(cached=True, GET=Operation(Can.SEE_EVENT, StandingsAnswer, query=RoundQuery))
def standings(request: Request, slug: str, code: str) -> Response:
    """The table after the last round with a result, or after ?round=N (0: the seeding)."""
    played = history(division_for(request, slug, code))
    param = request.query_params.get("round", "")
    after = whole(param, played.division.planned_rounds) if param else played.last_round
    if after is None:
        raise serializers.ValidationError({"round": [f"Give a number from 0 to {played.division.planned_rounds}."]})
    return Response({"round": after, "standings": [standing_json(played, row) for row in played.standings(after)]})


urlpatterns = [
    path("tournaments/", tournaments),
    path("tournaments/<slug:slug>/", tournament),
    path("tournaments/<slug:slug>/divisions/<slug:code>/rounds/", rounds),
    path("tournaments/<slug:slug>/divisions/<slug:code>/rounds/<int:number>/games/", games),
    path("tournaments/<slug:slug>/divisions/<slug:code>/standings/", standings),
]
