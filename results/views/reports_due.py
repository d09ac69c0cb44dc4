"""What is to be reported outside the event: one list to work off, to print and to take along."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of

from ..services import incidents, reports_due
from .conduct import incident_of
from .ruled import shown


@needs(Can.RULE)
@never_cache
@require_GET
def page(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Rulings, incidents, recounts and ejections of the whole event that somebody outside is to be told of."""
    division = division_of(tournament, code)
    due = reports_due.reports_due(tournament)
    rules = tournament.rules.rulebook.results.reports
    context = {"reports": due, "unsent": sum(row.sent_at is None for row in due), "tab": "reports", "reporting": rules}
    return shown(request, "reports_due.html", division, context)


@needs(Can.RULE)
@never_cache
@require_GET
def download(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """The same list as CSV."""
    division_of(tournament, code)
    named = {"Content-Disposition": f'attachment; filename="{tournament.slug}-reports.csv"'}
    text = reports_due.reports_csv(reports_due.reports_due(tournament))
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=named)


@needs(Can.RULE)
@require_POST
def sent(request: HttpRequest, tournament: Tournament, code: str, kind: str, pk: int) -> HttpResponse:
    """A report was sent."""
    try:
        reports_due.mark_sent(by=request.user, tournament=tournament, kind=kind, pk=pk)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:reports_due", tournament.slug, code)


@needs(Can.RULE)
@require_POST
def report_incident(request: HttpRequest, tournament: Tournament, code: str, incident_id: int, to: str) -> HttpResponse:
    """Say to whom an incident is to be reported (WESPA 6.3.3(c))."""
    row = incident_of(tournament, code, incident_id)
    try:
        incidents.report_incident(by=request.user, incident=row, to="" if to == "nobody" else to)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("results:incidents", tournament.slug, code)
