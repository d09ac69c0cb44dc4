"""The register of challenges: searched and printed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from adjudication.challenges.forms import SearchForm
from adjudication.challenges.pages import page
from adjudication.challenges.services.register import search_register
from adjudication.challenges.services.slip_decisions import challenges_topic
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.printing.looks import look_of
from tdsuite.platform.printing.registry import find
from tdsuite.platform.printing.services import html_of
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every challenge of the event. The words are seen by those who adjudicate."""
    form = SearchForm(request.GET, tournament=tournament)
    lines = (
        search_register(by=actor_of(request), tournament=tournament, search=form.search()) if form.is_valid() else []
    )
    divisions = list(tournament.divisions.all())
    context = page(
        tournament,
        "register",
        form=form,
        lines=lines,
        words=allowed(request.user, tournament, Can.JUDGE_WORDS),
        divisions=divisions,
        topics=" ".join(map(challenges_topic, divisions)),
    )
    return render(request, "adjudication/challenges/register.html", context, status=422 if form.errors else 200)


@needs(Can.JUDGE_WORDS)
@never_cache
@require_GET
def docket(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """A division's challenges on paper, printed by the browser: it bears words, so no file of it is kept."""
    division, look = division_of(tournament, code), look_of(request, request.GET)
    return HttpResponse(html_of(find("challenge-docket"), division, {"by": request.user}, **look.named))
