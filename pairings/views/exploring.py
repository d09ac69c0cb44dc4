"""Explore: rounds paired otherwise, beside the real boards. Nothing of the event is changed by it."""

from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from pairings.forms.exploring import ExploreForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.services import worker_status
from tdsuite.tournaments.models import Division, Entry, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, read_page, refusal_in, round_links

from ..engine.exploring import ExploredBoard, ExploredRound, Figures, Totals, totals
from ..services.exploring import job_for, known_answer, last_explored, request_exploration
from ..services.planning import current_line

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
@read_page
def explore(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The form, and the answer to what the address asks."""
    division = division_of(tournament, code)
    form = _form(division, number, request.GET or None)
    answer: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        with refusal_in(form):
            answer = _answer(division, form)
    return _page(request, division, form, answer)


@needs(Can.HELP)
@require_POST
def ask(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Have it worked out, at once or by a worker, and go to the answer's own address."""
    division = division_of(tournament, code)
    form = _form(division, number, request.POST)
    if form.is_valid():
        with refusal_in(form):
            request_exploration(by=actor_of(request), division=division, question=form.question())
            asked = QueryDict(mutable=True)
            asked.update({name: form.data[name] for name in form.fields if form.data.get(name)})
            return redirect(f"{reverse('pairings:explore', args=[tournament.slug, code, number])}?{asked.urlencode()}")
    return _page(request, division, form, {})


def _form(division: Division, number: int, data: Any) -> ExploreForm:
    """The form of a round; 404 beyond the first that is not paired yet."""
    through = last_explored(division)
    if not 1 <= number <= through:
        raise Http404(f"Round {number} cannot be explored: the rounds before it are not paired yet.")
    try:
        planned = current_line(division, number)
    except Refused:  # a plan that cannot be read: the form begins with the usual
        planned = {}
    return ExploreForm(data, first=number, through=through, initial=planned)


def _page(request: HttpRequest, division: Division, form: ExploreForm, answer: dict[str, Any]) -> HttpResponse:
    links = round_links(division, "pairings:explore", form.first, numbers=range(1, last_explored(division) + 1))
    context = {
        "tournament": division.tournament, "division": division, "round_text": str(form.first), "form": form, "number": form.first,
        "rounds": links, "tab": "desk", **answer,
    }  # fmt: skip
    return render(request, "pairings/explore.html", context, status=422 if form.errors else 200)


def _answer(division: Division, form: ExploreForm) -> dict[str, Any]:
    """The explored rounds, or the job that works them out, or neither. Raises Refused."""
    question = form.question()
    rounds = known_answer(division, question)
    if rounds is None:
        job = job_for(division, question)
        return {"asked": True, "job": job, "no_worker": worker_status().says if job and job.is_active else ""}
    only = rounds[0] if len(rounds) == 1 else None
    summed = totals(rounds)
    entries = {entry.number: entry for entry in division.entries.select_related("player")}
    return {
        "asked": True, "explored": rounds, "only": only, "sides": _sides(division, entries, only) if only else (),
        "refused": [row for row in rounds if row.refused], "summed": summed, "figures": _figures(summed, only),
        "lines": [(row, row.real_figures, row.explored_figures, _alone(form, row.number)) for row in rounds],
    }  # fmt: skip


def _alone(form: ExploreForm, number: int) -> str:
    """What asks the same of one round alone."""
    asked = QueryDict(mutable=True)
    asked.update({**{name: form.data[name] for name in form.fields if form.data.get(name)}, "last": str(number)})
    return asked.urlencode()


def _figures(summed: Totals | None, only: ExploredRound | None) -> list[tuple[str, str, str]]:
    """(what, as it was, as explored); "" where there is none."""
    real = summed.real if summed else only.real_figures if only else None
    explored = summed.explored if summed else only.explored_figures if only else None
    return [(label, _text(name, real), _text(name, explored)) for name, label in FIGURES.items()]


def _text(name: str, figures: Figures | None) -> str:
    if figures is None:
        return ""
    value = asdict(figures)[name]
    return f"{value:.3f}" if name == "stake" else f"{value / 2:g}" if name == "apart" else str(value)


def _sides(division: Division, entries: dict[int, Entry], only: ExploredRound) -> list[dict[str, Any]]:
    """The two lists of boards of one round, each board with whether it is in the other list too."""
    published = Round.objects.filter(division=division, number=only.number).exclude(status=Round.Status.DRAFT).exists()
    lists = [
        ("As it was" if published else "The draft", only.real, only.explored),
        ("Explored", only.explored, only.real),
    ]
    return [
        {"title": title, "boards": [_line(entries, board, _pairs(others)) for board in boards]}
        for title, boards, others in lists
        if boards
    ]


def _pairs(boards: tuple[ExploredBoard, ...]) -> set[frozenset[int | None]]:
    return {frozenset((board.first, board.second)) for board in boards}


def _line(entries: dict[int, Entry], board: ExploredBoard, others: set[frozenset[int | None]]) -> dict[str, Any]:
    return {
        "first": entries.get(board.first), "second": entries.get(board.second or 0), "met": board.met,
        "wins": f"{board.apart / 2:g}" if board.apart else "", "stake": "" if board.stake is None else f"{board.stake:.2f}",
        "new": bool(others) and frozenset((board.first, board.second)) not in others,
    }  # fmt: skip
