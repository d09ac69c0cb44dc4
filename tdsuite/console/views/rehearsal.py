"""Rehearse an event: play on with simulated results, and drills."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import worker_status
from tdsuite.tournaments.models import Tournament

from .. import rehearsal
from .common import pressed


@never_cache
@needs(rehearsal.CAN)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The drills and what became of each; asked for again every few seconds by itself."""
    context = {
        "tournament": tournament,
        "drills": rehearsal.drills(tournament),
        "kinds": rehearsal.KINDS,
        "how_far": rehearsal.HOW_FAR,
        "job": Job.objects.of(tournament).of_kind(rehearsal.REHEARSAL_JOB).order_by("-pk").first(),
        "worker": worker_status(),
        "tab": "rehearsal",
    }
    part = request.headers.get("HX-Request")
    return render(request, f"console/{'_drills' if part else 'rehearsal'}.html", context)


@require_POST
@needs(rehearsal.CAN)
def play(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have a worker play on."""
    how_far = request.POST.get("how_far", "")
    pressed(
        request,
        lambda: rehearsal.simulate(by=actor_of(request), tournament=tournament, how_far=how_far),
        _("The rehearsal plays on."),
    )
    return redirect("console:rehearsal", tournament.slug)


@require_POST
@needs(rehearsal.CAN)
def drill(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Set a drill up."""
    pressed(
        request,
        lambda: rehearsal.set_up_drill(by=actor_of(request), tournament=tournament, kind=kind),
        _("It has happened: what do you do?"),
    )
    return redirect("console:rehearsal", tournament.slug)


@require_POST
@needs(rehearsal.CAN)
def put_away(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a drill no more."""
    pressed(
        request,
        lambda: rehearsal.put_drill_away(by=actor_of(request), tournament=tournament, number=number),
        _("The drill is put away."),
    )
    return redirect("console:rehearsal", tournament.slug)
