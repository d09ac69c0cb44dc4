"""Who helps to run an event."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.console.forms.events import MemberForm
from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.forms import InvitationForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.qr import code_of
from tdsuite.platform.access.roles import CAPABILITIES, Can
from tdsuite.platform.access.services.invitations import invite, revoke_invitation
from tdsuite.platform.access.services.second_factor import reset
from tdsuite.platform.access.views.accounts import own
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import page_with_forms
from ..people import add_member, remove_member, renew_password, renewable
from .common import decided, pressed


@never_cache
@needs(Can.MANAGE_TOURNAMENT)
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Members by role; a new account's password is shown on this answer alone."""
    form = MemberForm(request.POST or None)
    new_account: dict[str, Any] = {}

    def add() -> None:
        membership, password = add_member(by=actor_of(request), tournament=tournament, **form.cleaned_data)
        new_account.update(username=membership.user.username, password=password)

    if (
        decided(request, form, add, _("%s is added.") % request.POST.get("username", ""))
        and not new_account["password"]
    ):
        return redirect("console:people", tournament.slug)
    return people_page(request, tournament, MemberForm() if new_account else form, new_account)


def people_page(
    request: HttpRequest,
    tournament: Tournament,
    form: MemberForm,
    new_account: dict[str, Any],
    invitation: InvitationForm | None = None,
) -> HttpResponse:
    """The page.  new_account: a name and its password, or the code of an invitation's link, on this answer alone."""
    context = {
        "members": _members(request, tournament), "form": form, "made": new_account,
        "powers": [(role, [can.value for can in Can if role in CAPABILITIES[can]]) for role, _name in Membership.STAFF_ROLES],
        "invitations": tournament.invitations.open().order_by("expires_at"),
        "invitation_form": invitation or InvitationForm(), "tab": "people",
    }  # fmt: skip
    return page_with_forms(request, "console/people.html", context)


def _members(request: HttpRequest, tournament: Tournament) -> list[Membership]:
    """Who has a role; `renewable` says whose password a leader may renew."""
    members = list(tournament.memberships.select_related("user").order_by("user__username", "role"))
    known = renewable(actor_of(request), tournament)
    for member in members:
        member.reason_id = f"reset-{member.pk}"  # type: ignore[attr-defined]
        member.renewable = member.user_id in known  # type: ignore[attr-defined]
    return members


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    membership = get_object_or_404(tournament.memberships.select_related("user", "tournament"), pk=pk)
    says = _("%(user)s is no longer %(role)s.") % {"user": membership.user, "role": membership.role}
    pressed(request, lambda: remove_member(by=actor_of(request), membership=membership), says)
    return redirect("console:people", tournament.slug)


@never_cache
@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def renew(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A new random password, shown on this answer alone."""
    user = get_object_or_404(User.objects.filter(memberships__tournament=tournament).distinct(), pk=pk)
    new_account: dict[str, Any] = {"username": user.username}

    def renewed() -> None:
        new_account["password"] = renew_password(by=actor_of(request), tournament=tournament, user=user)

    if pressed(request, renewed, _("%s has a new password.") % user):
        return people_page(request, tournament, MemberForm(), new_account)
    return redirect("console:people", tournament.slug)


@require_POST
@needs(Can.LOOK_AFTER_ACCOUNTS)
def reset_factor(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """For somebody who lost phone and recovery codes: from now on the password alone opens the account."""
    user = get_object_or_404(User.objects.filter(memberships__tournament=tournament).distinct(), pk=pk)
    try:
        reset(by=actor_of(request), user=user, reason=request.POST.get("reason", ""))
        messages.success(request, _("The second factor of %s is reset.") % user)
    except SignInRefused as refusal:
        messages.error(request, refusal.says)
    return redirect("console:people", tournament.slug)


@never_cache
@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def send_invitation(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """An invitation; its link is shown on this answer alone."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return people_page(request, tournament, MemberForm(), {}, form)
    token = invite(by=own(request), tournament=tournament, **form.cleaned_data)
    link = code_of(base_url(tournament, request) + reverse("access:invited", args=[token]))
    return people_page(request, tournament, MemberForm(), {"link": link, "for": form.cleaned_data["name"]})


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def take_back_invitation(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    invitation = get_object_or_404(tournament.invitations.select_related("tournament"), pk=pk)
    says = _("The invitation of %s opens nothing any more.") % invitation.name
    pressed(request, lambda: revoke_invitation(by=own(request), invitation=invitation), says)
    return redirect("console:people", tournament.slug)
