"""The pairing desk of a division: every round with its method and state, and the plan while the event runs."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from pairings.forms.plan import ReasonForm, RoundPlanForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.undo import offer_form_undo, offer_undo
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, form_page, read_page, refusal_told, round_of

from ..services.planning import FREE_JOB, add_round, current_line, desk_of, override_round, request_free_drafts
from ..services.renumbering import can_be_moved, insert_round, insertion, removal, remove_round
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
        "free": [desk_round for desk_round in rounds if not desk_round.row.is_published and desk_round.draft is None and not desk_round.after],
        "job": Job.objects.about(division).of_kind(FREE_JOB).active().first(),
        "movable": can_be_moved(rounds),
        "add_form": add_form or RoundPlanForm(),
    }  # fmt: skip
    return render(request, "pairings/desk.html", context, status=422 if add_form is not None else 200)


@needs(Can.PAIR)
@require_POST
def pair_free(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Pair all rounds that need no results."""

    def ask(division: Division) -> str:
        request_free_drafts(by=actor_of(request), division=division)
        return "The rounds that need no results are being paired; reload this page to see how far."

    return _decided(request, tournament, code, ask)


@needs(Can.PAIR)
@require_POST
def add(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """One round more."""
    division = division_of(tournament, code)
    form = RoundPlanForm(request.POST)
    if not form.is_valid():
        return desk_page(request, division, add_form=form)

    def more(row: Division) -> str:
        number = add_round(by=actor_of(request), division=row, values=form.values(), reason=form.cleaned_data["reason"])
        offer_undo(request, undo_of_new_round(row, number))
        return f"Round {number} is added."

    return _decided(request, tournament, code, more)


@needs(Can.PAIR)
@form_page
def remove(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What it means to take a round away, and the button that does it."""
    row = round_of(tournament, code, number)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    with refusal_told(request):
        meaning = removal(row.division, number)
        if not form.is_valid():
            context = {**page_context(row), "form": form, "meaning": meaning, "out": True}
            return render(request, "pairings/renumber.html", context)
        undo = undo_of_removed_round(row.division, number)
        remove_round(by=actor_of(request), division=row.division, number=number, **form.cleaned_data)
        offer_undo(request, undo)
        messages.success(request, f"Round {number} is taken away.")
    return redirect("pairings:desk", tournament.slug, code)


@needs(Can.PAIR)
@form_page
def insert(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """What it means to put a round in before another, how it is paired, and the button that does it."""
    row = round_of(tournament, code, number)
    form = RoundPlanForm(request.POST or None)
    with refusal_told(request):
        meaning = insertion(row.division, number)
        if not form.is_valid():
            context = {**page_context(row), "form": form, "meaning": meaning, "out": False}
            return render(request, "pairings/renumber.html", context, status=422 if form.errors else 200)
        answers = {"values": form.values(), "reason": form.cleaned_data["reason"]}
        insert_round(by=actor_of(request), division=row.division, number=number, **answers)
        messages.success(request, f"Round {number} is new; the rounds behind it moved up.")
        offer_undo(request, undo_of_new_round(row.division, number))
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


def _decided(
    request: HttpRequest, tournament: Tournament, code: str, decide: Callable[[Division], Any]
) -> HttpResponse:
    """Decide, say what came of it, and show the desk."""
    with refusal_told(request):
        messages.success(request, decide(division_of(tournament, code)))
    return redirect("pairings:desk", tournament.slug, code)
