"""Which browser is it? A random number in a signed cookie, made by us; it says nothing about whoever holds it."""

import hashlib
import secrets
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from .models import KnownDevice

COOKIE, SALT = "tdsuite_device", "tdsuite.platform.access.device"
AGE = 60 * 60 * 24 * 365
PUBLIC_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Device:
    """A browser.  name: its public id, kept with signatures; fresh: it came without a cookie of ours.

    network: a digest of the address it came from, "" where there is none.
    """

    secret: str
    fresh: bool
    network: str = ""

    @property
    def name(self) -> str:
        return hashlib.sha256(self.secret.encode()).hexdigest()[:PUBLIC_DIGITS]


def device_of(request: HttpRequest) -> Device:
    """The browser behind a request; one that is not known gets a number, which `remember` gives it to keep."""
    known = request.__dict__.get("_device")
    if known is None:
        secret: Any = request.get_signed_cookie(COOKIE, default="", salt=SALT)
        known = Device(secret or secrets.token_urlsafe(18), fresh=not secret, network=network_of(request))
        request.__dict__["_device"] = known
    return known


def network_of(request: HttpRequest) -> str:
    """A digest of an IPv4 address, or of the network of an IPv6 one, of which a phone has as many addresses as it likes."""
    address = request.META.get("REMOTE_ADDR", "")
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    plain = address if parsed.version == 4 else str(ip_network((parsed, 64), strict=False))
    return salted_hmac(SALT, plain, algorithm="sha256").hexdigest()[:PUBLIC_DIGITS]


def remember(request: HttpRequest, response: Any) -> Any:
    """The response, with the device's cookie where it had none."""
    device = device_of(request)
    if device.fresh:
        response.set_signed_cookie(COOKIE, device.secret, salt=SALT, max_age=AGE, httponly=True, samesite="Lax")
    return response


def knows(device: str, subject: str) -> bool:
    return KnownDevice.objects.filter(device=device, subject=subject).exists()


def learn(device: str, subject: str) -> None:
    """From now on the device is no stranger to the subject."""
    KnownDevice.objects.get_or_create(device=device, subject=subject)


def forget(subject: str) -> None:
    """Every device is a stranger to the subject again."""
    KnownDevice.objects.filter(subject=subject).delete()
