"""Check-in for programs: who is at the door, what was paid, and what becomes of those who are not here."""

from datetime import datetime
from typing import Any, TypedDict

from rest_framework import serializers

from results.attendance.models import CheckIn
from results.attendance.services import announcing, check_in
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import DecisionCall, ReadingCall, division_calls, event_calls, player_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.models import Tournament

MOST = 10**9
CAN = Can.SEE_ATTENDANCE


class CheckInAnswer(TypedDict):
    """A player at the door. Money is in the smallest unit of the currency."""

    division: str
    number: int
    status: str
    arrived_at: datetime | None
    paired_anyway: bool
    due: int
    paid: int
    paid_how: str


class FeeAnswer(TypedDict):
    """How many players a decision was about."""

    players: int


class CheckInFields(Fields):
    """status: "" for nothing said."""

    status = serializers.ChoiceField(CheckIn.Status.choices, allow_blank=True)


class PaymentFields(Fields):
    """paid: in the smallest unit of the currency. how: "" takes the payment back."""

    paid = serializers.IntegerField(min_value=0, max_value=MOST)
    how = serializers.ChoiceField(CheckIn.Paid.choices, allow_blank=True)


class FeeFields(Fields):
    """due: what everybody in the division has to pay, in the smallest unit of the currency."""

    due = serializers.IntegerField(min_value=0, max_value=MOST)


class GateFields(Fields):
    """choice: of everybody who is not here before round 1."""

    choice = serializers.ChoiceField(check_in.CHOICES)


def check_in_json(_subject: Any, row: CheckIn) -> dict[str, Any]:
    return {
        "division": row.entry.division.code, "number": row.entry.number, "status": row.status,
        "arrived_at": row.arrived_at, "paired_anyway": row.paired_anyway, "due": row.due, "paid": row.paid,
        "paid_how": row.paid_how,
    }  # fmt: skip


def everybody(tournament: Tournament) -> list[dict[str, Any]]:
    return [check_in_json(tournament, guest.row) for guest in check_in.guests(tournament)]


def settle_all(*, by: Actor, tournament: Tournament, choice: str) -> int:
    """One choice for everybody who is not here."""
    missing = check_in.missing_at_the_gate(tournament)
    return check_in.settle_gate(by=by, tournament=tournament, choices={guest.entry.pk: choice for guest in missing})


def count_json(_subject: Any, count: int) -> dict[str, int]:
    return {"players": count}


PLAYER: dict[str, Any] = {"can": CAN, "answer": CheckInAnswer, "shows": check_in_json}
urlpatterns = [
    *player_calls(
        check_in=DecisionCall(
            about="Say that a player is here, comes late, does not come, or is not sure.",
            service=check_in.mark_check_in, sends=CheckInFields, **PLAYER,
        ),
        entry_fee=DecisionCall(
            about="Note what a player paid and how; no card is named.",
            service=check_in.take_fee, sends=PaymentFields, **PLAYER,
        ),
    ),
    *division_calls(
        entry_fee=DecisionCall(
            about="What everybody in the division has to pay.",
            service=check_in.set_fee, can=Can.MANAGE_TOURNAMENT, sends=FeeFields, answer=FeeAnswer, shows=count_json,
        ),
    ),
    *event_calls(
        check_in=ReadingCall(
            about="Everybody at the door, by name.", can=CAN, answer=list[CheckInAnswer], shows=everybody,
        ),
        check_in__announce=DecisionCall(
            about="Tell everybody who is missing, late or not coming; again: bring it up to date.",
            service=announcing.announce_missing, can=Can.RUN_ROUNDS, answer=FeeAnswer, shows=count_json,
        ),
        gate=DecisionCall(
            about="Before round 1: everybody who is not here sits it out, is paired all the same, or is out of the event.",
            service=settle_all, can=Can.EDIT_ROSTER, sends=GateFields, answer=FeeAnswer, shows=count_json,
        ),
    ),
]  # fmt: skip
