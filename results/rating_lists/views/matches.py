"""A rating list for a division: who is who, what would change, and all of it applied."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from results.rating_lists.engine.matching import MatchKind
from results.rating_lists.forms import BadChoice, chosen_of
from results.rating_lists.models import RatingList
from results.rating_lists.services.known import offers
from results.rating_lists.services.uses import Chosen, ListPlan, apply_list, plan_list
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, form_page, read_page


def _plan_page(request: HttpRequest, plan: ListPlan, wrong: str, status: int) -> HttpResponse:
    context: dict[str, Any] = {
        "division": plan.division, "list": plan.rating_list, "plan": plan,
        "wrong": wrong, "tab": "roster", **{kind.name.lower(): plan.of_kind(kind) for kind in MatchKind},
    }  # fmt: skip
    return render(request, "results/rating_lists/plan.html", context, status=status)


def _plan_by_choices(request: HttpRequest, division: Division, row: RatingList) -> tuple[ListPlan, Chosen, str]:
    """The plan with the choices made, and these; without them, and why, where they do not fit."""
    try:
        chosen = chosen_of(request.POST)
        return plan_list(division, row, chosen), chosen, ""
    except (BadChoice, Refused) as error:
        return plan_list(division, row), {}, str(error)


@needs(Can.EDIT_ROSTER)
@form_page
def plan(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """What the list would change. POST: look again with these choices."""
    division = division_of(tournament, code)
    list_plan, _chosen, wrong = _plan_by_choices(request, division, get_object_or_404(RatingList, pk=pk))
    return _plan_page(request, list_plan, wrong, 422 if wrong else 200)


@require_POST
@needs(Can.EDIT_ROSTER)
def apply(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """Apply all of what was shown, or nothing; choices made since are shown first."""
    division, row = division_of(tournament, code), get_object_or_404(RatingList, pk=pk)
    list_plan, chosen, wrong = _plan_by_choices(request, division, row)
    if wrong:
        return _plan_page(request, list_plan, wrong, 422)
    if list_plan.seen != request.POST.get("seen"):
        says = _("Your choices, or the roster, changed what would be done. Check it below, then apply.")
        return _plan_page(request, list_plan, says, 409)
    try:
        done = apply_list(by=actor_of(request), division=division, rating_list=row, chosen=chosen, seen=list_plan.seen)
    except Refused as refused:
        return _plan_page(request, list_plan, str(refused), 409)
    messages.success(
        request, _("%(list)s is applied: %(changed)d players changed.") % {"list": row, "changed": len(done.changed)}
    )
    return redirect("results:rating_lists", tournament.slug)


@needs(Can.EDIT_ROSTER)
@read_page
def people(request: HttpRequest, tournament: Tournament) -> JsonResponse:
    """Whom the words typed may mean (?q=), for the list below a player's name."""
    return JsonResponse({"people": offers(tournament, reader=request.user, typed=request.GET.get("q", ""))})
