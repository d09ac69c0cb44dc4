"""Attendance, clocks and lateness for programs: the taps of the attendance page."""

from datetime import datetime
from functools import partial
from typing import Any, Literal, TypedDict

from rest_framework import serializers

from results.attendance.models import Presence
from results.attendance.services import attendance, lateness, time
from results.attendance.services.announcing import announce_absent
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    MayWhyFields,
    OptionalText,
    PlayerNumber,
    ReadingCall,
    WhyFields,
    game_calls,
    round_calls,
)
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.api.lists import Rows, number_asked
from tdsuite.tournaments.models import Round

SECONDS = 24 * 60 * 60
POINTS = 9999
CAN = Can.SEE_ATTENDANCE


class PresenceAnswer(TypedDict):
    """Whether a player is at the table, since when, and since when the player's clock runs. number: the player's."""

    game: int
    number: int
    status: Literal["", "absent", "on_way", "present"]
    arrived_at: datetime | None
    clock_started_at: datetime | None


class PresencesQuery(serializers.Serializer[Any]):
    """player: by number. status: of the players."""

    player = number_asked("entry__number")
    status = serializers.ChoiceField(Presence.Status.choices, required=False)


class CountAnswer(TypedDict):
    """How many players are here by this."""

    players: int


class WarnedAnswer(TypedDict):
    """A player warned for lateness, and when."""

    number: int
    at: datetime


class EntryFields(Fields):
    """entry: the player, by number."""

    entry = PlayerNumber()


class PresenceFields(EntryFields):
    """status: present means seated and ready to play at once."""

    status = serializers.ChoiceField(Presence.Status.choices)


class ClockFields(MayWhyFields, EntryFields):
    """opponent_ready: whether the opponent is seated; null: as attendance says. reason: where the rulebook leaves it to the director."""

    opponent_ready = serializers.BooleanField(required=False, allow_null=True, default=None)


class LatenessFields(MayWhyFields, EntryFields):
    """margin: in points; null is the rulebook's. reason: needed with a margin, or while time is left."""

    margin = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=POINTS)


class TimeFields(EntryFields, WhyFields):
    """seconds: added to the player's time, or taken below 0. rule: a citation."""

    seconds = serializers.IntegerField(min_value=-SECONDS, max_value=SECONDS)
    rule = OptionalText(60)


def presence_json(_game: Any, row: Presence) -> dict[str, Any]:
    return {
        "game": row.game_id,
        "number": row.entry.number,
        "status": row.status,
        "arrived_at": row.arrived_at,
        "clock_started_at": row.clock_started_at,
    }


def presences(row: Round, **asked: Any) -> Rows:
    """Of whom something was said."""
    rows = Presence.objects.filter(game__round=row, **asked).select_related("entry")
    return Rows(rows.order_by("game__board", "entry__number"), partial(presence_json, row))


PRESENCE: dict[str, Any] = {"can": CAN, "answer": PresenceAnswer, "shows": presence_json}
urlpatterns = [
    *game_calls(
        attendance=DecisionCall(
            about="Say that a player is seated and ready, absent, or on the way.",
            service=attendance.mark, sends=PresenceFields, **PRESENCE,
        ),
        undo_arrival=DecisionCall(
            about="An arrival was a mistake: a clock that it stopped runs on.",
            service=attendance.undo_arrival, sends=EntryFields, **PRESENCE,
        ),
        clock=DecisionCall(
            about="Start an absent player's clock, or for two absent players the timer of both.",
            service=attendance.start_clock, sends=ClockFields, **PRESENCE,
        ),
        undo_clock=DecisionCall(
            about="A clock was started by mistake: it never ran.",
            service=attendance.undo_clock, sends=EntryFields, **PRESENCE,
        ),
        elect_forfeit=DecisionCall(
            about="A late player who is here elects to forfeit; answers with the round's games.",
            service=lateness.elect_forfeit, can=Can.RULE, sends=LatenessFields,
        ),
        forfeit_late=DecisionCall(
            about="A late player's time has expired, or the game is ruled lost; answers with the round's games.",
            service=lateness.forfeit_late, can=Can.RULE, sends=LatenessFields,
        ),
        forfeit_both=DecisionCall(
            about="Neither player ever came: both lose. Answers with the round's games.",
            service=lateness.forfeit_both, can=Can.RULE, sends=MayWhyFields,
        ),
        withdraw_forfeit=DecisionCall(
            about="Take a forfeit for lateness back; the clocks stand as they stood. Answers with the round's games.",
            service=lateness.withdraw_forfeit, can=Can.RULE, sends=MayWhyFields,
        ),
        time=DecisionCall(
            about="Add to a player's time in this game, or take from it; answers with the round's games.",
            service=time.give_time, can=Can.RULE, sends=TimeFields,
        ),
    ),
    *round_calls(
        attendance=ReadingCall(
            about="Who is at the tables of a round, and whose clock runs; nobody has said anything of players who are not listed.",
            can=CAN, answer=list[PresenceAnswer], shows=presences, query=PresencesQuery,
        ),
        rest_is_here=DecisionCall(
            about="Everyone of whom nobody has said anything is seated and ready.",
            service=attendance.rest_is_here, can=CAN, answer=CountAnswer, shows=lambda _row, count: {"players": count},
        ),
        attendance__announce=DecisionCall(
            about="Tell everybody who is not at their table; again: bring it up to date.",
            service=announce_absent, can=Can.RUN_ROUNDS, answer=CountAnswer, shows=lambda _row, count: {"players": count},
        ),
        warn_late=DecisionCall(
            about="Warn a late player of a round without an official start (NSA Guideline 19C), once a round.",
            service=attendance.warn_late, can=CAN, sends=EntryFields, answer=WarnedAnswer,
            shows=lambda _row, warning: {"number": warning.entry.number, "at": warning.at},
        ),
    ),
]  # fmt: skip
