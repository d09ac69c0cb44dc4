"""Tokens of an account, for programs: named, with a scope, for so many days; gone with a new password. Kept as a fingerprint."""

from datetime import timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import deciding_on
from . import codes
from .actions import AccessAction
from .models import ApiToken, User
from .rates import count_call
from .roles import Can

SCHEME = "Token"
SEEN_EVERY = timedelta(minutes=5)
SAFE = ("GET", "HEAD", "OPTIONS")
RESULTS = frozenset({Can.SEE_EVENT, Can.SEE_CONSOLE, Can.HELP, Can.ENTER_RESULTS, Can.CORRECT_RESULTS})


class Days(models.IntegerChoices):
    """How long a token may be used."""

    DAY = 1, _("one day")
    WEEK = 7, _("a week")
    MONTH = 30, _("30 days")
    YEAR = 365, _("a year")


def make_token(*, by: User, name: str, scope: str = ApiToken.Scope.EVERYTHING, days: int = Days.MONTH) -> str:
    """A new token of one's own account: in clear here and never again. Those that are over go."""
    now, key = timezone.now(), codes.new_key()
    with deciding_on(None, by=by, action=AccessAction.TOKEN_MADE) as decision:
        by.api_tokens.filter(expires_at__lt=now).delete()
        token = by.api_tokens.create(
            name=" ".join(name.split())[:60] or "API", key_hash=fingerprint(key), scope=scope, made_at=now,
            password_mark=by.password_mark, expires_at=now + timedelta(days=days),
        )  # fmt: skip
        decision.record(token, after={"user": by.pk, "scope": scope, "days": int(days)})
    return key


def revoke_token(*, by: User, token: ApiToken) -> None:
    """A token of one's own account works no more."""
    with deciding_on(None, by=by, action=AccessAction.TOKEN_REVOKED) as decision:
        decision.record(token, before={"user": by.pk, "scope": token.scope})
        token.delete()


def token_of(key: str) -> ApiToken | None:
    """The token with this key, if it may be used now."""
    rows = ApiToken.objects.select_related("user").filter(expires_at__gt=timezone.now(), user__is_active=True)
    token = rows.filter(key_hash=fingerprint(key)).first()
    if token is None or not constant_time_compare(token.password_mark, token.user.password_mark):
        return None
    return token


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token …`: the account behind it, held to the token's scope."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Raises AuthenticationFailed for a token that is unknown, over or revoked, PermissionDenied outside its scope.

        Both are calls too, of a stranger and of the account: Throttled once there are too many.
        """
        scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.casefold() != SCHEME.casefold():
            return None
        token = token_of(key.strip())
        if token is None:
            count_call(request._request, None)
            raise AuthenticationFailed(
                "This token is not known, or it is over. Make a new one on the page of your account."
            )
        now = timezone.now()
        if token.used_at is None or now - token.used_at > SEEN_EVERY:
            ApiToken.objects.filter(pk=token.pk).update(used_at=now)
        user = token.user
        if request.method not in SAFE and token.scope != ApiToken.Scope.EVERYTHING:
            if token.scope == ApiToken.Scope.READ:
                count_call(request._request, user)
                raise PermissionDenied("This token reads and changes nothing. Make one of another scope.")
            user.limited_to = RESULTS
        return user, token

    def authenticate_header(self, request: Any) -> str:
        return SCHEME
