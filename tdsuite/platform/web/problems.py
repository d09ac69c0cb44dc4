"""Errors as programs read them: problem documents (RFC 9457), the same at every address of the API."""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse

API = "/api/v1/"
MEDIA_TYPE = "application/problem+json"
# What fails before or behind a view has no sentence of its own.
ELSEWHERE = {
    400: ("bad_request", "This request cannot be read."),
    404: ("not_found", "There is no such address. Each address of the API ends with a slash."),
    405: ("method_not_allowed", "This address does not take this method."),
    408: ("request_timeout", ""),
    413: ("too_large", "The request is too large."),
    503: ("busy", ""),
}
FAULT = ("server_error", "Something went wrong here. The log of the server says what.")


def why_unsaved(error: Exception) -> tuple[str, str]:
    """(code, why and what to do) of a database that could not keep what was sent."""
    cause = str(error).lower()
    if "full" in cause or "no space left" in cause:  # SQLite, PostgreSQL
        return "disk_full", "the disk is full. Free some space"
    if any(words in cause for words in ("locked", "busy", "lock timeout", "deadlock")):
        return "database_busy", "the database was busy for too long. Wait a moment"
    return "database_down", "the database did not answer. Check that it runs"


def problem(status: int, code: str, detail: str, **facts: Any) -> dict[str, Any]:
    """The document of an error.

    Args:
        code: a stable word for programs.
        detail: why, and what to do.
        facts: further members.
    """
    about = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
    return {**about, "detail": detail, "code": code, **facts}


def problem_bytes(status: int, detail: str = "") -> bytes:
    """The document of an error that no view answered, as it is sent."""
    code, words = ELSEWHERE.get(status, FAULT)
    return json.dumps(problem(status, code, detail or words)).encode()


def as_problem(response: HttpResponse) -> HttpResponse:
    """The error's document in place of a page, as for an unknown address or a fault of ours."""
    if response.headers.get("Content-Type") == MEDIA_TYPE:
        return response
    answer = HttpResponse(problem_bytes(response.status_code), MEDIA_TYPE, status=response.status_code)
    if "Allow" in response.headers:
        answer["Allow"] = response.headers["Allow"]
    return answer
