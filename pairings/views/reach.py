"""Who can still reach which prize: a page of a division and round, for directors and, on request, for players."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import request_cancel, worker_status
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import RoundLink, division_of, read_page, refusal_told, round_links

from ..services.prize_chances import REACH_JOB, SEED, job_for, request_chances, still_open
from .why import for_players, may_read, page_of


@needs(Can.SEE_EVENT)
@read_page
@for_players
def reach(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Places possible, what each player needs, and how likely each prize is, from the standings after a round."""
    division = division_of(tournament, code)
    staff = may_read(request, division, published=True)
    division_history = history(division)
    try:
        open_prizes = still_open(division_history, number)
    except Refused as refused:
        raise Http404(str(refused)) from refused
    rounds: list[RoundLink] = [
        link for link in round_links(division, "pairings:reach", number) if link.number <= division_history.last_round
    ]
    job = job_for(division, open_prizes.key) if open_prizes.key and not open_prizes.trials else None
    context = {
        **page_of(division, staff), "open": open_prizes, "number": number, "rounds": rounds, "job": job, "seed": SEED,
        "no_worker": worker_status().says if job else "",
    }  # fmt: skip
    return render(request, "pairings/reach.html", context)


@needs(Can.SEE_EVENT)
@read_page
@for_players
def newest(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The page of the newest round that has a result."""
    division = division_of(tournament, code)
    staff = may_read(request, division, published=True)
    last = history(division).last_round
    if last:
        return redirect("pairings:reach", tournament.slug, code, last)
    return render(request, "pairings/reach.html", {**page_of(division, staff), "open": None, "number": 0})


@needs(Can.HELP)
@require_POST
def work_out(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Have a worker play the trials."""
    with refusal_told(request):
        request_chances(by=actor_of(request), division=division_of(tournament, code), number=number)
    return redirect("pairings:reach", tournament.slug, code, number)


@needs(Can.HELP)
@require_POST
def stop(request: HttpRequest, tournament: Tournament, code: str, number: int, job_id: int) -> HttpResponse:
    """Stop the trials."""
    job = Job.objects.about(division_of(tournament, code)).of_kind(REACH_JOB).filter(pk=job_id).first()
    if job is None:
        raise Http404("There is no such work.")
    if request_cancel(job, actor_of(request)):
        messages.info(request, "The trials are stopped.")
    return redirect("pairings:reach", tournament.slug, code, number)
