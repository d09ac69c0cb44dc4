"""Open and end a player's session: by the private link, or by number and PIN."""

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tdsuite.platform.access import codes, devices
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.actors import Means
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.errors import LinkUnknown, SignInRefused
from tdsuite.platform.access.models import PlayerLink, PlayerSession, Station
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import deciding_on
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
    link = rows.filter(token_hash=fingerprint(token)).first()
    if link is None:
        raise LinkUnknown(
            _(
                "This link opens nothing here: a newer card took its place, or its event is over and not here any more. "
                "Ask at the desk for a new card, or the event’s director."
            )
        )
    return link


def by_link(*, link: PlayerLink, device: Device, station: Station | None = None) -> Opened:
    """Open a session for the holder of a link.  Raises Throttled when one link is opened in ever new browsers."""
    throttle.opening(link.pk)
    return _open(link, Means.LINK, device, station)


def by_pin(
    *,
    tournament: Any,
    number: int,
    division: str,
    pin: str,
    device: Device,
    station: Station | None = None,
    hidden: str = "",
) -> Opened:
    """Open a session for a player's number and PIN.

    Args:
        tournament: None where there is no such event.
        division: its code, "" where the number stands once in the event.
        hidden: the address of an event of which the page tells nothing, not even whether it exists; "" for a listed one.

    Raises:
        Throttled, SignInRefused: with what to do.
    """
    link = _link_by_number(tournament, number, division, tell=not hidden)
    asked_for = f"{hidden}:{number}" if hidden else ""
    if not _pin_fits(tournament, link, pin, device, station, asked_for=asked_for) or link is None:
        raise SignInRefused(_("This number and PIN do not match. Check your slip, or ask at the desk."))
    return _open(link, Means.PIN, device, station)


def check_pin(*, entry: Any, pin: str, device: Device, station: Station) -> None:
    """Check that a player stands at a station; opens no session.  Raises Throttled, SignInRefused."""
    tournament = entry.division.tournament
    if not _pin_fits(tournament, PlayerLink.objects.live().filter(entry=entry).first(), pin, device, station):
        text = _("This is not the PIN of %s. Type both PINs again; the desk gives a new one, or call an official.")
        raise SignInRefused(text % entry.player)


def _pin_fits(
    tournament: Any, link: PlayerLink | None, pin: str, device: Device, station: Station | None, *, asked_for: str = ""
) -> bool:
    """Judge one try. A number that nobody has is hashed like any other, so that the time does not tell of it.

    Args:
        asked_for: of a hidden event, what strangers' tries count under, whether anybody has the number or not.

    Raises:
        Throttled: too many tries.
    """
    subject = f"entry:{link.entry_id}" if link else ""
    limits = throttle.limits_of(subject, device, station)
    if asked_for and not (link and devices.knows(device.name, subject)):
        limits += throttle.limits_of(f"hidden:{fingerprint(asked_for)[:32]}", device, None)[:2]  # as of a player
    blocked = throttle.take(limits)
    if codes.pin_fits(pin, link.pin_hash if link else ""):
        throttle.give_back(limits)
        return True
    throttle.wrong(limits)
    if blocked:
        _record_throttled(tournament, link, blocked, device, station)
    return False


def _link_by_number(tournament: Any, number: int, division: str, *, tell: bool) -> PlayerLink | None:
    rows = PlayerLink.objects.of(tournament).live().filter(entry__number=number)
    if division:
        rows = rows.filter(entry__division__code__iexact=division)
    player_links = list(rows[:2])
    if len(player_links) > 1 and tell:
        raise SignInRefused(_("Several divisions have this number: choose yours."))
    return player_links[0] if len(player_links) == 1 else None


def _record_throttled(
    tournament: Any, link: PlayerLink | None, blocked: tuple[str, ...], device: Device, station: Station | None
) -> None:
    entry = apps.get_model("tournaments", "Entry").objects.filter(pk=link.entry_id).first() if link else None
    after = {
        "keys": sorted({key.partition("@")[0] for key in blocked}),
        "device": station.device if station else device.name,
    }
    if (obj := entry or tournament) is not None:
        with deciding_on(tournament, by=SomeDevice(station), action=AccessAction.SIGN_IN_THROTTLED) as decision:
            decision.record(obj, after=after)


def _open(link: PlayerLink, means: Means, device: Device, station: Station | None) -> Opened:
    now, key = timezone.now(), f"{link.pk}.{codes.new_key()}"  # the signed cookie opens this link's session alone
    with transaction.atomic():
        current = PlayerLink.objects.live().select_for_update().filter(pk=link.pk, token_hash=link.token_hash).first()
        if current is None:  # issued anew or revoked while the PIN was checked
            raise LinkUnknown(_("This link is no longer valid. Ask at the desk for a new card."))
        if station is not None:
            PlayerSession.objects.filter(station=station, ended_at=None).update(ended_at=now)
        else:
            devices.learn(device.name, f"entry:{link.entry_id}")
        session = PlayerSession.objects.create(
            link=link,
            key_hash=fingerprint(key),
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
