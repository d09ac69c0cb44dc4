"""A division's roster for programs: the decisions of the roster's pages."""

from typing import Any

from django.http import Http404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import PlayerAnswer
from tdsuite.tournaments.api.events import Fields, division_for, sent
from tdsuite.tournaments.api.lists import Rows, asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.services.entries import (
    ENTRY_FIELDS,
    PLAYER_FIELDS,
    add_entry,
    remove_entry,
    update_entry,
    withdraw_entry,
)

HIGHEST = 32000
WIDEST = 999.99  # deviation, in points
LONGEST_REASON = 300


def _text(length: int) -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, max_length=length)


def _figure(least: int = 0) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=least, max_value=HIGHEST)


class PlayerFields(Fields):
    """A player as the roster's page asks for him; what is not sent stays, and a new player's number is the next free one."""

    name = serializers.CharField(max_length=120)
    filing_name = serializers.CharField(required=False, max_length=120)
    number, rating, seed = _figure(1), _figure(), _figure()
    class_name, team = _text(12), _text(40)
    lifetime_games = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=1_000_000)
    deviation = serializers.FloatField(required=False, allow_null=True, min_value=0, max_value=WIDEST)
    last_played = serializers.DateField(required=False, allow_null=True)
    absences = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS), required=False, max_length=MOST_ROUNDS
    )
    unranked = serializers.BooleanField(required=False)
    club, country = _text(60), _text(3)
    national_id, naspa_id, wespa_id, absp_id = _text(20), _text(12), _text(12), _text(12)

    def validate_absences(self, value: list[int]) -> list[int]:
        return sorted(set(value))

    def validate_country(self, value: str) -> str:
        return value.upper()


class ChangeFields(PlayerFields):
    """What of a player changes.  reason: kept in the event's record."""

    reason = _text(LONGEST_REASON)


class ReasonFields(Fields):
    """reason: why; kept in the event's record."""

    reason = serializers.CharField(min_length=2, max_length=LONGEST_REASON)


class WithdrawFields(ReasonFields):
    """from_round: the first round in which the player is out."""

    from_round = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)


class PlayersQuery(serializers.Serializer[Any]):
    """status: playing, or withdrawn from some round on."""

    status = serializers.ChoiceField(["playing", "withdrawn"], required=False)


def player_json(entry: Entry) -> dict[str, Any]:
    """A player of a division, with the person's details."""
    names = [name for name in ENTRY_FIELDS if name != "number"]
    return {
        "number": entry.number,
        **{name: getattr(entry.player, name) for name in PLAYER_FIELDS},
        **{name: getattr(entry, name) for name in names},
    }


@operations(
    GET=Operation(Can.SEE_CONSOLE, list[PlayerAnswer], query=PlayersQuery),
    POST=Operation(Can.EDIT_ROSTER, PlayerAnswer, 201, PlayerFields),
)
def players(request: Request, slug: str, code: str) -> Response:
    """GET: the roster. POST: enter one player, also late (201)."""
    if request.method == "GET":
        rows = division_for(request, slug, code, Can.SEE_CONSOLE).entries.with_people().order_by("number")
        if status_asked := asked(PlayersQuery, request).get("status"):
            rows = rows.filter(withdrawn_from__isnull=status_asked == "playing")
        return Response(Rows(rows, player_json))
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    entry = add_entry(by=actor_of(request), division=division, values=sent(PlayerFields, request))
    return Response(player_json(entry), status=status.HTTP_201_CREATED)


@operations(
    GET=Operation(Can.SEE_CONSOLE, PlayerAnswer),
    PATCH=Operation(Can.EDIT_ROSTER, PlayerAnswer, sends=ChangeFields),
    DELETE=Operation(Can.EDIT_ROSTER, status=204),
)
def player(request: Request, slug: str, code: str, number: int) -> Response:
    """GET: one player. PATCH: change what is sent. DELETE: off the roster; 409 once a game names the player."""
    if request.method == "GET":
        return Response(player_json(_entry(request, slug, code, number, Can.SEE_CONSOLE)))
    entry = _entry(request, slug, code, number, Can.EDIT_ROSTER)
    if request.method == "DELETE":
        remove_entry(by=actor_of(request), entry=entry)
        return Response(status=status.HTTP_204_NO_CONTENT)
    values = sent(ChangeFields, request, partial=True)
    reason = values.pop("reason", "")
    return Response(player_json(update_entry(by=actor_of(request), entry=entry, values=values, reason=reason)))


@operations(POST=Operation(Can.EDIT_ROSTER, PlayerAnswer, sends=WithdrawFields))
def withdraw(request: Request, slug: str, code: str, number: int) -> Response:
    """Out from a round on. Boards that are published already stay as they are."""
    entry = _entry(request, slug, code, number, Can.EDIT_ROSTER)
    return Response(player_json(withdraw_entry(by=actor_of(request), entry=entry, **sent(WithdrawFields, request))))


@operations(POST=Operation(Can.EDIT_ROSTER, PlayerAnswer, sends=ReasonFields))
def put_back(request: Request, slug: str, code: str, number: int) -> Response:
    """A player who withdrew plays again."""
    entry = _entry(request, slug, code, number, Can.EDIT_ROSTER)
    reason = sent(ReasonFields, request)["reason"]
    return Response(player_json(withdraw_entry(by=actor_of(request), entry=entry, from_round=None, reason=reason)))


def _entry(request: Request, slug: str, code: str, number: int, action: Can) -> Entry:
    division = division_for(request, slug, code, action)
    entry = division.entries.with_people().filter(number=number).first()
    if entry is None:
        raise Http404(f"{division} has no player {number}.")
    entry.division = division
    return entry


_ALL = "tournaments/<slug:slug>/divisions/<slug:code>/players/"
urlpatterns = [
    path(_ALL, players),
    path(f"{_ALL}<int:number>/", player),
    path(f"{_ALL}<int:number>/withdraw/", withdraw),
    path(f"{_ALL}<int:number>/put-back/", put_back),
]
