"""Who helps to run an event: accounts and roles."""

from typing import Any

from django.db import transaction

from tdsuite.access.guard import require
from tdsuite.access.models import Membership, User
from tdsuite.access.roles import Can, Role
from tdsuite.audit.services import record
from tdsuite.ops.passwords import readable
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

LEADERS = (Role.ORGANISER, Role.DIRECTOR)


def add_member(*, by: Any, tournament: Tournament, username: str, role: str) -> tuple[Membership, str | None]:
    """Give somebody a role; a name that is not known gets an account.

    The membership, and the new account's random password, or None where the account was there already.
    Raises Refused, NotAllowed.
    """
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if role not in dict(Membership.STAFF_ROLES):
        raise Refused("Choose one of the roles.")
    with transaction.atomic():
        user, password = User.objects.filter(username__iexact=username).first(), None
        if user is None:
            password = readable()
            user = User.objects.create_user(username=username, password=password)
            record("account.created", obj=user, by=by, after={"keeper": False})
        membership, added = Membership.objects.get_or_create(user=user, tournament=tournament, role=role)
        if not added:
            raise Refused(f"{user} is {role} already.")
        record("member.added", obj=membership, tournament=tournament, by=by, after={"user": user.pk, "role": role})
    return membership, password


def remove_member(*, by: Any, membership: Membership) -> None:
    """Take a role back. The event keeps somebody who may change its settings. Raises Refused, NotAllowed."""
    tournament = membership.tournament
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        others = tournament.memberships.exclude(pk=membership.pk).filter(role__in=LEADERS)
        if membership.role in LEADERS and not others.exists():
            raise Refused("An event keeps at least one organiser or director: name another first.")
        before = {"user": membership.user_id, "role": membership.role}
        record("member.removed", obj=membership, tournament=tournament, by=by, before=before)
        membership.delete()


def may_renew(by: Any, tournament: Tournament, user: User) -> bool:
    """A leader renews only the passwords of people who help at this event alone; the keeper renews any by command."""
    if user.is_superuser or user.pk == by.pk:
        return False
    return not user.memberships.exclude(tournament=tournament).exists()


def renew_password(*, by: Any, tournament: Tournament, user: User) -> str:
    """A new random password for somebody who lost theirs.  Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if not user.memberships.filter(tournament=tournament).exists():
        raise Refused(f"{user} does not help at this event.")
    if not may_renew(by, tournament, user):
        raise Refused(f"{user} helps at other events too: the keeper of the installation renews this password.")
    password = readable()
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        record("account.password_set", obj=user, by=by)
    return password
