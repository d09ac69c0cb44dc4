"""A division's roster from a file, for programs."""

from typing import Any

from rest_framework import serializers

from tdsuite.exchange.roster import PlannedRow, RosterPlan, apply_roster
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import Answer
from tdsuite.tournaments.api.decisions import DecisionCall, division_calls
from tdsuite.tournaments.api.events import OPTIONAL
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from .sources import SourceFields, sources_sent


class RosterFields(SourceFields):
    """section: which division of the file, from 0."""

    section = serializers.IntegerField(**OPTIONAL, min_value=0, max_value=999)


class RosterLineAnswer(Answer):
    """A line of the file. kind: what it did: add, change or same. changes: new values by field."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="row.name")
    kind = serializers.CharField()
    changes = serializers.SerializerMethodField()

    def get_changes(self, planned: PlannedRow) -> dict[str, str]:
        return {change.field: change.new for change in planned.changes}


class RosterAnswer(Answer):
    """What a file did to a roster. sections: names of its divisions."""

    counts = serializers.DictField(child=serializers.IntegerField())
    players = RosterLineAnswer(source="rows", many=True)
    notes = serializers.SerializerMethodField()
    sections = serializers.ListField(child=serializers.CharField())
    section = serializers.IntegerField()

    def get_notes(self, plan: RosterPlan) -> list[str]:
        return [problem.text for problem in plan.problems]


def load(*, by: Actor, division: Division, file: list[Any], section: int | None) -> RosterPlan:
    source, *more = sources_sent(file)
    if more:
        raise Refused("A roster is one file: send one.", code="too_many_files")
    return apply_roster(by=by, division=division, source=source, section=section)


urlpatterns = division_calls(
    roster=DecisionCall(
        about="Add and change players as a file says, all or nothing; 409 where the file cannot be used.",
        service=load, can=Can.EDIT_ROSTER, sends=RosterFields, answer=RosterAnswer,
    ),
)  # fmt: skip
