"""A division's ratings for programs."""

from typing import NotRequired, TypedDict

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import Fields, division_for
from tdsuite.tournaments.api.lists import asked
from tdsuite.tournaments.api.operations import Operation, operations
from .services import OPTION, rate_division, rating_facts


class RateFields(Fields):
    """system: left out, the division's own.  round: left out, the last with a result."""

    system = serializers.CharField(required=False, max_length=40)
    round = serializers.IntegerField(required=False, min_value=0, max_value=99)


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
    system = str(fields.get("system") or division.standings_options.get(OPTION) or "")
    division_ratings = rate_division(division, system, after=fields.get("round"))
    rows = rating_facts(division_ratings)
    return Response({"system": division_ratings.system.key, "round": division_ratings.after, "ratings": rows})


urlpatterns = [path("tournaments/<slug:slug>/divisions/<slug:code>/ratings/", ratings)]
