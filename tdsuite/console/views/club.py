"""A club evening on one page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.console.club import begin_club_evening
from tdsuite.console.forms.club import ClubEveningForm
from tdsuite.platform.access.guard import actor_of, needs, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.shortcuts import refusal_in
from .common import pressed


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Names, how they are read, and a way to pair; one press later round 1 is being played."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form, show = ClubEveningForm(request.POST or None), "show" in request.POST
    if form.is_valid() and not show:
        with refusal_in(form):
            return redirect("console:event", begin_club_evening(by=actor_of(request), plan=form.plan()).slug)
    status = 422 if form.errors and not show else 200
    return render(request, "console/club.html", {"form": form, "reading": form.reading()}, status=status)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def whole_suite(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """From now on the event shows everything."""
    by = actor_of(request)
    pressed(
        request,
        lambda: update_tournament(by=by, tournament=tournament, values={"club_evening": False}),
        _("The whole suite is shown now."),
    )
    return redirect("console:event", tournament.slug)
