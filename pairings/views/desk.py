"""The pairing desk of a division: every round with its method and state, and the plan while the event runs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from pairings.forms.plan import RoundPlanForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import offer_form_undo, offer_undo
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, form_page, read_page, refusal_told, round_of

from ..services.planning import (
    add_round,
    current_line,
    desk_of,
    override_round,
    remove_round,
)
from .round_pages import page_context
from .undoing import undo_of_new_round, undo_of_removed_round


@needs(Can.PAIR)
@read_page
def desk(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Every round, and what can be done with the plan."""
    return desk_page(request, division_of(tournament, code))


def desk_page(request: HttpRequest, division: Division, *, add_form: RoundPlanForm | None = None) -> HttpResponse:
    refused = ""
    rounds = []
    try:
        rounds = desk_of(division)
    except Refused as error:
        refused = str(error)
    context = {
        "tournament": division.tournament, "division": division, "tab": "desk", "rounds": rounds, "refused": refused,
        "add_form": add_form or RoundPlanForm(),
    }  # fmt: skip
    return render(request, "pairings/desk.html", context, status=422 if add_form is not None else 200)


@needs(Can.PAIR)
@require_POST
def add(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """One round more."""
    division = division_of(tournament, code)
    form = RoundPlanForm(request.POST)
    if not form.is_valid():
        return desk_page(request, division, add_form=form)
    with refusal_told(request):
        reason = form.cleaned_data["reason"]
        number = add_round(by=actor_of(request), division=division, values=form.values(), reason=reason)
        messages.success(request, f"Round {number} is added.")
        offer_undo(request, undo_of_new_round(division, number))
    return redirect("pairings:desk", tournament.slug, code)


@needs(Can.PAIR)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The last round taken away."""
    division, reason = division_of(tournament, code), request.POST.get("reason", "")[:300]
    with refusal_told(request):
        undo = undo_of_removed_round(division)
        remove_round(by=actor_of(request), division=division, number=number, reason=reason)
        messages.success(request, f"Round {number} is taken away.")
        offer_undo(request, undo)
    return redirect("pairings:desk", tournament.slug, code)


@needs(Can.PAIR)
@form_page
def override(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Pair one round in a way of its own."""
    row = round_of(tournament, code, number)
    with refusal_told(request):
        form = RoundPlanForm(request.POST or None, initial=current_line(row.division, number))
        if not form.is_valid():
            context = {**page_context(row), "form": form}
            return render(request, "pairings/override.html", context, status=422 if form.errors else 200)
        answers = {"values": form.values(), "reason": form.cleaned_data["reason"]}
        override_round(by=actor_of(request), division=row.division, number=number, **answers)
        messages.success(request, f"The plan pairs round {number} in a way of its own.")
        offer_form_undo(request, form)
    return redirect("pairings:desk", tournament.slug, code)
