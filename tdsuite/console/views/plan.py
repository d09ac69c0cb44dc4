"""The plan and the schedule of a division on one page."""

from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.forms.plan import RoundPlanForm
from pairings.services.advice import plan_advice
from tdsuite.console.forms.events import ScheduleForm, TimetableForm
from tdsuite.console.plan import plan_of
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import schedule_by_timetable, schedule_rounds
from tdsuite.tournaments.shortcuts import division_of, page_with_forms, read_page
from .common import decided


@needs(Can.SEE_CONSOLE)
@read_page
def plan(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Every round: how it is paired, from which standings, when it starts, where it stands."""
    division = division_of(tournament, code)
    with timezone.override(ZoneInfo(tournament.time_zone)):
        return _page(request, division, ScheduleForm(division), TimetableForm())


def _page(request: HttpRequest, division: Division, form: ScheduleForm, every: TimetableForm) -> HttpResponse:
    rows, refused = [], ""
    try:
        rows = plan_of(division, form)
    except Refused as refusal:
        refused = str(refusal)
    context = {
        "division": division, "rows": rows, "refused": refused, "form": form,
        "every": every, "add_form": RoundPlanForm(), "tab": "plan", "advice": [] if refused else plan_advice(division),
    }  # fmt: skip
    return page_with_forms(request, "console/plan.html", context)


@needs(Can.RUN_ROUNDS)
@require_POST
def times(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """When each round is to start; rounds start by it where the event's settings say so."""
    division, by = division_of(tournament, code), actor_of(request)
    with timezone.override(ZoneInfo(tournament.time_zone)):
        form = ScheduleForm(division, request.POST)

        def save() -> None:
            schedule_rounds(by=by, division=division, times=form.times())

        if decided(request, form, save, _("The schedule is saved."), undo=True):
            return redirect("console:plan", tournament.slug, code)
        return _page(request, division, form, TimetableForm())


@needs(Can.RUN_ROUNDS)
@require_POST
def timetable(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Every round that has not started gets its time, by the first and the minutes between."""
    division, by = division_of(tournament, code), actor_of(request)
    with timezone.override(ZoneInfo(tournament.time_zone)):
        every = TimetableForm(request.POST)
        every.fields["first_at"].required = True

        def save() -> None:
            if row := every.timetable():
                schedule_by_timetable(by=by, division=division, timetable=row)

        if decided(request, every, save, _("The schedule is saved.")):
            return redirect("console:plan", tournament.slug, code)
        return _page(request, division, ScheduleForm(division), every)
