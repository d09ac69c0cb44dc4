"""The record of decisions."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tdsuite.console.forms.record import RecordFilter
from tdsuite.platform.access.guard import allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from ..record import filters_of, lines_of, records_of

ON_A_PAGE = 50


@needs(Can.SEE_AUDIT)
def record(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Newest first; filters stand in the address."""
    form = RecordFilter(request.GET or None, **filters_of(tournament))
    filters = form.cleaned_data if form.is_valid() else {}
    page = Paginator(records_of(tournament, filters), ON_A_PAGE).get_page(request.GET.get("page"))
    query = urlencode({name: value for name, value in filters.items() if value})
    context = {
        "form": form,
        "page": page,
        "lines": lines_of(tournament, page.object_list, reads_private=allowed(request.user, tournament, Can.RULE)),
        "query": f"{query}&" if query else "",
        "tab": "record",
    }
    return render(request, "console/record.html", context)
