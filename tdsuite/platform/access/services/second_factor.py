"""The second factor of an account: codes of an app (RFC 6238), and recovery codes for a day without the phone.

The secret is not kept: it is computed from a random number beside the account and the installation's key, as players' links are.
"""

import time
from collections.abc import Sequence
from hmac import compare_digest

from django.conf import settings
from django.utils.translation import gettext as _

from tdsuite.platform.access import codes, devices
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.errors import KeyChanged, SignInRefused, WrongCode
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import RecoveryCode, User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import deciding_on
from . import accounts, throttle

RECOVERY_CODES = 10
CLOCK_STEPS = (-1, 0, 1)  # a phone's clock may be half a minute off


def lacks(user: User) -> bool:
    """Whether this installation asks the account for a second factor that it has not (setting SECOND_FACTOR)."""
    everybody = settings.SECOND_FACTOR == "accounts"
    return not user.has_second_factor and (
        everybody or (settings.SECOND_FACTOR == "administrators" and user.is_superuser)
    )


def switch_on(*, by: User, nonce: str, code: str) -> list[str]:
    """Ask for codes from now on, if this first one is right. Every other session and every token of the account is over.

    Args:
        nonce: the one whose secret the app was shown.

    Returns:
        The recovery codes: in clear here and never again.

    Raises:
        WrongCode: nothing was switched on.
        SignInRefused: the account has a second factor.
    """
    secret = codes.factor_secret(nonce)
    with deciding_on(None, by=by, action=AccessAction.SECOND_FACTOR_ON) as decision:
        if User.objects.select_for_update().get(pk=by.pk).has_second_factor:
            raise SignInRefused(_("This account has a second factor already."))
        step = _step_of(secret, code)
        if step is None:
            raise WrongCode
        by.factor_nonce, by.factor_hash, by.factor_step = nonce, fingerprint(secret.hex()), step
        by.save(update_fields=["factor_nonce", "factor_hash", "factor_step"])
        by.end_sessions_and_tokens()
        recovery_codes = _new_recovery_codes(by)
        decision.record(by)
    return recovery_codes


def switch_off(*, by: User) -> None:
    """The password alone opens the account; a form has asked for it and for a code."""
    with deciding_on(None, by=by, action=AccessAction.SECOND_FACTOR_OFF) as decision:
        _remove(by)
        decision.record(by)


def reset(*, by: Actor, user: User, reason: str) -> None:
    """Switch off the second factor of somebody who lost phone and recovery codes; their sessions and tokens are over.

    Raises:
        NotAllowed: for whoever is no administrator.
        SignInRefused: the account has none, or nobody said why.
    """
    require(by, None, Can.LOOK_AFTER_ACCOUNTS)
    if not reason.strip():
        raise SignInRefused(_("Say why: the reason stands in the record."))
    with deciding_on(None, by=by, action=AccessAction.SECOND_FACTOR_RESET, reason=reason.strip()) as decision:
        user = User.objects.select_for_update().get(pk=user.pk)
        if not user.has_second_factor:
            raise SignInRefused(_("%s has no second factor.") % user)
        _remove(user)
        decision.record(user)


def renew_recovery_codes(*, by: User) -> list[str]:
    """New recovery codes, in clear here and never again; the old ones open nothing. A form has asked for a code."""
    with deciding_on(None, by=by, action=AccessAction.RECOVERY_CODES_MADE) as decision:
        recovery_codes = _new_recovery_codes(by)
        decision.record(by)
    return recovery_codes


def prove(*, user: User, code: str, device: Device) -> None:
    """Take a code of the app or a recovery code, which opens nothing afterwards. Wrong tries wait as those of passwords do.

    Raises:
        Throttled: no code was looked at.
        WrongCode: also for a code that was taken before.
        KeyChanged: a code of the app, where another key made the secret.
    """
    subject = f"code:{user.pk}"
    limits = throttle.limits_of(subject, device, None)
    blocked = throttle.take(limits, official=True)
    right = False
    try:
        right = _taken(user, codes.plain_code(code))
    finally:
        (throttle.give_back if right else throttle.wrong)(limits)
    if not right:
        accounts.record_wait(user.get_username(), device, blocked)
        raise WrongCode
    devices.learn(device.name, subject)


def _taken(user: User, code: str) -> bool:
    """Use a code up; whether it was right."""
    if len(code) == codes.RECOVERY_LENGTH:
        with deciding_on(None, by=user, action=AccessAction.RECOVERY_CODE_USED) as decision:
            if right := bool(user.recovery_codes.filter(code_hash=fingerprint(code)).delete()[0]):
                decision.record(user, after={"left": user.recovery_codes.count()})
        return right
    secret = codes.factor_secret(user.factor_nonce)
    if fingerprint(secret.hex()) != user.factor_hash:
        raise KeyChanged(
            _("This installation has another key than the one your app was set up with: use a recovery code.")
        )
    step = _step_of(secret, code)
    if step is None:
        return False
    return bool(User.objects.filter(pk=user.pk, factor_step__lt=step).update(factor_step=step))


def _step_of(secret: bytes, code: str) -> int | None:
    """The time step of a code that is valid now; None for a wrong one."""
    now = int(time.time()) // codes.STEP_SECONDS
    typed = codes.plain_code(code).encode()
    return next(
        (now + d for d in CLOCK_STEPS if compare_digest(codes.factor_code(secret, now + d).encode(), typed)), None
    )


def _new_recovery_codes(user: User) -> list[str]:
    new: Sequence[str] = [codes.new_recovery_code() for _number in range(RECOVERY_CODES)]
    user.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, code_hash=fingerprint(code)) for code in new)
    return [codes.grouped(code, "-") for code in new]


def _remove(user: User) -> None:
    user.factor_nonce = user.factor_hash = ""
    user.save(update_fields=["factor_nonce", "factor_hash"])
    user.recovery_codes.all().delete()
    user.end_sessions_and_tokens()
