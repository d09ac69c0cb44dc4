"""Looking after an installation: its first account, new passwords."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from tdsuite.access.guard import COMMAND_LINE
from tdsuite.access.models import User
from tdsuite.audit import services as audit

from .errors import NoSuchUser, WeakPassword
from .passwords import readable

DIRECTOR = "director"


def is_new() -> bool:
    """Whether nobody has an account on this installation yet."""
    return not User.objects.exists()


def create_first_account() -> str | None:
    """Make the account `director`, keeper of the installation, if there is no account at all.

    Its random password, which is kept nowhere in the clear; None when accounts were there already.
    """
    with transaction.atomic():
        if not is_new():
            return None
        password = readable()
        user = User.objects.create_superuser(DIRECTOR, password=password)
        audit.record("account.created", obj=user, by=COMMAND_LINE, after={"keeper": True})
    return password


def set_password(*, username: str, password: str | None = None) -> str:
    """Give an account a new password, a random readable one if none is named; sessions of the old one end.

    The new password.  Raises NoSuchUser, WeakPassword.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().filter(username=username).first()
        if user is None:
            raise NoSuchUser(username, list(User.objects.order_by("username").values_list("username", flat=True)[:20]))
        if password is None:
            password = readable()
        else:
            _require_strong(password, user)
        user.set_password(password)
        user.save(update_fields=["password"])
        audit.record("account.password_set", obj=user, by=COMMAND_LINE)
    return password


def _require_strong(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise WeakPassword(" ".join(error.messages)) from error
