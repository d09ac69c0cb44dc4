"""A division's roster for programs: the decisions of the roster's pages."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.reasons import LONGEST_REASON
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Entry, Player
from tdsuite.tournaments.services.entries import (
    ENTRY_FIELDS,
    PLAYER_FIELDS,
    add_entry,
    remove_entry,
    update_entry,
    withdraw_entry,
)
from .answers import PlayerAnswer, WithdrawnAnswer
from .decisions import DecisionCall, OptionalText, ReadingCall, division_calls, player_calls
from .events import Fields


class PersonFields(serializers.ModelSerializer[Any]):
    """Who a player is."""

    class Meta:
        model = Player
        fields = PLAYER_FIELDS
        extra_kwargs = {"filing_name": {"required": False}}


class PlayerFields(Fields, serializers.ModelSerializer[Any]):
    """A player as the roster's page asks for him; what is not sent stays, and a new player's number is the next free one.

    another_person: a player who looks like one of the event is another person; else refused (`looks_alike`).
    """

    absences = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS), required=False, max_length=MOST_ROUNDS
    )
    another_person = serializers.BooleanField(required=False, default=False)

    class Meta:
        model = Entry
        fields = [*(name for name in ENTRY_FIELDS if name != "withdrawn_from"), "another_person"]
        extra_kwargs = {"number": {"required": False}}

    def get_fields(self) -> dict[str, Any]:
        return {**PersonFields().get_fields(), **super().get_fields()}

    def validate_absences(self, value: list[int]) -> list[int]:
        return sorted(set(value))

    def validate_country(self, value: str) -> str:
        return value.upper()


class ChangeFields(PlayerFields):
    """What of a player changes.  reason: kept in the event's record."""

    reason = OptionalText()

    class Meta(PlayerFields.Meta):
        fields = [*PlayerFields.Meta.fields, "reason"]


class ReasonFields(Fields):
    """reason: why; kept in the event's record."""

    reason = serializers.CharField(min_length=2, max_length=LONGEST_REASON)


class WithdrawFields(ReasonFields):
    """from_round: the first round in which the player is out."""

    from_round = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)


class PlayersQuery(serializers.Serializer[Any]):
    """status: playing, or withdrawn from some round on."""

    status = serializers.ChoiceField(["playing", "withdrawn"], required=False)


def roster(division: Division, **asked: str) -> QuerySet[Entry]:
    rows = division.entries.with_people().order_by("number")
    return rows.filter(withdrawn_from__isnull=asked["status"] == "playing") if asked else rows


def enter(*, by: Actor, division: Division, another_person: bool, **values: Any) -> Entry:
    return add_entry(by=by, division=division, values=values, another_person=another_person)


def change(*, by: Actor, entry: Entry, another_person: bool = False, reason: str = "", **values: Any) -> Entry:
    return update_entry(by=by, entry=entry, values=values, reason=reason, another_person=another_person)


def put_back(*, by: Actor, entry: Entry, reason: str) -> Entry:
    return withdraw_entry(by=by, entry=entry, from_round=None, reason=reason)


ROSTER: dict[str, Any] = {"can": Can.EDIT_ROSTER, "answer": PlayerAnswer}
urlpatterns = [
    *division_calls(
        players=(
            ReadingCall(
                about="The roster.", can=Can.SEE_CONSOLE, answer=list[PlayerAnswer], shows=roster, query=PlayersQuery,
            ),
            DecisionCall(
                about="Enter one player, also late.", service=enter, sends=PlayerFields, location="{path}{number}/", **ROSTER,
            ),
        ),
    ),
    *player_calls(
        withdraw=DecisionCall(
            about="Out from a round on. Boards that are published already stay as they are: the answer names them.",
            service=withdraw_entry, can=Can.EDIT_ROSTER, sends=WithdrawFields, answer=WithdrawnAnswer,
        ),
        put_back=DecisionCall(about="A player who withdrew plays again.", service=put_back, sends=ReasonFields, **ROSTER),
        **{"": (
            ReadingCall(about="One player.", can=Can.SEE_CONSOLE, answer=PlayerAnswer),
            DecisionCall(about="Change what is sent.", service=change, sends=ChangeFields, method="PATCH", **ROSTER),
            DecisionCall(
                about="Off the roster; 409 once a game names the player.", service=remove_entry, can=Can.EDIT_ROSTER,
                method="DELETE", answer=None,
            ),
        )},
    ),
]  # fmt: skip
