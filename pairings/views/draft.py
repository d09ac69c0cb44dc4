"""Pair a round into a draft, by a worker or by hand; change it, publish it, throw it away."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from pairings.forms.pairing import BY_HAND, ByHandForm, PairForm, PublishForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import request_cancel
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.waiting import settled_first
from tdsuite.tournaments.shortcuts import refusal_in, refusal_told, round_of
from ..models import PairingRun
from ..services.drafts import DRAFT_JOB, discard_run, make_draft, request_draft
from ..services.publishing import publish_run
from .round_pages import draft_page, pairing_page, round_url


@needs(Can.PAIR)
@require_POST
def pair(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Ask a worker for a draft; the round's page shows how far it is."""
    row = round_of(tournament, code, number)
    form = PairForm(request.POST, division=row.division, number=number)
    if not form.is_valid():
        return pairing_page(request, row, pair_form=form)
    method, seed = form.cleaned_data["method"] or None, form.cleaned_data["seed"]
    request_draft(by=actor_of(request), division=row.division, number=number, method=method, seed=seed)
    return redirect(round_url(row))


@needs(Can.PAIR)
@require_POST
def stop(request: HttpRequest, tournament: Tournament, code: str, number: int, job_id: int) -> HttpResponse:
    """Stop the worker's pairing; an older draft stays."""
    row = round_of(tournament, code, number)
    jobs = Job.objects.about(row.division).of_kind(DRAFT_JOB)
    if request_cancel(get_object_or_404(jobs, pk=job_id), actor_of(request)):
        messages.info(request, "Pairing is stopped.")
    return redirect(round_url(row))


@needs(Can.PAIR)
@require_POST
def pair_by_hand(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Draft the director's own list."""
    row = round_of(tournament, code, number)
    form = ByHandForm(request.POST)
    if form.is_valid():
        with refusal_in(form, "boards"):
            manual = form.cleaned_data["boards"]
            make_draft(by=actor_of(request), division=row.division, number=number, method=BY_HAND, manual=manual)
            return redirect(round_url(row))
    return pairing_page(request, row, by_hand=form)


@needs(Can.PUBLISH_PAIRINGS)
@require_POST
def publish(request: HttpRequest, tournament: Tournament, code: str, run_id: int) -> HttpResponse:
    """Make the draft public, once; a stale one only with a reason."""
    run = run_of(tournament, code, run_id)
    form, open_now = PublishForm(request.POST), settled_first(tournament, run.division)
    first = partial(round_of, tournament, code, run.first_round)
    if not form.is_valid():
        return draft_page(request, run, first(), publish_form=form)
    try:
        publish_run(by=actor_of(request), run=run, reason=form.cleaned_data["reason"])
    except Refused as refused:
        if refused.code == "already_published":
            messages.error(request, str(refused))
            return redirect(round_url(run.division, run.first_round))
        form.add_error(None, str(refused))
        return draft_page(request, run, first(), publish_form=form)
    messages.success(request, f"{run.rounds_text.capitalize()} published.")
    for row in open_now:  # it may have come after the draft was opened
        messages.warning(request, row.warning)
    return redirect(run.division.board_url(run.first_round))


@needs(Can.PAIR)
@require_POST
def discard(request: HttpRequest, tournament: Tournament, code: str, run_id: int) -> HttpResponse:
    """Throw the draft away."""
    run = run_of(tournament, code, run_id)
    with refusal_told(request):
        discard_run(by=actor_of(request), run=run)
        messages.success(request, f"The draft of {run.rounds_text} is gone.")
    return redirect(round_url(run.division, run.first_round))


def run_of(tournament: Tournament, code: str, run_id: int) -> PairingRun:
    """A draft of the division, also one that is no draft any more; 404 when there never was one."""
    runs = PairingRun.objects.filter(division__tournament=tournament, division__code=code)
    run = runs.select_related("division").filter(pk=run_id).first()
    if run is None:
        raise Http404("There is no such draft.")
    run.division.tournament = tournament
    return run
