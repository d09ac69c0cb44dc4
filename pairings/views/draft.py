"""Pair a round into a draft, by a worker or by hand; change it, publish it, throw it away."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from pairings.forms.pairing import BY_HAND, ByHandForm, PairForm, PublishForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import request_cancel, worker_status
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.waiting import settled_first
from tdsuite.tournaments.shortcuts import read_page, refusal_in, refusal_told, round_of

from ..models import PairingRun
from ..services.drafts import DRAFT_JOB, discard_run, make_draft, request_draft
from ..services.publishing import publish_run
from .round_pages import draft_page, has_clash, pairing_page, round_url


@needs(Can.PAIR)
@require_POST
def pair(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Ask a worker for a draft; the answer shows its progress."""
    row = round_of(tournament, code, number)
    form = PairForm(request.POST, division=row.division, number=number)
    if not form.is_valid():
        return pairing_page(request, row, pair_form=form)
    method, seed = form.cleaned_data["method"] or None, form.cleaned_data["seed"]
    job = request_draft(by=actor_of(request), division=row.division, number=number, method=method, seed=seed)
    if request.headers.get("HX-Request"):
        return progress_part(request, row, job)
    return redirect("pairings:progress", tournament.slug, code, number, job.pk)


@needs(Can.PAIR)
@read_page
def progress(request: HttpRequest, tournament: Tournament, code: str, number: int, job_id: int) -> HttpResponse:
    """How far the worker is; goes on to the draft when it is done."""
    row = round_of(tournament, code, number)
    job = pairing_job(row.division, job_id)
    if request.headers.get("HX-Request"):
        return progress_part(request, row, job)
    if job.status in (Job.Status.DONE, Job.Status.CANCELLED):
        return redirect(round_url(row))
    return render(request, "pairings/progress.html", progress_context(row, job))


@needs(Can.PAIR)
@require_POST
def stop(request: HttpRequest, tournament: Tournament, code: str, number: int, job_id: int) -> HttpResponse:
    """Stop the worker's pairing; an older draft stays."""
    row = round_of(tournament, code, number)
    if request_cancel(pairing_job(row.division, job_id), actor_of(request)):
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
    try:
        publish_run(by=actor_of(request), run=run, reason=form.data.get("reason", "")[:300])
    except Refused as refused:
        form.add_error(None, str(refused))
        return draft_page(request, run, publish_form=form)
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


def pairing_job(division: Division, job_id: int) -> Job:
    job = Job.objects.about(division).of_kind(DRAFT_JOB).filter(pk=job_id).first()
    if job is None:
        raise Http404("Nothing is being paired under this number.")
    return job


def progress_context(row: Round, job: Job) -> dict[str, object]:
    waits = worker_status() if job.status == Job.Status.QUEUED else None
    return {
        "tournament": row.division.tournament, "division": row.division, "round": row, "job": job,
        "no_worker": waits.says if waits else "",
        "clashes": job.status == Job.Status.FAILED and has_clash(row.division, row.number),
        "pair_form": PairForm(division=row.division, number=row.number),
    }  # fmt: skip


def progress_part(request: HttpRequest, row: Round, job: Job) -> HttpResponse:
    """The part of the page that is polled; once the job is done, it leads to the round's page, which loads its own scripts."""
    if job.status not in (Job.Status.DONE, Job.Status.CANCELLED):
        return render(request, "pairings/_progress.html", progress_context(row, job))
    return HttpResponse(headers={"HX-Redirect": round_url(row)})
