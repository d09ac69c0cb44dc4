"""Who may watch what. Higher packages decide; where none is connected, nobody may."""

import logging
from typing import NamedTuple

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import Error, close_old_connections
from django.http import HttpRequest, HttpResponse

from tdsuite.platform.hooks.hooks import Hook

log = logging.getLogger(__name__)


# Called in a thread with a Django request (method GET, with `session` and `user`, no body) and the topics: whether this
# visitor may watch all of them. Every listener has to say True; what one raises counts as no,
# but for the database's errors.
stream_guards: Hook[[HttpRequest, tuple[str, ...]], bool] = Hook("stream_guards")


class Admission(NamedTuple):
    """allowed: whether whoever asked may watch; official: whether they have an account, and so a reserved stream."""

    allowed: bool
    official: bool = False


def authorise(request: HttpRequest, topics: tuple[str, ...]) -> Admission:
    """May whoever sent this request watch all these topics?  Raises django.db.Error: the database is busy, which refuses nobody."""
    close_old_connections()
    try:
        identify(request)
        answers = stream_guards(request, topics)
        allowed = bool(answers) and all(answer is True for answer in answers)
        return Admission(allowed, allowed and request.user.is_authenticated)
    except Error:
        raise
    except Exception:
        log.exception("The guard of the live stream failed; the visitor was refused")
        return Admission(False)
    finally:
        close_old_connections()


def identify(request: HttpRequest) -> None:
    """Give a request that comes through no middleware its `session` and `user`."""
    SessionMiddleware(_no_view).process_request(request)
    AuthenticationMiddleware(_no_view).process_request(request)


def _no_view(request: HttpRequest) -> HttpResponse:
    raise AssertionError("no view stands behind the question who it is")
