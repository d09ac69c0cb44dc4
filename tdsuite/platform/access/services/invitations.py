"""Invitations by link: whoever opens one gets its role, with an account of their own or a new one. Each works once."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tdsuite.platform.access import codes
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.errors import InvitationOver
from tdsuite.platform.access.guard import allowed, require
from tdsuite.platform.access.models import Invitation, Membership, User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import deciding_on


def invite(*, by: User, tournament: Any, name: str, role: str, days: int) -> str:
    """A new invitation. Its token: in clear here and never again.  Raises NotAllowed; ValueError for a role that is none."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if role not in dict(Membership.STAFF_ROLES):
        raise ValueError(f"{role!r} is no role of officials")
    now, token = timezone.now(), codes.new_key()
    with deciding_on(tournament, by=by, action=AccessAction.INVITATION_MADE) as decision:
        invitation = Invitation.objects.create(
            tournament=tournament, role=role, name=name, token_hash=fingerprint(token), made_by=by, made_at=now,
            expires_at=now + timedelta(days=days),
        )  # fmt: skip
        decision.record(invitation, after={"role": role, "days": days})
    return token


def revoke_invitation(*, by: User, invitation: Invitation) -> None:
    """The link opens nothing from now on.  Raises NotAllowed."""
    require(by, invitation.tournament, Can.MANAGE_TOURNAMENT)
    with deciding_on(invitation.tournament, by=by, action=AccessAction.INVITATION_REVOKED) as decision:
        if Invitation.objects.open().filter(pk=invitation.pk).update(revoked_at=timezone.now()):
            decision.record(invitation)


def invitation_of(token: str) -> Invitation:
    """The open invitation with this token.  Raises InvitationOver."""
    rows = Invitation.objects.open().select_related("tournament", "made_by")
    invitation = rows.filter(token_hash=fingerprint(token)).first()
    if (
        invitation is None
        or not invitation.made_by.is_active
        or not allowed(invitation.made_by, invitation.tournament, Can.MANAGE_TOURNAMENT)
    ):
        raise InvitationOver(_("This invitation was used, revoked or is over. Ask the organiser for a new one."))
    return invitation


def take(*, token: str, user: User | None = None, username: str = "", password: str = "") -> User:
    """Take an invitation, once.

    Args:
        user: the account that is logged in; None: a new account with `username` and `password`, which a form has checked.

    Returns:
        The account that has the role now.

    Raises:
        InvitationOver: also when somebody else was quicker.
    """
    invitation = invitation_of(token)
    with deciding_on(
        invitation.tournament, by=user or invitation.made_by, action=AccessAction.INVITATION_USED
    ) as decision:
        if not Invitation.objects.open().filter(pk=invitation.pk).update(used_at=timezone.now()):
            raise InvitationOver(_("This invitation was used, revoked or is over. Ask the organiser for a new one."))
        if user is None:
            user = User.objects.create_user(username=username, password=password)
            with deciding_on(None, by=user, action=AccessAction.ACCOUNT_CREATED) as creation:
                creation.record(user, after={"administrator": False})
        Membership.objects.get_or_create(user=user, tournament=invitation.tournament, role=invitation.role)
        Invitation.objects.filter(pk=invitation.pk).update(used_by=user)
        decision.record(invitation, by=user, after={"user": user.pk, "role": invitation.role})
    return user
