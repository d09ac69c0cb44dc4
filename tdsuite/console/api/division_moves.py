"""Moves between divisions for programs."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from tdsuite.console.division_moves import move_players
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.numbers import LARGEST
from tdsuite.tournaments.api.answers import PlayerAnswer
from tdsuite.tournaments.api.decisions import DecisionCall, WhyFields, division_calls
from tdsuite.tournaments.api.players import player_json
from tdsuite.tournaments.models import Division, Entry
from tdsuite.tournaments.services.decision import Refused


class MovePlayersFields(WhyFields):
    """numbers: of the players who move.  to: the other division's code."""

    numbers = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=LARGEST), max_length=1000)
    to = serializers.CharField(max_length=20)


def move(*, by: Actor, division: Division, numbers: Sequence[int], to: str, reason: str) -> list[Entry]:
    """As `move_players`, of numbers and a code.  Raises Refused, NotAllowed."""
    other = division.tournament.divisions.filter(code=to).first()
    players = list(division.entries.with_people().filter(number__in=numbers).order_by("number"))
    if other is None or len(players) != len({*numbers}):
        raise Refused("There is no such division, or no player of such a number.", code="unknown_player")
    return move_players(by=by, division=division, players=players, to=other, reason=reason)


def answer(_division: Division, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [player_json(entry) for entry in entries]


urlpatterns = division_calls(
    players__move=DecisionCall(
        about="Let players play in another division from now on; those without a game move whole.",
        service=move, can=Can.EDIT_ROSTER, sends=MovePlayersFields, answer=list[PlayerAnswer], shows=answer,
    ),
)  # fmt: skip
