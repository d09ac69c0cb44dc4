"""What an account does about itself: a new password, and where it is logged in."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from tdsuite.platform.access import codes
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.services import deciding_on

BROWSER, SINCE = "browser", "since"  # what a session says of itself


@dataclass(frozen=True, slots=True)
class OwnSession:
    """A place where the account is logged in.

    Attributes:
        name: stands for the session in addresses; the session's key is a secret.
        browser: as it named itself.
        since: None for a session of an older version.
    """

    name: str
    browser: str
    since: datetime | None
    until: datetime
    here: bool


def note_session(request: HttpRequest) -> None:
    """Remember with a new session which browser it is, and since when."""
    request.session[BROWSER] = request.headers.get("User-Agent", "")[:200]
    request.session[SINCE] = timezone.now().isoformat()


def sessions_of(user: User, here: str | None) -> list[OwnSession]:
    """Where the account is logged in, newest first.  here: the key of the session that asks."""
    sessions = []
    for row in Session.objects.filter(expire_date__gt=timezone.now()):
        values = row.get_decoded()
        if values.get(SESSION_KEY) == str(user.pk):
            since = datetime.fromisoformat(values[SINCE]) if SINCE in values else None
            name = _name(row.session_key)
            sessions.append(OwnSession(name, values.get(BROWSER, ""), since, row.expire_date, row.session_key == here))
    return sorted(sessions, key=lambda session: session.until, reverse=True)


def _name(session_key: str) -> str:
    return codes.fingerprint(session_key)[:16]


def end_session(*, by: User, name: str) -> None:
    """Log the account out in one place; a session of another account, or one that is over, is left alone."""
    with deciding_on(None, by=by, action=AccessAction.SESSIONS_ENDED) as decision:
        for row in Session.objects.filter(expire_date__gt=timezone.now()):
            if _name(row.session_key) == name and row.get_decoded().get(SESSION_KEY) == str(by.pk):
                row.delete()
                decision.record(by)


def change_password(*, by: User, password: str) -> None:
    """A new password of one's own: every other session and every token of the account is over with the old one."""
    with deciding_on(None, by=by, action=AccessAction.ACCOUNT_PASSWORD_SET) as decision:
        by.set_password(password)
        by.save(update_fields=["password"])
        by.api_tokens.all().delete()
        decision.record(by)
