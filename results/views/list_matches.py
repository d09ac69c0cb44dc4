"""A rating list for a division: who is who, what would change, and all of it applied."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of

from ..engine.list_matching import Kind
from ..forms_rating_lists import BadChoice, chosen_of
from ..rating_list_models import RatingList, RatingListUse
from ..services.rating_list_uses import Chosen, ListPlan, apply_list, plan_list, restore_use


def _shown(request: HttpRequest, plan: ListPlan, wrong: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": plan.division.tournament, "division": plan.division, "list": plan.rating_list, "plan": plan,
        "wrong": wrong, "tab": "roster",
        "to_confirm": plan.of_kinds(Kind.TO_CONFIRM, Kind.SEVERAL), "unmatched": plan.of_kinds(Kind.UNMATCHED),
    }  # fmt: skip
    return render(request, "results/rating_lists/plan.html", context, status=status)


def _chosen(request: HttpRequest) -> tuple[Chosen, str]:
    try:
        return chosen_of(request.POST), ""
    except BadChoice as bad:
        return {}, str(bad)


def _planned(division: Division, row: RatingList, chosen: Chosen) -> tuple[ListPlan, str]:
    """The plan with these choices; without them, and why, where they do not fit."""
    try:
        return plan_list(division, row, chosen), ""
    except Refused as refused:
        return plan_list(division, row), str(refused)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """What the list would change. POST: look again with these choices."""
    division = division_of(tournament, code)
    chosen, bad = _chosen(request)
    found, wrong = _planned(division, get_object_or_404(RatingList, pk=pk), chosen)
    return _shown(request, found, bad or wrong, 422 if bad or wrong else 200)


@require_POST
@needs(Can.EDIT_ROSTER)
def apply(request: HttpRequest, tournament: Tournament, code: str, pk: int) -> HttpResponse:
    """All of what was looked at, or nothing; choices made since are shown first."""
    division, row = division_of(tournament, code), get_object_or_404(RatingList, pk=pk)
    chosen, bad = _chosen(request)
    found, wrong = _planned(division, row, chosen)
    if bad or wrong:
        return _shown(request, found, bad or wrong, 422)
    if found.seen != request.POST.get("seen"):
        says = _("Your choices, or the roster, changed what would be done. This is it now: look at it, then apply.")
        return _shown(request, found, says, 409)
    try:
        done = apply_list(by=request.user, division=division, rating_list=row, chosen=chosen, seen=found.seen)
    except Refused as refused:
        return _shown(request, found, str(refused), 409)
    messages.success(
        request, _("%(list)s is applied: %(changed)d players changed.") % {"list": row, "changed": len(done.changed)}
    )
    return redirect("results:rating_lists", tournament.slug)


@require_POST
@needs(Can.EDIT_ROSTER)
def restore(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Put back what stood before a division's last use of a list."""
    uses = RatingListUse.objects.select_related("division__tournament", "rating_list")
    use = get_object_or_404(uses, pk=pk, division__tournament=tournament)
    try:
        done = restore_use(by=request.user, use=use)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%d values are as they were before.") % done.restored)
        for sentence in done.kept[:10]:
            messages.warning(request, sentence)
    return redirect("results:rating_lists", tournament.slug)
