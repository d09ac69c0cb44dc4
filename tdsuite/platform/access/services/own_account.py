"""What an account does about itself: a new password."""

from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.services import deciding_on


def change_password(*, by: User, password: str) -> None:
    """A new password of one's own: every session and every token of the account is over with the old one."""
    with deciding_on(None, by=by, action=AccessAction.ACCOUNT_PASSWORD_SET) as decision:
        by.set_password(password)
        by.save(update_fields=["password"])
        by.end_sessions_and_tokens()
        decision.record(by)
