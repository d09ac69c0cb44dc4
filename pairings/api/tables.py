"""A division's tables for programs: the decisions of the page *Tables*, for directors alone."""

from typing import Any, TypedDict

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.forms.pairing import LONGEST_REASON
from pairings.forms.tables import LONGEST_PLAN
from pairings.services.tables import give_up_table, keep_table, list_first, overlaps_of, plan_faults, plan_of, save_plan
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import Fields, division_for, sent
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.engine.tables import LONGEST_NAME, TablePlan
from tdsuite.tournaments.models import Division, TableNeed
from tdsuite.tournaments.services.decision import Refused


class PlanFields(Fields):
    """The plan; what is not sent stays."""

    tables = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_PLAN)
    reserved = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_PLAN)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_REASON)


class KeepFields(Fields):
    """number: the player's.  table: always this one.  last_round null: to the end."""

    number = serializers.IntegerField(min_value=1)
    table = serializers.CharField(max_length=LONGEST_NAME)
    first_round = serializers.IntegerField(required=False, default=1, min_value=1, max_value=MOST_ROUNDS)
    last_round = serializers.IntegerField(
        required=False, default=None, allow_null=True, min_value=1, max_value=MOST_ROUNDS
    )
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_REASON)


class NeedAnswer(TypedDict):
    """A table kept for a player. last_round null: to the end."""

    id: int
    number: int
    name: str
    table: str
    first_round: int
    last_round: int | None


class SharedTablesAnswer(TypedDict):
    """Tables that another division's plan names too."""

    division: str
    tables: str


# `kept` is a word of this answer alone.
PlanAnswer = TypedDict(  # noqa: UP013
    "PlanAnswer",
    {
        "tables": str,
        "reserved": str,
        "names": list[str],
        "kept": list[NeedAnswer],
        "problem": str,
        "faults": list[str],
        "shared": list[SharedTablesAnswer],
    },
)


def need_json(need: TableNeed) -> dict[str, Any]:
    """A table kept for a player."""
    return {
        "id": need.pk,
        "number": need.entry.number,
        "name": need.entry.player.name,
        "table": need.table,
        "first_round": need.first_round,
        "last_round": need.last_round,
    }


def plan_json(division: Division) -> dict[str, Any]:
    """The plan as it is kept and what comes of it.

    names: the tables in order, [] where boards are numbered.  kept: in the order in which they are granted.  problem: why
    the plan cannot be read.  faults: what nobody's table is.  shared: tables that another division's plan names too.
    """
    rows = list(TableNeed.objects.filter(entry__division=division).select_related("entry__player"))
    problem, plan, faults = "", TablePlan(), []
    try:
        plan, faults = plan_of(division), plan_faults(division, rows)
    except Refused as refused:
        problem = str(refused)
    stored = division.table_plan
    return {
        "tables": stored.get("tables", ""),
        "reserved": stored.get("reserved", ""),
        "names": list(plan.names),
        "kept": [need_json(row) for row in rows],
        "problem": problem,
        "faults": faults,
        "shared": [{"division": other.code, "tables": text} for other, text in overlaps_of(division)],
    }


@operations(GET=Operation(Can.PAIR, PlanAnswer), PATCH=Operation(Can.PAIR, PlanAnswer, sends=PlanFields))
def tables(request: Request, slug: str, code: str) -> Response:
    """GET: the plan. PATCH: change what is sent of it; drafts follow, published rounds stay where they are."""
    division = division_for(request, slug, code, Can.PAIR)
    if request.method == "PATCH":
        values = sent(PlanFields, request)
        saved = save_plan(by=actor_of(request), division=division, reason=values.pop("reason"), values=values)
        division.table_plan = saved.table_plan
    return Response(plan_json(division))


@operations(POST=Operation(Can.PAIR, NeedAnswer, 201, KeepFields))
def keep(request: Request, slug: str, code: str) -> Response:
    """Keep a table for a player (201)."""
    division = division_for(request, slug, code, Can.PAIR)
    values = sent(KeepFields, request)
    number = values.pop("number")
    entry = division.entries.select_related("player", "division__tournament").filter(number=number).first()
    if entry is None:
        raise serializers.ValidationError({"number": [f"{division} has no player {number}."]})
    need = keep_table(by=actor_of(request), entry=entry, **values)
    return Response(need_json(need), status=status.HTTP_201_CREATED)


@operations(DELETE=Operation(Can.PAIR, status=204))
def give_up(request: Request, slug: str, code: str, pk: int) -> Response:
    """Keep a table for a player no more (204)."""
    need = _need(
        division_for(request, slug, code, Can.PAIR), pk
    )  # first of all: a private event does not exist for a stranger
    give_up_table(by=actor_of(request), need=need)
    return Response(status=status.HTTP_204_NO_CONTENT)


@operations(POST=Operation(Can.PAIR, list[NeedAnswer]))
def first(request: Request, slug: str, code: str, pk: int) -> Response:
    """Grant this one before all others; answers with all of them in order."""
    division = division_for(request, slug, code, Can.PAIR)
    list_first(by=actor_of(request), need=_need(division, pk))
    rows = TableNeed.objects.filter(entry__division=division).select_related("entry__player")
    return Response([need_json(row) for row in rows])


def _need(division: Division, pk: int) -> TableNeed:
    rows = TableNeed.objects.select_related("entry__player", "entry__division__tournament")
    return get_object_or_404(rows, pk=pk, entry__division=division)


_DIVISION = "tournaments/<slug:slug>/divisions/<slug:code>/tables/"
urlpatterns = [
    path(_DIVISION, tables),
    path(f"{_DIVISION}kept/", keep),
    path(f"{_DIVISION}kept/<int:pk>/", give_up),
    path(f"{_DIVISION}kept/<int:pk>/first/", first),
]
