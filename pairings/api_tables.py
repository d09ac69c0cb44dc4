"""A division's tables for programs: the decisions of the page *Tables*, for directors alone."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.cache import never_cache
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.access.roles import Can
from tdsuite.tournaments.api import Fields, division_for, sent
from tdsuite.tournaments.engine.tables import LONGEST_FEATURE, LONGEST_NAME, TableOrder, TablePlan
from tdsuite.tournaments.models import Division, TableNeed
from tdsuite.tournaments.services.decision import Refused

from .forms import LONGEST_REASON
from .forms_tables import LONGEST_PLAN
from .services.tables import give_up_table, keep_table, list_first, overlaps_of, plan_faults, plan_of, save_plan

LAST_ROUND = 99


class PlanFields(Fields):
    """The plan; what is not sent stays.  features: tables by what is said of them.  sessions: null: by the schedule."""

    tables = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_PLAN)
    order = serializers.ChoiceField([one.value for one in TableOrder], required=False)
    reserved = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_PLAN)
    features = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=LONGEST_PLAN), required=False
    )
    sessions = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LAST_ROUND),
        required=False, allow_null=True, max_length=LAST_ROUND,
    )  # fmt: skip
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_REASON)

    def validate_features(self, value: dict[str, str]) -> dict[str, str]:
        """As the page keeps them: what is said of no table is left out."""
        name = serializers.CharField(max_length=LONGEST_FEATURE)
        named = {str(name.run_validation(feature)): tables for feature, tables in value.items()}
        return {feature: tables for feature, tables in named.items() if tables}

    def validate_sessions(self, value: list[int] | None) -> list[int] | None:
        return None if value is None else sorted(set(value))


class KeepFields(Fields):
    """number: the player's.  table: always this one.  features: what it must be.  last_round null: to the end."""

    number = serializers.IntegerField(min_value=1)
    table = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_NAME)
    features = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_FEATURE), required=False, default=list, max_length=20
    )
    first_round = serializers.IntegerField(required=False, default=1, min_value=1, max_value=LAST_ROUND)
    last_round = serializers.IntegerField(
        required=False, default=None, allow_null=True, min_value=1, max_value=LAST_ROUND
    )
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_REASON)


def need_json(need: TableNeed) -> dict[str, Any]:
    """A table kept for a player, or what his table must be."""
    return {
        "id": need.pk,
        "number": need.entry.number,
        "name": need.entry.player.name,
        "table": need.table,
        "features": need.features,
        "first_round": need.first_round,
        "last_round": need.last_round,
    }


def plan_json(division: Division) -> dict[str, Any]:
    """The plan as it is kept and what comes of it.

    names: the tables in order, [] where boards are numbered.  kept: in the order in which they are granted.  problem: why
    the plan cannot be read.  faults: what nobody's table is.  shared: tables that another division's plan names too.
    """
    rows = list(TableNeed.objects.of_division(division).select_related("entry__player"))
    problem, plan, faults = "", TablePlan(), []
    try:
        plan, faults = plan_of(division), plan_faults(division, rows)
    except Refused as refused:
        problem = str(refused)
    stored = division.table_plan
    return {
        "tables": stored.get("tables", ""),
        "order": stored.get("order", TableOrder.RANK.value),
        "reserved": stored.get("reserved", ""),
        "features": stored.get("features", {}),
        "sessions": stored.get("sessions"),
        "names": list(plan.names),
        "kept": [need_json(row) for row in rows],
        "problem": problem,
        "faults": faults,
        "shared": [{"division": other.code, "tables": text} for other, text in overlaps_of(division)],
    }


@never_cache
@api_view(["GET", "PATCH"])
def tables(request: Request, slug: str, code: str) -> Response:
    """GET: the plan. PATCH: change what is sent of it; drafts follow, published rounds stay where they are."""
    division = division_for(request, slug, code, Can.PAIR)
    if request.method == "PATCH":
        values = sent(PlanFields, request)
        saved = save_plan(by=request.user, division=division, reason=values.pop("reason"), values=values)
        division.table_plan = saved.table_plan
    return Response(plan_json(division))


@never_cache
@api_view(["POST"])
def keep(request: Request, slug: str, code: str) -> Response:
    """Keep a table for a player, or say what the player's table must be (201)."""
    division = division_for(request, slug, code, Can.PAIR)
    values = sent(KeepFields, request)
    number = values.pop("number")
    entry = division.entries.select_related("player", "division__tournament").filter(number=number).first()
    if entry is None:
        raise serializers.ValidationError({"number": [f"{division} has no player {number}."]})
    need = keep_table(by=request.user, entry=entry, **values)
    return Response(need_json(need), status=status.HTTP_201_CREATED)


@api_view(["DELETE"])
def give_up(request: Request, slug: str, code: str, pk: int) -> Response:
    """Keep a table for a player no more (204)."""
    give_up_table(by=request.user, need=_need(division_for(request, slug, code, Can.PAIR), pk))
    return Response(status=status.HTTP_204_NO_CONTENT)


@never_cache
@api_view(["POST"])
def first(request: Request, slug: str, code: str, pk: int) -> Response:
    """Grant this one before all others; answers with all of them in order."""
    division = division_for(request, slug, code, Can.PAIR)
    list_first(by=request.user, need=_need(division, pk))
    rows = TableNeed.objects.of_division(division).select_related("entry__player")
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
