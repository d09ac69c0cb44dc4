"""Is this browser a paired station? A long-lived cookie, of which the database keeps the fingerprint."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from tdsuite.platform.audit.digests import fingerprint
from .models import Station

COOKIE, SALT = "tdsuite_station", "tdsuite.platform.access.station"
COOKIE_AGE = 60 * 60 * 24 * 365
SEEN_EVERY = timedelta(minutes=1)


def station_of(request: HttpRequest) -> Station | None:
    """The station that this browser is, unless it was revoked; one query, none without a cookie."""
    if "_station" not in request.__dict__:
        key: Any = request.get_signed_cookie(COOKIE, default="", salt=SALT)
        request.__dict__["_station"] = _read(key) if key else None
    station: Station | None = request.__dict__["_station"]
    return station


def _read(key: str) -> Station | None:
    rows = Station.objects.select_related("tournament").filter(revoked_at=None)
    station = rows.filter(key_hash=fingerprint(key)).first()
    now = timezone.now()
    if station is not None and (station.seen_at is None or now - station.seen_at > SEEN_EVERY):
        Station.objects.filter(pk=station.pk).update(seen_at=now)
        station.seen_at = now
    return station
