"""The API at /api/v1/: every app adds its own `api.py`. Session or token; errors as {"detail": what to do}."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import include, path
from django.views.decorators.cache import never_cache
from rest_framework import serializers, status
from rest_framework.authtoken.models import Token
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tdsuite.access.devices import remember
from tdsuite.access.forms import LogInForm
from tdsuite.tournaments.services.decision import Refused


@never_cache
@api_view(["POST"])
def token(request: Request) -> Response:
    """The token of an account, for its `username` and `password`; wrong tries must wait as those of the page do."""
    form = LogInForm(request._request, data=request.data if isinstance(request.data, dict) else {})
    if not form.is_valid():
        named = {name: [str(one) for one in found] for name, found in form.errors.items()}
        whole = named.pop("__all__", [])
        raise serializers.ValidationError({**named, "non_field_errors": whole} if whole else named)
    made, _ = Token.objects.get_or_create(user=form.get_user())
    told: Response = remember(request._request, Response({"token": made.key}))
    return told


urlpatterns = [
    path("token/", token),
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
        answer = {"detail": str(error), "code": error.code, **error.facts}
        return Response(answer, status=status.HTTP_409_CONFLICT)
    if isinstance(error, PermissionDenied) and str(error):
        if not context["request"].user.is_authenticated:
            return exception_handler(NotAuthenticated(), context)
        return Response({"detail": str(error), "code": "not_allowed"}, status=status.HTTP_403_FORBIDDEN)
    return exception_handler(error, context)
