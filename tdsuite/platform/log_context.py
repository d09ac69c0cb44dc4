"""For which request or job a line of a log was written, and lines as JSON for programs that collect them."""

import json
import logging
import os
import re
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponseBase

request_id: ContextVar[str] = ContextVar("request_id", default="")
job_id: ContextVar[str] = ContextVar("job_id", default="")
ACCEPTED = re.compile(r"[A-Za-z0-9-]{8,64}")


def identity(sent: str) -> str:
    """What a request is called: what a proxy in front has named it, where that is a short plain word, else a new name."""
    return sent if ACCEPTED.fullmatch(sent) else uuid4().hex[:16]


class RequestIdMiddleware:
    """The thread that makes a page writes the request's name into its lines; the server has named it in the header."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        before = request_id.set(identity(request.headers.get("X-Request-Id", "")))
        try:
            return self.get_response(request)
        finally:
            request_id.reset(before)


class About(logging.Filter):
    """Gives each line its `about`: " [request ...]", " [job ...]" or nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        named = {"request": request_id.get(), "job": job_id.get()}
        vars(record)["named"] = {kind: name for kind, name in named.items() if name}
        record.about = "".join(f" [{kind} {name}]" for kind, name in named.items() if name)
        return True


class JsonLines(logging.Formatter):
    """A line as one JSON object; `extra={"facts": {...}}` adds members."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": os.getpid(),
            **getattr(record, "facts", {}),
        }
        line |= getattr(record, "named", {})
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            line["error"] = record.exc_text
        return json.dumps(line, ensure_ascii=False, default=str)
