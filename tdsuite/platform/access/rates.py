"""How many calls of the API a minute may be made by an account, and by strangers of one address (docs/api.md).

Counted in the cache `calls`, which is this server's memory, or the Redis that all servers of an installation share. A call is worth more than
its count: where the cache does not answer, nobody waits.
"""

import logging
import math

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from .devices import network_of
from .models import User

log = logging.getLogger(__name__)
MINUTE = 60


class CallsAMinute(BaseThrottle):
    """Asked of every call that came through the authentication; what is refused there is counted there."""

    def allow_request(self, request: Request, view: object) -> bool:
        count_call(request._request, request.user if request.user.is_authenticated else None)
        return True


def count_call(request: HttpRequest, user: User | None) -> None:
    """Count a call of an account, or of a stranger, whoever they say they are, from one full minute to the next.

    Raises:
        Throttled: that was one too many.
    """
    if user is not None:
        who, most = f"account:{user.pk}", settings.API_CALLS_A_MINUTE
    else:
        who, most = f"network:{network_of(request)}", settings.API_CALLS_A_MINUTE_OF_STRANGERS
    minute, second = divmod(timezone.now().timestamp(), MINUTE)
    if _counted(f"{who}:{minute:.0f}") > most:
        raise Throttled(math.ceil(MINUTE - second))


def _counted(key: str) -> int:
    """Count one under the key; how many it has now, 0 where the cache does not say."""
    try:
        return 1 if caches["calls"].add(key, 1, 2 * MINUTE) else caches["calls"].incr(key)
    except Exception:  # every cache has its own errors
        log.warning("Calls of the API could not be counted", exc_info=True)
        return 0
