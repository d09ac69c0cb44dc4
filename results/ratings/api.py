"""A division's ratings for programs, and a rating list made of them."""

from typing import Any, NotRequired, TypedDict

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from results.rating_lists.api import ListAnswer
from results.rating_lists.models import RatingList
from results.rating_lists.services.lists import list_facts
from results.ratings.services import OPTION, list_new_ratings, rate_division, rating_facts
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import Fields, division_for, sent
from tdsuite.tournaments.api.lists import asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.models import Division


class RateFields(Fields):
    """system: left out, the division's own.  round: left out, the last with a result."""

    system = serializers.CharField(required=False, max_length=40)
    round = serializers.IntegerField(required=False, min_value=0, max_value=99)


class MakeListFields(Fields):
    """add_to: the id of a list whose other players stay in the new one as they are."""

    system = serializers.CharField(required=False, max_length=40)
    name = serializers.CharField(required=False, allow_blank=True, max_length=60)
    add_to = serializers.IntegerField(required=False, allow_null=True, min_value=1)


class RatingAnswer(TypedDict):
    """A player's rating by the system. Ratings and `deviation` in points; null where there is none."""

    number: int
    name: str
    games: int
    wins: float
    expected: float
    old: int | None
    new: int | None
    deviation: NotRequired[float]


class RatingsAnswer(TypedDict):
    """Everybody's rating after a round."""

    system: str
    round: int
    ratings: list[RatingAnswer]


@operations(GET=Operation(Can.SEE_CONSOLE, RatingsAnswer, query=RateFields, rows="ratings"))
def ratings(request: Request, slug: str, code: str) -> Response:
    """Everybody's rating; `system` and `round` are asked for in the address."""
    division = division_for(request, slug, code, Can.SEE_CONSOLE)
    fields = asked(RateFields, request)
    division_ratings = rate_division(division, _system(division, fields), after=fields.get("round"))
    after, table = division_ratings.tables[0]
    rows = rating_facts(division_ratings, table)
    return Response({"system": division_ratings.system.key, "round": after, "ratings": rows})


@operations(POST=Operation(Can.EDIT_ROSTER, ListAnswer, 201, MakeListFields))
def make_list(request: Request, slug: str, code: str) -> Response:
    """Make a rating list of the new ratings (201)."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    fields = sent(MakeListFields, request)
    base = get_object_or_404(RatingList, pk=fields["add_to"]) if fields.get("add_to") else None
    row = list_new_ratings(
        by=actor_of(request), division=division, key=_system(division, fields), name=fields.get("name", ""), base=base
    )
    return Response(list_facts(row), status=status.HTTP_201_CREATED)


def _system(division: Division, fields: dict[str, Any]) -> str:
    return str(fields.get("system") or division.standings_options.get(OPTION) or "")


urlpatterns = [
    path("tournaments/<slug:slug>/divisions/<slug:code>/ratings/", ratings),
    path("tournaments/<slug:slug>/divisions/<slug:code>/ratings/list/", make_list),
]
