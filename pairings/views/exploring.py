"""Explore: a round paired otherwise, beside the real boards. Nothing of the event is changed by it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from pairings.forms.plan import ExploreForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import worker_status
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import (
    division_of,
    form_page,
    page_with_forms,
    refusal_in,
    refusal_told,
    round_links,
    round_of,
)
from ..services.exploring import EXPLORE_JOB, last_explored, request_exploration
from ..services.hindsight import answer_of, request_hindsight
from ..services.planning import current_line, line_of

FIGURES = {
    "boards": "Boards",
    "repeats": "Repeats",
    "back_to_back": "Of these, repeats of the round before",
    "floats": "Boards of two with different wins",
    "apart": "Wins of difference, all boards together",
    "uneven": "Players more than one start from even afterwards",
    "run": "Longest run of starts or replies afterwards",
    "stake": "Stake a board",
}


@needs(Can.HELP)
@form_page
def explore(
    request: HttpRequest, tournament: Tournament, code: str, number: int, job_id: int | None = None
) -> HttpResponse:
    """How the round is to be paired; a worker does it, and its answer (`job_id`) stands beside the real boards."""
    division = division_of(tournament, code)
    if job_id is not None:
        return explored(request, division, number, job_id)
    try:
        planned = current_line(division, number)
    except Refused:  # a plan that cannot be read: the form begins with the usual
        planned = {}
    form = ExploreForm(request.POST or None, initial=planned, method=request.GET.get("method", ""))
    if request.headers.get("HX-Request"):
        return render(request, "pairings/_method_fields.html", {"form": form})
    if form.is_valid():
        with refusal_in(form):
            job = request_exploration(by=actor_of(request), division=division, line=line_of(number, form.values()))
            return redirect("pairings:explored", tournament.slug, code, number, job.pk)
    return _page(request, division, number, form, {})


@needs(Can.HELP)
@form_page
def hindsight(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """A past round as the results now would have had it paired, for who asks or appeals; a worker does it."""
    row, answer = round_of(tournament, code, number), {}
    with refusal_told(request):
        if request.method == "POST":
            request_hindsight(by=actor_of(request), row=row)
            return redirect(request.path)
        answer = answer_of(row)
    context = {"division": row.division, "round": row, "tab": "plan", **answer}
    return render(request, "pairings/hindsight.html", context | {"no_worker": worker_status().says})


def explored(request: HttpRequest, division: Division, number: int, job_id: int) -> HttpResponse:
    """The round paired otherwise, beside its real boards."""
    jobs = Job.objects.about(division).of_kind(EXPLORE_JOB).filter(args__line__first=number)
    job = get_object_or_404(jobs, pk=job_id)
    answer = {
        "job": job, "no_worker": worker_status().says if job.is_active else "",
        "changed": job.args["state_version"] != division.state_version,
        **(_compared(division, job.result) if job.status == Job.Status.DONE else {}),
    }  # fmt: skip
    return _page(request, division, number, ExploreForm(initial=job.args["line"]), answer)


def _page(
    request: HttpRequest, division: Division, number: int, form: ExploreForm, answer: dict[str, Any]
) -> HttpResponse:
    """404 beyond the first round that is not paired yet."""
    through = last_explored(division)
    if not 1 <= number <= through:
        raise Http404(f"Round {number} cannot be explored: the rounds before it are not paired yet.")
    context = {
        "division": division, "form": form, "number": number,
        "rounds": round_links(division, "pairings:explore", number, numbers=range(1, through + 1)), "tab": "plan", **answer,
    }  # fmt: skip
    return page_with_forms(request, "pairings/explore.html", context)


def _compared(division: Division, result: dict[str, Any]) -> dict[str, Any]:
    """The figures of both sides, and their boards, each with whether it is on the other side too.  result: an `ExploredRound`."""
    entries = {entry.number: entry for entry in division.entries.select_related("player")}
    pairs = {side: [{board["first"], board["second"]} for board in result[side]] for side in ("real", "explored")}
    sides = [
        {
            "title": title,
            "boards": [
                {
                    **board, "first": entries.get(board["first"]), "second": entries.get(board["second"] or 0),
                    "wins": board["apart"] / 2, "new": bool(pairs[other]) and pair not in pairs[other],
                }
                for board, pair in zip(result[side], pairs[side], strict=True)
            ],
        }
        for title, side, other in (("Real", "real", "explored"), ("Explored", "explored", "real"))
        if result[side]
    ]  # fmt: skip
    figures = [
        (label, _text(name, result["real_figures"]), _text(name, result["explored_figures"]))
        for name, label in FIGURES.items()
    ]
    return {"refused": result["refused"], "sides": sides, "figures": figures}


def _text(name: str, figures: dict[str, Any] | None) -> str:
    """One figure; "" where that side has no boards."""
    if figures is None:
        return ""
    value = figures[name]
    return f"{value:.3f}" if name == "stake" else f"{value / 2:g}" if name == "apart" else str(value)
