"""What an account does about itself: a new password, and where it is logged in."""

from django.http import HttpRequest

from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.models import AccountSession, User
from tdsuite.platform.access.sessions import BROWSER, browser_name
from tdsuite.platform.audit.services import deciding_on


def note_session(request: HttpRequest) -> None:
    """Remember with a new session which browser it is."""
    request.session[BROWSER] = browser_name(request.headers.get("User-Agent", ""))


def end_session(*, by: User, session: AccountSession) -> None:
    """Log one's own account out in one place."""
    with deciding_on(None, by=by, action=AccessAction.SESSIONS_ENDED) as decision:
        decision.record(by)
        session.delete()


def change_password(*, by: User, password: str) -> None:
    """A new password of one's own: every session and every token of the account is over with the old one."""
    with deciding_on(None, by=by, action=AccessAction.ACCOUNT_PASSWORD_SET) as decision:
        by.set_password(password)
        by.save(update_fields=["password"])
        by.end_sessions_and_tokens()
        decision.record(by)
