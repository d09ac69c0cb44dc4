"""The API at /api/v1/: every app adds its own `api.py`. Session or token; errors as {"detail": what to do}."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import include, path
from rest_framework import status
from rest_framework.authtoken.views import obtain_auth_token
from rest_framework.exceptions import NotAuthenticated
from rest_framework.response import Response
from rest_framework.views import exception_handler

from results.services.outcomes import ResultThere
from tdsuite.tournaments.services.decision import Refused

urlpatterns = [
    path("token/", obtain_auth_token),
    path("", include("tdsuite.tournaments.api")),
    path("", include("tdsuite.tournaments.api_players")),
    path("", include("tdsuite.tournaments.api_rounds")),
    path("", include("pairings.api")),
    path("", include("results.api")),
    path("", include("tdsuite.exchange.api")),
    path("", include("adjudication.api")),
]


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """A refusal is an answer (409), never a server error; a capability refused names who holds it (403)."""
    if isinstance(error, Refused):
        kind = "result_there" if isinstance(error, ResultThere) else "refused"
        return Response({"detail": str(error), "code": kind}, status=status.HTTP_409_CONFLICT)
    if isinstance(error, PermissionDenied) and str(error):
        if not context["request"].user.is_authenticated:
            return exception_handler(NotAuthenticated(), context)
        return Response({"detail": str(error), "code": "not_allowed"}, status=status.HTTP_403_FORBIDDEN)
    return exception_handler(error, context)
