"""The throttle of the officials' log-in: keyed on account and device, like the players'."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from tdsuite.platform.access import devices
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import deciding_on
from . import throttle
from .sign_in import SomeDevice


def subject_of(username: str) -> str:
    """The key of a name, whether there is such an account or not; names are not kept in throttles."""
    return f"account:{fingerprint(username.strip().casefold())[:32]}"


def before_password(username: str, device: Device) -> tuple[str, ...]:
    """Count a try to log in, before the password is looked at. The keys whose next try must wait.  Raises Throttled."""
    return throttle.take(throttle.limits_of(subject_of(username), device, None), official=True)


def right_password(user: AbstractBaseUser, device: Device) -> None:
    """The try was right: take it back, and know the device from now on."""
    subject = subject_of(user.get_username())
    throttle.give_back(throttle.limits_of(subject, device, None))
    devices.learn(device.name, subject)


def wrong_password(username: str, device: Device, blocked: tuple[str, ...]) -> None:
    """The try was wrong: it counts."""
    throttle.wrong(throttle.limits_of(subject_of(username), device, None))
    record_wait(username, device, blocked)


def record_wait(username: str, device: Device, blocked: tuple[str, ...]) -> None:
    """Record on the site's chain that further tries must wait; a single wrong password is no news."""
    user: Any = User.objects.filter(username__iexact=username).first()
    if blocked and user is not None:
        with deciding_on(None, by=SomeDevice(None), action=AccessAction.LOG_IN_THROTTLED) as decision:
            decision.record(user, after={"device": device.name})
