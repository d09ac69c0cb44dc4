"""The API at /api/v1/: every app adds its own `api.py`. Session or token; errors as {"detail": what to do}."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import include, path
from django.views.decorators.cache import never_cache
from rest_framework import serializers, status
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tdsuite.platform.access.devices import remember
from tdsuite.platform.access.forms import LogInForm, TokenForm
from tdsuite.platform.access.tokens import Days, make_token
from tdsuite.tournaments.services.decision import Refused


@never_cache
@api_view(["POST"])
@permission_classes([AllowAny])
def token(request: Request) -> Response:
    """A new token of an account, for its `username` and `password`; wrong tries must wait as those of the page do.

    `name`, `scope` (read, results, everything) and `days` (1, 7, 30, 365) may be sent; the token is in this answer alone.
    """
    data = request.data if isinstance(request.data, dict) else {}
    form = LogInForm(request._request, data=data)
    if not form.is_valid():
        by_field = {name: [str(message) for message in messages] for name, messages in form.errors.items()}
        if "__all__" in by_field:
            by_field["non_field_errors"] = by_field.pop("__all__")
        raise serializers.ValidationError(by_field)
    terms = TokenForm({"name": "API", "scope": "everything", "days": Days.MONTH} | dict(data.items()))
    if not terms.is_valid():
        raise serializers.ValidationError({name: list(map(str, messages)) for name, messages in terms.errors.items()})
    key = make_token(by=form.get_user(), **terms.cleaned_data)
    response: Response = remember(request._request, Response({"token": key}))
    return response


urlpatterns = [
    path("token/", token),
    path("", include("tdsuite.tournaments.api.events")),
    path("", include("tdsuite.tournaments.api.players")),
    path("", include("tdsuite.tournaments.api.rounds")),
    path("", include("pairings.api.rounds")),
    path("", include("results.api")),
    path("", include("tdsuite.exchange.api.files")),
    path("", include("adjudication.challenges.api")),
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
