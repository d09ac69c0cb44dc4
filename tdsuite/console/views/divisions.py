"""An event's divisions: their settings and pairing plans."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.services.tables import overlaps_of
from tdsuite.console.forms.events import (
    DivisionForm,
    PlanFormSet,
    ScheduleForm,
    TimetableForm,
    kept_lines,
    plan_rows,
    rearranged,
)
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import Undo, offer_undo, rows_before
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.events import add_division, update_division
from tdsuite.tournaments.services.rounds import schedule_by_timetable, schedule_rounds
from tdsuite.tournaments.shortcuts import division_of

from .common import decided, pressed


@needs(Can.MANAGE_TOURNAMENT)
def edit(request: HttpRequest, tournament: Tournament, code: str = "") -> HttpResponse:
    """A division's settings; without a code, those of a new one."""
    division = division_of(tournament, code) if code else None
    draft = division or Division(tournament=tournament, position=tournament.divisions.count() + 1)
    form = DivisionForm(request.POST or None, instance=draft)
    form.fields["code"].disabled = division is not None

    def save() -> None:
        if division is None:
            add_division(by=actor_of(request), tournament=tournament, values=form.values())
        else:
            update_division(by=actor_of(request), division=division, values=form.values())

    says = _("The division is saved.") if division else _("The division is added.")
    if decided(request, form, save, says, undo=division is not None):
        return (
            redirect("console:division", tournament.slug, code) if code else redirect("console:event", tournament.slug)
        )
    context: dict[str, Any] = {"tournament": tournament, "division": division, "form": form, "tab": "division"}
    context["overlaps"] = overlaps_of(division) if division else ()
    return render(request, "console/division.html", context, status=422 if form.errors else 200)


@needs(Can.MANAGE_TOURNAMENT)
def plan(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Which method pairs which rounds, and from which standings."""
    division = division_of(tournament, code)
    sent = request.POST
    moved = "add" in sent or "remove" in sent
    lines = rearranged(sent) if moved else PlanFormSet(sent) if sent else plan_rows(division.pairing_plan)
    plan_before = rows_before(plan_rows(division.pairing_plan))

    def save() -> None:
        update_division(by=actor_of(request), division=division, values={"pairing_plan": kept_lines(lines)})

    if lines.is_bound and lines.is_valid() and pressed(request, save, _("The pairing plan is saved.")):
        offer_undo(request, Undo(_("The plan is as it was before."), request.path, plan_before))
        return redirect("console:plan", tournament.slug, code)
    context = {"tournament": tournament, "division": division, "lines": lines, "tab": "plan"}
    return render(request, "console/plan.html", context, status=422 if lines.is_bound else 200)


@needs(Can.RUN_ROUNDS)
def schedule(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """When each round is to start; rounds start by it where the event's settings say so."""
    division = division_of(tournament, code)
    by = actor_of(request)
    whole = "timetable" in request.POST
    with timezone.override(ZoneInfo(tournament.time_zone)):
        form = ScheduleForm(division, None if whole else request.POST or None)
        every = TimetableForm(request.POST if whole else None)
        every.fields["first_at"].required = True

        def save() -> None:
            if timetable := every.timetable() if whole else None:
                schedule_by_timetable(by=by, division=division, timetable=timetable)
            else:
                schedule_rounds(by=by, division=division, times=form.times())

        if decided(request, every if whole else form, save, _("The schedule is saved."), undo=not whole):
            return redirect("console:schedule", tournament.slug, code)
        context = {"tournament": tournament, "division": division, "form": form, "every": every, "tab": "schedule"}
        return render(request, "console/schedule.html", context, status=422 if form.errors or every.errors else 200)
