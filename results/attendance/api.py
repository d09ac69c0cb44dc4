"""Attendance for programs: who is here at the tables, and at the door."""

from datetime import datetime
from typing import Any, TypedDict

from rest_framework import serializers

from results.attendance.services.tables import SeatView, game_table, round_tables
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import Answer
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    PlayerNumber,
    ReadingCall,
    event_calls,
    game_calls,
    player_calls,
    round_calls,
)
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.api.lists import Rows, number_asked
from tdsuite.tournaments.engine.presence import Source, State
from tdsuite.tournaments.models import Game, Presence, Round
from .services import attendance, check_in

CAN = Can.SEE_ATTENDANCE
SAID = [(status.value, status.label) for status in Presence.AT_CHECK_IN]


class PresenceAnswer(TypedDict):
    """Whether a player is here in the round, and since when the player's clock runs. number: the player's.

    source: where it is known from.  since: when it was said.
    """

    game: int
    number: int
    status: State
    source: Source
    since: datetime | None
    clock_started_at: datetime | None


class PresencesQuery(serializers.Serializer[Any]):
    """player: by number. status: of the players."""

    player = number_asked("number")
    status = serializers.ChoiceField([state.value for state in State], required=False)


class PresenceFields(Fields):
    """entry: the player, by number. status: here means seated and ready to play at once."""

    entry = PlayerNumber()
    status = serializers.ChoiceField([(each.value, each.label) for each in Presence.AT_TABLE])


def presence_json(game: Game, row: Presence) -> dict[str, Any]:
    return _seat_json(next(seat for seat in game_table(game).seats if seat.entry.pk == row.entry_id), game)


def _seat_json(seat: SeatView, game: Game) -> dict[str, Any]:
    return {
        "game": game.pk, "number": seat.entry.number, "status": seat.known.state, "source": seat.known.source,
        "since": seat.known.at, "clock_started_at": seat.presence.clock_started_at if seat.presence else None,
    }  # fmt: skip


def presences(row: Round, **asked: Any) -> Rows:
    """Everybody at the tables of the round of whom more is known than that they are expected."""
    seats = [_seat_json(seat, table.game) for table in round_tables(row).tables for seat in table.seats if seat.status]
    return Rows([seat for seat in seats if all(seat[name] == value for name, value in asked.items())], dict)


class CheckInAnswer(Answer):
    """A player at the door.

    status: whether the player is here in `round`, the next one.  source: where that is known from.  since: when it was said.
    """

    division = serializers.CharField(source="entry.division.code")
    number = serializers.IntegerField(source="entry.number")
    round = serializers.IntegerField(source="number")
    status = serializers.ChoiceField([*State], source="known.state")
    source: Any = serializers.ChoiceField([*Source], source="known.source")
    since = serializers.DateTimeField(source="known.at", allow_null=True)


class CheckInFields(Fields):
    """status: "" for nothing said."""

    status = serializers.ChoiceField(SAID, allow_blank=True)


urlpatterns = [
    *game_calls(
        attendance=DecisionCall(
            about="Say that a player is seated and ready, absent, or on the way.",
            service=attendance.mark, can=CAN, sends=PresenceFields, answer=PresenceAnswer, shows=presence_json,
        ),
    ),
    *round_calls(
        attendance=ReadingCall(
            about="Who is here at the tables of a round and who is not, and whose clock runs; who is not listed is expected.",
            can=CAN, answer=list[PresenceAnswer], shows=presences, query=PresencesQuery,
        ),
    ),
    *player_calls(
        check_in=DecisionCall(
            about="Say that a player is here, comes late, does not come, or is not sure.",
            service=check_in.mark_check_in, can=CAN, sends=CheckInFields, answer=CheckInAnswer,
        ),
    ),
    *event_calls(
        check_in=ReadingCall(
            about="Everybody at the door, by name.", can=CAN, answer=list[CheckInAnswer], shows=check_in.guests,
        ),
    ),
]  # fmt: skip
