"""The register of challenges: searched, counted, taken away, printed."""

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from tdsuite.access.guard import allowed, needs
from tdsuite.access.roles import Can
from tdsuite.printing.registry import find
from tdsuite.printing.services import PAPERS, render_html
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of

from ..forms import SearchForm
from ..services.frame import challenges_topic
from ..services.register import register_csv, search_register, statistics
from .shown import page


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every challenge of the event. The words are seen by those who adjudicate."""
    form = SearchForm(request.GET, tournament=tournament)
    found = search_register(by=request.user, tournament=tournament, search=form.search()) if form.is_valid() else []
    divisions = list(tournament.divisions.all())
    context = page(
        tournament,
        "register",
        form=form,
        lines=found,
        query=request.GET.urlencode(),
        words=allowed(request.user, tournament, Can.JUDGE_WORDS),
        counts=statistics(by=request.user, tournament=tournament),
        divisions=divisions,
        topics=" ".join(map(challenges_topic, divisions)),
    )
    return render(request, "adjudication/register.html", context, status=422 if form.errors else 200)


@needs(Can.JUDGE_WORDS)
@never_cache
@require_GET
def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The challenges that the same search shows on the page, as CSV."""
    form = SearchForm(request.GET, tournament=tournament)
    if not form.is_valid():
        return HttpResponseBadRequest("; ".join(f"{name}: {why[0]}" for name, why in form.errors.items()))
    lines = search_register(by=request.user, tournament=tournament, search=form.search())
    named = {"Content-Disposition": f'attachment; filename="{tournament.slug}-challenges.csv"'}
    text = register_csv(lines, tournament=tournament)
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=named)


@needs(Can.JUDGE_WORDS)
@never_cache
@require_GET
def docket(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """A division's challenges on paper, printed by the browser: it bears words, so no file of it is kept."""
    known = find("challenge-docket")
    paper = request.GET.get("paper", PAPERS[0])
    built = known.build(division_of(tournament, code), {"by": request.user})
    return HttpResponse(render_html(known, built, paper=paper if paper in PAPERS else PAPERS[0]))
