"""The register of challenges, to take away."""

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.views.decorators.http import require_GET

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament

from ..forms import SearchForm
from ..services.register import register_csv, search_register


@needs(Can.JUDGE_WORDS)
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
