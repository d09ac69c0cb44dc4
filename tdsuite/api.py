"""The API at /api/v1/: every app adds its own `api.py`. Session or token; errors as problem documents (RFC 9457)."""

import logging
import re
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt
from rest_framework import serializers, status
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    NotAuthenticated,
    ParseError,
    Throttled,
    ValidationError,
)
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tdsuite.platform.access.devices import device_of, remember
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.forms import LogInForm, TokenForm
from tdsuite.platform.access.middleware import SET_UP
from tdsuite.platform.access.models import ApiToken, User
from tdsuite.platform.access.services.second_factor import lacks, prove
from tdsuite.platform.access.tokens import SCHEME, Days, make_token
from tdsuite.platform.web.problems import API, MEDIA_TYPE, problem, why_unsaved
from tdsuite.tournaments.api.answers import TokenAnswer
from tdsuite.tournaments.api.operations import JSON, Operation, operations
from tdsuite.tournaments.services.decision import Refused

NO_ROW = re.compile(r"No (\w+) matches the given query\.")


@csrf_exempt
def no_such_address(request: HttpRequest) -> HttpResponse:
    """An address of the API without its last slash."""
    raise Http404


class TokenFields(serializers.Serializer[Any]):
    """otp: a code of the second factor, where the account has one. scope: what the token may. days: how long it lives; 1, 7, 30 or 365."""

    username = serializers.CharField()
    password = serializers.CharField()
    otp = serializers.CharField(required=False)
    name = serializers.CharField(required=False, max_length=60)
    scope = serializers.ChoiceField(ApiToken.Scope.choices, required=False)
    days = serializers.ChoiceField(Days.choices, required=False)


@operations(POST=Operation(None, TokenAnswer, sends=TokenFields))
def token(request: Request) -> Response:
    """A new token of an account, for its `username` and `password`; wrong tries must wait as those of the page do.

    An account with a second factor needs a code of it (`otp`) too: without one the answer is 409, `second_factor_needed`.
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
    _ask_for_second_factor(request, form.get_user(), data.get("otp"))
    key = make_token(by=form.get_user(), **terms.cleaned_data)
    response: Response = remember(request._request, Response({"token": key}))
    return response


def _ask_for_second_factor(request: Request, user: User, code: object) -> None:
    """Raises Refused without a code where one is needed, ValidationError for a wrong one."""
    if lacks(user):
        raise Refused(SET_UP, code="second_factor_needed")
    if not user.has_second_factor:
        return
    if not code or not isinstance(code, str):
        raise Refused("This account has a second factor: send a code of it as `otp`.", code="second_factor_needed")
    try:
        prove(user=user, code=code, device=device_of(request._request))
    except SignInRefused as refusal:
        raise serializers.ValidationError({"otp": [refusal.says]}) from refusal


@operations(cached=True, GET=Operation(None, dict[str, Any]))
def schema(request: Request) -> HttpResponse:
    """This document: every address with what it takes and answers (OpenAPI 3.1)."""
    from tdsuite.openapi import document_bytes  # takes a second to load, which no other call needs

    content, etag = document_bytes()
    response = HttpResponse(content, JSON, headers={"ETag": etag, "Cache-Control": "public, max-age=300"})
    return get_conditional_response(request._request, etag=etag, response=response) or response


def docs(request: HttpRequest) -> HttpResponse:
    """The interactive page of the API."""
    return render(request, "api/docs.html", {"document": f"{API}schema/"})


log = logging.getLogger(__name__)

PACKAGES = (
    "tdsuite.console.api.settings",
    "tdsuite.console.api.notices",
    "tdsuite.console.api.prints",
    "tdsuite.console.api.screens",
    "tdsuite.exchange.api.rosters",
    "tdsuite.tournaments.api.events",
    "tdsuite.tournaments.api.players",
    "tdsuite.tournaments.api.rounds",
    "pairings.api.rounds",
    "results.api",
    "tdsuite.exchange.api.files",
    "adjudication.challenges.api.slips",
    "adjudication.lexicons.api",
)
urlpatterns = [
    path("token/", token),
    path("schema/", schema),
    *(path("", include(package)) for package in PACKAGES),
]


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """The problem document of an error; None for a fault of ours.

    A refusal is an answer (409; 400 where the request names a kind, format or row that there is not: `unknown_...`), never a server error; a capability refused names who holds it (403).
    """
    if isinstance(error, Refused):
        number = status.HTTP_400_BAD_REQUEST if error.code.startswith("unknown_") else status.HTTP_409_CONFLICT
        return _problem(number, error.code, str(error), **error.facts)
    if isinstance(error, OperationalError):
        log.warning("The database could not keep what was sent", exc_info=error)
        code, why = why_unsaved(error)
        return _problem(status.HTTP_503_SERVICE_UNAVAILABLE, code, f"Nothing was saved: {why}, then send it again.")
    if isinstance(error, PermissionDenied) and str(error):
        if context["request"].user.is_authenticated:
            return _problem(status.HTTP_403_FORBIDDEN, getattr(error, "code", "not_allowed"), str(error))
        error = NotAuthenticated()
    if isinstance(error, SuspiciousOperation):
        error = ParseError(str(error))
    if isinstance(error, Throttled):
        error.detail = ErrorDetail(f"Too many calls this minute. Go on in {getattr(error, 'wait', 60)} seconds.")
    response = exception_handler(error, context)
    if response is None:
        return None
    code = error.default_code if isinstance(error, APIException) else "not_found"
    if isinstance(error, ValidationError):
        facts = {"fields": response.data if isinstance(response.data, dict) else {"non_field_errors": response.data}}
        response.data = problem(
            response.status_code,
            code,
            f"Not right: {', '.join(facts['fields'])}. Each is explained in `fields`.",
            **facts,
        )
    else:
        detail = str(response.data["detail"])
        if nothing := NO_ROW.fullmatch(detail):  # Django's words
            detail = f"There is no such {nothing[1].lower()} at this address."
        response.data = problem(response.status_code, code, detail)
    if response.status_code == status.HTTP_401_UNAUTHORIZED:
        response["WWW-Authenticate"] = SCHEME
    response.content_type = MEDIA_TYPE
    return response


def _problem(code: int, word: str, detail: str, **facts: Any) -> Response:
    return Response(problem(code, word, detail, **facts), status=code, content_type=MEDIA_TYPE)
