"""Who helps to run an event."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.console.forms.events import MemberForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.roles import CAPABILITIES, Can, Role
from tdsuite.tournaments.models import Tournament

from ..people import add_member, remove_member, renew_password
from .common import decided, pressed


@never_cache
@needs(Can.MANAGE_TOURNAMENT)
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Members by role; a new account's password is shown on this answer alone."""
    form = MemberForm(request.POST or None)
    new_account: dict[str, Any] = {}

    def add() -> None:
        values = form.cleaned_data
        membership, password = add_member(by=actor_of(request), tournament=tournament, **values)
        new_account.update(username=membership.user.username, password=password)

    if (
        decided(request, form, add, _("%s helps now.") % request.POST.get("username", ""))
        and not new_account["password"]
    ):
        return redirect("console:people", tournament.slug)
    return people_page(request, tournament, MemberForm() if new_account else form, new_account)


def people_page(
    request: HttpRequest, tournament: Tournament, form: MemberForm, new_account: dict[str, Any]
) -> HttpResponse:
    members = list(tournament.memberships.select_related("user").order_by("user__username", "role"))
    elsewhere = set(
        Membership.objects.filter(user__in=[member.user for member in members])
        .exclude(tournament=tournament)
        .values_list("user", flat=True)
    )
    for member in members:
        own = member.user_id == request.user.pk or member.user.is_superuser
        member.renewable = not own and member.user_id not in elsewhere  # type: ignore[attr-defined]
    powers = [(role, [can.value for can in Can if role in CAPABILITIES[can]]) for role in Role]
    context = {"tournament": tournament, "members": members, "form": form, "made": new_account, "tab": "people"}
    context["powers"] = powers[:5]
    return render(request, "console/people.html", context, status=422 if form.errors else 200)


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
