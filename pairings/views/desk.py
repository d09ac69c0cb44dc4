"""The plan while the event runs: a round added, taken away, or paired in a way of its own."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.forms.plan import ChangeForm, RoundPlanForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import offer_undo
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, form_page, page_with_forms, refusal_told, round_of
from ..services.planning import add_round, current_line, override_round, remove_round, require_planning, restore_plan
from .round_pages import page_context
from .undoing import reason_sent, undo_of_changed_plan, undo_of_new_round, undo_of_removed_round


@needs(Can.PAIR)
@require_POST
def add(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """One round more."""
    division = division_of(tournament, code)
    form = RoundPlanForm(request.POST)
    with refusal_told(request):
        if not form.is_valid():
            raise Refused(" ".join(str(error) for errors in form.errors.values() for error in errors), code="bad_round")
        reason = form.cleaned_data["reason"]
        number = add_round(by=actor_of(request), division=division, values=form.values(), reason=reason)
        messages.success(request, f"Round {number} is added.")
        offer_undo(request, undo_of_new_round(division, number))
    return redirect("console:plan", tournament.slug, code)


@needs(Can.PAIR)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The last round taken away."""
    division = division_of(tournament, code)
    with refusal_told(request):
        undo = undo_of_removed_round(division)
        remove_round(by=actor_of(request), division=division, number=number, reason=reason_sent(request))
        messages.success(request, f"Round {number} is taken away.")
        offer_undo(request, undo)
    return redirect("console:plan", tournament.slug, code)


@needs(Can.SEE_CONSOLE)
@require_POST
def restore(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The plan as it was before a change."""
    division = division_of(tournament, code)
    require_planning(actor_of(request), division)
    with refusal_told(request):
        try:
            plan = list(json.loads(request.POST.get("plan", "")))
        except (TypeError, ValueError) as error:
            raise Refused("This is no plan.", code="bad_plan") from error
        restore_plan(by=actor_of(request), division=division, plan=plan, reason=reason_sent(request))
        messages.success(request, _("The plan is as it was before."))
    return redirect("console:plan", tournament.slug, code)


@needs(Can.SEE_CONSOLE)
@form_page
def override(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Pair a round, or a run of rounds, in a way of its own.  `?method=`: another method's options are shown."""
    row = round_of(tournament, code, number)
    require_planning(actor_of(request), row.division)
    with refusal_told(request):
        stands = current_line(row.division, number)
        form = ChangeForm(request.POST or None, initial={**stands}, method=request.GET.get("method", ""))
        if not form.is_valid():
            page = "_method_fields" if request.headers.get("HX-Request") else "override"
            context = {**page_context(row), "form": form, "tab": "plan"}
            return page_with_forms(request, f"pairings/{page}.html", context)
        last, reason = form.cleaned_data["last"], form.cleaned_data["reason"]
        undo = undo_of_changed_plan(row.division)
        override_round(by=actor_of(request), division=row.division, number=number, last=last, values=form.values(), reason=reason)  # fmt: skip
        messages.success(request, _("Round %d has its own settings now.") % number)
        offer_undo(request, undo)
    return redirect("console:plan", tournament.slug, code)
