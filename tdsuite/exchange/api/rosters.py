"""A division's roster from a file, for programs: what it would do, or all of it."""

from typing import Any, TypedDict

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.exchange.api.sources import SourceFields, sources_sent
from tdsuite.exchange.roster import RosterPlan, apply_roster, plan_roster
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import division_for, sent
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.services.decision import Refused


class RosterFields(SourceFields):
    """section: which division of the file, from 0. with_games: its rounds come, too."""

    section = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=999)
    with_games = serializers.BooleanField(required=False, default=False)


class RosterLineAnswer(TypedDict):
    """A line of the file. kind: what it does: add, change or same. changes: new values by field."""

    number: int
    name: str
    kind: str
    changes: dict[str, str]


class RosterAnswer(TypedDict):
    """What a file does to a roster. errors: why it cannot be used. sections: names of its divisions. history: rounds it has games of."""

    usable: bool
    counts: dict[str, int]
    players: list[RosterLineAnswer]
    errors: list[str]
    notes: list[str]
    sections: list[str]
    section: int
    history: int


def plan_json(plan: RosterPlan) -> dict[str, Any]:
    return {
        "usable": plan.usable,
        "counts": plan.counts,
        "players": [
            {
                "number": planned.number,
                "name": planned.row.name,
                "kind": planned.kind,
                "changes": {change.field: change.new for change in planned.changes},
            }
            for planned in plan.rows
        ],
        "errors": [problem.text for problem in plan.problems if problem.fatal],
        "notes": [problem.text for problem in plan.problems if not problem.fatal],
        "sections": list(plan.sections),
        "section": plan.section,
        "history": plan.history,
    }


@operations(POST=Operation(Can.EDIT_ROSTER, RosterAnswer, sends=RosterFields))
def roster(request: Request, slug: str, code: str) -> Response:
    """Add and change players as a file says, all or nothing; with `preview` nothing is saved. 409 where the file cannot be used."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    fields = sent(RosterFields, request)
    source, *more = sources_sent(fields, division.roster_columns)
    if more:
        raise Refused("A roster is one file: send one, or an address.", code="too_many_files")
    if fields["preview"]:
        return Response(plan_json(plan_roster(division, source, fields["section"])))
    words = {name: fields[name] for name in ("section", "with_games")}
    return Response(plan_json(apply_roster(by=actor_of(request), division=division, source=source, **words)))


urlpatterns = [path("tournaments/<slug:slug>/divisions/<slug:code>/roster/", roster)]
