"""Add a station, pair a tablet as it, revoke it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tdsuite.platform.access import codes
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import PlayerSession, Station
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import deciding_on
from . import throttle

CODE_LASTS = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A station that waits for its tablet.  code: to be typed there, in clear here and never again."""

    station: Station
    code: str


@dataclass(frozen=True, slots=True)
class Paired:
    """A station just paired.  key: for the tablet's cookie."""

    station: Station
    key: str


def add_station(*, by: Actor, tournament: Any, name: str) -> Waiting:
    """A new station with a pairing code for ten minutes.  Raises SignInRefused on a name that is taken, NotAllowed."""
    require(by, tournament, Can.MANAGE_SIGN_IN)
    name = " ".join(name.split())[:40]
    if not name:
        raise SignInRefused(_("Give the station a name, such as the table it stands on."))
    try:
        with deciding_on(tournament, by=by, action=AccessAction.STATION_ADDED) as decision:
            station = Station.objects.create(tournament=tournament, name=name)
            code = _new_code(station)
            decision.record(station)
    except IntegrityError:
        raise SignInRefused(_("There is a station of this name: give it a new code, or choose another name.")) from None
    return Waiting(station, code)


def renew_code(*, by: Actor, station: Station) -> Waiting:
    """A new code for a station: the tablet that was it is so no longer.  Raises NotAllowed."""
    require(by, station.tournament, Can.MANAGE_SIGN_IN)
    with deciding_on(station.tournament, by=by, action=AccessAction.STATION_CODE_RENEWED) as decision:
        _let_go(station)
        code = _new_code(station)
        decision.record(station)
    return Waiting(station, code)


def revoke_station(*, by: Actor, station: Station) -> None:
    """The tablet is no station any more; whoever was signed in there is signed out.  Raises NotAllowed."""
    require(by, station.tournament, Can.MANAGE_SIGN_IN)
    with deciding_on(station.tournament, by=by, action=AccessAction.STATION_REVOKED) as decision:
        _let_go(station)
        Station.objects.filter(pk=station.pk).update(revoked_at=timezone.now(), code_hash="", code_until=None)
        decision.record(station)


def _let_go(station: Station) -> None:
    Station.objects.filter(pk=station.pk).update(key_hash="", paired_at=None, seen_at=None)
    PlayerSession.objects.filter(station=station, ended_at=None).update(ended_at=timezone.now())


def _new_code(station: Station) -> str:
    code = codes.new_code()
    until = timezone.now() + CODE_LASTS
    Station.objects.filter(pk=station.pk).update(code_hash=fingerprint(code), code_until=until, revoked_at=None)
    return code


def pair(*, code: str, device: Device) -> Paired:
    """Make this browser the station that waits for the code; the code is used up.  Raises Throttled, SignInRefused."""
    limits = throttle.limits_of("", device, None)
    throttle.take(limits)
    try:
        paired = _pair(code, device)
    except SignInRefused:
        throttle.wrong(limits)
        raise
    throttle.give_back(limits)
    return paired


def _pair(code: str, device: Device) -> Paired:
    now, key = timezone.now(), codes.new_key()
    with transaction.atomic():
        waiting = Station.objects.filter(code_hash=fingerprint(codes.plain_code(code)), code_until__gt=now)
        station = waiting.select_related("tournament").select_for_update(of=("self",)).first()
        if station is None:
            raise SignInRefused(_("No station is waiting for this code. Codes last ten minutes: ask for a new one."))
        Station.objects.filter(pk=station.pk).update(
            key_hash=fingerprint(key), code_hash="", code_until=None, paired_at=now, seen_at=now
        )
        with deciding_on(station.tournament, by=station, action=AccessAction.STATION_PAIRED) as decision:
            decision.record(station, after={"device": device.name})
    return Paired(station, key)
