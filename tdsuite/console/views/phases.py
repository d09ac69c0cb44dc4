"""The strip's own pages: setting up, the round being played, closing."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from results.sheets.reads import to_waive
from results.sheets.services.officials import waive_all_unsigned
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.events import update_tournament
from ..closing import closing_steps, next_pages
from ..phases import phases_of, present_address
from ..setting_up import tasks
from .common import pressed


@never_cache
@needs(Can.SEE_CONSOLE)
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page of the present phase."""
    return redirect(present_address(tournament, partial(allowed, request.user, tournament)))


@never_cache
@needs(Can.SEE_CONSOLE)
def set_up(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the event has and what it lacks before its first round."""
    context = {
        "tab": "set_up", "phases": phases_of(tournament),
        "tasks": tasks(request, tournament, partial(allowed, request.user, tournament)),
    }  # fmt: skip
    return render(request, "console/set_up.html", context)


@never_cache
@needs(Can.SEE_CONSOLE)
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The end of the event: what is still to be done; once it is finished, what is handed out."""
    may, finished = partial(allowed, request.user, tournament), tournament.status == Tournament.Status.FINISHED
    phases = phases_of(tournament)
    context = {
        "tab": "close", "phases": phases,
        "tasks": [] if finished else closing_steps(tournament, phases, may),
        "next_pages": next_pages(tournament, may) if finished else [],
        "to_waive": 0 if finished or not may(Can.CORRECT_RESULTS) else to_waive(tournament).count(),
    }  # fmt: skip
    return render(request, "console/close.html", context)


@needs(Can.CORRECT_RESULTS)
@require_POST
def waive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The director does without every signature that is missing under what officials entered."""

    def decide() -> None:
        for division in tournament.divisions.all():
            waive_all_unsigned(by=actor_of(request), division=division, reason=request.POST.get("reason", ""))

    pressed(request, decide, _("The missing signatures are waived."))
    return redirect("console:close", tournament.slug)


@needs(Can.MANAGE_TOURNAMENT)
@require_POST
def change_status(request: HttpRequest, tournament: Tournament, *, status: str) -> HttpResponse:
    """The event is over, and its results are final; or a finished one is opened again, with a reason."""
    by, reason = actor_of(request), request.POST.get("reason", "").strip()
    says = _("The event is finished.") if status == Tournament.Status.FINISHED else _("The event is open again.")
    values = {"status": status}
    pressed(request, lambda: update_tournament(by=by, tournament=tournament, values=values, reason=reason), says)
    return redirect("console:close", tournament.slug)
