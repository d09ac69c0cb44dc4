"""Looking after an installation: its first account, new passwords."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.services import deciding_on
from .errors import NoSuchUser, WeakPassword
from .passwords import readable

DIRECTOR = "director"


def is_new() -> bool:
    """Whether nobody has an account on this installation yet."""
    return not User.objects.exists()


def create_first_account() -> str | None:
    """Make the account `director`, an administrator, if there is no account at all.

    Its random password, which is kept nowhere in the clear; None when accounts were there already.
    """
    with transaction.atomic():
        if not is_new():
            return None
        password = readable()
        User.objects.create_superuser(DIRECTOR, password=password)
    return password


def account_of(username: str) -> User:
    """The account of this name.  Raises NoSuchUser."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise NoSuchUser(username, list(User.objects.order_by("username").values_list("username", flat=True)[:20]))
    return user


def set_password(*, username: str, password: str | None = None) -> str:
    """Give an account a new password, a random readable one if none is named; sessions and tokens of the old one end.

    The new password.  Raises NoSuchUser, WeakPassword.
    """
    with deciding_on(None, by=COMMAND_LINE, action=AccessAction.ACCOUNT_PASSWORD_SET) as decision:
        user = User.objects.select_for_update().get(pk=account_of(username).pk)
        if password is None:
            password = readable()
        else:
            try:
                validate_password(password, user)
            except ValidationError as error:
                raise WeakPassword(" ".join(error.messages)) from error
        user.set_password(password)
        user.save(update_fields=["password"])
        user.end_sessions_and_tokens()
        decision.record(user)
    return password
