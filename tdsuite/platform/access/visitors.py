"""Who sends a request, as far as the server must know before it spends anything on it (docs/decisions/0026-server.md)."""

from enum import IntEnum

from django.core.signing import BadSignature
from django.http import HttpRequest
from django.utils import timezone

from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.live.guard import identify
from . import players, stations
from .models import PlayerSession
from .tokens import token_of


class Visitor(IntEnum):
    """How much of the server a request may take: strangers least, officials most."""

    STRANGER = 0
    PLAYER = 1
    OFFICIAL = 2


def visitor_of(request: HttpRequest) -> Visitor:
    """Whoever sent this request. A cookie or token that opens nothing is a stranger's. At most four queries.

    It decides lanes and sizes only; every view still asks the guard.
    """
    identify(request)
    if request.user.is_authenticated:
        return Visitor.OFFICIAL
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "token":
        return Visitor.OFFICIAL if token_of(token) else Visitor.STRANGER
    if scheme:
        return Visitor.STRANGER
    if _has_player_session(request) or stations.station_of(request) is not None:
        return Visitor.PLAYER
    return Visitor.STRANGER


def _has_player_session(request: HttpRequest) -> bool:
    keys = []
    for name in [name for name in request.COOKIES if name.startswith(players.COOKIE_PREFIX)][:5]:
        try:
            keys.append(fingerprint(str(request.get_signed_cookie(name, salt=players.SALT))))
        except BadSignature:
            continue
    return bool(keys) and PlayerSession.objects.filter(players.living(timezone.now()), key_hash__in=keys).exists()
