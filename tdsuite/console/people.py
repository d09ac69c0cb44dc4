"""Who helps to run an event: accounts and roles."""

from tdsuite.ops.passwords import readable
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.roles import Can, Role
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import deciding_on
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

LEADERS = (Role.ORGANISER, Role.DIRECTOR)


def add_member(*, by: Actor, tournament: Tournament, username: str, role: str) -> tuple[Membership, str | None]:
    """Give somebody a role; a name that is not known gets an account.

    The membership, and the new account's random password, or None where the account was there already.
    Raises Refused, NotAllowed.
    """
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if role not in dict(Membership.STAFF_ROLES):
        raise Refused("Choose one of the roles.", code="role_unknown")
    with deciding_on(tournament, by=by, action=AccessAction.MEMBER_ADDED) as decision:
        user, password = User.objects.filter(username__iexact=username).first(), None
        if user is None:
            password = readable()
            user = User.objects.create_user(username=username, password=password)
            with deciding_on(None, by=by, action=AccessAction.ACCOUNT_CREATED) as creation:
                creation.record(user, after={"administrator": False})
        membership, added = Membership.objects.get_or_create(user=user, tournament=tournament, role=role)
        if not added:
            raise Refused(f"{user} is {role} already.", code="has_role_already")
        decision.record(membership, after={"user": user.pk, "role": role})
    return membership, password


def remove_member(*, by: Actor, membership: Membership) -> None:
    """Take a role back. The event keeps somebody who may change its settings. Raises Refused, NotAllowed."""
    tournament = membership.tournament
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with deciding_on(tournament, by=by, action=AccessAction.MEMBER_REMOVED) as decision:
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        others = tournament.memberships.exclude(pk=membership.pk).filter(role__in=LEADERS)
        if membership.role in LEADERS and not others.exists():
            raise Refused("An event keeps at least one organiser or director: name another first.", code="last_leader")
        decision.record(membership, before={"user": membership.user_id, "role": membership.role})
        membership.delete()


def renewable(by: Actor, tournament: Tournament) -> set[int]:
    """Whose passwords a leader may renew: of others who help at this event alone; an administrator renews any by command."""
    elsewhere = Membership.objects.exclude(tournament=tournament).values("user")
    users = User.objects.filter(memberships__tournament=tournament, is_superuser=False).exclude(pk=by.pk)
    return set(users.exclude(pk__in=elsewhere).values_list("pk", flat=True))


def renew_password(*, by: Actor, tournament: Tournament, user: User) -> str:
    """A new random password for somebody who lost theirs.  Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if not user.memberships.filter(tournament=tournament).exists():
        raise Refused(f"{user} does not help at this event.", code="not_a_member")
    if user.pk not in renewable(by, tournament):
        raise Refused(
            f"{user} helps at other events too: an administrator renews this password.", code="helps_elsewhere"
        )
    password = readable()
    with deciding_on(None, by=by, action=AccessAction.ACCOUNT_PASSWORD_SET) as decision:
        user.set_password(password)
        user.save(update_fields=["password"])
        decision.record(user)
    return password
