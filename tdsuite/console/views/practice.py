"""Make an event practice, make it real, delete a practice event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.practice import delete_practice_event, mark_practice

from .common import pressed


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def begin(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    says = _("%s is a practice event now.") % tournament
    pressed(request, lambda: mark_practice(by=actor_of(request), tournament=tournament, practice=True), says)
    return redirect("console:settings", tournament.slug)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def end(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    says = _("%s is a real event now.") % tournament
    pressed(request, lambda: mark_practice(by=actor_of(request), tournament=tournament, practice=False), says)
    return redirect("console:settings", tournament.slug)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    says = _("The practice event %s is deleted.") % tournament
    if pressed(request, lambda: delete_practice_event(by=actor_of(request), tournament=tournament), says):
        return redirect("console:home")
    return redirect("console:settings", tournament.slug)
