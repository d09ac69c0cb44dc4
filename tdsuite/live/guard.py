"""Who may watch what. The floors above decide; until they have said so, nobody may."""

import logging
from collections.abc import Callable

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse

log = logging.getLogger(__name__)
Guard = Callable[[HttpRequest, tuple[str, ...]], bool]


def _nobody(request: HttpRequest, topics: tuple[str, ...]) -> bool:
    return False


_guard: Guard = _nobody


def register_guard(guard: Guard) -> Guard:
    """Set the one guard, from an `AppConfig.ready`.

    It is called in a thread with a Django request (method GET, with `session` and `user`, no body) and the topics, and says
    whether this visitor may watch all of them. What it raises counts as no.
    """
    global _guard  # noqa: PLW0603
    _guard = guard
    return guard


def authorise(request: HttpRequest, topics: tuple[str, ...]) -> bool:
    """May whoever sent this request watch all these topics?"""
    close_old_connections()
    try:
        SessionMiddleware(_no_view).process_request(request)
        AuthenticationMiddleware(_no_view).process_request(request)
        return _guard(request, topics) is True
    except Exception:
        log.exception("The guard of the live stream failed; the visitor was refused")
        return False
    finally:
        close_old_connections()


def _no_view(request: HttpRequest) -> HttpResponse:
    raise AssertionError("no view stands behind the stream")
