"""Open and end a player's session: by the private link, or by number and PIN."""

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tdsuite.audit.services import record

from .. import codes, devices
from ..actors import Means
from ..devices import Device
from ..errors import LinkUnknown, SignInRefused
from ..models import PlayerLink, PlayerSession, Station
from . import throttle


class SomeDevice:
    """Whoever sat at a device that tried too often: the record names the station, or no number where it was none of ours."""

    audit_kind = "station"

    def __init__(self, station: Station | None) -> None:
        self.pk = station.pk if station else None


@dataclass(frozen=True, slots=True)
class Opened:
    """A session just opened.  key: for the cookie; in clear here and never again."""

    session: PlayerSession
    key: str


def link_of(token: str) -> PlayerLink:
    """The living link with this token, with its event.  Raises LinkUnknown."""
    rows = PlayerLink.objects.live().select_related("entry__division__tournament")
    link = rows.filter(token_hash=codes.fingerprint(token)).first()
    if link is None:
        raise LinkUnknown(_("This link is not valid any more. Ask at the desk for a new card."))
    return link


def by_link(*, link: PlayerLink, device: Device, station: Station | None = None) -> Opened:
    """Open a session for the holder of a link.  Raises Throttled when one link is opened in ever new browsers."""
    throttle.opening(link.pk)
    return _open(link, Means.LINK, device, station)


def by_pin(
    *, tournament: Any, number: int, division: str, pin: str, device: Device, station: Station | None = None
) -> Opened:
    """Open a session for a player's number and PIN; division: its code, "" where the number stands once in the event.

    Raises Throttled, SignInRefused.
    """
    link = _link_by_number(tournament, number, division)
    subject = f"entry:{link.entry_id}" if link else ""
    limits = throttle.limits_of(subject, device, station)
    blocked = throttle.take(limits)
    if link is None or not codes.pin_fits(pin, link.pin_hash):
        if blocked:
            _record_throttled(tournament, link, blocked, device, station)
        raise SignInRefused(
            _("This number and this PIN do not belong together. Look at your slip, or ask at the desk.")
        )
    throttle.give_back(limits)
    return _open(link, Means.PIN, device, station)


def _link_by_number(tournament: Any, number: int, division: str) -> PlayerLink | None:
    rows = PlayerLink.objects.of(tournament).live().filter(entry__number=number)
    if division:
        rows = rows.filter(entry__division__code__iexact=division)
    found = list(rows[:2])
    if len(found) > 1:
        raise SignInRefused(_("This number stands in several divisions: say which is yours."))
    return found[0] if found else None


def _record_throttled(
    tournament: Any, link: PlayerLink | None, blocked: tuple[str, ...], device: Device, station: Station | None
) -> None:
    entry = apps.get_model("tournaments", "Entry").objects.filter(pk=link.entry_id).first() if link else None
    after = {"keys": list(blocked), "device": station.device if station else device.name}
    if (obj := entry or tournament) is not None:
        with transaction.atomic():
            record("sign_in.throttled", obj=obj, by=SomeDevice(station), tournament=tournament, after=after)


def _open(link: PlayerLink, means: Means, device: Device, station: Station | None) -> Opened:
    now, key = timezone.now(), codes.new_key()
    with transaction.atomic():
        current = PlayerLink.objects.live().select_for_update().filter(pk=link.pk, token_hash=link.token_hash).first()
        if current is None:  # issued anew or revoked while the PIN was checked
            raise LinkUnknown(_("This link is not valid any more. Ask at the desk for a new card."))
        if station is not None:
            PlayerSession.objects.filter(station=station, ended_at=None).update(ended_at=now)
        else:
            devices.learn(device.name, f"entry:{link.entry_id}")
        session = PlayerSession.objects.create(
            link=link,
            key_hash=codes.fingerprint(key),
            means=means,
            device=station.device if station else device.name,
            station=station,
            opened_at=now,
            used_at=now,
        )
    return Opened(session, key)


def sign_out(session: PlayerSession) -> None:
    """End one session, at once and for good."""
    PlayerSession.objects.filter(pk=session.pk, ended_at=None).update(ended_at=timezone.now())
