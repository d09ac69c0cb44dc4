"""Make an event practice, make it real, delete a practice event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import worker_status
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.practice import delete_practice_event, delete_real_event, mark_practice
from .. import rehearsal
from ..forms.events import DiscardForm, EventForm
from .common import decided, pressed
from .events import settings_page


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def mark(request: HttpRequest, tournament: Tournament, *, practice: bool) -> HttpResponse:
    says = _("%s is a practice event now.") if practice else _("%s is a real event now.")
    by = actor_of(request)
    pressed(request, lambda: mark_practice(by=by, tournament=tournament, practice=practice), says % tournament)
    return redirect("console:settings", tournament.slug)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def discard(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Delete an event that was made by mistake, its name typed."""
    form, says = DiscardForm(request.POST), _("%s is deleted.") % tournament
    if decided(
        request, form, lambda: delete_real_event(by=actor_of(request), tournament=tournament, **form.cleaned_data), says
    ):
        return redirect("console:home")
    return settings_page(request, tournament, EventForm(instance=tournament), form)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    says = _("The practice event %s is deleted.") % tournament
    if pressed(request, lambda: delete_practice_event(by=actor_of(request), tournament=tournament), says):
        return redirect("console:home")
    return redirect("console:settings", tournament.slug)


@never_cache
@needs(rehearsal.CAN)
def rehearse(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "how_far": rehearsal.HOW_FAR,
        "job": Job.objects.of(tournament).of_kind(rehearsal.REHEARSAL_JOB).order_by("-pk").first(),
        "worker": worker_status(),
        "tab": "rehearsal",
    }
    return render(request, "console/rehearsal.html", context)


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
